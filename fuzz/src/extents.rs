//! The ends of values.

use packed_data::{Cursor, Done, Levels, Limits, Packed};
use test_suite::described::Described;
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// Returns a case that takes a value from the beginning of the input, puts it into other values, and compares where a
/// skip ends, where a read ends, and what the size says.
pub fn extents<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// Several copies of a value, one after the other.
type Row<T> = (T, Vec<T>, [T; 2], u8);

/// Limits that allow a row of values that are each within the default limits.
const ROW: Limits =
    Limits { depth: Limits::DEFAULT.depth + 1, empty_elements: 5 * Limits::DEFAULT.empty_elements, ..Limits::DEFAULT };

fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let Ok((packed, rest)) = Packed::<T, L>::from_prefix(input) else { return };
    let bytes = packed.as_bytes();
    assert_eq!(bytes.len() + rest.len(), input.len());
    assert!(Packed::<T, L, _>::from_bytes(bytes).is_ok(), "the value alone must be accepted");
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes, "a skip must end at the end");

    let row = Packed::<Row<T>, L>::with_limits(&ROW)
        .build(|needs| {
            let fields = needs.fields().put_packed(&packed);
            let fields = fields.with(|list| list.items(0..2, |needs, _| needs.put_packed(&packed)));
            fields.with(|array| array.array(|needs, _| needs.put_packed(&packed))).put(&0xA5).done()
        })
        .expect("within the limits");
    let row = Packed::<Row<T>, L>::with_limits(&ROW).from_bytes(row.as_bytes()).expect("built bytes are valid");

    // The rest after the first value must be the same, however the value was skipped or read.
    let skipped = row.read(|row| {
        let (list, fields) = row.fields().skip().with(|list| list.as_bytes());
        fields.skip().skip().done(list)
    });
    for (pass, how) in passes::<T, L>() {
        let rest = row.read(|row| list_after(row, pass));
        assert_eq!((rest.as_ptr(), rest.len()), (skipped.as_ptr(), skipped.len()), "{how}");
    }

    // Every element is at the expected place, and the last byte follows them.
    let (elements, last) = row.read(|row| {
        let (list, fields) = row.fields().skip().with(|list| {
            let (mut items, mut found) = (list.items(), Vec::new());
            while let Some(item) = items.next(|element| element.as_bytes()) {
                found.push(item);
            }
            items.done(found)
        });
        let (array, fields) = fields.with(|array| {
            let (mut elements, mut found) = (array.elements(), Vec::new());
            while let Some(element) = elements.next(|element| element.as_bytes()) {
                found.push(element);
            }
            elements.done(found)
        });
        let (last, fields) = fields.read();
        fields.done(([list, array].concat(), last))
    });
    assert!(elements.len() == 4 && elements.iter().all(|element| *element == bytes));
    assert_eq!(last, 0xA5);
    if L::NAME != "Indexed" {
        // (There the last byte is in the static part, so the row does not end with it.)
        assert_eq!(row.read(|row| row.fields().skip().skip().skip().tail().read()), 0xA5);
    }
}

/// A way to move past a value.
type Pass<T, L> = for<'a, 'id> fn(Cursor<'a, 'id, T, L>) -> Done<'id, (), L>;

/// Returns the ways to move past a value.
fn passes<T: Sample + Described, L: TestLayout>() -> [(Pass<T, L>, &'static str); 5] {
    [
        (|cursor| cursor.skip(), "skip"),
        (|cursor| cursor.isolate().map(drop), "isolate"),
        (|cursor| T::from_cursor(cursor).map(drop), "a read by hand"),
        (|cursor| T::read(cursor).map(drop), "a read part by part"),
        (
            |cursor| {
                cursor.unpack::<T>(Levels::new(Limits::DEFAULT.depth)).expect("within the limit on levels").map(drop)
            },
            "unpack",
        ),
    ]
}

/// Returns the bytes of the second field, after `pass` moved past the first.
fn list_after<'a, 'id, T: Sample, L: TestLayout>(
    row: Cursor<'a, 'id, Row<T>, L>,
    pass: Pass<T, L>,
) -> Done<'id, &'a [u8], L> {
    let ((), fields) = row.fields().with(pass);
    let (list, fields) = fields.with(|list| list.as_bytes());
    fields.skip().skip().done(list)
}
