//! Which fields a walk over columns wants.

use alloc::vec::Vec;

use packed_data_schema::{Partial, Type, TypeIndex};

use crate::error::{Error, ErrorKind};
use crate::tree::{ColumnSchema, Kind};

/// The parts of values that a walk passes on: see [`Columns::visit`](crate::Columns::visit). The columns of all others
/// are not read.
#[derive(Clone, Debug)]
pub struct Selection {
    /// For each field whether it is wanted.
    pub(crate) fields: Vec<bool>,
    /// For each field that is not wanted whether its columns are read nevertheless, because they are also those of one
    /// that is.
    pub(crate) walked: Vec<bool>,
    /// The columns that are read.
    pub(crate) columns: Vec<bool>,
}

impl Selection {
    /// Returns the selection of the parts to which the paths lead, with all that is in them, and of what they are in.
    /// See [`Columns::column`](crate::Columns::column) for the paths.
    ///
    /// # Errors
    ///
    /// A path leads nowhere.
    pub fn of_paths<'p>(tree: &ColumnSchema, paths: impl IntoIterator<Item = &'p str>) -> Result<Self, Error> {
        let mut fields = alloc::vec![false; tree.fields.len()];
        for path in paths {
            let mut passed = Vec::new();
            let node = tree.find_noting(path, &mut |field| passed.push(field));
            let node = node.ok_or_else(|| Error::new(ErrorKind::NoColumn(path.into()), 0, path.into()))?;
            passed.into_iter().for_each(|field: u32| fields[field as usize] = true);
            // All that is in it.
            let (mut seen, mut next) = (alloc::vec![false; tree.nodes.len()], alloc::vec![node]);
            while let Some(node) = next.pop() {
                if core::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                tree.parts(node, &mut |field, part| {
                    if let Some(field) = field {
                        fields[field as usize] = true;
                    }
                    next.push(part);
                });
            }
        }
        Ok(Self::new(tree, fields))
    }

    /// Returns the selection of these fields, given by the names of their type, constructor and field. (The constructor
    /// of a struct has its name.)
    pub fn of_fields(tree: &ColumnSchema, is_wanted: impl Fn(&str, &str, &str) -> bool) -> Self {
        Self::of_types(tree, |of, constructor, field| {
            let (type_name, name) = tree.names(of, constructor);
            let declared = tree.declared(of, constructor).get(field as usize);
            declared.is_some_and(|declared| is_wanted(type_name, name, &declared.name))
        })
    }

    /// Returns the selection of the fields that a partial schema of the same type has.
    pub fn of_partial(tree: &ColumnSchema, partial: &Partial) -> Self {
        Self::of_types(tree, |of, constructor, field| {
            // (The bytes of a constructor that the type does not know are there with its tag.)
            let declared = tree.declared(of, constructor).get(field as usize);
            let is_unknown = declared.is_some_and(|field| *tree.schema.get(field.of) == Type::Unknown);
            is_unknown || partial.keeps(of, constructor, field)
        })
    }

    /// Returns the selection of these fields, given by the index of their type in the schema, and the numbers of their
    /// constructor and their own.
    pub fn of_types(tree: &ColumnSchema, is_wanted: impl Fn(TypeIndex, u32, u32) -> bool) -> Self {
        let mut fields = alloc::vec![false; tree.fields.len()];
        for node in &tree.nodes {
            let Kind::Fields { first, count, .. } = node.kind else { continue };
            for constructor in 0..count {
                let of = tree.constructors[(first + constructor) as usize];
                for field in 0..of.len {
                    let packed = tree.schema.packed(node.of);
                    fields[(of.first + field) as usize] = is_wanted(packed, constructor, field);
                }
            }
        }
        Self::new(tree, fields)
    }

    /// Leaves out the field to which a path leads.
    ///
    /// # Errors
    ///
    /// The path leads to no field.
    pub fn without(self, tree: &ColumnSchema, path: &str) -> Result<Self, Error> {
        let (mut last, mut fields) = (None, self.fields);
        let found = tree.find_noting(path, &mut |field| last = Some(field));
        let field = found.and(last).ok_or_else(|| Error::new(ErrorKind::NoColumn(path.into()), 0, path.into()))?;
        fields[field as usize] = false;
        Ok(Self::new(tree, fields))
    }

    fn new(tree: &ColumnSchema, fields: Vec<bool>) -> Self {
        let len = tree.nodes.len();
        // The values in which a node is a part, with the field that it is.
        let mut outer = alloc::vec![Vec::new(); len];
        for node in 0..len as u32 {
            tree.parts(node, &mut |field, part| outer[part as usize].push((node, field)));
        }
        let is_wanted = |field: Option<u32>| field.is_none_or(|field| fields[field as usize]);
        // The nodes that are read, and those in which any of them is a part, also by fields that are not wanted: such a
        // field is walked if the value in which it is is read.
        let (mut is_read, mut leads) = (alloc::vec![false; len], alloc::vec![false; len]);
        let mut walked = alloc::vec![false; tree.fields.len()];
        let (mut reads, mut lead) = (alloc::vec![0_u32], Vec::<u32>::new());
        loop {
            if let Some(node) = reads.pop() {
                if core::mem::replace(&mut is_read[node as usize], true) {
                    continue;
                }
                lead.push(node);
                tree.parts(node, &mut |field, part| {
                    if is_wanted(field) {
                        reads.push(part);
                    } else if let (Some(field), true) = (field, leads[part as usize]) {
                        walked[field as usize] = true;
                        reads.push(part);
                    }
                });
            } else if let Some(node) = lead.pop() {
                if core::mem::replace(&mut leads[node as usize], true) {
                    continue;
                }
                for (of, field) in &outer[node as usize] {
                    lead.push(*of);
                    if let (Some(field), true, false) = (field, is_read[*of as usize], is_wanted(*field)) {
                        walked[*field as usize] = true;
                        reads.push(node);
                    }
                }
            } else {
                break;
            }
        }
        let mut columns = alloc::vec![false; tree.columns.len()];
        for node in (0..len as u32).filter(|node| is_read[*node as usize]) {
            tree.columns_of(node, &mut |field, column| {
                let is_used = |field: u32| fields[field as usize] || walked[field as usize];
                columns[column as usize] |= field.is_none_or(is_used);
            });
        }
        Self { fields, walked, columns }
    }
}
