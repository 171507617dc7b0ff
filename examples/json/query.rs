//! Queries of a packed document that read its bytes: nothing is parsed and no objects are created.
//!
//! Each query uses the way of reading that suits it: a visit if the library can own the loop, a cursor if the path
//! matters, a view to go directly to one value.

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::packed::{Buffer, BufferMut};
use packed_data::view::ScalarMut;
use packed_data::{Compact, Cursor, Done, Edit, InPlace, Indexed, Layout, Packed, TooDeep, View};

use crate::model::{Json, JsonCase, JsonView, JsonVisit};
use crate::path::{Path, Segment, as_index};

/// The counts of one pass over a document.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    pub(crate) nodes: usize,
    pub(crate) numbers: usize,
    pub(crate) sum: f64,
}

impl Totals {
    fn node(&mut self) -> ControlFlow<Infallible> {
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    pub(crate) fn number(&mut self, number: f64) -> ControlFlow<Infallible> {
        self.numbers += 1;
        self.sum += number;
        self.node()
    }
}

/// A visit: one method for each constructor, called in the order of the bytes. The contents of arrays and objects
/// follow automatically.
impl<'a, L: Layout> JsonVisit<'a, L> for Totals {
    type Break = Infallible;

    fn null(&mut self) -> ControlFlow<Infallible> {
        self.node()
    }

    fn bool(&mut self, _: bool) -> ControlFlow<Infallible> {
        self.node()
    }

    fn int(&mut self, int: i64) -> ControlFlow<Infallible> {
        self.number(int as f64)
    }

    fn number(&mut self, number: f64) -> ControlFlow<Infallible> {
        self.number(number)
    }

    fn string(&mut self, _: &'a str) -> ControlFlow<Infallible> {
        self.node()
    }

    fn array(&mut self) -> ControlFlow<Infallible> {
        self.node()
    }

    fn object(&mut self) -> ControlFlow<Infallible> {
        self.node()
    }
}

/// Counts the nodes and sums the numbers.
pub(crate) fn totals<L: Layout>(json: &Packed<Json, L, impl Buffer>) -> Result<Totals, TooDeep> {
    let mut totals = Totals::default();
    let ControlFlow::Continue(()) = json.visit(&mut totals)?;
    Ok(totals)
}

/// Adds one to every number, in place. This is also a visit; a visit that edits gets a scalar as its place in the
/// bytes.
struct AddOne;

impl<'a, L: Layout> JsonVisit<'a, Edit<L>> for AddOne {
    type Break = Infallible;

    fn null(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn bool(&mut self, _: ScalarMut<'a, bool, L>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn int(&mut self, mut int: ScalarMut<'a, i64, L>) -> ControlFlow<Infallible> {
        int.update(|int| int.saturating_add(1));
        ControlFlow::Continue(())
    }

    fn number(&mut self, mut number: ScalarMut<'a, f64, L>) -> ControlFlow<Infallible> {
        number.update(|number| number + 1.0);
        ControlFlow::Continue(())
    }

    fn string(&mut self, _: &'a str) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn array(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn object(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

/// Adds one to every number, in place.
pub(crate) fn add_one<L: InPlace>(json: &mut Packed<Json, L, impl BufferMut>) -> Result<(), TooDeep> {
    let ControlFlow::Continue(()) = json.visit_mut(&mut AddOne)?;
    Ok(())
}

/// Returns the path to the value with the deepest nesting, or the first of several such paths.
pub(crate) fn deepest_path<L: Layout>(json: &Packed<Json, L, impl Buffer>) -> Path {
    let (mut here, mut best) = (Vec::new(), Vec::new());
    json.read(|json| deepest(json, &mut here, &mut best));
    Path::from(best.as_slice())
}

/// A cursor: `case` returns the constructor with its fields. A `Done` proves that exactly this value was read, and
/// there is no other way to get one. So a reader that stops at a wrong place does not compile.
fn deepest<'a, 'id, L: Layout>(
    json: Cursor<'a, 'id, Json, L>,
    here: &mut Vec<Segment<'a>>,
    best: &mut Vec<Segment<'a>>,
) -> Done<'id, (), L> {
    if here.len() > best.len() {
        best.clone_from(here);
    }
    match json.case() {
        JsonCase::Null(end) => end.done(()),
        JsonCase::Bool(fields) => fields.skip().done(()),
        JsonCase::Int(fields) => fields.skip().done(()),
        JsonCase::Number(fields) => fields.skip().done(()),
        JsonCase::String(fields) => fields.skip().done(()),
        // The last field ends where its parent ends, so `tail` reads it in place of the parent.
        JsonCase::Array(fields) => {
            let mut items = fields.tail().items();
            for index in 0.. {
                let item = items.next(|item| below(Segment::Index(index), item, here, best));
                if item.is_none() {
                    break;
                }
            }
            items.done(())
        }
        JsonCase::Object(fields) => fields.tail().fold_items((), |(), member| {
            let (name, fields) = member.fields().read();
            let ((), fields) = fields.with(|value| below(Segment::Name(name), value, here, best));
            fields.done(())
        }),
    }
}

/// Reads a value one level deeper.
fn below<'a, 'id, L: Layout>(
    segment: Segment<'a>,
    json: Cursor<'a, 'id, Json, L>,
    here: &mut Vec<Segment<'a>>,
    best: &mut Vec<Segment<'a>>,
) -> Done<'id, (), L> {
    here.push(segment);
    let done = deepest(json, here, best);
    here.pop();
    done
}

/// A layout in which a path can be looked up, each in the way that suits it.
pub(crate) trait Find: InPlace {
    /// Returns the value at the end of a path.
    fn find<'a, B: Buffer>(json: &'a Packed<Json, Self, B>, path: &Path) -> Option<View<'a, Json, Self>>;
}

/// With random access, a view goes to an element in constant time, and to a member by binary search.
impl Find for Indexed {
    fn find<'a, B: Buffer>(json: &'a Packed<Json, Self, B>, path: &Path) -> Option<View<'a, Json, Self>> {
        path.0.iter().try_fold(json.view(), |json, token| match json.case() {
            JsonView::Array(items) => items.get(as_index(token)?),
            JsonView::Object(members) => members.get(token.as_str()),
            _ => None,
        })
    }
}

/// Without random access, it walks over the values before the one that it looks for.
impl Find for Compact {
    fn find<'a, B: Buffer>(json: &'a Packed<Json, Self, B>, path: &Path) -> Option<View<'a, Json, Self>> {
        json.try_read(|json| walk_to(json, &path.0)).err()
    }
}

/// Returns the value, once found, as the error: then the rest need not be read.
fn walk_to<'a, 'id, L: Layout>(
    json: Cursor<'a, 'id, Json, L>,
    path: &[String],
) -> Result<Done<'id, (), L>, View<'a, Json, L>> {
    let Some((token, path)) = path.split_first() else { return Err(json.view()) };
    match json.case() {
        JsonCase::Array(fields) => {
            let (mut items, mut indices, sought) = (fields.tail().items(), 0.., as_index(token));
            while let Some(()) =
                items.try_next(|item| if indices.next() == sought { walk_to(item, path) } else { Ok(item.skip()) })?
            {
            }
            Ok(items.done(()))
        }
        JsonCase::Object(fields) => {
            let mut members = fields.tail().items();
            while let Some(()) = members.try_next(|member| {
                let (name, value) = member.fields().read();
                if name == token { walk_to(value.tail(), path) } else { Ok(value.skip().done(())) }
            })? {}
            Ok(members.done(()))
        }
        _ => Ok(json.skip()),
    }
}

/// Returns a short description of a value.
pub(crate) fn describe<'id, L: Layout>(json: Cursor<'_, 'id, Json, L>) -> Done<'id, String, L> {
    match json.case() {
        JsonCase::Null(end) => end.done("null".into()),
        JsonCase::Bool(fields) => fields.tail().read().map(|bool| bool.to_string()),
        JsonCase::Int(fields) => fields.tail().read().map(|int| int.to_string()),
        JsonCase::Number(fields) => fields.tail().read().map(|number| number.to_string()),
        JsonCase::String(fields) => fields.tail().read().map(|text| format!("{text:?}")),
        JsonCase::Array(fields) => {
            let items = fields.tail().items();
            let count = items.len();
            items.done(format!("an array of {count}"))
        }
        JsonCase::Object(fields) => {
            let members = fields.tail().items();
            let count = members.len();
            members.done(format!("an object of {count}"))
        }
    }
}
