//! `Reserved<T>`: the place of a field that was removed, in every layout.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use packed_data::layout::haskell;
use packed_data::types::Reserved;
use packed_data::{
    Cbor, Compact, Cursor, Done, ErrorKind, Filled, Fingerprint, InPlace, Indexed, Layout, Needs, Packable, Packed,
    RandomAccess,
};
use test_suite::{TestLayout, over_layouts};

over_layouts!(
    few all: an_old_value_is_read,
    an_old_reader_finds_a_default,
    a_cursor_skips_it,
    a_conversion_writes_the_default,
    what_is_there_is_not_compared,
    no_rule_changes_what_is_there,
    a_transformation_keeps_or_replaces_it,
    it_is_a_leaf,
    inside_other_types
);
over_layouts!(few rich: inside_types_of_rust);
over_layouts!(native: other_fields_are_edited, what_is_there_is_checked);
over_layouts!(few haskells: what_is_there_is_checked);

mod old {
    use packed_data::Packable;

    #[derive(Clone, Debug, PartialEq, Packable)]
    pub(super) struct Person {
        pub(super) id: u32,
        pub(super) fax: Vec<u16>,
        pub(super) married: bool,
        pub(super) age: u8,
        pub(super) friend: Option<Box<Person>>,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    pub(super) enum Tree {
        Leaf(Option<u32>, i64),
        Node(Option<Box<Tree>>, Box<Tree>, Box<Tree>),
    }
}

#[derive(Clone, Debug, Default, PartialEq, Packable)]
struct Person {
    id: u32,
    fax: Reserved<Vec<u16>>,
    married: Reserved<bool>,
    age: u8,
    friend: Reserved<Option<Box<Person>>>,
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Tree {
    Leaf(Reserved<Option<u32>>, i64),
    Node(Reserved<Option<Box<Tree>>>, Box<Tree>, Box<Tree>),
}

fn old_person() -> old::Person {
    let friend = old::Person { id: 2, fax: vec![], married: false, age: 3, friend: None };
    old::Person { id: 1, fax: vec![300, 0, 7], married: true, age: 36, friend: Some(Box::new(friend)) }
}

fn person() -> Person {
    Person { id: 1, age: 36, ..Person::default() }
}

/// Returns the old person with defaults in the removed fields.
fn emptied() -> old::Person {
    old::Person { id: 1, fax: vec![], married: false, age: 36, friend: None }
}

/// Returns the bytes of the old person, as a new one.
fn upgraded<L: Layout>() -> Packed<Person, L> {
    let bytes = Packed::<old::Person, L>::pack(&old_person()).into_inner();
    Packed::from_vec(bytes).expect("valid")
}

fn an_old_value_is_read<L: TestLayout>() {
    assert_eq!(upgraded::<L>().unpack(), Ok(person()));
}

fn an_old_reader_finds_a_default<L: TestLayout>() {
    let new = Packed::<Person, L>::pack(&person());
    assert_eq!(new.as_bytes(), Packed::<old::Person, L>::pack(&emptied()).as_bytes());
    let read = Packed::<old::Person, L>::from_slice(new.as_bytes()).expect("valid");
    assert_eq!(read.unpack(), Ok(emptied()));
}

fn a_cursor_skips_it<L: TestLayout>() {
    let ages = |packed: &Packed<Person, L>| {
        packed.read(|person| {
            let (id, fields) = person.fields().read();
            let (age, fields) = fields.skip().skip().read();
            fields.skip().done((id, age))
        })
    };
    assert_eq!(ages(&upgraded()), (1, 36));
    assert_eq!(ages(&Packed::pack(&person())), (1, 36));
}

/// Whatever is there is checked as what it was.
fn what_is_there_is_checked<L: TestLayout>() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Flag(u8, bool);

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Gone(u8, Reserved<bool>);

    let mut bytes = Packed::<Flag, L>::pack(&Flag(7, true)).into_inner();
    let at = bytes.iter().rposition(|byte| *byte == 1).expect("a truth value");
    assert_eq!(Packed::<Gone, L>::from_slice(&bytes).expect("valid").unpack(), Ok(Gone(7, Reserved::new())));
    bytes[at] = 2;
    let error = Packed::<Gone, L>::from_slice(&bytes).expect_err("not a truth value");
    let as_it_was = Packed::<Flag, L>::from_slice(&bytes).expect_err("not a truth value");
    assert!(matches!(error.kind(), ErrorKind::InvalidScalar { .. }), "{error}");
    assert_eq!((error.kind(), error.offset()), (as_it_was.kind(), as_it_was.offset()));
    assert_eq!(error.to_string(), as_it_was.to_string().replace("Flag", "Gone"));
}

/// What packing the unpacked value would write: the default, also in the same layout, and in blocks of bytes.
fn a_conversion_writes_the_default<L: TestLayout>() {
    fn between<L: Layout, M: Layout>() {
        let converted = upgraded::<L>().convert::<M>().expect("both layouts have the type");
        assert_eq!(converted, Packed::<Person, M>::pack(&person()));
        assert_eq!(converted.as_bytes(), Packed::<old::Person, M>::pack(&emptied()).as_bytes());
        let converted = tables::<L>().convert::<M>().expect("both layouts have the type");
        assert_eq!(converted, Packed::<Table, M>::pack(&tables::<L>().unpack().expect("flat")));
    }

    between::<L, L>();
    between::<L, Compact>();
    between::<L, Indexed>();
    between::<L, Cbor>();
    between::<L, haskell::Store>();
    between::<Compact, L>();
    between::<Indexed, L>();
    between::<Cbor, L>();
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Cell(u8, Reserved<u16>);

/// Values of static size, which a conversion copies as blocks if it may, and bytes, which `Cbor` writes as strings.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Table(Vec<Cell>, Cell, Vec<Reserved<u8>>, Option<Reserved<Option<u8>>>, Box<Reserved<u32>>);

/// Returns a table that was written before the fields were removed, and are not their defaults.
fn tables<L: Layout>() -> Packed<Table, L> {
    #[derive(Packable)]
    struct OldCell(u8, u16);
    #[derive(Packable)]
    struct OldTable(Vec<OldCell>, OldCell, Vec<u8>, Option<Option<u8>>, Box<u32>);

    let cells = vec![OldCell(1, 300), OldCell(2, 7)];
    let old = OldTable(cells, OldCell(3, 9), vec![5, 0, 200], Some(Some(4)), Box::new(70_000));
    Packed::from_vec(Packed::<_, L>::pack(&old).into_inner()).expect("valid")
}

/// Two values are equal packed if they are equal in memory.
fn what_is_there_is_not_compared<L: TestLayout>() {
    let (old, new) = (upgraded::<L>(), Packed::<Person, L>::pack(&person()));
    assert_ne!(old, new, "their bytes differ");
    let is_equal = |other: Person| {
        let other = Packed::<Person, L>::pack(&other);
        assert_eq!(old.view() == other.view(), new.view() == other.view());
        assert_eq!(old.view().cmp(&other.view()), other.view().cmp(&old.view()).reverse());
        old.view() == other.view()
    };
    assert!(is_equal(person()));
    assert!(!is_equal(Person { id: 2, ..person() }));
    assert!(!is_equal(Person { age: 37, ..person() }));
    assert!(tables::<L>().view() == tables::<L>().convert::<L>().expect("the same layout").view());
}

/// A rule is for the values that are read. The place is copied as it is.
fn no_rule_changes_what_is_there<L: TestLayout>() {
    let more = tables::<L>().rewrite(|rules| {
        let rules = rules.on::<u16>(|_, _, _| unreachable!("no `u16` is read"));
        let rules = rules.on::<u32>(|_, _, _| unreachable!("no `u32` is read"));
        rules.on::<u8>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1))))
    });
    let cell = |n| Cell(n, Reserved::new());
    let expected =
        Table(vec![cell(2), cell(3)], cell(4), vec![Reserved::new(); 3], Some(Reserved::new()), Box::default());
    assert_eq!(more.unpack(), Ok(expected));
    assert_eq!(more.as_bytes().len(), tables::<L>().as_bytes().len());
}

fn a_transformation_keeps_or_replaces_it<L: TestLayout>() {
    fn keep<'i, 'o, L: Layout>(
        person: Cursor<'_, 'i, Person, L>,
        needs: Needs<'o, Person, L>,
    ) -> Done<'i, Filled<'o>, L> {
        person.transform(needs).update(|id| id + 1).copy().copy().copy().copy().done()
    }

    fn replace<'i, 'o, L: Layout>(
        person: Cursor<'_, 'i, Person, L>,
        needs: Needs<'o, Person, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let (id, fields) = person.fields().read();
        let (age, fields) = fields.skip().skip().read();
        let needs = Person::start_person(needs).put(&(id + 1)).put_as(&Reserved::<Vec<u16>>::new());
        let needs = needs.put_as(&Reserved::<bool>::new()).put(&age);
        fields.skip().done(needs.put_as(&Reserved::<Option<Box<Person>>>::new()).done())
    }

    let kept: Packed<Person, L> = upgraded::<L>().transform(keep);
    let expected = old::Person { id: 2, ..old_person() };
    assert_eq!(kept.as_bytes(), Packed::<old::Person, L>::pack(&expected).as_bytes());
    let replaced: Packed<Person, L> = upgraded::<L>().transform(replace);
    assert_eq!(replaced, Packed::pack(&Person { id: 2, ..person() }));
    // What is built has the default there.
    let (fax, married, friend) = (Reserved::new(), Reserved::new(), Reserved::new());
    let built = Packed::<Person, L>::build(|needs| Person::write_person(needs, &1, &fax, &married, &36, &friend));
    assert_eq!(built, Packed::pack(&person()));
}

/// Returns a tree, and the same as it was before two fields were removed.
fn trees() -> (Tree, old::Tree) {
    let new = |number| Tree::Leaf(Reserved::new(), number);
    let old = |number| old::Tree::Leaf(Some(9), number);
    let node = |left, right| Tree::Node(Reserved::new(), Box::new(left), Box::new(right));
    let old_node = |left, right| old::Tree::Node(Some(Box::new(old(1000))), Box::new(left), Box::new(right));
    (node(node(new(1), new(2)), new(3)), old_node(old_node(old(1), old(2)), old(3)))
}

/// Folds and visits receive `()` for the field, although its type mentions the type itself.
fn it_is_a_leaf<L: TestLayout>() {
    struct Rebuild;

    impl<'a, L: Layout> TreeFold<'a, L> for Rebuild {
        type Out = Tree;

        fn leaf(&mut self, (): (), number: i64) -> Tree {
            Tree::Leaf(Reserved::new(), number)
        }

        fn node(&mut self, (): (), left: Tree, right: Tree) -> Tree {
            Tree::Node(Reserved::new(), Box::new(left), Box::new(right))
        }
    }

    struct Numbers(Vec<i64>);

    impl<'a, L: Layout> TreeVisit<'a, L> for Numbers {
        type Break = ();

        fn leaf(&mut self, (): (), number: i64) -> ControlFlow<()> {
            self.0.push(number);
            ControlFlow::Continue(())
        }

        fn node(&mut self, (): ()) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    let (new, old) = trees();
    let bytes = Packed::<old::Tree, L>::pack(&old).into_inner();
    let packed = Packed::<Tree, L>::from_vec(bytes).expect("valid");
    assert_eq!(packed.unpack(), Ok(new.clone()));
    assert_eq!(packed.fold(&mut Rebuild), Ok(new));
    let mut numbers = Numbers(Vec::new());
    assert_eq!(packed.visit(&mut numbers), Ok(ControlFlow::Continue(())));
    assert_eq!(numbers.0, [1, 2, 3]);
}

fn round_trip<T, L: Layout>(value: &T)
where
    T: Packable + PartialEq + std::fmt::Debug + for<'a> packed_data::Unpack<'a>,
{
    let packed = Packed::<T, L>::pack(value);
    assert_eq!(packed_data::packed::packed_size::<T, L>(value), Ok(packed.as_bytes().len()));
    let read = Packed::<T, L>::from_slice(packed.as_bytes()).expect("valid");
    assert_eq!(read.unpack().as_ref(), Ok(value));
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Holder<T: Default>(Vec<Reserved<T>>, Option<Reserved<u8>>, Box<Reserved<Vec<T>>>);

fn inside_other_types<L: TestLayout>() {
    round_trip::<_, L>(&Reserved::<u8>::new());
    round_trip::<_, L>(&vec![Reserved::<Vec<i32>>::new(); 3]);
    let holder = Holder(vec![Reserved::new(); 2], Some(Reserved::new()), Box::default());
    round_trip::<Holder<u64>, L>(&holder);
    let as_packed = (vec![0_u64; 2], Some(0_u8), Vec::<u64>::new());
    #[derive(Packable)]
    struct Same(Vec<u64>, Option<u8>, Vec<u64>);
    let same = Same(as_packed.0, as_packed.1, as_packed.2);
    assert_eq!(Packed::<_, L>::pack(&holder).as_bytes(), Packed::<_, L>::pack(&same).as_bytes());
}

fn inside_types_of_rust<L: TestLayout>() {
    use std::collections::BTreeMap;

    round_trip::<_, L>(&(Reserved::<String>::new(), [Reserved::<char>::new(); 2], 5_u8));
    round_trip::<_, L>(&BTreeMap::from([(String::from("key"), Reserved::<(u8, String)>::new())]));
}

fn other_fields_are_edited<L: TestLayout + InPlace>() {
    let mut packed = upgraded::<L>();
    packed.edit(|person| person.fields().set(5).skip().skip().update(|age| age + 1).skip().done(()));
    let expected = old::Person { id: 5, age: 37, ..old_person() };
    assert_eq!(packed.as_bytes(), Packed::<old::Person, L>::pack(&expected).as_bytes());
}

fn views<L: RandomAccess + InPlace>() {
    let mut packed = upgraded::<L>();
    let PersonView { id, fax: (), married: (), age, friend: () } = packed.view().fields();
    assert_eq!((id, age), (1, 36));
    assert_eq!(packed.view().unpack(), Ok(person()));
    let PersonView { mut id, fax: (), married: (), mut age, friend: () } = packed.view_mut().fields();
    id.set(6);
    age.set(7);
    let expected = old::Person { id: 6, age: 7, ..old_person() };
    assert_eq!(packed.as_bytes(), Packed::<old::Person, L>::pack(&expected).as_bytes());
}

#[test]
fn a_view_of_it_is_the_unit() {
    views::<Indexed>();
}

/// In `Cbor` the place itself may be absent, since it was a new field once.
#[test]
fn a_place_that_may_be_absent() {
    #[derive(Debug, PartialEq, Packable)]
    struct First(u8);

    #[derive(Debug, PartialEq, Packable)]
    struct Second(u8, #[packable(default)] String);

    #[derive(Debug, PartialEq, Packable)]
    struct Third(u8, #[packable(default)] Reserved<String>, #[packable(default)] u16);

    let first = Packed::<First, Cbor>::pack(&First(1));
    let read = Packed::<Third, Cbor>::from_slice(first.as_bytes()).expect("valid").unpack();
    assert_eq!(read, Ok(Third(1, Reserved::new(), 0)));
    let second = Packed::<Second, Cbor>::pack(&Second(2, "text".into()));
    let read = Packed::<Third, Cbor>::from_slice(second.as_bytes()).expect("valid").unpack();
    assert_eq!(read, Ok(Third(2, Reserved::new(), 0)));
    let third = Packed::<Third, Cbor>::pack(&Third(3, Reserved::new(), 9));
    let read = Packed::<Second, Cbor>::from_slice(third.as_bytes()).expect("valid").unpack();
    assert_eq!(read, Ok(Second(3, String::new())));
    assert_eq!(Packed::<First, Cbor>::from_slice(third.as_bytes()).expect("valid").unpack(), Ok(First(3)));
}

#[test]
fn the_fingerprint_is_that_of_the_former_type() {
    mod renamed {
        #[derive(packed_data::Packable)]
        pub(super) enum Tree {
            Leaf { old: packed_data::types::Reserved<Option<u32>>, number: i64 },
            Node(packed_data::types::Reserved<Option<Box<Tree>>>, Box<Tree>, Box<Tree>),
        }
    }

    assert_eq!(Fingerprint::of::<Person>(), Fingerprint::of::<old::Person>());
    assert_eq!(Fingerprint::of::<Tree>(), Fingerprint::of::<old::Tree>());
    let text = Fingerprint::description_of::<renamed::Tree>();
    assert_eq!(text.replace("3:old", "1:0").replace("6:number", "1:1"), Fingerprint::description_of::<old::Tree>());
}

/// A type without any traits.
struct Plain;

/// The place takes no memory and has these traits, whatever was there.
#[test]
fn it_has_every_trait_for_all_types() {
    fn has_traits<T: Copy + std::fmt::Debug + Default + Hash + Ord + Send + Sync + Unpin + 'static>() {}

    has_traits::<Reserved<Plain>>();
    has_traits::<Reserved<str>>();
    has_traits::<Reserved<std::rc::Rc<u8>>>();
    assert_eq!(size_of::<Reserved<[u64; 9]>>(), 0);
    let (one, other) = (Reserved::<Plain>::new(), Reserved::<Plain>::default());
    assert_eq!(one, other.clone());
    assert_eq!(one.cmp(&other), std::cmp::Ordering::Equal);
    assert_eq!(one.partial_cmp(&other), Some(std::cmp::Ordering::Equal));
    assert_eq!(format!("{one:?}"), "Reserved");
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(&|hasher| one.hash(hasher)), hash(&|_| {}));
}

/// The derive knows the place by its name. A type of that name that is folded itself is no place.
mod of_the_same_name {
    use packed_data::{Compact, Layout, Packable, Packed};

    #[derive(Packable)]
    struct Reserved<T> {
        value: T,
        next: Option<Box<Reserved<T>>>,
    }

    struct Sum;

    impl<'a, L: Layout> ReservedFold<'a, u8, L> for Sum {
        type Out = u8;

        fn reserved(&mut self, value: u8, next: Option<u8>) -> u8 {
            value + next.unwrap_or(0)
        }
    }

    #[test]
    fn is_folded() {
        let chain = Reserved { value: 1_u8, next: Some(Box::new(Reserved { value: 2, next: None })) };
        assert_eq!(Packed::<_, Compact>::pack(&chain).fold(&mut Sum), Ok(3));
    }
}
