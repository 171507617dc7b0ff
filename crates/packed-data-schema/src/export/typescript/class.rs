//! Classes, and where the fields of a value are.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::form::{Form, NESTED, write};
use super::names::properties;
use super::{Item, Writer, comment, quoted};
use crate::plan::{self, FieldFacts};
use crate::schema::{Enum, Field, StructKind, Type, TypeIndex};

/// The base of a class: what its constructor reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// The fields begin after a tag of this number of bytes.
    Closed(usize),
    /// The value has a head.
    Open,
}

/// Where a field begins, or the size before it.
#[derive(Clone, Copy)]
enum Place {
    /// At an offset from the beginning of the fields; in the static part of `Indexed`.
    Fixed(usize),
    /// At an offset from the beginning of the value, or of what follows the static part.
    First(usize),
    /// At an offset from the end of an earlier field.
    After(usize, usize),
}

impl Writer<'_> {
    /// Returns the class of a struct, or the type of an enum and its classes.
    pub(super) fn class(&mut self, of: TypeIndex) -> String {
        let schema = self.schema;
        match schema.get(of) {
            Type::Struct(fields) => {
                let name = self.names.of(of).to_owned();
                let what = match fields.kind {
                    StructKind::Struct => format!("The struct `{}`", comment(&fields.name)),
                    StructKind::Tuple => format!("The tuple `{}`", comment(&schema.name_of(of))),
                    StructKind::Entry => format!("An entry of the map `{}`", comment(&schema.name_of(of))),
                };
                let is_entry = fields.kind == StructKind::Entry;
                let base = if self.has_head(of) { Base::Open } else { Base::Closed(0) };
                self.fields_class(of, &name, (&what, None, 0), (&fields.fields, is_entry), base)
            }
            Type::Enum(variants) if self.form(of) == Form::Choice => self.choice(of, variants),
            Type::Enum(variants) => self.union(of, variants),
            _ => String::new(),
        }
    }

    /// Returns a union of texts.
    fn choice(&mut self, of: TypeIndex, variants: &Enum) -> String {
        let name = self.names.of(of);
        let names: Vec<String> = variants.constructors.iter().map(|of| quoted(&of.name)).collect();
        format!(
            "/** The enum `{}`. */\nexport type {name} = (typeof c{of})[number];\n\nconst c{of} = [{}] as const;\n\n",
            comment(&variants.name),
            names.join(", "),
        )
    }

    /// Returns the union of the classes of an enum, and these.
    fn union(&mut self, of: TypeIndex, variants: &Enum) -> String {
        let name = self.names.of(of).to_owned();
        let classes: Vec<String> =
            (0..variants.constructors.len()).map(|tag| self.names.constructor(of, tag).to_owned()).collect();
        let union = if classes.is_empty() { "never".into() } else { classes.join(" | ") };
        let mut out = format!("/** The enum `{}`: `kind` tells its constructors apart. */\n", comment(&variants.name));
        let line = format!("export type {name} = {union};\n\n");
        if line.len() <= 120 {
            out.push_str(&line);
        } else {
            let _ = write!(out, "export type {name} =\n  | {};\n\n", classes.join("\n  | "));
        }
        let tag_size = match self.plan.nodes[of as usize].form {
            plan::Form::Enum { tag_size, .. } => usize::from(tag_size),
            _ => 0,
        };
        let base = if self.has_head(of) { Base::Open } else { Base::Closed(tag_size) };
        for (tag, variant) in variants.constructors.iter().enumerate() {
            let what = format!("The constructor `{}` of `{}`", comment(&variant.name), comment(&variants.name));
            let kind = (&*what, Some(&*variant.name), tag as u32);
            let text = self.fields_class(of, &classes[tag], kind, (&variant.fields, false), base);
            out.push_str(&text);
        }
        out
    }

    /// Returns the class of a constructor, or of a struct if `kind` is `None`.
    fn fields_class(
        &mut self,
        of: TypeIndex,
        name: &str,
        (what, kind, tag): (&str, Option<&str>, u32),
        (fields, is_entry): (&[Field], bool),
        base: Base,
    ) -> String {
        let facts: Vec<FieldFacts> = match self.plan.constructor(of, tag) {
            Some(of) => self.plan.fields[of.first as usize..][..of.len as usize].to_vec(),
            None => Vec::new(),
        };
        let keeps_unknown = match self.plan.nodes[of as usize].form {
            plan::Form::Enum { keeps_unknown, count, .. } => keeps_unknown && tag + 1 == count,
            _ => false,
        };
        let properties = properties(fields);
        let class = if base == Base::Open { "OpenNode" } else { "Node" };
        let mut out = format!("/** {what}. */\nexport class {name} extends p.{class} {{\n");
        let names: Vec<String> = properties.iter().map(|(_, name)| quoted(name)).collect();
        let _ = writeln!(out, "  static override readonly $fields: readonly string[] = [{}];", names.join(", "));
        let _ = writeln!(out, "  static override readonly $node: number = {of};");
        if let Some(kind) = kind {
            let kind = quoted(kind);
            let _ = write!(out, "\n  get kind(): {kind} {{\n    return {kind};\n  }}\n");
        }
        let places = self.places(&facts, base);
        for (index, fact) in facts.iter().enumerate() {
            let (property, _) = &properties[index];
            if keeps_unknown {
                let value = self.read(fact.node, "this.$", "this.$at", "this.$end");
                let text = self.type_text(fact.node, NESTED);
                let _ = write!(out, "\n  get {property}(): {text} {{\n    return {value};\n  }}\n");
                continue;
            }
            let is_key = is_entry && index == 0;
            let text = match base {
                Base::Closed(_) => self.closed_property(fact, places[index], property, is_key),
                Base::Open => self.open_property(fact, places[index], property, &fields[index].name),
            };
            out.push_str(&text);
        }
        if !keeps_unknown {
            self.anchors(&facts, &places, base, &mut out);
        }
        out.push_str("}\n\n");
        out
    }

    /// Returns the place of each field, or of the size before it.
    fn places(&self, facts: &[FieldFacts], base: Base) -> Vec<Place> {
        let tag = if let Base::Closed(tag) = base { tag } else { 0 };
        let is_fixed = |field: &FieldFacts| self.is_indexed() && field.size.is_some();
        let mut fixed = tag;
        let static_part: usize = facts.iter().filter(|field| is_fixed(field)).filter_map(|field| field.size).sum();
        // (In an open value, what follows the static part begins where its head says.)
        let mut next = Place::First(if base == Base::Open { 0 } else { tag + static_part });
        let mut places = Vec::with_capacity(facts.len());
        for (index, field) in facts.iter().enumerate() {
            match field.size {
                Some(size) if self.is_indexed() => {
                    places.push(Place::Fixed(fixed));
                    fixed += size;
                }
                Some(size) => {
                    places.push(next);
                    next = match next {
                        Place::After(field, offset) => Place::After(field, offset + size),
                        Place::First(offset) | Place::Fixed(offset) => Place::First(offset + size),
                    };
                }
                None => {
                    places.push(next);
                    next = Place::After(index, 0);
                }
            }
        }
        places
    }

    /// Returns the expression of a place.
    fn place_text(&self, place: Place, base: Base) -> String {
        let plus = |base: &str, offset: usize| match offset {
            0 => base.to_owned(),
            _ => format!("{base} + {offset}"),
        };
        match (place, base) {
            (Place::Fixed(offset) | Place::First(offset), Base::Closed(_)) => plus("this.$at", offset),
            (Place::Fixed(offset), Base::Open) => plus("this.$first", offset),
            (Place::First(offset), Base::Open) => plus("this.$fixedEnd", offset),
            (Place::After(field, offset), _) => plus(&format!("this.$end{field}()"), offset),
        }
    }

    /// Returns the accessors of a field that is always there.
    fn closed_property(&mut self, field: &FieldFacts, place: Place, property: &str, is_key: bool) -> String {
        let text = self.type_text(field.node, NESTED);
        let of = self.schema.packed(field.node);
        let at = self.place_text(place, Base::Closed(0));
        let s = if is_key { "this.$.frozen" } else { "this.$" };
        // (A place that takes work is found once.)
        let is_used_twice = matches!(self.form(of), Form::Scalar(of) if of.is_non_zero());
        let (before, at, end) = match place {
            _ if field.is_sized => {
                (format!("    const at = this.$.enter({at}, this.$end);\n"), "at".into(), "this.$.end")
            }
            Place::After(..) if is_used_twice => (format!("    const at = {at};\n"), "at".into(), "this.$end"),
            _ => (String::new(), at, "this.$end"),
        };
        let value = self.read(of, s, &at, end);
        let mut out = format!("\n  get {property}(): {text} {{\n{before}    return {value};\n  }}\n");
        if let Form::Scalar(scalar) = self.form(of)
            && !is_key
        {
            let set = write(scalar, "this.$", &at);
            let _ = write!(out, "\n  set {property}(value: {text}) {{\n{before}    {set};\n  }}\n");
        }
        out
    }

    /// Returns the accessors of a field of an extensible type.
    fn open_property(&mut self, field: &FieldFacts, place: Place, property: &str, name: &str) -> String {
        let text = self.type_text(field.node, NESTED);
        let of = self.schema.packed(field.node);
        let is_absent = |text: &str| text == "undefined" || text.ends_with("| undefined");
        let found = match (place, field.size) {
            // (A field without bytes is always there: it has one value.)
            (place, Some(0)) => self.place_text(place, Base::Open),
            (Place::Fixed(before), Some(size)) => format!("this.$fixed({before}, {size})"),
            (place, size) => format!("this.$place({}, {})", self.place_text(place, Base::Open), size.unwrap_or(1)),
        };
        let required = format!("this.$require({found}, {})", quoted(name));
        let (at, end) = match field.is_sized {
            true => ("this.$.enter(at, this.$end)", "this.$.end"),
            false => ("at", "this.$end"),
        };
        let value = self.read(of, "this.$", at, end);
        let mut out = match field.has_default && field.size != Some(0) {
            true => {
                let or = if is_absent(&text) { "" } else { " | undefined" };
                format!(
                    "\n  get {property}(): {text}{or} {{\n    const at = {found};\n    \
                     return at < 0 ? undefined : {value};\n  }}\n"
                )
            }
            // (A field without bytes has one value, wherever it is.)
            false if field.size == Some(0) => {
                let value = self.read(of, "this.$", &found, "this.$end");
                format!("\n  get {property}(): {text} {{\n    return {value};\n  }}\n")
            }
            false => {
                format!("\n  get {property}(): {text} {{\n    const at = {required};\n    return {value};\n  }}\n")
            }
        };
        if let Form::Scalar(scalar) = self.form(of) {
            let set = write(scalar, "this.$", "at");
            let text = if field.has_default { format!("{text} | undefined") } else { text };
            let value = if field.has_default {
                "    if (value === undefined) throw new RangeError(\"expected a value\");\n"
            } else {
                ""
            };
            let _ = write!(
                out,
                "\n  set {property}(value: {text}) {{\n{value}    const at = {required};\n    {set};\n  }}\n"
            );
        }
        out
    }

    /// Appends a function for the end of each field after which another one is found.
    fn anchors(&mut self, facts: &[FieldFacts], places: &[Place], base: Base, out: &mut String) {
        let mut used = vec![false; facts.len()];
        for place in places {
            if let Place::After(field, _) = place {
                used[*field] = true;
            }
        }
        for (index, field) in facts.iter().enumerate().filter(|(index, _)| used[*index]) {
            let place = self.place_text(places[index], base);
            let s = "this.$";
            let end = |writer: &mut Self, at: &str| match field.is_sized {
                true => format!("{s}.past({at})"),
                false => writer.end(field.node, s, at),
            };
            let (text, is_walk) = match base {
                Base::Closed(_) => (end(self, &place), self.is_walk(field)),
                Base::Open => {
                    let end = end(self, "at");
                    let body = format!("    const at = {place};\n    return at < this.$end ? {end} : this.$end;\n");
                    let _ = write!(out, "\n  private $end{index}(): number {{\n{body}  }}\n");
                    continue;
                }
            };
            // (What takes a walk is kept. The field is only declared, so that values do not pay for it.)
            let _ = match is_walk {
                true => write!(
                    out,
                    "\n  declare private $kept{index}?: number;\n\n  private $end{index}(): number {{\n    \
                     return (this.$kept{index} ??= {text});\n  }}\n"
                ),
                false => write!(out, "\n  private $end{index}(): number {{\n    return {text};\n  }}\n"),
            };
        }
    }

    /// Returns whether a walk finds the end of a field.
    fn is_walk(&mut self, field: &FieldFacts) -> bool {
        !field.is_sized && self.is_walked(field.node)
    }

    /// Makes the part needed that finds the end of a type.
    pub(super) fn need_end(&mut self, of: TypeIndex) {
        let group = self.groups.of(of);
        self.need(Item::End(group));
    }
}
