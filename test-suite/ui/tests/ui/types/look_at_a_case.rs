//! A look at a field returns its case, which must not leave the look.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Number {
    Zero,
    Other(i64),
}

#[derive(Packable)]
struct Term {
    number: Number,
}

fn main() {
    let term = Packed::<Term>::pack(&Term { number: Number::Zero });
    term.read(|term| {
        let fields = term.fields();
        let _case = fields.look(|number| number.case());
        fields.skip().done(())
    });
}
