//! Values as JSON text: a loop over the bytes, so that the depth of a value costs memory and not stack.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use std::io::{self, Write};

use crate::form::{ConstructorForm, FieldsForm, float_name};
use crate::read::{Place, Value};
use crate::schema::{Field, Schema, Type};
use packed_data_model::visit::{ScalarValue, Visit};

impl Value<'_> {
    /// Writes the value as JSON, without spaces: the same text as `serde_json::to_writer`, but the value may nest to
    /// any depth.
    ///
    /// It takes time linear in the bytes and in the text (which repeats the names of fields and constructors), and a
    /// few bytes of memory for each value that is open. Bytes that [were not checked](crate::Codec::value) may claim up
    /// to 2^64 elements that take no bytes, and each is written: then only a writer that fails bounds the text.
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let schema = Schema::of::<Vec<Option<bool>>>();
    /// let codec = schema.codec(LayoutId::Compact)?;
    /// let mut text = Vec::new();
    /// codec.read(&[2, 0, 1, 1], &Limits::DEFAULT)?.write_json(&mut text)?;
    /// assert_eq!(text, b"[null,true]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error of the writer, or one of the kind `InvalidData` if the bytes are not valid.
    pub fn write_json(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut json =
            Json { schema: self.codec.schema(), to, open: Vec::new(), is_key: false, member: None, result: Ok(()) };
        let Place { node, at, is_byte } = self.place;
        let done = if is_byte {
            self.as_scalar().map(|value| json.scalar(0, value)).is_some()
        } else {
            self.codec.visit(self.bytes, node, at, &mut json).is_some()
        };
        json.result?;
        match done {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::InvalidData, "the bytes are not a value of their type")),
        }
    }
}

/// Writes the parts of a value as JSON.
struct Json<'s, 'w> {
    schema: &'s Schema,
    to: &'w mut dyn Write,
    open: Vec<Open>,
    /// Whether the next scalar is the key of an object.
    is_key: bool,
    /// The index of the member that begins, if it may be missing: then nothing of it was written yet.
    member: Option<usize>,
    result: io::Result<()>,
}

/// A value that is open.
#[derive(Clone, Copy)]
struct Open {
    node: u32,
    tag: u32,
    kind: Kind,
    /// Whether a part was written.
    is_begun: bool,
    /// What ends it.
    close: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Nothing comes before its part.
    Plain,
    /// A comma comes between its parts.
    List,
    /// Names come before its parts.
    Object,
    /// A map with simple keys: a comma comes between its entries.
    Map,
    /// An entry of such a map.
    Entry,
}

impl Json<'_, '_> {
    fn put(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.to.write_all(text.as_bytes());
        }
    }

    fn put_json<T: serde::Serialize + ?Sized>(&mut self, value: &T) {
        if self.result.is_ok() {
            self.result = serde_json::to_writer(&mut *self.to, value).map_err(Into::into);
        }
    }

    fn put_list(&mut self, bytes: &[u8]) {
        self.put_json(bytes);
    }

    /// Returns what a value of this type looks like, after its beginning was written.
    fn kind(&mut self, node: u32, tag: u32) -> (Kind, &'static str) {
        let schema = self.schema;
        let is_entry = matches!(self.open.last(), Some(Open { kind: Kind::Map, .. }));
        match schema.get(schema.packed(node)) {
            Type::Struct(_) if is_entry => (Kind::Entry, ""),
            Type::Struct(of) => {
                // (The entry of a map whose keys are not simple is a pair.)
                let is_pair = matches!(self.open.last(), Some(of)
                    if matches!(schema.get(schema.packed(of.node)), Type::Sorted { .. }))
                    && schema.entry(node).is_some();
                let form = if is_pair { FieldsForm::List } else { FieldsForm::of_struct(of.kind, &of.fields) };
                self.begin_fields(form, "]", "}", "")
            }
            Type::Enum(of) => {
                let Some(constructor) = of.constructors.get(tag as usize) else { return (Kind::Plain, "") };
                match schema.constructor_form(schema.packed(node), of, constructor) {
                    ConstructorForm::Null => {
                        self.put("null");
                        (Kind::Plain, "")
                    }
                    ConstructorForm::Bare => (Kind::Plain, ""),
                    ConstructorForm::Name => {
                        self.put_json(&constructor.name);
                        (Kind::Plain, "")
                    }
                    ConstructorForm::Tagged => {
                        self.put("{");
                        self.put_json(&constructor.name);
                        self.put(":");
                        self.begin_fields(FieldsForm::of(&constructor.fields), "]}", "}}", "}")
                    }
                }
            }
            Type::Sorted { element } if schema.entry(*element).is_some_and(|(key, _)| schema.is_simple_key(key)) => {
                self.put("{");
                (Kind::Map, "}")
            }
            _ => {
                self.put("[");
                (Kind::List, "]")
            }
        }
    }

    /// Writes the comma and the name before a member of the innermost object.
    fn begin_member(&mut self, index: usize) {
        let Some(Open { node, tag, is_begun, .. }) = self.open.last_mut() else { return };
        let field = fields_of(self.schema, *node, *tag).get(index);
        if core::mem::replace(is_begun, true) {
            self.put(",");
        }
        if let Some(field) = field {
            self.put_json(&field.name);
            self.put(":");
        }
    }

    fn begin_fields(
        &mut self,
        form: FieldsForm,
        list: &'static str,
        object: &'static str,
        plain: &'static str,
    ) -> (Kind, &'static str) {
        match form {
            FieldsForm::Unit => {
                self.put("null");
                (Kind::Plain, plain)
            }
            FieldsForm::Newtype => (Kind::Plain, plain),
            FieldsForm::List => {
                self.put("[");
                (Kind::List, list)
            }
            FieldsForm::Object => {
                self.put("{");
                (Kind::Object, object)
            }
        }
    }
}

/// Returns the fields of a struct, or of a constructor of an enum.
fn fields_of(schema: &Schema, node: u32, tag: u32) -> &[Field] {
    match schema.get(schema.packed(node)) {
        Type::Struct(of) => &of.fields,
        Type::Enum(of) => of.constructors.get(tag as usize).map_or(&[], |of| &of.fields),
        _ => &[],
    }
}

impl<'b> Visit<'b> for Json<'_, '_> {
    fn begin(&mut self, node: u32, tag: u32) {
        if let Some(index) = self.member.take() {
            if tag != 0 {
                self.begin_member(index);
            }
            self.open.push(Open { node, tag, kind: Kind::Plain, is_begun: false, close: "" });
            return;
        }
        let (kind, close) = self.kind(node, tag);
        // (A simple key has no parts, except that it may be a newtype.)
        if !matches!(kind, Kind::Plain) {
            self.is_key = false;
        }
        self.open.push(Open { node, tag, kind, is_begun: false, close });
    }

    fn field(&mut self, index: usize) {
        let Some(open) = self.open.last_mut() else { return };
        let Open { node, tag, kind, is_begun, .. } = *open;
        open.is_begun = true;
        match kind {
            Kind::Plain => {}
            Kind::Entry => {
                self.is_key = index == 0;
                if index > 0 {
                    self.put(":");
                }
            }
            Kind::List | Kind::Map => {
                if is_begun {
                    self.put(",");
                }
            }
            Kind::Object => {
                let schema = self.schema;
                if fields_of(schema, node, tag).get(index).is_some_and(|field| schema.may_be_missing(field.of)) {
                    (open.is_begun, self.member) = (is_begun, Some(index));
                } else {
                    open.is_begun = is_begun;
                    self.begin_member(index);
                }
            }
        }
    }

    fn scalar(&mut self, _: u32, value: ScalarValue) {
        let is_key = core::mem::take(&mut self.is_key);
        let name = match value {
            ScalarValue::F32(value) => float_name(value.into()),
            ScalarValue::F64(value) => float_name(value),
            _ => None,
        };
        let is_text = name.is_some()
            || matches!(value, ScalarValue::Char(_))
            || matches!(value, ScalarValue::Unsigned(value) if u64::try_from(value).is_err())
            || matches!(value, ScalarValue::Signed(value) if i64::try_from(value).is_err());
        let quote = if is_text && !matches!(value, ScalarValue::Char(_)) || is_key && !is_text { "\"" } else { "" };
        self.put(quote);
        match (value, name) {
            (_, Some(name)) => self.put(name),
            (ScalarValue::Unsigned(value), _) => self.put(&value.to_string()),
            (ScalarValue::Signed(value), _) => self.put(&value.to_string()),
            (ScalarValue::F32(value), _) => self.put_json(&value),
            (ScalarValue::F64(value), _) => self.put_json(&value),
            (ScalarValue::Bool(value), _) => self.put_json(&value),
            (ScalarValue::Char(value), _) => self.put_json(&value),
            (ScalarValue::Duration(seconds, nanoseconds), _) => {
                self.put(&format!(r#"{{"secs":{seconds},"nanos":{nanoseconds}}}"#));
            }
            (ScalarValue::Time(seconds, nanoseconds), _) => {
                self.put(&format!(r#"{{"secs_since_epoch":{seconds},"nanos_since_epoch":{nanoseconds}}}"#));
            }
        }
        self.put(quote);
    }

    fn text(&mut self, text: &'b str) {
        self.is_key = false;
        self.put_json(text);
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.put_list(bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.put_list(bytes);
    }

    fn bytes(&mut self, _: u32, bytes: &'b [u8]) {
        self.put_list(bytes);
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            if let Some(open) = self.open.pop() {
                self.put(open.close);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.result.is_err()
    }
}
