//! Functions that find the end of a value.
//!
//! Each last field is left to a loop, so that a long list of cells takes no stack: types that are last fields of each
//! other, as a cell and the optional next one, are a group with one function.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::Writer;
use super::form::{Form, tag_text};
use crate::plan::{self, FieldFacts, Plan};
use crate::schema::{Schema, Type, TypeIndex};
use crate::steps;

/// The groups of types whose values end with each other.
pub(super) struct Groups {
    /// For each type the first of its group.
    group: Vec<TypeIndex>,
    /// The types of each group of several, or of one that ends with itself.
    members: BTreeMap<TypeIndex, Vec<TypeIndex>>,
}

impl Groups {
    pub(super) fn new(schema: &Schema, plan: &Plan, forms: &[Form]) -> Self {
        let count = schema.types().len();
        let tails: Vec<Vec<TypeIndex>> = (0..count).map(|of| tails(schema, plan, forms, of)).collect();
        let group = components(&tails);
        let mut members: BTreeMap<TypeIndex, Vec<TypeIndex>> = BTreeMap::new();
        for (of, first) in group.iter().enumerate() {
            members.entry(*first).or_default().push(of as TypeIndex);
        }
        members.retain(|first, of| of.len() > 1 || tails[*first as usize].contains(first));
        Self { group, members }
    }

    /// Returns the first type of the group of a type.
    pub(super) fn of(&self, of: TypeIndex) -> TypeIndex {
        self.group[of as usize]
    }

    /// Returns the types of a group; `None` if it is one type that does not end with itself.
    fn members(&self, group: TypeIndex) -> Option<&[TypeIndex]> {
        self.members.get(&group).map(Vec::as_slice)
    }
}

/// Returns the types that values of a type end with, as far as functions find their ends.
fn tails(schema: &Schema, plan: &Plan, forms: &[Form], of: usize) -> Vec<TypeIndex> {
    let constructors = match schema.get(of as TypeIndex) {
        Type::Struct(_) => 1,
        Type::Enum(of) => of.constructors.len() as u32,
        _ => return Vec::new(),
    };
    if !is_walked(plan, forms, of as TypeIndex) {
        return Vec::new();
    }
    let mut tails = Vec::new();
    for tag in 0..constructors {
        let Some(constructor) = plan.constructor(of as u32, tag) else { continue };
        let fields = &plan.fields[constructor.first as usize..][..constructor.len as usize];
        if let Some(last) = tail(schema, plan, forms, fields) {
            tails.push(last);
        }
    }
    tails
}

/// Returns the type of the field that is stored last, if a function finds its end.
fn tail(schema: &Schema, plan: &Plan, forms: &[Form], fields: &[FieldFacts]) -> Option<TypeIndex> {
    let is_fixed = |field: &&FieldFacts| plan.format.static_first && field.size.is_some();
    let last = fields.iter().rev().find(|field| !is_fixed(field))?;
    let of = schema.packed(last.node);
    (last.size.is_none() && !last.is_sized && is_walked(plan, forms, of)).then_some(of)
}

/// Returns whether a function finds the end of a value: neither its type nor a number at its beginning states it.
fn is_walked(plan: &Plan, forms: &[Form], of: TypeIndex) -> bool {
    let node = &plan.nodes[of as usize];
    if node.extent.size().is_some() {
        return false;
    }
    match (forms[of as usize], node.form) {
        (Form::Text | Form::Item | Form::Unknown | Form::Bytes, _) => false,
        (_, plan::Form::Sequence { element, .. }) => element.size.is_none() && !element.is_indexed,
        (_, plan::Form::Struct { has_head, .. } | plan::Form::Enum { has_head, .. }) => !has_head,
        _ => true,
    }
}

/// Returns for each node of a graph the least of those that it reaches and that reach it (Kosaraju's algorithm).
fn components(edges: &[Vec<TypeIndex>]) -> Vec<TypeIndex> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, to) in edges.iter().enumerate() {
        to.iter().for_each(|to| back[*to as usize].push(from as TypeIndex));
    }
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    for root in 0..edges.len() {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            steps::count(1);
            if next == 0 && core::mem::replace(&mut seen[node], true) {
                continue;
            }
            match edges[node].get(next) {
                Some(to) => stack.extend([(node, next + 1), (*to as usize, 0)]),
                None => order.push(node),
            }
        }
    }
    let mut group = vec![TypeIndex::MAX; edges.len()];
    for root in order.into_iter().rev() {
        let (mut members, mut stack) = (Vec::new(), vec![root as TypeIndex]);
        while let Some(node) = stack.pop() {
            steps::count(1);
            if group[node as usize] == TypeIndex::MAX {
                group[node as usize] = root as TypeIndex;
                members.push(node);
                stack.extend(&back[node as usize]);
            }
        }
        let least = members.iter().copied().min().unwrap_or(0);
        members.into_iter().for_each(|node| group[node as usize] = least);
    }
    group
}

/// The statements that pass the fields of a value, as they are collected. `at` is the offset so far.
struct Statements {
    text: String,
    pad: &'static str,
    /// How many bytes are to be passed before the next statement.
    passed: usize,
}

impl Statements {
    fn at(&mut self) -> String {
        match core::mem::take(&mut self.passed) {
            0 => "at".into(),
            passed => format!("at + {passed}"),
        }
    }

    fn push(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", self.pad);
    }

    fn set(&mut self, value: &str) {
        self.push(&format!("at = {value};"));
    }
}

impl Writer<'_> {
    /// Returns whether a function finds the end of a value.
    pub(super) fn is_walked(&self, of: TypeIndex) -> bool {
        is_walked(&self.plan, &self.forms, self.schema.packed(of))
    }

    /// Returns the expression for the end of the value of a type at `at` in `s`.
    pub(super) fn end(&mut self, of: TypeIndex, s: &str, at: &str) -> String {
        let of = self.schema.packed(of);
        if let Some(size) = self.size(of) {
            return if size == 0 { at.into() } else { format!("{at} + {size}") };
        }
        if self.is_walked(of) {
            self.need_end(of);
            let group = self.groups.of(of);
            return match self.groups.members(group) {
                Some([_, _, ..]) => format!("e{group}({s}, {at}, {of})"),
                _ => format!("e{of}({s}, {at})"),
            };
        }
        match (self.form(of), self.plan.nodes[of as usize].form) {
            (Form::Bytes, _) => format!("{s}.past({at})"),
            (_, plan::Form::Sequence { element, .. }) => match element.size {
                Some(size) => format!("{s}.pastFixed({at}, {size})"),
                None => format!("{s}.pastTable({at})"),
            },
            _ => format!("{s}.past({at})"),
        }
    }

    /// Returns the function that finds the end of the values of a group.
    pub(super) fn end_function(&mut self, group: TypeIndex) -> String {
        match self.groups.members(group).map(<[_]>::to_vec) {
            None => {
                let body = self.end_body(group, None, "  ");
                format!("function e{group}(s: p.Source, at: number): number {{\n{body}}}\n\n")
            }
            Some(members) if members.len() == 1 => {
                let body = self.end_body(group, Some(group), "    ");
                format!("function e{group}(s: p.Source, at: number): number {{\n  for (;;) {{\n{body}  }}\n}}\n\n")
            }
            Some(members) => {
                let mut out = format!(
                    "function e{group}(s: p.Source, at: number, of: number): number {{\n  for (;;) {{\n    \
                     switch (of) {{\n"
                );
                for of in members {
                    let body = self.end_body(of, Some(group), "        ");
                    let _ = write!(out, "      case {of}: {{\n{body}      }}\n");
                }
                out.push_str("    }\n  }\n}\n\n");
                out
            }
        }
    }

    /// Returns the statements that return the end of the value at `at`, or go on with its last field.
    fn end_body(&mut self, of: TypeIndex, group: Option<TypeIndex>, pad: &'static str) -> String {
        let mut to = Statements { text: String::new(), pad, passed: 0 };
        match self.plan.nodes[of as usize].form {
            plan::Form::Struct { .. } => self.pass_fields(of, 0, group, &mut to),
            plan::Form::Enum { count, tag_size, .. } => {
                let tag = tag_text(tag_size, "s", "at");
                to.push(&format!("switch ({tag}) {{"));
                for number in 0..count {
                    to.push(&format!("  case {number}:"));
                    to.passed = usize::from(tag_size);
                    self.pass_fields(of, number, group, &mut to);
                }
                to.push("  default:");
                to.push(&format!("    throw p.invalidTag({tag}, {count}, at);"));
                to.push("}");
            }
            plan::Form::Array { len, element } => {
                let last = self.end(element.node, "s", "at");
                match element.is_indexed {
                    true => {
                        to.push(&format!("for (let left = {len}; left > 1; left--) at = s.past(at);"));
                        to.push(&format!("return {last};"));
                    }
                    false => {
                        to.push(&format!("for (let left = {len}; left > 0; left--) at = {last};"));
                        to.push("return at;");
                    }
                }
            }
            plan::Form::Sequence { element, .. } => {
                let next = self.end(element.node, "s", "at");
                to.push("let left = s.count(at, 1);");
                to.push("at = s.next;");
                to.push(&format!("while (left-- > 0) at = {next};"));
                to.push("return at;");
            }
            plan::Form::Scalar(_) | plan::Form::Text | plan::Form::Raw { .. } => {}
        }
        to.text
    }

    /// Writes the statements that pass the fields of a constructor.
    fn pass_fields(&mut self, of: TypeIndex, tag: u32, group: Option<TypeIndex>, to: &mut Statements) {
        let Some(constructor) = self.plan.constructor(of, tag).copied() else { return };
        let fields = self.plan.fields[constructor.first as usize..][..constructor.len as usize].to_vec();
        let is_enum = matches!(self.plan.nodes[of as usize].form, plan::Form::Enum { .. });
        let is_fixed = |field: &FieldFacts| self.plan.format.static_first && field.size.is_some();
        let tail = tail(self.schema, &self.plan, &self.forms, &fields);
        let stored: Vec<FieldFacts> = fields.iter().filter(|field| !is_fixed(field)).copied().collect();
        to.passed += constructor.static_part;
        let mut lines = Statements { text: String::new(), pad: to.pad, passed: core::mem::take(&mut to.passed) };
        for (index, field) in stored.iter().enumerate() {
            let is_last = index + 1 == stored.len();
            if let Some(size) = field.size {
                lines.passed += size;
                continue;
            }
            if let (true, Some(next), Some(group)) = (is_last, tail, group)
                && self.groups.of(next) == group
            {
                let at = lines.at();
                if at != "at" {
                    lines.set(&at);
                }
                if next != of {
                    lines.push(&format!("of = {next};"));
                }
                lines.push("continue;");
                to.text.push_str(&indented(&lines.text, is_enum));
                return;
            }
            let at = lines.at();
            let end = match field.is_sized {
                true => format!("s.past({at})"),
                false => self.end(field.node, "s", &at),
            };
            match is_last {
                true => {
                    lines.push(&format!("return {end};"));
                    to.text.push_str(&indented(&lines.text, is_enum));
                    return;
                }
                false => lines.set(&end),
            }
        }
        let at = lines.at();
        lines.push(&format!("return {at};"));
        to.text.push_str(&indented(&lines.text, is_enum));
    }
}

/// Returns lines, indented further if they are in a case.
fn indented(lines: &str, is_case: bool) -> String {
    if !is_case {
        return lines.into();
    }
    lines.lines().fold(String::new(), |out, line| out + "    " + line + "\n")
}
