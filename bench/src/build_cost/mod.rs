//! What a crate with many types costs its users: time to build, and code.

mod emit;
mod project;
mod syntax;
mod tree;
mod types;

use std::time::{Duration, Instant};

use crate::{Error, Figure, Measured, Report, Results, Settings, Target};
use emit::Library;
use project::{Build, Cost, Kind, Program, Project};

/// The tasks: of the program with sixty types, then of that with a syntax tree.
pub const TASKS: &[&str] =
    &["time", "processor", "code", "lines", "tree-time", "tree-processor", "tree-code", "tree-lines"];

/// The tasks of both kinds of programs.
const KINDS: [(Kind, [&str; 4]); 2] = [
    (Kind::Sixty, ["time", "processor", "code", "lines"]),
    (Kind::Tree, ["tree-time", "tree-processor", "tree-code", "tree-lines"]),
];

/// The most rounds of builds, and the time after which no further round begins.
const ROUNDS: usize = 5;
const BUDGET: Duration = Duration::from_secs(240);

pub(crate) fn run(settings: &Settings, report: &mut Report<'_>) -> Result<(), Error> {
    let project = Project::write()?;
    report.expect(TASKS.iter().filter(|task| settings.wants(task)).count());
    for (kind, [time, processor, code_task, lines_task]) in KINDS {
        if settings.wants(time) || settings.wants(processor) {
            times(settings, report, &project, kind, [time, processor])?;
        }
        if settings.wants(code_task) {
            report.add(code(report, &project, kind, code_task)?)?;
        }
        if settings.wants(lines_task) {
            match lines(report, &project, kind, lines_task)? {
                Some(results) => report.add(results)?,
                None => report.say("Lines of LLVM IR are missing: `cargo install cargo-llvm-lines`.")?,
            }
        }
    }
    report.targets(TARGETS, REASONS)
}

/// Builds all programs in turn, round after round, and reports the time and the processor time of each build.
fn times(
    settings: &Settings,
    report: &mut Report<'_>,
    project: &Project,
    kind: Kind,
    tasks: [&'static str; 2],
) -> Result<(), Error> {
    let programs: Vec<Program> = kind.libraries().iter().map(|library| Program(kind, *library)).collect();
    let builds = if settings.quick { &[Build::Check][..] } else { &Build::ALL };
    let mut costs: Vec<(Build, Vec<Vec<Cost>>)> = Vec::new();
    for &build in builds {
        for program in &programs {
            report.doing(format!("{}, dependencies of {}", build.name(), program.package()));
            project.build(*program, build)?;
        }
        let start = Instant::now();
        let mut all = vec![Vec::new(); programs.len()];
        for round in 0..if settings.quick { 1 } else { ROUNDS } {
            if round >= 3 && start.elapsed() > BUDGET {
                break;
            }
            for index in 0..all.len() {
                // (Every second round in reverse, so that no program always follows the same one.)
                let index = if round % 2 == 0 { index } else { all.len() - 1 - index };
                report.doing(format!("{}, {}", build.name(), programs[index].package()));
                all[index].push(project.rebuild(programs[index], build)?);
            }
        }
        costs.push((build, all));
    }
    let figures: [(&str, fn(&Cost) -> Option<Duration>); 2] =
        [(tasks[0], |cost| Some(cost.elapsed)), (tasks[1], |cost| cost.processor)];
    for (task, of) in figures.into_iter().filter(|(task, _)| settings.wants(task)) {
        for (build, all) in &costs {
            let measured = kind.libraries().iter().zip(all).filter_map(|(library, costs)| {
                // (Not a contestant: it would be the fastest, and so the unit of every ratio.)
                if *library == Library::Nothing {
                    return None;
                }
                let times: Option<Vec<f64>> = costs.iter().map(|cost| Some(of(cost)?.as_nanos() as f64)).collect();
                Some(measured(*library, Figure::Times(times?)))
            });
            let results = Results { task, size: build.name().into(), measured: measured.collect() };
            if !results.measured.is_empty() {
                report.add(results)?;
            }
        }
    }
    Ok(())
}

/// Returns the code and constant data of each program, without what a program without types has.
fn code(report: &Report<'_>, project: &Project, kind: Kind, task: &'static str) -> Result<Results, Error> {
    let size = |library: Library| {
        let program = Program(kind, library);
        report.doing(format!("code, {}", program.package()));
        project.build(program, Build::Release).and_then(|()| project.code(program))
    };
    let nothing = size(Library::Nothing)?;
    let of = |library: &Library| Ok(measured(*library, Figure::Bytes(size(*library)?.saturating_sub(nothing))));
    let libraries = kind.libraries().iter().filter(|library| **library != Library::Nothing);
    let measured = libraries.map(of).collect::<Result<_, Error>>()?;
    Ok(Results { task, size: Build::Release.name().into(), measured })
}

/// Returns the lines of LLVM IR that the compiler makes for each program, before they are optimised; `None` if the
/// tool that counts them is not installed.
fn lines(report: &Report<'_>, project: &Project, kind: Kind, task: &'static str) -> Result<Option<Results>, Error> {
    let mut all = Vec::new();
    for &library in kind.libraries().iter().filter(|library| **library != Library::Nothing) {
        let program = Program(kind, library);
        report.doing(format!("lines, {}", program.package()));
        let Some(lines) = project.lines(program)? else { return Ok(None) };
        all.push(measured(library, Figure::Count(lines)));
    }
    Ok(Some(Results { task, size: Build::Release.name().into(), measured: all }))
}

fn measured(library: Library, figure: Figure) -> Measured {
    let (contestant, layout) = library.names();
    Measured { contestant, layout, figure }
}

const SERDE: (&str, &str) = ("serde-postcard", "");

const TARGETS: &[Target] = &[
    Target {
        tasks: &["time"],
        sizes: |size| size == "check",
        one: ("packed-data", "Compact"),
        other: SERDE,
        at_most: 1.0,
    },
    Target {
        tasks: &["time"],
        sizes: |size| size == "release",
        one: ("packed-data", "Compact"),
        other: SERDE,
        at_most: 1.5,
    },
    Target {
        tasks: &["time"],
        sizes: |size| size == "release",
        one: ("packed-data", "Compact"),
        other: ("rkyv", ""),
        at_most: 1.0,
    },
    Target { tasks: &["code"], sizes: |_| true, one: ("packed-data", "Compact"), other: SERDE, at_most: 1.3 },
    Target {
        tasks: &["tree-processor"],
        sizes: |size| size == "release",
        one: ("packed-data", "Compact"),
        other: ("rkyv", ""),
        at_most: 2.0,
    },
    Target {
        tasks: &["tree-code"],
        sizes: |_| true,
        one: ("packed-data", "Compact"),
        other: ("rkyv", ""),
        at_most: 1.5,
    },
    Target {
        tasks: &["tree-processor"],
        sizes: |size| size == "release",
        one: ("packed-data", "both"),
        other: ("packed-data", "Compact"),
        at_most: 1.4,
    },
];

/// The reasons for missed targets.
const REASONS: &str = "\
- Serde's programs check while they make values. These check bytes in a pass of its own, so that bytes can be read in
  place; a check, a walk over valid bytes and `unpack` are three functions for each type, where a deserialiser is one.
- A map is made of a vector of its entries, which the standard library sorts: code that is compiled for each type of map.
  Inserting the entries one by one is less code, but takes seven times the instructions for 20,000 integers.
- What is generic over shapes is inlined into one function for each type, since calls between fields would cost time when
  the program runs.
- In the program with a syntax tree, `rewrite`, visits, and the skips that both need are compiled for each type and layout
  too: two fifths of its code. A second layout is compiled like the first.";
