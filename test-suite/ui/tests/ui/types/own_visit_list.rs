//! A user's type claims any number of adjacent values for its fields,
//! without `unsafe`.

use packed_data::__private::{Stop, Unvisited, VisitList};
use packed_data::cursor::Fields;
use packed_data::fold::Visitable;
use packed_data::{Compact, Cursor, Levels, Packable};

#[derive(Packable)]
struct Leaf(bool);

struct Visitor;

impl<'a> Visitable<'a, Compact, Visitor> for Leaf {
    type Break = ();

    fn visit_step<'id>(
        cursor: Cursor<'a, 'id, Self, Compact>,
        _: &mut Visitor,
        _: Levels,
    ) -> Result<Unvisited<'a, 'id, Self, Compact>, Stop<()>> {
        Ok(cursor.skip().into())
    }
}

impl<'a> VisitList<'a, Compact, Visitor, Leaf> for (u8, ()) {
    type Fields = (u8, ());
    const SIDE_BY_SIDE: Option<usize> = Some(1_000);

    fn visit<'id>(
        fields: Fields<'a, 'id, (u8, ()), Compact>,
        _: &mut Visitor,
        _: Levels,
    ) -> Result<Unvisited<'a, 'id, Leaf, Compact>, Stop<()>> {
        Ok(fields.skip().done(()).into())
    }
}

fn main() {}
