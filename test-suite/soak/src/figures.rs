//! What a soak test counted: one line of figures.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use crate::memory::Memory;

/// What must not be.
#[derive(Debug)]
pub(crate) struct Fault {
    /// How much of what was acknowledged is lost.
    pub(crate) lost: u64,
    pub(crate) what: String,
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self { lost: 0, what }
    }
}

impl From<&str> for Fault {
    fn from(what: &str) -> Self {
        String::from(what).into()
    }
}

/// What was counted, in the order in which it is printed.
pub(crate) struct Figures {
    name: &'static str,
    seed: u64,
    begin: Instant,
    counts: Vec<(&'static str, u64)>,
    errors: BTreeMap<String, u64>,
    lost: u64,
    faults: u64,
    memories: Vec<Memory>,
}

impl Figures {
    pub(crate) fn new(name: &'static str, seed: u64) -> Self {
        let (counts, errors, memories) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { name, seed, begin: Instant::now(), counts, errors, lost: 0, faults: 0, memories }
    }

    /// Adds to a count.
    pub(crate) fn add(&mut self, name: &'static str, count: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => self.counts.push((name, count)),
        }
    }

    /// Counts errors that may be.
    pub(crate) fn errors(&mut self, kind: impl Into<String>, count: u64) {
        if count > 0 {
            *self.errors.entry(kind.into()).or_default() += count;
        }
    }

    /// Notes what must not be.
    pub(crate) fn fault(&mut self, fault: impl Into<Fault>) {
        let Fault { lost, what } = fault.into();
        eprintln!("{}: FAULT: {what}", self.name);
        self.lost += lost;
        self.faults += 1;
    }

    pub(crate) fn has_faults(&self) -> bool {
        self.faults > 0
    }

    /// Takes the memory of a kind of process. That it grows is a fault.
    pub(crate) fn memory(&mut self, memory: Memory) {
        if let Some(growth) = memory.growth()
            && growth.is_leak()
        {
            let (before, after) = (growth.before, growth.after);
            self.fault(format!("the memory of the {} grew from {before} to {after} bytes", memory.name()));
        }
        self.memories.push(memory);
    }
}

/// One line.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.begin.elapsed().as_secs_f64() / 60.0;
        write!(f, "{}: seed {}, {minutes:.1} minutes", self.name, self.seed)?;
        for (name, count) in &self.counts {
            write!(f, ", {name} {count}")?;
        }
        write!(f, ", lost {}; errors:", self.lost)?;
        if self.errors.is_empty() {
            f.write_str(" none")?;
        }
        for (index, (kind, count)) in self.errors.iter().enumerate() {
            write!(f, "{} {kind} {count}", if index == 0 { "" } else { "," })?;
        }
        f.write_str("; RSS in MB:")?;
        for (index, memory) in self.memories.iter().enumerate() {
            write!(f, "{} {} ", if index == 0 { "" } else { "," }, memory.name())?;
            match memory.growth() {
                Some(growth) => write!(f, "{:.1} -> {:.1}", growth.before as f64 / 1e6, growth.after as f64 / 1e6)?,
                None => f.write_str("unknown")?,
            }
        }
        write!(f, "; faults {}", self.faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line() {
        let mut figures = Figures::new("files", 7);
        figures.add("rounds", 2);
        figures.add("rounds", 3);
        assert!(!figures.has_faults());
        assert_eq!(
            figures.to_string(),
            "files: seed 7, 0.0 minutes, rounds 5, lost 0; errors: none; RSS in MB:; faults 0"
        );
        figures.errors("full", 1);
        figures.errors("early", 1);
        figures.errors("late", 0);
        figures.errors("full", 1);
        figures.memory(Memory::new("writer"));
        figures.fault(Fault { lost: 3, what: "three records are lost".into() });
        assert!(figures.has_faults());
        assert_eq!(
            figures.to_string(),
            "files: seed 7, 0.0 minutes, rounds 5, lost 3; errors: early 1, full 2; \
             RSS in MB: writer unknown; faults 1"
        );
    }
}
