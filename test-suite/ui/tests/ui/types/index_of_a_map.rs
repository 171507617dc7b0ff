//! A value of a packed map is sought with its key as an index.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packed};

fn main() {
    let ages = Packed::<_, Indexed>::pack(&BTreeMap::from([("Ann".to_owned(), 30)]));
    let _age = ages.view()["Ann"];
}
