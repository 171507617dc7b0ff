//! `packed completions` and `packed man`.

use crate::folder;

#[test]
fn generated() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = folder.text(&["completions", shell]);
        assert!(text.contains("where") && text.contains("no-progress"), "{shell}");
    }
    assert_eq!(folder.text(&["man", "@man"]), "");
    assert_eq!(folder.text(&["man", "-"]), "! packed: expected a folder: there is a page for each command\nstatus 2\n");
    let pages = std::fs::read_dir(folder.path("man")).unwrap().count();
    let command = packed_data_cli::command_line();
    let inner = command.get_subcommands().flat_map(|command| command.get_subcommands());
    assert_eq!(pages, command.get_subcommands().count() + inner.filter(|inner| !inner.is_hide_set()).count() + 1);
    for page in ["head", "tail", "count", "concat", "index", "schema-infer"] {
        assert!(folder.path(&format!("man/packed-{page}.1")).exists(), "{page}");
    }
    assert!(std::fs::read_to_string(folder.path("man/packed-cat.1")).unwrap().contains("fulfil a condition"));
}
