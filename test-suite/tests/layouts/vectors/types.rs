//! Reads the types of the vectors from JSON.

use serde_json::Value as Json;
use test_suite::haskell::{Ast, Direction, Person, Rose, SomeData, T, Tree, Unit, Wide};

use super::json::{FromJson, constructor, expected, field, fields};

impl FromJson for Tree {
    fn from_json(json: &Json) -> Result<Self, String> {
        match constructor(json)? {
            ("Leaf", number) => i64::from_json(number).map(Self::Leaf),
            ("Node", children) => {
                let [left, right] = fields(children)?;
                Ok(Self::Node(Box::from_json(left)?, Box::from_json(right)?))
            }
            _ => expected("a constructor of Tree", json),
        }
    }
}

impl FromJson for Ast {
    fn from_json(json: &Json) -> Result<Self, String> {
        let (name, operands) = constructor(json)?;
        let operator = match name {
            "Val" => return i32::from_json(operands).map(Self::Val),
            "Add" => Self::Add,
            "Sub" => Self::Sub,
            "Mul" => Self::Mul,
            "Div" => Self::Div,
            _ => return expected("a constructor of Ast", json),
        };
        let [left, right] = fields(operands)?;
        Ok(operator(Box::from_json(left)?, Box::from_json(right)?))
    }
}

impl FromJson for SomeData {
    fn from_json(json: &Json) -> Result<Self, String> {
        let [a, b, c] = fields(json)?;
        Ok(Self(i64::from_json(a)?, u8::from_json(b)?, f64::from_json(c)?))
    }
}

impl<S: FromJson> FromJson for T<S> {
    fn from_json(json: &Json) -> Result<Self, String> {
        match constructor(json)? {
            ("C1", numbers) => {
                let [a, b] = fields(numbers)?;
                Ok(Self::C1(i64::from_json(a)?, i64::from_json(b)?))
            }
            ("C2", text) => S::from_json(text).map(Self::C2),
            ("C3", nothing) => <()>::from_json(nothing).map(|()| Self::C3),
            _ => expected("a constructor of T", json),
        }
    }
}

impl FromJson for Rose {
    fn from_json(json: &Json) -> Result<Self, String> {
        let [value, children] = fields(json)?;
        Ok(Self(i64::from_json(value)?, Vec::from_json(children)?))
    }
}

impl FromJson for Direction {
    fn from_json(json: &Json) -> Result<Self, String> {
        match json.as_str() {
            Some("North") => Ok(Self::North),
            Some("South") => Ok(Self::South),
            Some("Center") => Ok(Self::Center),
            Some("East") => Ok(Self::East),
            Some("West") => Ok(Self::West),
            _ => expected("a constructor of Direction", json),
        }
    }
}

impl<S: FromJson> FromJson for Person<S> {
    fn from_json(json: &Json) -> Result<Self, String> {
        Ok(Self {
            name: field(json, "name")?,
            age: field(json, "age")?,
            email: field(json, "email")?,
            scores: field(json, "scores")?,
        })
    }
}

impl FromJson for Wide {
    fn from_json(json: &Json) -> Result<Self, String> {
        let [a, b, c, d, e, f, g, h] = fields(json)?;
        Ok(Self(
            i8::from_json(a)?,
            i16::from_json(b)?,
            i32::from_json(c)?,
            i64::from_json(d)?,
            u8::from_json(e)?,
            u16::from_json(f)?,
            u32::from_json(g)?,
            u64::from_json(h)?,
        ))
    }
}

impl FromJson for Unit {
    fn from_json(json: &Json) -> Result<Self, String> {
        <()>::from_json(json).map(|()| Self)
    }
}
