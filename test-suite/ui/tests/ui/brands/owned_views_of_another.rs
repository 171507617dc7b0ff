//! The views of an `OwnedViews` come from another packed value, which does not live as long.

use packed_data::packed::OwnedViews;
use packed_data::{Indexed, Packed};

fn main() {
    let packed = Packed::<String, Indexed>::pack(&"kept".to_string());
    let other = Packed::<String, Indexed>::pack(&"gone".to_string());
    let views = OwnedViews::<&'static str, _>::new(packed, |_| other.view());
    drop(other);
    println!("{}", views.views());
}
