//! The views of an `OwnedViews` are a type that is not known as views.

use packed_data::packed::OwnedViews;
use packed_data::{Indexed, Packed};

fn main() {
    let packed = Packed::<String, Indexed>::pack(&"text".to_string());
    let views = OwnedViews::<String, _>::new(packed, |packed| packed.view().to_string());
    println!("{}", views.views());
}
