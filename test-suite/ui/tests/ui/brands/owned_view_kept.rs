//! A view escapes from the function that makes the views of an `OwnedViews`.

use packed_data::packed::OwnedViews;
use packed_data::{Indexed, Packed};

fn main() {
    let mut kept = "";
    let packed = Packed::<String, Indexed>::pack(&"gone".to_string());
    let views = OwnedViews::<&'static str, _>::new(packed, |packed| {
        kept = packed.view();
        kept
    });
    drop(views);
    println!("{kept}");
}
