//! Conditions of a query that are tested on packed records.

use std::cmp::Ordering;
use std::fmt;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue as Literal;
use datafusion::logical_expr::expr::{Between, Cast};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};
use packed_data_schema::{Codec, Content, FixedField, Scalar, ScalarValue, Schema, Type, TypeIndex, Value};

/// A comparison of a field with a value, or both of two.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// The field with this index, compared.
    Compare { field: usize, name: String, operator: Operator, with: With },
    /// Both.
    And(Box<Self>, Box<Self>),
}

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum With {
    Integer(i128),
    Float32(f32),
    Float64(f64),
    Bool(bool),
    Text(String),
    /// The name of a constructor of an enum without data.
    Name(String),
}

impl Condition {
    /// Returns the condition that an expression is; `None` if it is of another kind, or of a field that may be null.
    pub(crate) fn of(expr: &Expr, schema: &Schema) -> Option<Self> {
        match expr {
            Expr::BinaryExpr(BinaryExpr { left, op: Operator::And, right }) => {
                Some(Self::And(Self::of(left, schema)?.into(), Self::of(right, schema)?.into()))
            }
            Expr::BinaryExpr(BinaryExpr { left, op, right }) => {
                Self::comparison(left, *op, right, schema).or_else(|| Self::comparison(right, op.swap()?, left, schema))
            }
            Expr::Between(Between { expr, negated: false, low, high }) => {
                let low = Self::comparison(expr, Operator::GtEq, low, schema)?;
                Some(Self::And(low.into(), Self::comparison(expr, Operator::LtEq, high, schema)?.into()))
            }
            // A column of truth values, by itself.
            Expr::Column(_) => Self::new(expr, Operator::Eq, &Literal::Boolean(Some(true)), schema),
            Expr::Not(inner) if matches!(**inner, Expr::Column(_)) => {
                Self::new(inner, Operator::Eq, &Literal::Boolean(Some(false)), schema)
            }
            _ => None,
        }
    }

    fn comparison(column: &Expr, operator: Operator, with: &Expr, schema: &Schema) -> Option<Self> {
        match with {
            Expr::Literal(with, _) => Self::new(column, operator, with, schema),
            _ => None,
        }
    }

    fn new(column: &Expr, operator: Operator, with: &Literal, schema: &Schema) -> Option<Self> {
        use Operator::{Eq, Gt, GtEq, Lt, LtEq, NotEq};

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
        let field = of.fields.iter().position(|field| field.name == column.name)?;
        if of.fields[field].has_default || !matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq) {
            return None;
        }
        if cast.is_some_and(|to| !keeps(to, schema.get(schema.packed(of.fields[field].of)))) {
            return None;
        }
        let is_equality = matches!(operator, Eq | NotEq);
        let with = match (kind(schema, of.fields[field].of)?, with) {
            (Kind::Integer, with) => With::Integer(integer(with)?),
            (Kind::Float32, Literal::Float32(Some(with))) => With::Float32(positive_zero(*with)),
            (Kind::Float32 | Kind::Float64, Literal::Float64(Some(with))) => With::Float64(positive_zero(*with)),
            (Kind::Bool, Literal::Boolean(Some(with))) => With::Bool(*with),
            (Kind::Text, with) => With::Text(text(with)?.to_owned()),
            (Kind::Name, with) if is_equality => With::Name(text(with)?.to_owned()),
            _ => return None,
        };
        Some(Self::Compare { field, name: column.name.clone(), operator, with })
    }
}

/// Prints it as SQL.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::And(left, right) => write!(f, "{left} AND {right}"),
            Self::Compare { name, operator, with, .. } => match with {
                With::Integer(with) => write!(f, "{name} {operator} {with}"),
                With::Float32(with) => write!(f, "{name} {operator} {with}"),
                With::Float64(with) => write!(f, "{name} {operator} {with}"),
                With::Bool(with) => write!(f, "{name} {operator} {with}"),
                With::Text(with) | With::Name(with) => write!(f, "{name} {operator} '{with}'"),
            },
        }
    }
}

/// What can be compared.
enum Kind {
    Integer,
    Float32,
    Float64,
    Bool,
    Text,
    Name,
}

fn kind(schema: &Schema, of: TypeIndex) -> Option<Kind> {
    match schema.get(schema.packed(of)) {
        Type::Text => Some(Kind::Text),
        Type::Scalar(Scalar::F32) => Some(Kind::Float32),
        Type::Scalar(Scalar::F64) => Some(Kind::Float64),
        Type::Scalar(Scalar::Bool) => Some(Kind::Bool),
        Type::Scalar(Scalar::Char | Scalar::Duration | Scalar::SystemTime) => None,
        Type::Scalar(_) => Some(Kind::Integer),
        Type::Enum(of)
            if !of.is_optional && of.constructors.iter().all(|constructor| constructor.fields.is_empty()) =>
        {
            Some(Kind::Name)
        }
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

/// Returns a float as the engine compares it: its two zeros are equal.
fn positive_zero<F: PartialEq + Default>(value: F) -> F {
    if value == F::default() { F::default() } else { value }
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

/// Conditions that are ready to be tested on records of a codec.
pub(crate) struct Test<'c> {
    codec: &'c Codec<'c>,
    comparisons: Vec<Comparison>,
}

/// One comparison.
struct Comparison {
    field: usize,
    /// Where the field is, if that is the same place in each record.
    fixed: Option<FixedField>,
    operator: Operator,
    with: With,
}

impl<'c> Test<'c> {
    pub(crate) fn new(codec: &'c Codec<'c>, conditions: &[Condition]) -> Self {
        let mut comparisons = Vec::new();
        conditions.iter().for_each(|condition| add(codec, condition, &mut comparisons));
        // (Those that need no walk come first.)
        comparisons.sort_by_key(|comparison| comparison.fixed.is_none());
        Self { codec, comparisons }
    }

    /// Returns whether a record, which was checked, fulfils all conditions.
    #[inline]
    pub(crate) fn passes(&self, record: &[u8]) -> bool {
        self.comparisons.iter().all(|comparison| comparison.passes(record, self.codec))
    }
}

fn add(codec: &Codec<'_>, condition: &Condition, to: &mut Vec<Comparison>) {
    match condition {
        Condition::And(left, right) => {
            add(codec, left, to);
            add(codec, right, to);
        }
        Condition::Compare { field, operator, with, .. } => {
            let fixed = codec.fixed_field(*field);
            let with = match with {
                // A name at a fixed place is compared as its tag.
                With::Name(name) if fixed.is_some() => With::Integer(tag(codec.schema(), *field, name)),
                with => with.clone(),
            };
            to.push(Comparison { field: *field, fixed, operator: *operator, with });
        }
    }
}

/// Returns the tag of a constructor; -1 if there is none of that name.
fn tag(schema: &Schema, field: usize, name: &str) -> i128 {
    let Type::Struct(of) = schema.get(schema.packed(0)) else { return -1 };
    match of.fields.get(field).map(|field| schema.get(schema.packed(field.of))) {
        Some(Type::Enum(of)) => of.constructors.iter().position(|of| of.name == name).map_or(-1, |tag| tag as i128),
        _ => -1,
    }
}

impl Comparison {
    #[inline]
    fn passes(&self, record: &[u8], codec: &Codec<'_>) -> bool {
        let order = match self.fixed {
            Some(field) => field.read(record).and_then(|value| self.with.compared_to(value)),
            None => codec.value(record).get(self.field).and_then(|value| self.with.compared(&value)),
        };
        let Some(order) = order else { return false };
        match self.operator {
            Operator::Eq => order.is_eq(),
            Operator::NotEq => order.is_ne(),
            Operator::Lt => order.is_lt(),
            Operator::LtEq => order.is_le(),
            Operator::Gt => order.is_gt(),
            Operator::GtEq => order.is_ge(),
            _ => false,
        }
    }
}

impl With {
    /// Returns how a scalar compares. Floats compare in their total order, in which the engine takes the two zeros for
    /// one.
    #[inline]
    fn compared_to(&self, value: ScalarValue) -> Option<Ordering> {
        match (value, self) {
            (ScalarValue::Unsigned(value), Self::Integer(with)) => {
                Some(u128::try_from(*with).map_or(Ordering::Greater, |with| value.cmp(&with)))
            }
            (ScalarValue::Signed(value), Self::Integer(with)) => Some(value.cmp(with)),
            (ScalarValue::F32(value), Self::Float32(with)) => Some(positive_zero(value).total_cmp(with)),
            (ScalarValue::F32(value), Self::Float64(with)) => Some(positive_zero(f64::from(value)).total_cmp(with)),
            (ScalarValue::F64(value), Self::Float64(with)) => Some(positive_zero(value).total_cmp(with)),
            (ScalarValue::Bool(value), Self::Bool(with)) => Some(value.cmp(with)),
            _ => None,
        }
    }

    fn compared(&self, value: &Value<'_>) -> Option<Ordering> {
        match (value.content()?, self) {
            (Content::Scalar(value), _) => self.compared_to(value),
            (Content::Text(text), Self::Text(with)) => Some(text.cmp(with)),
            (Content::Parts(parts), Self::Name(name)) => {
                // (Only whether they are the same is asked.)
                Some(if parts.constructor()?.name == *name { Ordering::Equal } else { Ordering::Less })
            }
            _ => None,
        }
    }
}
