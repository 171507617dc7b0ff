//! Former names (`#[packable(was = "name")]`): which names of two schemas are those of one field or constructor.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::schema::TypeIndex;

/// Where the former names of fields are stated: a type, and one of its constructors.
pub(super) type Former = (TypeIndex, u32);

/// The names by which the parts of two lists are matched, if they are not their own.
#[derive(Debug, Default)]
pub(super) struct Matched {
    /// The name of a part, given the one by which it is matched: in the new schema, and in the old one.
    shown: BTreeMap<String, String>,
    /// The name of the old part, given the one by which a part with another name is matched with it.
    renamed: BTreeMap<String, String>,
}

/// The name of a part, and its former name.
type Name = (String, Option<String>);

impl Matched {
    /// Returns the names by which the parts are matched: own ones, unless a part of one list has a name in the other
    /// that it had before; then no other part has that name. `None` if all are matched by their own names.
    pub(super) fn new(new: &[Name], old: &[Name]) -> Option<(Self, Vec<String>, Vec<String>)> {
        if new.iter().chain(old).all(|(_, former)| former.is_none()) {
            return None;
        }
        let names = |of: &[Name]| of.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>();
        let (new_names, old_names) = (names(new), names(old));
        let mut matched = Self::default();
        let new_keys = matched.keys(new, &old_names, true);
        let old_keys = matched.keys(old, &new_names, false);
        Some((matched, new_keys, old_keys))
    }

    /// Returns the names by which the parts of one list are matched, given the names in the other.
    fn keys(&mut self, parts: &[Name], others: &BTreeSet<String>, is_new: bool) -> Vec<String> {
        let claim =
            |(name, former): &Name| former.clone().filter(|former| !others.contains(name) && others.contains(former));
        let claimed: BTreeSet<String> = parts.iter().filter_map(claim).collect();
        let mut key = |part: &Name| {
            let (name, key) = match claim(part) {
                Some(former) => {
                    let (key, old) = if is_new { (&former, &former) } else { (&former, &part.0) };
                    self.renamed.insert(key.clone(), old.clone());
                    (&part.0, former)
                }
                // (No name of a field or constructor has a space.)
                None if claimed.contains(&part.0) => (&part.0, format!("another {}", part.0)),
                None => return part.0.clone(),
            };
            if is_new || key.starts_with("another ") {
                self.shown.insert(key.clone(), name.clone());
            }
            key
        };
        parts.iter().map(&mut key).collect()
    }

    /// Returns the name of a part that is matched by `key`.
    pub(super) fn shown<'n>(&'n self, key: &'n str) -> &'n str {
        self.shown.get(key).map_or(key, String::as_str)
    }

    /// Returns the name that a part has in the old schema, if it has another in the new one, and both are matched.
    pub(super) fn former(&self, key: &str) -> Option<String> {
        self.renamed.get(key).cloned()
    }
}
