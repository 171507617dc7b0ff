//! Where values end.

use packed_data::{Cursor, Done, Levels, Limits, Packed};
use test_suite::described::Described;
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// A value at the beginning of bytes, put into other values: where a skip ends, where a read ends, and what the
/// size says.
pub fn extents<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// Several values in a row, each behind the other.
type Row<T> = (T, Vec<T>, [T; 2], u8);

/// Enough for a row of values that are each within the default.
const ROW: Limits =
    Limits { depth: Limits::DEFAULT.depth + 1, empty_elements: 5 * Limits::DEFAULT.empty_elements, ..Limits::DEFAULT };

fn check<T: Sample + Described, L: TestLayout>(input: &[u8]) {
    let Ok((packed, rest)) = Packed::<T, L>::from_prefix(input) else { return };
    let bytes = packed.as_bytes();
    assert_eq!(bytes.len() + rest.len(), input.len());
    assert!(Packed::<T, L, _>::from_bytes(bytes).is_ok(), "accepted alone");
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes, "skipped");

    let row = Packed::<Row<T>, L>::try_build(&ROW, |needs| {
        let fields = needs.fields().put_packed(&packed);
        let fields = fields.with(|list| list.items(0..2, |needs, _| needs.put_packed(&packed)));
        fields.with(|array| array.array(|needs, _| needs.put_packed(&packed))).put(&0xA5).done()
    })
    .expect("within the limits");
    let row = Packed::<Row<T>, L, _>::from_bytes_with(row.as_bytes(), &ROW).expect("what was built is valid");

    // What is left after the first value, however that was passed.
    let skipped = row.read(|row| {
        let (list, fields) = row.fields().skip().with(|list| list.as_bytes());
        fields.skip().skip().done(list)
    });
    for (pass, how) in passes::<T, L>() {
        let rest = row.read(|row| list_after(row, pass));
        assert_eq!((rest.as_ptr(), rest.len()), (skipped.as_ptr(), skipped.len()), "{how}");
    }

    // Every element is where it is expected, and the last byte behind them.
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
    assert_eq!(row.read(|row| row.fields().skip().skip().skip().tail().read()), 0xA5);
}

/// A way past a value.
type Pass<T, L> = for<'a, 'id> fn(Cursor<'a, 'id, T, L>) -> Done<'id, (), L>;

/// The ways past a value.
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

/// The bytes of the second field, after the first was passed.
fn list_after<'a, 'id, T: Sample, L: TestLayout>(
    row: Cursor<'a, 'id, Row<T>, L>,
    pass: Pass<T, L>,
) -> Done<'id, &'a [u8], L> {
    let ((), fields) = row.fields().with(pass);
    let (list, fields) = fields.with(|list| list.as_bytes());
    fields.skip().skip().done(list)
}
