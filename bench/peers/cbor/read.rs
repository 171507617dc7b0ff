//! Sums of the data, from owned values and through cursors: they depend on every part of it.

use packed_data::{Cursor, Done, Layout};

use crate::data::{Expr, ExprCase, Record, Sample, Severity, SeverityCase, Value, ValueCase};

/// Returns a sum of a text. Sums wrap, so that the compiler cannot leave one out.
fn of_text(text: &str) -> i64 {
    text.len() as i64 + text.as_bytes().first().map_or(0, |first| i64::from(*first))
}

pub(crate) fn owned_records(records: &[Record]) -> i64 {
    let of_level = |level: &Severity| match level {
        Severity::Info => 1,
        Severity::Error(code) => i64::from(*code),
    };
    let of_value = |value: &Value| match value {
        Value::Number(number) => *number,
        Value::Flag(flag) => i64::from(*flag),
        Value::Text(text) => of_text(text),
    };
    let of_field = |(name, value): &(String, Value)| of_text(name) + of_value(value);
    let of_record = |Record(time, level, target, message, fields): &Record| {
        *time as i64 + of_level(level) + of_text(target) + of_text(message) + fields.iter().map(of_field).sum::<i64>()
    };
    records.iter().map(of_record).sum()
}

pub(crate) fn records<'id, L: Layout>(records: Cursor<'_, 'id, [Record], L>) -> Done<'id, i64, L> {
    records.fold_items(0, |sum, record| record_of(record).map(|of_record| sum + of_record))
}

fn record_of<'id, L: Layout>(record: Cursor<'_, 'id, Record, L>) -> Done<'id, i64, L> {
    let (time, fields) = record.fields().read();
    let (level, fields) = fields.with(level_of);
    let (target, fields) = fields.read();
    let (message, fields) = fields.read();
    let (more, fields) = fields.with(|more| more.fold_items(0, |sum, field| field_of(field).map(|field| sum + field)));
    fields.done(time as i64 + level + of_text(target) + of_text(message) + more)
}

fn level_of<'id, L: Layout>(level: Cursor<'_, 'id, Severity, L>) -> Done<'id, i64, L> {
    match level.case() {
        SeverityCase::Info(fields) => fields.done(1),
        SeverityCase::Error(fields) => {
            let (code, fields) = fields.read();
            fields.done(code.into())
        }
    }
}

fn field_of<'id, L: Layout>(field: Cursor<'_, 'id, (String, Value), L>) -> Done<'id, i64, L> {
    let (name, fields) = field.fields().read();
    let (value, fields) = fields.with(value_of);
    fields.done(of_text(name) + value)
}

fn value_of<'id, L: Layout>(value: Cursor<'_, 'id, Value, L>) -> Done<'id, i64, L> {
    match value.case() {
        ValueCase::Number(fields) => {
            let (number, fields) = fields.read();
            fields.done(number)
        }
        ValueCase::Flag(fields) => {
            let (flag, fields) = fields.read();
            fields.done(flag.into())
        }
        ValueCase::Text(fields) => {
            let (text, fields) = fields.read();
            fields.done(of_text(text))
        }
    }
}

pub(crate) fn owned_expression(expression: &Expr) -> i64 {
    match expression {
        Expr::Number(number) => *number,
        Expr::Variable(index) => i64::from(*index) * 3,
        Expr::Add(left, right) => owned_expression(left).wrapping_add(owned_expression(right)),
        Expr::Multiply(left, right) => owned_expression(left).wrapping_mul(owned_expression(right)),
        Expr::Negate(inner) => owned_expression(inner).wrapping_neg(),
    }
}

pub(crate) fn expression<'id, L: Layout>(expression_: Cursor<'_, 'id, Expr, L>) -> Done<'id, i64, L> {
    match expression_.case() {
        ExprCase::Number(fields) => {
            let (number, fields) = fields.read();
            fields.done(number)
        }
        ExprCase::Variable(fields) => {
            let (index, fields) = fields.read();
            fields.done(i64::from(index) * 3)
        }
        ExprCase::Add(fields) => {
            let (left, fields) = fields.with(expression);
            let (right, fields) = fields.with(expression);
            fields.done(left.wrapping_add(right))
        }
        ExprCase::Multiply(fields) => {
            let (left, fields) = fields.with(expression);
            let (right, fields) = fields.with(expression);
            fields.done(left.wrapping_mul(right))
        }
        ExprCase::Negate(fields) => {
            let (inner, fields) = fields.with(expression);
            fields.done(inner.wrapping_neg())
        }
    }
}

fn of_sample(number: i64, byte: u8, float: f64) -> i64 {
    number.wrapping_add(byte.into()).wrapping_add(float.to_bits() as i64)
}

pub(crate) fn owned_samples(samples: &[Sample]) -> i64 {
    samples.iter().fold(0, |sum: i64, Sample(number, byte, float)| sum.wrapping_add(of_sample(*number, *byte, *float)))
}

fn sample_of<'id, L: Layout>(sample: Cursor<'_, 'id, Sample, L>) -> Done<'id, i64, L> {
    let (number, fields) = sample.fields().read();
    let (byte, fields) = fields.read();
    let (float, fields) = fields.read();
    fields.done(of_sample(number, byte, float))
}

/// Returns the sum with a fold over the elements.
pub(crate) fn samples<'id, L: Layout>(samples: Cursor<'_, 'id, [Sample], L>) -> Done<'id, i64, L> {
    samples.fold_items(0, |sum: i64, sample| sample_of(sample).map(|of_sample| sum.wrapping_add(of_sample)))
}

/// Returns the sum element by element, each with a closure of its own.
pub(crate) fn samples_one_by_one<'id, L: Layout>(samples: Cursor<'_, 'id, [Sample], L>) -> Done<'id, i64, L> {
    let (mut items, mut sum) = (samples.items(), 0_i64);
    while let Some(of_sample) = items.next(sample_of) {
        sum = sum.wrapping_add(of_sample);
    }
    items.done(sum)
}
