//! A rule is for `String`, and not for the canonical type `str`.

use packed_data::Packed;

fn main() {
    let words = Packed::<Vec<String>>::pack(&vec!["to".into()]);
    words.rewrite(|rules| rules.on::<String>(|_, _, _| todo!()));
}
