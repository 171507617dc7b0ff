//! A user's type claims to be a list of fields, without `unsafe`.

use packed_data::__private::shape::List;

struct Mine;

impl List for Mine {}

fn main() {}
