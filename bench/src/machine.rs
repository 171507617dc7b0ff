//! The machine of the measurements.

use std::process::Command;

/// Returns a description of the machine: processor, cores, system, compilers, versions and date, one line of Markdown
/// for each.
pub fn describe_machine() -> String {
    let mut lines = vec![
        format!("- date: {}", first_line("date", &["-u", "+%Y-%m-%d"])),
        format!("- processor: {}, {} cores", processor(), std::thread::available_parallelism().map_or(1, |n| n.get())),
        format!("- system: {} {}", std::env::consts::OS, std::env::consts::ARCH),
        format!("- rustc: {}, optimised for the baseline of the architecture", env!("BENCH_RUSTC")),
        format!("- peers: {}", env!("BENCH_VERSIONS")),
    ];
    for (name, flag) in [("gcc", "--version"), ("go", "version"), ("ghc", "--version")] {
        lines.push(format!("- {name}: {}", first_line(name, &[flag])));
    }
    lines.join("\n")
}

fn processor() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|(_, name)| name);
    model.unwrap_or("unknown").to_owned()
}

/// Returns the first line that a command prints, or a note that it is not installed.
fn first_line(command: &str, args: &[&str]) -> String {
    let output = Command::new(command).args(args).output().ok().filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_else(|| "not installed".to_owned())
}
