//! `packed bench`.

use snapbox::{assert_data_eq, str};

use crate::folder;

#[test]
fn bench() {
    let folder = folder();
    let text = folder.text(&["bench", "@words.packed"]);
    let words: Vec<_> = text.lines().map(|line| line.get(..36).unwrap_or(line)).collect();
    assert_data_eq!(
        words.join("\n"),
        str![[r#"
words.packed: 6 numbers that sum to 
deepest: [0] > Word.tags > [0]

  time, median of 9, read by schema 
  open (parse; verify and validate) 
  count and sum numbers             
  find the deepest path             
  look the path up                  
  add one to every number, in place 
  make the bytes (serialise; pack)  
"#]]
    );
    for path in ["[1].text", "records[1].text", "/1/text", "[1] > Word.text"] {
        let text = folder.text(&["bench", "@words.packed", "--path", path]);
        assert!(text.contains("look the path up"), "{text}");
    }
    let text = folder.text(&["bench", "@words.packed", "--path", "[1].test"]);
    assert_eq!(text, "! packed: the path \"[1].test\" leads nowhere\nstatus 2\n");
}
