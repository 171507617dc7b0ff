//! `packed completions` and `packed man`.

use crate::folder;

#[test]
fn generated() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(folder.text(&["completions", shell]).contains("where"), "{shell}");
    }
    assert_eq!(folder.text(&["man", "@man"]), "");
    assert_eq!(folder.text(&["man", "-"]), "! packed: expected a folder: there is a page for each command\nstatus 2\n");
    let pages = std::fs::read_dir(folder.path("man")).unwrap().count();
    assert_eq!(pages, packed_data_cli::command_line().get_subcommands().count() + 1);
    assert!(std::fs::read_to_string(folder.path("man/packed-cat.1")).unwrap().contains("fulfil a condition"));
}
