//! The columns of a type, and where its parts go: made once from its schema.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields as ArrowFields, UnionFields, UnionMode};
use packed_data_schema::{Constructor, Enum, Field as PackedField, Schema, Type, TypeIndex};

use crate::error::{Error, ErrorKind};
use crate::form::{EnumForm, Fields, SOME, VALUE, is_byte, is_optional, shown, tag_name, takes_null};
use crate::kind::{ColumnIndex, ColumnKind, leaf};
use crate::options::{Enums, Options};

/// The greatest number of columns, with those that are nested.
const MAX_COLUMNS: usize = 10_000;
/// The greatest depth to which columns nest.
const MAX_DEPTH: usize = 64;
/// The greatest length of a list of fixed size: a null takes as much memory as a value.
const MAX_FIXED: u64 = 4096;
/// The greatest number of values in all lists of fixed size in a type; further ones become lists of any size.
const MAX_ALL_FIXED: u64 = 65_536;

/// The greatest number of bytes in the names of all columns: a type that occurs often has its names each time.
const MAX_NAMES: usize = 64 << 20;

/// Decides what is appended for a value: an index of [`Plan::routes`].
pub(crate) type RouteIndex = usize;
/// The first route, which appends nothing: for parts that are not selected.
pub(crate) const SKIP: RouteIndex = 0;

/// The columns of a type, and where its parts go.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) routes: Vec<Route>,
    pub(crate) columns: Vec<ColumnPlan>,
    /// The route of a record.
    pub(crate) root: RouteIndex,
    /// The columns of a batch.
    pub(crate) top: Vec<ColumnIndex>,
    pub(crate) fields: ArrowFields,
    paths: Vec<Segment>,
}

/// A part of a path: the index of the part before it, and a name.
type Segment = (usize, String);

/// Where a value goes, and its parts.
#[derive(Debug)]
pub(crate) enum Route {
    /// Nowhere, with all its parts.
    Skip,
    /// It is one of the numbers, texts and the like.
    Leaf(ColumnIndex),
    /// A byte that is added to the value of bytes that is open.
    Byte(ColumnIndex),
    /// Its bytes become one value.
    Bytes { column: ColumnIndex, byte: RouteIndex },
    /// Its only field goes there.
    Through(RouteIndex),
    /// A struct; the record itself has no column.
    Struct { column: Option<ColumnIndex>, parts: Vec<Part> },
    /// A value without parts.
    Unit(ColumnIndex),
    /// `None` is a null in `column`; the value of `Some` is appended by the route `some`. `is_around` says whether the
    /// column of that value is inside `column`.
    Optional { column: ColumnIndex, is_around: bool, some: RouteIndex },
    /// The column has the tag.
    Names(ColumnIndex),
    /// The member of the constructor has the fields.
    Union { column: ColumnIndex, members: Vec<Member> },
    /// The column `tag` has the name of the constructor, the member of the constructor has its fields; the other
    /// members are null.
    Tagged { column: ColumnIndex, tag: ColumnIndex, members: Vec<Option<Member>> },
    /// A list, or a map.
    List { column: ColumnIndex, element: RouteIndex },
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) route: RouteIndex,
    /// The column that is null if the field is absent; `None` if the field is not selected.
    pub(crate) column: Option<ColumnIndex>,
    /// Whether that column is around the column of the value.
    pub(crate) is_around: bool,
}

/// The fields of a constructor.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) column: ColumnIndex,
    pub(crate) form: Fields,
    pub(crate) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(crate) struct ColumnPlan {
    pub(crate) kind: ColumnKind,
    pub(crate) is_nullable: bool,
    pub(crate) data_type: DataType,
    /// How many values a null takes.
    weight: u64,
    /// The last part of its path.
    path: usize,
}

impl Plan {
    /// Makes the columns of a type of a schema.
    pub(crate) fn new(schema: &Schema, of: TypeIndex, options: &Options) -> Result<Self, Error> {
        let mut planner = Planner {
            schema,
            enums: options.enums,
            routes: vec![Route::Skip],
            columns: Vec::new(),
            open: Vec::new(),
            paths: vec![(0, schema.name_of(of))],
            path: 0,
            names: 0,
            fixed: 0,
        };
        let (routes, names) = planner.record(of)?;
        let mut top: Vec<(String, ColumnIndex)> = names;
        if let Some(selected) = &options.columns {
            top = select(top, selected)?;
        }
        let is_selected = |column: Option<ColumnIndex>| top.iter().any(|(_, index)| column == Some(*index));
        let root = match routes {
            Record::Fields(mut parts, around) => {
                for part in &mut parts {
                    if !is_selected(part.column) {
                        *part = Part { route: SKIP, column: None, is_around: false };
                    }
                }
                let mut root = planner.route(Route::Struct { column: None, parts });
                for _ in 0..around {
                    root = planner.route(Route::Through(root));
                }
                root
            }
            Record::Value(route, column) if is_selected(Some(column)) => route,
            Record::Value(..) => SKIP,
        };
        let fields = top.iter().map(|(name, column)| planner.field(name, *column)).collect();
        let Planner { routes, columns, paths, .. } = planner;
        let top = top.into_iter().map(|(_, column)| column).collect();
        Ok(Self { routes, columns, root, top, fields, paths })
    }

    /// Returns the path to a column, for errors.
    pub(crate) fn path(&self, column: ColumnIndex) -> String {
        path(&self.paths, self.columns[column].path)
    }
}

/// Returns a path as text, given its last part.
fn path(paths: &[Segment], mut last: usize) -> String {
    let mut names = Vec::new();
    loop {
        let (before, name) = &paths[last];
        names.push(name.as_str());
        if last == 0 {
            names.reverse();
            return names.join(".");
        }
        last = *before;
    }
}

/// Returns the selected columns, in the order of their selection.
fn select(columns: Vec<(String, ColumnIndex)>, names: &[String]) -> Result<Vec<(String, ColumnIndex)>, Error> {
    let find = |name: &String| {
        let found = columns.iter().find(|(column, _)| column == name);
        found.cloned().ok_or_else(|| Error::new(ErrorKind::NoColumn, name.clone()))
    };
    names.iter().map(find).collect()
}

/// How a record becomes columns.
enum Record {
    /// Its fields are the columns; the number counts the structs around it.
    Fields(Vec<Part>, usize),
    /// It is the only column.
    Value(RouteIndex, ColumnIndex),
}

/// Where a value goes, and the column that has it.
#[derive(Clone, Copy)]
struct Place {
    route: RouteIndex,
    column: ColumnIndex,
}

struct Planner<'s> {
    schema: &'s Schema,
    enums: Enums,
    routes: Vec<Route>,
    columns: Vec<ColumnPlan>,
    /// The types that contain the current one.
    open: Vec<TypeIndex>,
    /// The parts of all paths so far, and the current one.
    paths: Vec<Segment>,
    path: usize,
    /// The bytes of all names.
    names: usize,
    /// The weight of all lists of fixed size.
    fixed: u64,
}

impl<'s> Planner<'s> {
    fn route(&mut self, route: Route) -> RouteIndex {
        self.routes.push(route);
        self.routes.len() - 1
    }

    fn path(&self) -> String {
        path(&self.paths, self.path)
    }

    fn fail<T>(&self, kind: ErrorKind) -> Result<T, Error> {
        Err(Error::new(kind, self.path()))
    }

    /// Goes to a part of the type.
    fn enter(&mut self, name: &str) -> Result<(), Error> {
        self.take_names(name.len())?;
        self.paths.push((self.path, name.to_owned()));
        self.path = self.paths.len() - 1;
        Ok(())
    }

    /// Goes back.
    fn leave(&mut self) {
        self.path = self.paths[self.path].0;
    }

    fn take_names(&mut self, bytes: usize) -> Result<(), Error> {
        self.names = self.names.saturating_add(bytes);
        if self.names > MAX_NAMES { self.fail(ErrorKind::NamesTooLong { limit: MAX_NAMES }) } else { Ok(()) }
    }

    fn field(&self, name: &str, column: ColumnIndex) -> FieldRef {
        let of = &self.columns[column];
        // (What has no value is a null, also in a union.)
        let is_nullable = of.is_nullable
            || match &of.data_type {
                DataType::Null => true,
                DataType::Union(members, _) => members.iter().any(|(_, member)| member.is_nullable()),
                _ => false,
            };
        Arc::new(Field::new(name, of.data_type.clone(), is_nullable))
    }

    fn column(&mut self, kind: ColumnKind, is_nullable: bool) -> Result<ColumnIndex, Error> {
        if self.columns.len() == MAX_COLUMNS {
            return self.fail(ErrorKind::TooManyColumns { limit: MAX_COLUMNS });
        }
        let weights = |columns: &[ColumnIndex]| columns.iter().map(|column| self.columns[*column].weight).sum::<u64>();
        let weight = match &kind {
            ColumnKind::Struct(children) | ColumnKind::Union(children) => weights(children),
            ColumnKind::FixedList(child, len) => weights(&[*child]).saturating_mul(u64::from(len.unsigned_abs())),
            ColumnKind::FixedBytes(len) => u64::from(len.unsigned_abs()),
            _ => 0,
        };
        let data_type = self.data_type(&kind);
        let (weight, path) = (weight.saturating_add(1), self.path);
        self.columns.push(ColumnPlan { kind, is_nullable, data_type, weight, path });
        Ok(self.columns.len() - 1)
    }

    /// Returns the Arrow type of a column; of structs and unions, that is made where the names are known.
    fn data_type(&self, kind: &ColumnKind) -> DataType {
        match kind {
            ColumnKind::Number(number) => number.data_type(),
            ColumnKind::Bool => DataType::Boolean,
            ColumnKind::Text => DataType::Utf8,
            ColumnKind::Bytes => DataType::Binary,
            ColumnKind::FixedBytes(len) => DataType::FixedSizeBinary(*len),
            ColumnKind::Names(_, 1) => DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8)),
            ColumnKind::Names(_, 2) => DataType::Dictionary(Box::new(DataType::Int16), Box::new(DataType::Utf8)),
            ColumnKind::Names(..) => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
            ColumnKind::List(child) => DataType::List(self.field("item", *child)),
            ColumnKind::FixedList(child, len) => DataType::FixedSizeList(self.field("item", *child), *len),
            ColumnKind::Map(entries) => DataType::Map(self.field("entries", *entries), false),
            ColumnKind::Unit | ColumnKind::Struct(_) | ColumnKind::Union(_) => DataType::Null,
        }
    }

    /// Makes the column of a struct.
    fn struct_column(&mut self, children: Vec<(String, ColumnIndex)>, is_nullable: bool) -> Result<ColumnIndex, Error> {
        let fields = children.iter().map(|(name, column)| self.field(name, *column)).collect();
        let columns = children.into_iter().map(|(_, column)| column).collect();
        let column = self.column(ColumnKind::Struct(columns), is_nullable)?;
        self.columns[column].data_type = DataType::Struct(fields);
        Ok(column)
    }

    /// Makes the columns of a record.
    fn record(&mut self, of: TypeIndex) -> Result<(Record, Vec<(String, ColumnIndex)>), Error> {
        let schema = self.schema;
        let inner = shown(schema, of);
        if let Type::Struct(found) = schema.get(inner)
            && Fields::of_struct(found.kind, &found.fields) == Fields::Struct
        {
            self.open.push(inner);
            let (parts, names) = self.parts(&found.fields)?;
            return Ok((Record::Fields(parts, self.structs_around(of)), names));
        }
        let place = self.value(of, false)?;
        Ok((Record::Value(place.route, place.column), vec![(VALUE.to_owned(), place.column)]))
    }

    /// Returns how many structs are around the type that is shown.
    fn structs_around(&self, mut of: TypeIndex) -> usize {
        let mut count = 0;
        loop {
            match self.schema.get(self.schema.packed(of)) {
                Type::Struct(found) if Fields::of_struct(found.kind, &found.fields) == Fields::Newtype => {
                    (of, count) = (found.fields[0].of, count + 1);
                }
                _ => return count,
            }
        }
    }

    /// Makes the columns of fields.
    fn parts(&mut self, fields: &'s [PackedField]) -> Result<(Vec<Part>, Vec<(String, ColumnIndex)>), Error> {
        let (mut parts, mut columns) = (Vec::new(), Vec::new());
        for field in fields {
            self.enter(&field.name)?;
            let part = self.part(field)?;
            self.leave();
            columns.extend(part.column.map(|column| (field.name.clone(), column)));
            parts.push(part);
        }
        Ok((parts, columns))
    }

    fn part(&mut self, field: &PackedField) -> Result<Part, Error> {
        let is_plain = !field.has_default || is_optional(self.schema, field.of);
        let takes_null = takes_null(self.schema, field.of, self.enums);
        let place = self.value(field.of, field.has_default && !is_plain && takes_null)?;
        if is_plain || takes_null {
            return Ok(Part { route: place.route, column: Some(place.column), is_around: false });
        }
        let column = self.struct_column(vec![(SOME.to_owned(), place.column)], true)?;
        Ok(Part { route: place.route, column: Some(column), is_around: true })
    }

    /// Makes the column of a type. (`is_nullable` only if the column takes a null.)
    fn value(&mut self, of: TypeIndex, is_nullable: bool) -> Result<Place, Error> {
        let schema = self.schema;
        let packed = schema.packed(of);
        if self.open.contains(&packed) {
            return self.fail(ErrorKind::Recursive);
        }
        if self.open.len() == MAX_DEPTH {
            return self.fail(ErrorKind::TooDeep { limit: MAX_DEPTH });
        }
        self.open.push(packed);
        let place = match schema.get(packed) {
            Type::Scalar(scalar) => self.leaf(leaf(*scalar), is_nullable)?,
            Type::Text => self.leaf(ColumnKind::Text, is_nullable)?,
            Type::Sequence { element, .. } if is_byte(schema, *element) => {
                self.bytes(ColumnKind::Bytes, is_nullable)?
            }
            Type::Sequence { element, .. } => self.list(*element, None, is_nullable)?,
            Type::Sorted { element } => self.sorted(*element, is_nullable)?,
            Type::Array { len, element } => self.array(*len, *element, is_nullable)?,
            Type::Struct(of) => match Fields::of_struct(of.kind, &of.fields) {
                Fields::Unit => self.unit()?,
                Fields::Newtype => {
                    let Place { route, column } = self.value(of.fields[0].of, is_nullable)?;
                    Place { route: self.route(Route::Through(route)), column }
                }
                Fields::Struct => {
                    let (parts, columns) = self.parts(&of.fields)?;
                    let column = self.struct_column(columns, is_nullable)?;
                    Place { route: self.route(Route::Struct { column: Some(column), parts }), column }
                }
            },
            Type::Enum(of) => self.enumeration(of, is_nullable)?,
            // Items of CBOR and constructors that are not known are bytes. (`packed` has passed all adapters.)
            _ => self.bytes(ColumnKind::Bytes, is_nullable)?,
        };
        self.open.pop();
        Ok(place)
    }

    fn leaf(&mut self, kind: ColumnKind, is_nullable: bool) -> Result<Place, Error> {
        let column = self.column(kind, is_nullable)?;
        Ok(Place { route: self.route(Route::Leaf(column)), column })
    }

    fn unit(&mut self) -> Result<Place, Error> {
        let column = self.column(ColumnKind::Unit, false)?;
        Ok(Place { route: self.route(Route::Unit(column)), column })
    }

    fn bytes(&mut self, kind: ColumnKind, is_nullable: bool) -> Result<Place, Error> {
        let column = self.column(kind, is_nullable)?;
        let byte = self.route(Route::Byte(column));
        Ok(Place { route: self.route(Route::Bytes { column, byte }), column })
    }

    fn list(&mut self, element: TypeIndex, len: Option<i32>, is_nullable: bool) -> Result<Place, Error> {
        self.enter("[]")?;
        let place = self.value(element, false)?;
        self.leave();
        let weight = self.columns[place.column].weight;
        let kind = match len {
            Some(len) if self.may_be_fixed(weight, len) => ColumnKind::FixedList(place.column, len),
            _ => ColumnKind::List(place.column),
        };
        let column = self.column(kind, is_nullable)?;
        Ok(Place { route: self.route(Route::List { column, element: place.route }), column })
    }

    /// Returns whether a list of `len` values, each of weight `weight`, becomes a list of fixed size; if so, counts it.
    fn may_be_fixed(&mut self, weight: u64, len: i32) -> bool {
        let weight = weight.saturating_mul(u64::from(len.unsigned_abs()));
        let is_fixed = weight <= MAX_FIXED && self.fixed + weight <= MAX_ALL_FIXED;
        if is_fixed {
            self.fixed += weight;
        }
        is_fixed
    }

    fn array(&mut self, len: u64, element: TypeIndex, is_nullable: bool) -> Result<Place, Error> {
        // (No list of Arrow can be so long. Such an array has values only if its elements have no bytes.)
        if i32::try_from(len).is_err() {
            return self.fail(ErrorKind::TooLarge);
        }
        let fixed = i32::try_from(len).ok().filter(|_| (1..=MAX_FIXED).contains(&len));
        match fixed {
            Some(len) if is_byte(self.schema, element) && self.may_be_fixed(1, len) => {
                self.bytes(ColumnKind::FixedBytes(len), is_nullable)
            }
            _ if is_byte(self.schema, element) => self.bytes(ColumnKind::Bytes, is_nullable),
            _ => self.list(element, fixed, is_nullable),
        }
    }

    /// Makes the column of a set, or of a map: a list of entries if its keys may be null.
    fn sorted(&mut self, element: TypeIndex, is_nullable: bool) -> Result<Place, Error> {
        let Place { route, column } = self.list(element, None, is_nullable)?;
        if let Some((key, _)) = entry(self.schema, element)
            && takes_null(self.schema, key, self.enums)
            && let ColumnKind::List(entries) = self.columns[column].kind
            && matches!(self.columns[entries].kind, ColumnKind::Struct(_))
        {
            self.columns[column].kind = ColumnKind::Map(entries);
            self.columns[column].data_type = self.data_type(&ColumnKind::Map(entries));
        }
        Ok(Place { route, column })
    }

    fn enumeration(&mut self, of: &'s Enum, is_nullable: bool) -> Result<Place, Error> {
        match (EnumForm::of(of), self.enums) {
            (EnumForm::Optional(some), _) => self.optional(some),
            // (It has no values.)
            (EnumForm::Names, _) if of.constructors.is_empty() => self.unit(),
            (EnumForm::Names, _) => {
                let column = self.names(of, is_nullable)?;
                Ok(Place { route: self.route(Route::Names(column)), column })
            }
            (EnumForm::Data, Enums::Union) => self.union(of),
            (EnumForm::Data, Enums::Struct) => self.tagged(of, is_nullable),
        }
    }

    fn optional(&mut self, some: TypeIndex) -> Result<Place, Error> {
        let is_around = !takes_null(self.schema, some, self.enums);
        let inner = self.value(some, !is_around)?;
        let column = match is_around {
            true => self.struct_column(vec![(SOME.to_owned(), inner.column)], true)?,
            false => inner.column,
        };
        Ok(Place { route: self.route(Route::Optional { column, is_around, some: inner.route }), column })
    }

    fn names(&mut self, of: &Enum, is_nullable: bool) -> Result<ColumnIndex, Error> {
        self.take_names(of.constructors.iter().map(|constructor| constructor.name.len()).sum())?;
        let names = of.constructors.iter().map(|constructor| constructor.name.clone()).collect::<Vec<_>>();
        let width = match names.len() {
            0..=0x80 => 1,
            0x81..=0x8000 => 2,
            _ => 4,
        };
        self.column(ColumnKind::Names(Arc::new(names), width), is_nullable)
    }

    fn member(&mut self, constructor: &'s Constructor, is_nullable: bool) -> Result<Member, Error> {
        self.enter(&constructor.name)?;
        let form = Fields::of(&constructor.fields);
        let member = match form {
            Fields::Unit => Member { column: self.unit()?.column, form, parts: Vec::new() },
            Fields::Newtype => {
                let of = constructor.fields[0].of;
                // (If a null is a value of the type, only the tag tells it from a missing member.)
                let is_nullable = is_nullable && takes_null(self.schema, of, self.enums);
                let Place { route, column } = self.value(of, is_nullable)?;
                let part = Part { route, column: Some(column), is_around: false };
                Member { column, form, parts: vec![part] }
            }
            Fields::Struct => {
                let (parts, columns) = self.parts(&constructor.fields)?;
                let column = self.struct_column(columns, is_nullable)?;
                Member { column, form, parts }
            }
        };
        self.leave();
        Ok(member)
    }

    fn union(&mut self, of: &'s Enum) -> Result<Place, Error> {
        const LIMIT: usize = 128;
        if of.constructors.len() > LIMIT {
            return self.fail(ErrorKind::TooManyConstructors { limit: LIMIT });
        }
        let members = of.constructors.iter().map(|constructor| self.member(constructor, false));
        let members = members.collect::<Result<Vec<_>, _>>()?;
        let fields: Vec<FieldRef> = of
            .constructors
            .iter()
            .zip(&members)
            .map(|(constructor, member)| self.field(&constructor.name, member.column))
            .collect();
        let fields = UnionFields::try_new((0..=127_i8).take(fields.len()), fields)?;
        let columns = members.iter().map(|member| member.column).collect();
        let column = self.column(ColumnKind::Union(columns), false)?;
        self.columns[column].data_type = DataType::Union(fields, UnionMode::Dense);
        Ok(Place { route: self.route(Route::Union { column, members }), column })
    }

    fn tagged(&mut self, of: &'s Enum, is_nullable: bool) -> Result<Place, Error> {
        let tag = self.names(of, false)?;
        let mut columns = vec![(tag_name(of), tag)];
        let mut members = Vec::new();
        for constructor in &of.constructors {
            if constructor.fields.is_empty() {
                members.push(None);
                continue;
            }
            let member = self.member(constructor, true)?;
            columns.push((constructor.name.clone(), member.column));
            members.push(Some(member));
        }
        let column = self.struct_column(columns, is_nullable)?;
        Ok(Place { route: self.route(Route::Tagged { column, tag, members }), column })
    }
}

/// Returns the types of key and value, if the type is an entry of a map.
pub(crate) fn entry(schema: &Schema, of: TypeIndex) -> Option<(TypeIndex, TypeIndex)> {
    match schema.get(schema.packed(of)) {
        Type::Struct(of) if of.kind == packed_data_schema::StructKind::Entry => match &of.fields[..] {
            [key, value] => Some((key.of, value.of)),
            _ => None,
        },
        _ => None,
    }
}
