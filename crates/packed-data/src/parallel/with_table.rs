//! Values with their tables.

use alloc::vec::Vec;

use rayon::iter::IntoParallelIterator;

use super::iter::{Elements, ParIter};
use super::subtrees;
use super::table::{InvalidTable, SideTable};
use crate::layout::{CheckerOf, Compact, Layout, Position};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, WithLimits, validate_and_note};
use crate::shape::{
    Adapt, Adapted, Enum, Field, Keyed, List, Named, Repeat, ScalarShape, Sequence, SequenceShape, Shape, ShapeOf,
    Sizes, SortedSequence, Struct, Text, Variants, skip_value,
};
use crate::view::{Seq, View};
use crate::wire::error::Error;
use crate::wire::limits::Limits;
use crate::wire::scalar::Scalar;

/// A packed value with the [table](SideTable) of where its elements, or its large subtrees, are: random access, and
/// work in parallel, in layouts in which only a walk finds them.
///
/// It contains the bytes, so that the table is never used with others. Nothing can be edited in it.
///
/// An element of a sequence, set or map is reached in constant time, from the entry of the table before it: by
/// skipping less than [`SideTable::every`] elements. (Not in layouts that write a sequence as cells, nor for
/// bytes in the layouts of CBOR, which are byte strings.)
///
/// ```
/// use packed_data::parallel::WithTable;
/// use packed_data::{Cbor, Packed};
/// use rayon::prelude::*;
///
/// let words: Vec<String> = (0..200).map(|n| n.to_string()).collect();
/// let received = Packed::<Vec<String>, Cbor>::pack(&words).into_inner();
///
/// let words = WithTable::<Vec<String>, Cbor>::from_bytes(received)?;
/// assert_eq!(words.get(77), Some("77"));
/// assert_eq!(words.par_iter().map(str::len).sum::<usize>(), 490);
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// A tree is folded and visited in parallel. In [`Indexed`](crate::Indexed) no table is needed for that:
/// [`Packed::par_fold_with`], [`Packed::par_visit_each`].
///
/// ```
/// use packed_data::parallel::{SideTable, WithTable};
/// use packed_data::{Compact, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn perfect(depth: u32) -> Tree {
///     match depth {
///         0 => Tree::Leaf(1),
///         _ => Tree::Node(Box::new(perfect(depth - 1)), Box::new(perfect(depth - 1))),
///     }
/// }
///
/// let packed = Packed::<Tree, Compact>::pack(&perfect(7));
/// let tree = WithTable::of(&packed);
/// let sum = tree.par_fold_with(|node| match node {
///     TreeNode::Leaf(n) => n,
///     TreeNode::Node(left, right) => left + right,
/// });
/// assert_eq!(sum, Ok(1 << 7));
///
/// // Saved in another file, and read back with the bytes.
/// let saved = tree.table().to_bytes();
/// let tree = WithTable::verified(&packed, SideTable::from_bytes(&saved)?)?;
/// # let _ = tree;
/// # Ok::<(), packed_data::parallel::InvalidTable>(())
/// ```
pub struct WithTable<T: ?Sized, L = Compact, B = Vec<u8>> {
    packed: Packed<T, L, B>,
    /// Invariant (Y2): the offsets of the table are from this offset of the bytes on, and it lists values of `packed`.
    /// In a table of elements, `packed` is a sequence, and the elements begin there, side by side, as many as the table
    /// states; each mark is the offset at which its element begins. In one of subtrees, `packed` is a value of another
    /// shape, and between the two marks of each there is a valid value of that shape; none is inside another.
    first: usize,
    pub(super) table: SideTable,
}

/// The shape of a value that can have a [table](SideTable): of elements, if the value is a sequence, set or map; of
/// large subtrees otherwise.
pub trait Tabled: Shape {
    /// Makes the table of a value, with a distance between elements, if it is chosen. Returns the offset of the bytes
    /// from which the offsets of the table are, too.
    #[doc(hidden)]
    fn walk<T, L>(packed: &Packed<T, L, &[u8]>, _every: Option<usize>) -> (usize, SideTable)
    where
        T: Packable<As: Packable<Shape = Self>> + ?Sized,
        L: Layout,
    {
        // SAFETY: by K1 a valid value of this shape is stored at the beginning.
        (0, unsafe { subtrees::walk::<Self, L>(packed.as_bytes()) })
    }

    /// Validates bytes, and makes the table.
    #[doc(hidden)]
    fn validate<T, L>(bytes: &[u8], limits: &Limits) -> Result<(usize, SideTable), Error>
    where
        T: Packable<As: Packable<Shape = Self>> + ?Sized,
        L: Layout,
    {
        Packed::<T, L>::with_limits(limits).from_bytes(bytes).map(|packed| Self::walk(&packed, None))
    }

    /// Proves that a table is that of a value. Returns the offset of the bytes from which the offsets of the table are.
    #[doc(hidden)]
    fn prove<T, L>(packed: &Packed<T, L, &[u8]>, table: &SideTable) -> Result<usize, InvalidTable>
    where
        T: Packable<As: Packable<Shape = Self>> + ?Sized,
        L: Layout,
    {
        // SAFETY: by K1 a valid value of this shape is stored at the beginning.
        unsafe { subtrees::prove::<Self, L>(packed.as_bytes(), table) }.map(|()| 0)
    }
}

/// Implements [`Tabled`] for shapes of sequences: their elements.
macro_rules! sequences {
    ($([$X:ident: $Bound:path $(, $V:ident)?] $Sequence:ty;)+) => {$(
        impl<$X: $Bound $(, const $V: bool)?> Tabled for $Sequence {
            fn walk<T, L>(packed: &Packed<T, L, &[u8]>, every: Option<usize>) -> (usize, SideTable)
            where
                T: Packable<As: Packable<Shape = Self>> + ?Sized,
                L: Layout,
            {
                const { require::<Self, L>() }
                let seq = Seq::<$X, L>::of(&packed.root());
                let mut recorder = SideTable::recorder(every);
                seq.each_start(|start| recorder.push(start));
                (seq.size_of_header(), recorder.finish())
            }

            fn validate<T, L>(bytes: &[u8], limits: &Limits) -> Result<(usize, SideTable), Error>
            where
                T: Packable<As: Packable<Shape = Self>> + ?Sized,
                L: Layout,
            {
                const { require::<Self, L>() }
                if let Some(size) = const { Sizes::<ShapeOf<$X>, L>::SIZE } {
                    // (Their offsets are computed, and they are checked all at once.)
                    let packed = Packed::<T, L>::with_limits(limits).from_bytes(bytes)?;
                    let seq = Seq::<$X, L>::of(&packed.root());
                    return Ok((seq.size_of_header(), SideTable::of_static(seq.len(), size)));
                }
                let (mut recorder, mut first) = (SideTable::recorder(None), None);
                validate_and_note::<T, L>(bytes, limits, |at| recorder.push(at - *first.get_or_insert(at)))?;
                Ok((first.unwrap_or_default(), recorder.finish()))
            }

            fn prove<T, L>(packed: &Packed<T, L, &[u8]>, table: &SideTable) -> Result<usize, InvalidTable>
            where
                T: Packable<As: Packable<Shape = Self>> + ?Sized,
                L: Layout,
            {
                const { require::<Self, L>() }
                if table.every().is_none() {
                    return Err(InvalidTable::Kind);
                }
                let seq = Seq::<$X, L>::of(&packed.root());
                if table.whole != seq.len() {
                    return Err(InvalidTable::Length { stated: table.whole, actual: seq.len() });
                }
                let elements = packed.as_bytes().get(seq.size_of_header()..).unwrap_or_default();
                // (Each run ends where the next one begins, and the first one begins with the first element. So by
                // induction each mark is the beginning of its element.)
                match table.find_wrong::<ShapeOf<$X>, L>(elements, None, without_conditions::<L>, drop) {
                    None => Ok(seq.size_of_header()),
                    Some(run) => Err(table.wrong(run)),
                }
            }
        }
    )+};
}

sequences! {
    [E: Field, V] Sequence<E, V>;
    [E: Keyed] SortedSequence<E>;
}

/// Implements [`Tabled`] for all other shapes: their large subtrees.
macro_rules! others {
    ($([$($generics:tt)*] $Shape:ty;)+) => {$(
        impl<$($generics)*> Tabled for $Shape {}
    )+};
}

others! {
    [T: Named + ?Sized, F: List] Struct<T, F>;
    [T: Named + ?Sized, V: Variants] Enum<T, V>;
    [T: Field, const N: usize] Repeat<T, N>;
    [T, C: Adapt<T>] Adapted<T, C>;
    [S: Scalar] ScalarShape<S>;
    [] Text;
}

/// Returns the checker of some bytes for a proof, which does not test the conditions of users.
pub(super) fn without_conditions<L: Layout>(bytes: &[u8]) -> CheckerOf<'_, L> {
    CheckerOf::<L>::new(bytes, &Limits::DEFAULT).without_conditions()
}

/// Returns whether elements of a sequence are side by side, each by itself.
pub(super) const fn is_possible<Q: SequenceShape, L: Layout>() -> bool {
    !(L::FORMAT.writes_cells() || L::FORMAT.has_byte_strings() && <ShapeOf<Q::Element> as Shape>::IS_BYTE)
}

/// Refuses sequences whose elements are not, when this is compiled.
const fn require<Q: SequenceShape, L: Layout>() {
    assert!(is_possible::<Q, L>(), "the elements of this sequence are not side by side in this layout, each by itself");
}

impl<'a, T, L> WithTable<T, L, &'a [u8]>
where
    T: Packable<As: Packable<Shape: Tabled>> + ?Sized,
    L: Layout,
{
    /// Walks over a value once, and returns it with a table.
    ///
    /// For a sequence this takes as long as skipping all elements; the table has at most 5 % of their bytes. For any
    /// other value it takes as long as a visit that enters and leaves all values of its type, which is several times as
    /// long as validating them: make the table once, and save it. If the value nests more deeply than
    /// [`Limits::DEFAULT`] allows, nothing is listed.
    ///
    /// Allocates the table; for a tree, also stack and heap as a visit.
    pub fn of<B: Buffer>(packed: &'a Packed<T, L, B>) -> Self {
        Self::walk(packed, None)
    }

    fn walk<B: Buffer>(packed: &'a Packed<T, L, B>, every: Option<usize>) -> Self {
        let packed = packed.as_slice();
        let (first, table) = ShapeOfValue::<T>::walk(&packed, every);
        // (Y2: the walk has passed the offset of each element, or has found each subtree.)
        Self { packed, first, table }
    }

    /// Returns a value with a table that was saved, after comparing the two.
    ///
    /// The threads of the current pool check the values between two marks of the table each, as untrusted bytes: they
    /// must begin at one mark, and end at the next. The first element of a sequence begins after the header; so by
    /// induction each mark of a table of elements is the beginning of its element. If subtrees are listed, a walk that
    /// jumps over them must then find each of them. Takes as long as validating in parallel, without the conditions of
    /// users.
    ///
    /// ```
    /// use packed_data::parallel::{InvalidTable, WithTable};
    /// use packed_data::{Cbor, Packed};
    ///
    /// let packed = Packed::<Vec<u32>, Cbor>::pack(&(0..200).collect());
    /// let table = WithTable::of(&packed).table().clone();
    /// assert_eq!(WithTable::verified(&packed, table.clone())?.get(199), Some(199));
    ///
    /// let other = Packed::<Vec<u32>, Cbor>::pack(&(1000..1200).collect());
    /// assert!(matches!(WithTable::verified(&other, table), Err(InvalidTable::Values { .. })));
    /// # Ok::<(), InvalidTable>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`InvalidTable`] if the table is not that of this value, or if what it lists nests more deeply than
    /// [`Limits::DEFAULT`] allows. A new table can be made then: [`WithTable::of`].
    pub fn verified<B: Buffer>(packed: &'a Packed<T, L, B>, table: SideTable) -> Result<Self, InvalidTable> {
        let packed = packed.as_slice();
        let first = ShapeOfValue::<T>::prove(&packed, &table)?;
        // (So Y2 holds.)
        Ok(Self { packed, first, table })
    }
}

impl<'a, T, L> WithTable<T, L, &'a [u8]>
where
    T: Packable<As: Packable<Shape: Tabled + SequenceShape>> + ?Sized,
    L: Layout,
{
    /// Walks over a sequence once, and returns it with a table of every `every`th element: eight bytes for each of
    /// them.
    ///
    /// ```
    /// use packed_data::parallel::WithTable;
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into(), "or".into(), "not".into()]);
    /// let words = WithTable::with_every(&words, 2);
    /// assert_eq!((words.get(3), words.table().size()), (Some("not"), 8));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `every` is zero.
    pub fn with_every<B: Buffer>(packed: &'a Packed<T, L, B>, every: usize) -> Self {
        assert!(every > 0, "a table of every 0th element");
        Self::walk(packed, Some(every))
    }
}

impl<T, L, B> WithTable<T, L, B>
where
    T: Packable<As: Packable<Shape: Tabled>> + ?Sized,
    L: Layout,
    B: Buffer,
{
    /// Validates bytes as [`Packed::from_bytes`] does, and makes the table: of a sequence in the same pass.
    ///
    /// The verdict is the same, and so is the error. The table of a sequence has at most 5 % of the bytes of the
    /// elements; it is the only thing that is allocated.
    ///
    /// # Errors
    ///
    /// As for [`Packed::from_bytes`].
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        Packed::with_limits(&Limits::DEFAULT).table_from_bytes(bytes)
    }
}

impl<T, L> WithLimits<'_, T, L>
where
    T: Packable<As: Packable<Shape: Tabled>> + ?Sized,
    L: Layout,
{
    /// Validates bytes as [`from_bytes`](Self::from_bytes) does, and makes the table, as [`WithTable::from_bytes`]
    /// does.
    ///
    /// # Errors
    ///
    /// As for [`from_bytes`](Self::from_bytes).
    pub fn table_from_bytes<B: Buffer>(self, bytes: B) -> Result<WithTable<T, L, B>, Error> {
        let (first, table) = ShapeOfValue::<T>::validate::<T, L>(bytes.as_bytes(), self.limits)?;
        // SAFETY: `validate` accepted what `from_bytes` accepts with these limits. (A buffer has the same bytes
        // each time.)
        let packed = unsafe { Packed::from_bytes_unchecked(bytes) };
        // (Y2: the check has passed the offset of each element, or a walk has found each subtree.)
        Ok(WithTable { packed, first, table })
    }
}

impl<T: ?Sized, L, B> WithTable<T, L, B> {
    /// Returns the table, to be saved.
    pub fn table(&self) -> &SideTable {
        &self.table
    }

    /// Returns the value.
    pub fn packed(&self) -> &Packed<T, L, B> {
        &self.packed
    }

    /// Returns the value and the table: to save the table beside the bytes, or to edit the value. (From then on the
    /// table is not trusted: [`WithTable::verified`].)
    ///
    /// ```
    /// use packed_data::parallel::{InvalidTable, WithTable};
    /// use packed_data::{Compact, Packed};
    ///
    /// let bytes = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]).into_inner();
    /// let (packed, table) = WithTable::<Vec<String>>::from_bytes(bytes).expect("valid bytes").into_parts();
    /// assert_eq!(WithTable::verified(&packed, table)?.get(1), Some("be"));
    /// # Ok::<(), InvalidTable>(())
    /// ```
    pub fn into_parts(self) -> (Packed<T, L, B>, SideTable) {
        (self.packed, self.table)
    }
}

impl<T, L, B> WithTable<T, L, B>
where
    T: Packable<As: Packable<Shape: SequenceShape>> + ?Sized,
    L: Layout,
    B: Buffer,
{
    /// Returns the number of elements, in constant time.
    pub fn len(&self) -> usize {
        self.table.whole
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes from the first element on.
    fn elements(&self) -> &[u8] {
        self.packed.as_bytes().get(self.first..).unwrap_or_default()
    }

    /// Returns the view of element `index`; `None` if there are not more than `index` elements.
    #[inline]
    pub fn get(&self, index: usize) -> Option<<ElementOf<T> as Field>::View<'_, L>> {
        self.get_view(index).map(ElementOf::<T>::view::<L>)
    }

    /// Returns element `index` as a [`View`], whatever its type; `None` if there are not more than `index` elements.
    #[inline]
    #[allow(clippy::type_complexity, reason = "the view of an element")]
    pub fn get_view(
        &self,
        index: usize,
    ) -> Option<View<'_, <ElementOf<T> as Field>::Of, <ElementOf<T> as Field>::Access<L>>> {
        if index >= self.len() {
            return None;
        }
        // SAFETY: by Y2 a valid element is stored at its position, so V1 holds.
        Some(unsafe { View::new(Elements::<ElementOf<T>, L>::position(&self, index)) })
    }
}

// SAFETY: by Y2 the elements are stored side by side, in bytes that are borrowed for `'s`.
unsafe impl<'s, T, L, B> Elements<'s, ElementOf<T>, L> for &'s WithTable<T, L, B>
where
    T: Packable<As: Packable<Shape: SequenceShape>> + ?Sized,
    L: Layout,
    B: Buffer,
{
    fn len(&self) -> usize {
        self.table.whole
    }

    fn size(&self) -> usize {
        self.elements().len()
    }

    #[inline]
    unsafe fn position(&self, index: usize) -> L::Pos {
        let (start, after) = self.table.nearest(index);
        // SAFETY: by Y2 an element begins at that offset, unless it is that of the end, and nothing is skipped. At
        // least `after` elements follow, side by side.
        unsafe {
            let mut pos = L::Pos::at(self.elements(), start);
            for _ in 0..after {
                pos = skip_value::<ShapeOf<ElementOf<T>>, L>(pos);
            }
            pos
        }
    }

    #[inline]
    unsafe fn after(&self, _: usize, pos: L::Pos) -> L::Pos {
        // SAFETY: the caller promises that an element is stored at `pos`.
        unsafe { skip_value::<ShapeOf<ElementOf<T>>, L>(pos) }
    }
}

impl<'s, T, L, B> IntoParallelIterator for &'s WithTable<T, L, B>
where
    T: Packable<As: Packable<Shape: SequenceShape>> + ?Sized,
    <ElementOf<T> as Field>::View<'s, L>: Send,
    L: Layout,
    B: Buffer,
    Self: Send,
{
    type Item = <ElementOf<T> as Field>::View<'s, L>;
    type Iter = ParIter<'s, ElementOf<T>, L, Self>;

    fn into_par_iter(self) -> Self::Iter {
        ParIter::all(self)
    }
}

/// The shape of a packed `T`.
pub(super) type ShapeOfValue<T> = <<T as Packable>::As as Packable>::Shape;

/// The type of the elements of a packed `T`.
type ElementOf<T> = <ShapeOfValue<T> as SequenceShape>::Element;
