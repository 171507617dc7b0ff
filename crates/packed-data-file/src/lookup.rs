//! Which block has a record, in constant time.

/// Finds the block of a record: a table with the block of every 2^n-th record, so that it has about two entries for
/// each block, and a search between two of its entries.
pub(crate) struct Lookup {
    /// The number after the last record of each block.
    ends: Vec<u64>,
    /// Entry `i` is the block with the record `i << shift`, or the next one if no block has it.
    table: Vec<u32>,
    shift: u32,
}

impl Lookup {
    /// Takes the number after the last record of each block; they must ascend.
    pub(crate) fn new(ends: impl Iterator<Item = u64>) -> Self {
        let ends: Vec<u64> = ends.collect();
        let records = ends.last().copied().unwrap_or(0);
        let blocks = ends.len().max(1) as u64;
        let shift = (records / blocks).max(1).ilog2();
        let mut table = Vec::new();
        let mut block = 0;
        // (Fewer chunks than two for each block, and one.)
        for chunk in 0..(records >> shift).saturating_add(1) {
            while ends.get(block).is_some_and(|end| *end <= chunk << shift) {
                block += 1;
            }
            table.push(u32::try_from(block).unwrap_or(u32::MAX));
        }
        Self { ends, table, shift }
    }

    /// Returns the first block with a record whose number is at least this.
    #[inline]
    pub(crate) fn block_of(&self, number: u64) -> Option<usize> {
        let chunk = usize::try_from(number >> self.shift).ok()?;
        let from = usize::try_from(*self.table.get(chunk)?).ok()?;
        match self.ends.get(from..)? {
            [end, ..] if *end > number => Some(from),
            [_, end, ..] if *end > number => Some(from + 1),
            rest => {
                let to = self.table.get(chunk + 1).map_or(self.ends.len(), |to| *to as usize + 1);
                let within = rest.get(..to.saturating_sub(from).min(rest.len()))?;
                let block = from + within.partition_point(|end| *end <= number);
                (block < self.ends.len()).then_some(block)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record() {
        let cases: [&[u64]; 8] = [
            &[],
            &[1],
            &[3, 4, 5, 100],
            &[100, 101, 102, 103],
            &[10, 20, 30, 40],
            &[1, 2, 3, 1000, 1001, 1002, 1003, 1004, 5000],
            &[7; 1],
            &[1, 1000],
        ];
        for ends in cases {
            let lookup = Lookup::new(ends.iter().copied());
            assert!(lookup.table.len() <= 2 * ends.len() + 1, "{ends:?}");
            for number in 0..ends.last().copied().unwrap_or(0) + 3 {
                assert_eq!(lookup.block_of(number), ends.iter().position(|end| *end > number), "{ends:?} {number}");
            }
        }
    }

    /// Numbers that lie take no memory.
    #[test]
    fn large_numbers() {
        let lookup = Lookup::new([1, u64::MAX - 1, u64::MAX].into_iter());
        assert!(lookup.table.len() <= 8);
        for (number, block) in [(0, Some(0)), (1, Some(1)), (u64::MAX - 1, Some(2)), (u64::MAX, None)] {
            assert_eq!(lookup.block_of(number), block);
        }
    }
}
