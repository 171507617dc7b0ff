//! Something that is no layout stands in the place of one.

use packed_data::{Cursor, Layout};

fn skip<L: Layout>(cursor: Cursor<'_, '_, u8, L>) {
    _ = cursor.skip();
}

fn main() {
    skip::<String>(todo!());
}
