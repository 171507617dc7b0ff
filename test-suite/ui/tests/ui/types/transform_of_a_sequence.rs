//! A sequence is transformed as if it had constructors.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Ident(String);

fn main() {
    let idents = Packed::<Vec<Ident>>::pack(&vec![Ident("x".into())]);
    idents.transform::<[Ident]>(|idents, needs| idents.transform(needs).done());
}
