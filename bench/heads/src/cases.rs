// (Included in a module with the types, once for types that are extensible and once for those that are not.)

use std::hint::black_box;

use packed_data::{Compact, Cursor, Done, Indexed, Layout, Packed, View};

use super::Case;

/// How many records are in the vectors. (A prime, so that no loop comes out even.)
const RECORDS: u64 = 1009;

fn people() -> Vec<Person> {
    let person = |number: u64| Person {
        name: format!("Person {number}"),
        number,
        mail: format!("person.{number}@example.org"),
        age: (number % 90) as u16,
        active: number.is_multiple_of(3),
    };
    (0..RECORDS).map(person).collect()
}

fn samples() -> Vec<Sample> {
    let sample = |time: u64| Sample {
        time,
        count: time as u32 * 7,
        value: time as f32 / 3.0,
        kind: (time % 5) as u16,
        flags: (time % 256) as u8,
    };
    (0..RECORDS).map(sample).collect()
}

/// Returns an expression of 2^`depth` numbers.
fn expression(depth: u32, seed: i64) -> Expr {
    if depth == 0 {
        return Expr::Number(seed);
    }
    let part = |half| Box::new(expression(depth - 1, seed * 2 + half));
    match seed % 3 {
        0 => Expr::Add(part(0), part(1)),
        1 => Expr::Subtract(part(0), part(1)),
        _ => Expr::Multiply(part(0), part(1)),
    }
}

fn tree() -> Expr {
    expression(12, 1)
}

fn person<'id, L: Layout>(person: Cursor<'_, 'id, Person, L>) -> Done<'id, u64, L> {
    let (name, fields) = person.fields().read();
    let (number, fields) = fields.read();
    let (mail, fields) = fields.read();
    let (age, fields) = fields.read();
    let (active, fields) = fields.read();
    fields.done(number + name.len() as u64 + mail.len() as u64 + u64::from(age) + u64::from(active))
}

fn sample<'id, L: Layout>(sample: Cursor<'_, 'id, Sample, L>) -> Done<'id, f32, L> {
    let (time, fields) = sample.fields().read();
    let (count, fields) = fields.read();
    let (value, fields) = fields.read();
    let (kind, fields) = fields.read();
    let (flags, fields) = fields.read();
    fields.done(value + (time + u64::from(count) + u64::from(kind) + u64::from(flags)) as f32)
}

fn eval<'id, L: Layout>(expr: Cursor<'_, 'id, Expr, L>) -> Done<'id, i64, L> {
    match expr.case() {
        ExprCase::Number(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        ExprCase::Add(fields) => {
            let (left, fields) = fields.with(eval);
            let (right, fields) = fields.with(eval);
            fields.done(left.wrapping_add(right))
        }
        ExprCase::Subtract(fields) => {
            let (left, fields) = fields.with(eval);
            let (right, fields) = fields.with(eval);
            fields.done(left.wrapping_sub(right))
        }
        ExprCase::Multiply(fields) => {
            let (left, fields) = fields.with(eval);
            let (right, fields) = fields.with(eval);
            fields.done(left.wrapping_mul(right))
        }
    }
}

fn eval_view(expr: View<'_, Expr, Indexed>) -> i64 {
    match expr.case() {
        ExprView::Number(n) => n,
        ExprView::Add(left, right) => eval_view(left).wrapping_add(eval_view(right)),
        ExprView::Subtract(left, right) => eval_view(left).wrapping_sub(eval_view(right)),
        ExprView::Multiply(left, right) => eval_view(left).wrapping_mul(eval_view(right)),
    }
}

fn person_view(person: View<'_, Person, Indexed>) -> u64 {
    let PersonView { name, number, mail, age, active } = person.fields();
    number + name.len() as u64 + mail.len() as u64 + u64::from(age) + u64::from(active)
}

fn sample_view(sample: View<'_, Sample, Indexed>) -> f32 {
    let SampleView { time, count, value, kind, flags } = sample.fields();
    value + (time + u64::from(count) + u64::from(kind) + u64::from(flags)) as f32
}

struct Eval;

impl<'a, L: Layout> ExprFold<'a, L> for Eval {
    type Out = i64;

    fn number(&mut self, n: i64) -> i64 {
        n
    }

    fn add(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_add(right)
    }

    fn subtract(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_sub(right)
    }

    fn multiply(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_mul(right)
    }
}

/// Packs into one buffer again and again.
fn pack<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    let (value, mut buffer) = (value(), Vec::new());
    Box::new(move || {
        buffer.clear();
        packed_data::pack_into::<T, L>(black_box(&value), &mut buffer).expect("shallow");
        black_box(&buffer);
    })
}

/// Does `work` with packed data.
fn with_packed<T: Packable + 'static, L: Layout, V: 'static>(
    value: fn() -> T,
    work: fn(&Packed<T, L>) -> V,
) -> Box<dyn FnMut()> {
    let packed = Packed::<T, L>::pack(&value());
    Box::new(move || {
        black_box(work(black_box(&packed)));
    })
}

fn validate<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    let bytes = Packed::<T, L>::pack(&value()).into_inner();
    Box::new(move || {
        black_box(Packed::<T, L>::from_slice(black_box(&bytes)).is_ok());
    })
}

/// The cases of one layout.
fn cases_of<L: Layout>(layout: &'static str) -> Vec<Case> {
    let case = |data, operation, prepare| Case { data, operation, layout, prepare };
    vec![
        case("records", "unpack", || with_packed::<_, L, _>(people, |packed| packed.unpack().expect("shallow"))),
        case("records", "pack", || pack::<_, L>(people)),
        case("records", "cursor", || {
            with_packed::<_, L, _>(people, |packed| {
                packed.read(|people| people.fold_items(0u64, |sum, one| person(one).map(|n| sum.wrapping_add(n))))
            })
        }),
        case("records", "validate", || validate::<_, L>(people)),
        case("numbers", "unpack", || with_packed::<_, L, _>(samples, |packed| packed.unpack().expect("shallow"))),
        case("numbers", "pack", || pack::<_, L>(samples)),
        case("numbers", "cursor", || {
            with_packed::<_, L, _>(samples, |packed| {
                packed.read(|samples| samples.fold_items(0.0, |sum, one| sample(one).map(|n| sum + n)))
            })
        }),
        case("numbers", "validate", || validate::<_, L>(samples)),
        case("expressions", "unpack", || with_packed::<_, L, _>(tree, |packed| packed.unpack().expect("shallow"))),
        case("expressions", "pack", || pack::<_, L>(tree)),
        case("expressions", "cursor", || with_packed::<_, L, _>(tree, |packed| packed.read(eval))),
        case("expressions", "fold", || with_packed::<_, L, _>(tree, |packed| packed.fold(&mut Eval).expect("shallow"))),
        case("expressions", "validate", || validate::<_, L>(tree)),
    ]
}

/// All cases. (Views need fields in constant time.)
pub(super) fn cases() -> Vec<Case> {
    let case = |data, prepare| Case { data, operation: "view", layout: "Indexed", prepare };
    let mut cases = cases_of::<Compact>("Compact");
    cases.extend(cases_of::<Indexed>("Indexed"));
    cases.push(case("records", || {
        with_packed::<_, Indexed, _>(people, |packed| packed.view().views().map(person_view).sum::<u64>())
    }));
    cases.push(case("numbers", || {
        with_packed::<_, Indexed, _>(samples, |packed| packed.view().views().map(sample_view).sum::<f32>())
    }));
    cases.push(case("expressions", || with_packed::<_, Indexed, _>(tree, |packed| eval_view(packed.view()))));
    cases
}
