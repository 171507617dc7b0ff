//! The view of an enum is matched as if it were the enum.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Number {
    Zero,
    Other(i64),
}

fn main() {
    let number = Packed::<Number>::pack(&Number::Zero);
    let _is_zero = matches!(number.view(), NumberView::Zero);
}
