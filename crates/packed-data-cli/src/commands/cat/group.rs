//! Rows in groups, and what is computed of each group.

use std::collections::BTreeMap;

use packed_data_schema::Value;
use packed_data_schema::filter::{Atom, Columns};

use crate::error::{Failure, Outcome};
use crate::items::{self, Function, Item};
use crate::order_key::{integer_json, put, put_value};
use crate::rows::Rows;
use crate::sorter::Sorter;

/// What groups may take in memory, in bytes; beyond that they are in temporary files.
const IN_MEMORY: usize = 4 << 20;
/// What a group, or a value of it, takes besides its bytes.
const OVERHEAD: usize = 128;

/// Groups of rows.
pub(super) struct Groups<'c> {
    columns: Columns<'c>,
    /// How many of the columns are the names of a group.
    names: usize,
    /// What is computed, and of which column.
    functions: Vec<(Function, Option<usize>)>,
    groups: BTreeMap<Vec<u8>, Group>,
    size: usize,
    /// Parts of groups that had no place in memory.
    spilled: Option<Sorter>,
}

/// What is known of a group.
#[derive(Default)]
struct Group {
    /// What its rows have in common.
    names: Vec<Cell>,
    states: Vec<State>,
}

/// A value that is printed: the key of its order, and its JSON.
#[derive(Clone, Default)]
pub(super) struct Cell {
    pub(super) key: Vec<u8>,
    pub(super) json: Vec<u8>,
}

/// What was computed so far.
#[derive(Clone, Default)]
struct State {
    count: u64,
    integers: i128,
    floats: f64,
    has_floats: bool,
    best: Option<Cell>,
}

impl<'c> Groups<'c> {
    pub(super) fn new(rows: &Rows<'c>, names: &[Item], functions: &[Item]) -> Outcome<Self> {
        let paths = [items::paths(names), items::paths(functions)].concat();
        let columns = Columns::new(rows.codec, rows.of(), &paths).map_err(|error| Failure::Usage(error.message))?;
        let mut next = names.len()..;
        let functions = functions
            .iter()
            .map(|item| (item.function.unwrap_or(Function::Count), item.path.as_ref().and_then(|_| next.next())));
        let (functions, groups) = (functions.collect(), BTreeMap::new());
        let mut new = Self { columns, names: names.len(), functions, groups, size: 0, spilled: None };
        if names.is_empty() {
            // (All rows are one group, also if there are none.)
            new.groups.insert(Vec::new(), new.group(Vec::new()));
        }
        Ok(new)
    }

    fn group(&self, names: Vec<Cell>) -> Group {
        Group { names, states: vec![State::default(); self.functions.len()] }
    }

    /// Adds a row to its group.
    pub(super) fn add(&mut self, row: Value<'_>) -> Outcome {
        let atoms = self.columns.atoms(row);
        let json = |column: usize| -> Outcome<Vec<u8>> {
            let mut json = Vec::new();
            match self.columns.values(row).get(column).copied().flatten() {
                Some(value) => value.write_json(&mut json)?,
                None => json.extend(b"null"),
            }
            Ok(json)
        };
        let mut key = Vec::new();
        let mut ends = Vec::new();
        for (column, atom) in atoms.iter().enumerate().take(self.names) {
            put(*atom, |to| json(column).map(|json| to.extend(json)), &mut key)?;
            ends.push(key.len());
        }
        if !self.groups.contains_key(&key) {
            let mut start = 0;
            let names = ends.iter().enumerate().map(|(column, end)| {
                let own = key[start..*end].to_vec();
                start = *end;
                Ok(Cell { key: own, json: json(column)? })
            });
            let group = self.group(names.collect::<Outcome<_>>()?);
            let cells = group.names.iter().map(|cell| cell.key.len() + cell.json.len() + OVERHEAD).sum::<usize>();
            self.size += key.len() + cells + (group.states.len() + 1) * OVERHEAD;
            self.groups.insert(key.clone(), group);
        }
        let Some(group) = self.groups.get_mut(&key) else { return Ok(()) };
        for (state, (function, column)) in group.states.iter_mut().zip(&self.functions) {
            let Some(column) = *column else {
                state.count += 1;
                continue;
            };
            let atom = atoms[column];
            match function {
                Function::Count => state.count += u64::from(atom != Atom::Null),
                Function::Sum | Function::Mean => state.add(atom),
                Function::Min | Function::Max => {
                    if matches!(atom, Atom::Null | Atom::Other) {
                        continue;
                    }
                    let mut key = Vec::new();
                    put(atom, |_| Ok(()), &mut key)?;
                    if state.is_better(&key, *function) {
                        let best = Cell { key, json: json(column)? };
                        self.size += best.key.len() + best.json.len();
                        state.best = Some(best);
                    }
                }
            }
        }
        if self.size > IN_MEMORY { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Outcome {
        let spilled = self.spilled.get_or_insert_with(|| Sorter::new(None));
        self.size = 0;
        std::mem::take(&mut self.groups).into_iter().try_for_each(|(key, group)| spilled.push(key, group.to_bytes()))
    }

    /// Calls `f` with the cells of each group, in the order of their names.
    pub(super) fn finish(mut self, f: &mut dyn FnMut(Vec<Cell>) -> Outcome<bool>) -> Outcome {
        let functions = std::mem::take(&mut self.functions);
        if self.spilled.is_none() {
            for group in self.groups.into_values() {
                if !f(group.cells(&functions)?)? {
                    break;
                }
            }
            return Ok(());
        }
        self.spill()?;
        let Some(spilled) = self.spilled else { return Ok(()) };
        let mut parts = spilled.finish()?;
        let mut last: Option<(Vec<u8>, Group)> = None;
        while let Some((key, bytes)) = parts.next()? {
            let part = Group::of_bytes(&mut &bytes[..]).unwrap_or_default();
            match &mut last {
                Some((of, group)) if *of == key => group.merge(part, &functions),
                _ => {
                    if let Some((_, group)) = last.replace((key, part))
                        && !f(group.cells(&functions)?)?
                    {
                        return Ok(());
                    }
                }
            }
        }
        last.map_or(Ok(()), |(_, group)| f(group.cells(&functions)?).map(drop))
    }
}

impl Group {
    fn merge(&mut self, other: Self, functions: &[(Function, Option<usize>)]) {
        for ((state, other), (function, _)) in self.states.iter_mut().zip(other.states).zip(functions) {
            state.count += other.count;
            state.add_integer(other.integers);
            state.floats += other.floats;
            state.has_floats |= other.has_floats;
            if let Some(best) = other.best
                && state.is_better(&best.key, *function)
            {
                state.best = Some(best);
            }
        }
    }

    fn cells(self, functions: &[(Function, Option<usize>)]) -> Outcome<Vec<Cell>> {
        let computed = self.states.into_iter().zip(functions).map(|(state, (function, _))| state.cell(*function));
        self.names.into_iter().map(Ok).chain(computed).collect()
    }

    /// Returns the group as bytes, for a temporary file.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_cells(&self.names, &mut bytes);
        bytes.extend((self.states.len() as u64).to_le_bytes());
        for state in &self.states {
            bytes.extend(state.count.to_le_bytes());
            bytes.extend(state.integers.to_le_bytes());
            bytes.extend(state.floats.to_le_bytes());
            bytes.push(state.has_floats.into());
            put_cells(state.best.as_slice(), &mut bytes);
        }
        bytes
    }

    fn of_bytes(bytes: &mut &[u8]) -> Option<Self> {
        let names = take_cells(bytes)?;
        let count = u64::from_le_bytes(take(bytes)?);
        let state = |bytes: &mut &[u8]| {
            let (count, integers) = (u64::from_le_bytes(take(bytes)?), i128::from_le_bytes(take(bytes)?));
            let (floats, [has_floats]) = (f64::from_le_bytes(take(bytes)?), take(bytes)?);
            let best = take_cells(bytes)?.pop();
            Some(State { count, integers, floats, has_floats: has_floats == 1, best })
        };
        let states = (0..count).map(|_| state(bytes)).collect::<Option<_>>()?;
        Some(Self { names, states })
    }
}

fn put_cells(cells: &[Cell], to: &mut Vec<u8>) {
    to.extend((cells.len() as u64).to_le_bytes());
    for part in cells.iter().flat_map(|cell| [&cell.key, &cell.json]) {
        to.extend((part.len() as u64).to_le_bytes());
        to.extend(part);
    }
}

fn take_cells(bytes: &mut &[u8]) -> Option<Vec<Cell>> {
    let part = |bytes: &mut &[u8]| {
        let len = usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()?;
        bytes.split_off(..len).map(<[u8]>::to_vec)
    };
    let count = u64::from_le_bytes(take(bytes)?);
    (0..count).map(|_| Some(Cell { key: part(bytes)?, json: part(bytes)? })).collect()
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

impl State {
    /// Adds a number; ignores what is none.
    fn add(&mut self, atom: Atom<'_>) {
        match atom {
            Atom::Int(value) => self.add_integer(value),
            Atom::Large(value) => self.add_float(value as f64),
            Atom::Float(value) => self.add_float(value),
            _ => return,
        }
        self.count += 1;
    }

    fn add_integer(&mut self, value: i128) {
        match self.integers.checked_add(value) {
            Some(sum) => self.integers = sum,
            None => self.add_float(value as f64),
        }
    }

    fn add_float(&mut self, value: f64) {
        self.floats += value;
        self.has_floats = true;
    }

    /// Returns whether a value comes before the best one.
    fn is_better(&self, key: &[u8], function: Function) -> bool {
        self.best.as_ref().is_none_or(|best| match function {
            Function::Max => *key > *best.key,
            _ => *key < *best.key,
        })
    }

    fn cell(self, function: Function) -> Outcome<Cell> {
        let sum = self.integers as f64 + self.floats;
        let atom = match function {
            Function::Count => Atom::Int(self.count.into()),
            Function::Min | Function::Max => {
                let mut nothing = Cell { json: b"null".into(), key: Vec::new() };
                put_value(None, &mut nothing.key)?;
                return Ok(self.best.unwrap_or(nothing));
            }
            Function::Sum | Function::Mean if self.count == 0 => Atom::Null,
            Function::Sum if !self.has_floats => Atom::Int(self.integers),
            Function::Sum => Atom::Float(sum),
            Function::Mean => Atom::Float(sum / self.count as f64),
        };
        let mut key = Vec::new();
        put(atom, |_| Ok(()), &mut key)?;
        Ok(Cell { key, json: json_of(atom) })
    }
}

/// Returns the JSON of a number, as a value has it.
fn json_of(atom: Atom<'_>) -> Vec<u8> {
    match atom {
        Atom::Int(value) => integer_json(value),
        Atom::Float(value) if value.is_finite() => serde_json::Value::from(value).to_string().into(),
        Atom::Float(value) if value.is_nan() => b"\"NaN\"".into(),
        Atom::Float(value) => (if value > 0.0 { "\"Infinity\"" } else { "\"-Infinity\"" }).into(),
        _ => b"null".into(),
    }
}
