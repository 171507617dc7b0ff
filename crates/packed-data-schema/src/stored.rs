//! The parts of a value in the order of their offsets.

use crate::read::{Part, Parts};

/// An iterator over the parts of a value in the order in which they are stored: see [`Parts::stored`].
#[derive(Clone, Debug)]
pub struct StoredParts<'a> {
    /// The fields of the static part that were not returned.
    fixed: std::vec::IntoIter<Part<'a>>,
    parts: Parts<'a>,
    /// Whether the part that was returned last is one of `parts`.
    is_behind: bool,
}

impl<'a> Parts<'a> {
    /// Returns all parts in the order in which they are stored: in a layout that stores the fields of static size
    /// first, such as `Indexed`, these first; otherwise in the order of their declaration.
    ///
    /// With [`resume`](StoredParts::resume), a program goes through a whole value in the order of its bytes in time
    /// proportional to them.
    ///
    /// ```
    /// use packed_data::{Limits, Packable, Packed};
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// #[derive(Packable)]
    /// struct Song {
    ///     title: String,
    ///     seconds: u32,
    /// }
    ///
    /// let song = Song { title: "Low Tide".into(), seconds: 253 };
    /// let bytes = Packed::<Song, packed_data::Indexed>::pack(&song).into_inner();
    /// let schema = Schema::of::<Song>();
    /// let codec = schema.codec(LayoutId::Indexed)?;
    /// let song = codec.read(&bytes, &Limits::DEFAULT)?;
    /// let indices: Vec<usize> = song.parts().stored().map(|part| part.index).collect();
    /// assert_eq!(indices, [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored(self) -> StoredParts<'a> {
        StoredParts { fixed: self.fixed_fields().into_iter(), parts: self, is_behind: false }
    }
}

impl<'a> StoredParts<'a> {
    /// Goes on after the part that was returned last, which ends at `end`: see [`Parts::resume`].
    pub fn resume(&mut self, end: usize) {
        if self.is_behind {
            self.parts.resume(end);
        }
    }

    /// Returns the offset after the value, once `next` has returned `None`: see [`Parts::end`].
    pub fn end(&self) -> Option<usize> {
        self.parts.end()
    }
}

impl<'a> Iterator for StoredParts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        if let Some(part) = self.fixed.next() {
            return Some(part);
        }
        self.is_behind = true;
        loop {
            let part = self.parts.next()?;
            if !self.parts.is_fixed(part.index) {
                return Some(part);
            }
            // (It was returned before. The walk goes on where it was, wherever the field ends.)
            self.parts.resume(part.value.offset());
        }
    }
}
