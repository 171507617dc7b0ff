//! A view of an `OwnedViews` is used after that is gone.

use packed_data::packed::OwnedViews;
use packed_data::{Indexed, Packed};

fn main() {
    let packed = Packed::<String, Indexed>::pack(&"gone".to_string());
    let views = OwnedViews::<&'static str, _>::new(packed, |packed| packed.view());
    let text: &str = views.views();
    drop(views.into_packed());
    println!("{text}");
}
