//! Conditions of a query as conditions on packed records.

use std::fmt;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue as Literal;
use datafusion::logical_expr::expr::{Between, Cast};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};
use packed_data_schema::filter::{Comparison, Condition, Literal as With, Operator as Is};
use packed_data_schema::path::{Path, Step};
use packed_data_schema::{Scalar, Schema, Type, TypeIndex};

/// Returns the condition that an expression is; `None` if it is of another kind, or of a field that may be null.
pub(crate) fn of(expr: &Expr, schema: &Schema) -> Option<Condition> {
    match expr {
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::And, right }) => {
            Some(Condition::And(vec![of(left, schema)?, of(right, schema)?]))
        }
        Expr::BinaryExpr(BinaryExpr { left, op: Operator::Or, right }) => {
            Some(Condition::Or(vec![of(left, schema)?, of(right, schema)?]))
        }
        Expr::BinaryExpr(BinaryExpr { left, op, right }) => {
            comparison(left, *op, right, schema).or_else(|| comparison(right, op.swap()?, left, schema))
        }
        Expr::Between(Between { expr, negated, low, high }) => {
            let low = comparison(expr, Operator::GtEq, low, schema)?;
            let both = Condition::And(vec![low, comparison(expr, Operator::LtEq, high, schema)?]);
            Some(if *negated { Condition::Not(both.into()) } else { both })
        }
        // A column of truth values, by itself.
        Expr::Column(_) => compare(expr, Operator::Eq, &Literal::Boolean(Some(true)), schema),
        Expr::Not(inner) => Some(Condition::Not(of(inner, schema)?.into())),
        _ => None,
    }
}

fn comparison(column: &Expr, operator: Operator, with: &Expr, schema: &Schema) -> Option<Condition> {
    match with {
        Expr::Literal(with, _) => compare(column, operator, with, schema),
        _ => None,
    }
}

fn compare(column: &Expr, operator: Operator, with: &Literal, schema: &Schema) -> Option<Condition> {
    let (column, cast) = match column {
        Expr::Column(column) => (column, None),
        // (The engine compares the names of a dictionary as texts.)
        Expr::Cast(Cast { expr, field }) => match &**expr {
            Expr::Column(column) => (column, Some(field.data_type())),
            _ => return None,
        },
        _ => return None,
    };
    let Type::Struct(of) = schema.get(schema.packed(0)) else { return None };
    let field = of.fields.iter().find(|field| field.name == column.name)?;
    if field.has_default || cast.is_some_and(|to| !keeps(to, schema.get(schema.packed(field.of)))) {
        return None;
    }
    let operator = match operator {
        Operator::Eq => Is::Equal,
        Operator::NotEq => Is::NotEqual,
        Operator::Lt => Is::Less,
        Operator::LtEq => Is::AtMost,
        Operator::Gt => Is::Greater,
        Operator::GtEq => Is::AtLeast,
        _ => return None,
    };
    let with = match (kind(schema, field.of)?, with) {
        (Kind::Integer, with) => With::Int(integer(with)?),
        // (A NaN may become another one where the field is widened.)
        (Kind::Float32, Literal::Float32(Some(with))) if !with.is_nan() => With::Float((*with).into()),
        (Kind::Float32, Literal::Float64(Some(with))) if !with.is_nan() => With::Float(*with),
        (Kind::Float64, Literal::Float64(Some(with))) => With::Float(*with),
        (Kind::Bool, Literal::Boolean(Some(with))) => With::Bool(*with),
        (Kind::Text, with) => With::Text(text(with)?.to_owned()),
        _ => return None,
    };
    Some(Condition::compare(Path { steps: vec![Step::Name(column.name.clone())] }, operator, with))
}

/// Prints conditions as SQL.
pub(crate) struct Sql<'c>(pub(crate) &'c Condition);

impl fmt::Display for Sql<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |all: &[Condition], word| all.iter().map(|one| Sql(one).to_string()).collect::<Vec<_>>().join(word);
        match self.0 {
            Condition::And(all) => f.write_str(&join(all, " AND ")),
            Condition::Or(any) => write!(f, "({})", join(any, " OR ")),
            Condition::Not(one) => write!(f, "NOT ({})", Sql(one)),
            Condition::Compare(Comparison { path, operator, literal }) => {
                let [Step::Name(name)] = &path.steps[..] else { return Err(fmt::Error) };
                let operator = match operator {
                    Is::Equal => "=",
                    Is::NotEqual => "!=",
                    Is::Less => "<",
                    Is::AtMost => "<=",
                    Is::Greater => ">",
                    Is::AtLeast => ">=",
                };
                match literal {
                    With::Null => write!(f, "{name} {operator} NULL"),
                    With::Bool(with) => write!(f, "{name} {operator} {with}"),
                    With::Int(with) => write!(f, "{name} {operator} {with}"),
                    With::Float(with) => write!(f, "{name} {operator} {with}"),
                    With::Text(with) => write!(f, "{name} {operator} '{with}'"),
                }
            }
            // (`of` makes no others.)
            _ => Err(fmt::Error),
        }
    }
}

/// What can be compared.
enum Kind {
    Integer,
    Float32,
    Float64,
    Bool,
    /// A text, or the name of a constructor.
    Text,
}

fn kind(schema: &Schema, of: TypeIndex) -> Option<Kind> {
    match schema.get(schema.packed(of)) {
        Type::Text => Some(Kind::Text),
        Type::Scalar(Scalar::F32) => Some(Kind::Float32),
        Type::Scalar(Scalar::F64) => Some(Kind::Float64),
        Type::Scalar(Scalar::Bool) => Some(Kind::Bool),
        Type::Scalar(Scalar::Char | Scalar::Duration | Scalar::SystemTime) => None,
        Type::Scalar(_) => Some(Kind::Integer),
        // (The null of a JSON document is null for a filter.)
        Type::Enum(of) if of.is_optional || of.name == "Json" => None,
        Type::Enum(of) => of.constructors.iter().all(|of| of.fields.is_empty()).then_some(Kind::Text),
        _ => None,
    }
}

/// Returns whether a cast to this type keeps each value of a field, so that comparisons are the same without it.
fn keeps(to: &DataType, of: &Type) -> bool {
    match (of, to) {
        (Type::Scalar(Scalar::F32), DataType::Float32 | DataType::Float64) => true,
        (Type::Scalar(Scalar::F64), DataType::Float64) => true,
        (Type::Scalar(scalar), _) if to.is_integer() => {
            let (has_sign, width) = (to.is_signed_integer(), to.primitive_width().unwrap_or(0));
            match scalar.integer() {
                Some(true) => has_sign && scalar.width() <= width,
                Some(false) => scalar.width() + usize::from(has_sign) <= width,
                None => false,
            }
        }
        (Type::Text | Type::Enum(_), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) => true,
        _ => false,
    }
}

fn integer(literal: &Literal) -> Option<i128> {
    Some(match literal {
        Literal::Int8(Some(value)) => (*value).into(),
        Literal::Int16(Some(value)) => (*value).into(),
        Literal::Int32(Some(value)) => (*value).into(),
        Literal::Int64(Some(value)) => (*value).into(),
        Literal::UInt8(Some(value)) => (*value).into(),
        Literal::UInt16(Some(value)) => (*value).into(),
        Literal::UInt32(Some(value)) => (*value).into(),
        Literal::UInt64(Some(value)) => (*value).into(),
        _ => return None,
    })
}

fn text(literal: &Literal) -> Option<&str> {
    match literal {
        Literal::Utf8(Some(text)) | Literal::LargeUtf8(Some(text)) | Literal::Utf8View(Some(text)) => Some(text),
        Literal::Dictionary(_, inner) => text(inner),
        _ => None,
    }
}
