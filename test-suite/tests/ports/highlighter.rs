//! A set of syntaxes: a cell that is filled later, a list of warnings that is not packed, interned scopes in nested
//! containers, and private types in public ones.

use std::collections::BTreeMap;

use packed_data::{Cbor, Compact, Fingerprint, Indexed, Layout, Packable, Packed, RandomAccess};

use self::scopes::Scope;
use self::syntaxes::{SyntaxSet, Warnings};

mod scopes {
    use std::cell::Cell;

    use packed_data::with::PackWith;

    /// A scope, of which a repository knows the name. It cannot be packed as it is: its number means nothing elsewhere.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Scope(u64);

    /// The atoms of the names; a stand-in for a repository behind a lock.
    const ATOMS: &[&str] = &["source", "string", "comment", "quoted"];

    thread_local! {
        /// How many scopes were made.
        pub static MADE: Cell<u64> = const { Cell::new(0) };
    }

    impl Scope {
        /// Interns a name.
        pub fn new(name: &str) -> Result<Self, &'static str> {
            MADE.set(MADE.get() + 1);
            name.split('.').try_fold(Self(0), |Self(scope), atom| {
                let place = ATOMS.iter().position(|known| *known == atom).ok_or("not the name of a scope")?;
                Ok(Self(scope << 8 | (place as u64 + 1)))
            })
        }

        /// Returns the name.
        pub fn name(self) -> String {
            let atoms = self.0.to_be_bytes().into_iter().filter(|atom| *atom > 0);
            atoms.map(|atom| ATOMS[usize::from(atom) - 1]).collect::<Vec<_>>().join(".")
        }
    }

    /// Packs a scope as its name.
    pub enum ByName {}

    impl PackWith<Scope> for ByName {
        const NAME: &'static str = "scope";
        type As = str;
        type Value<'v> = String;

        fn pack(scope: &Scope) -> Result<String, &'static str> {
            Ok(scope.name())
        }

        fn unpack(name: String) -> Result<Scope, &'static str> {
            Scope::new(&name)
        }
    }
}

mod syntaxes {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::OnceLock;
    use std::sync::atomic::AtomicU32;

    use packed_data::Packable;
    use packed_data::with::Unchanged;

    use super::scopes::{ByName, Scope};

    /// Not packable, and not needed by readers.
    #[derive(Debug, Default)]
    pub struct Warnings(pub Vec<Box<dyn std::fmt::Debug>>);

    /// A compiled form, which is made when it is first needed.
    #[derive(Debug)]
    struct FirstLineCache(String);

    #[derive(Debug, PartialEq, Packable)]
    struct Metadata {
        version: u8,
        comments: Option<String>,
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Operation {
        Pop,
        Push(Vec<ContextId>),
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(transparent)]
    struct ContextId(u32);

    /// One syntax.
    #[derive(Debug, Packable)]
    pub struct Syntax {
        /// Its name.
        pub name: String,
        /// Where it was found.
        pub path: PathBuf,
        /// Its scope.
        #[packable(with = ByName)]
        pub scope: Scope,
        /// The scopes of what each pattern captures.
        #[packable(with = Option<Vec<(Unchanged, Vec<ByName>)>>)]
        pub captures: Option<Vec<(usize, Vec<Scope>)>>,
        operations: Vec<Operation>,
        // `Scope` is the type of a public field, and so is its adapter; the map has both.
        #[packable(with = BTreeMap<Unchanged, ByName>)]
        by_name: BTreeMap<String, Scope>,
    }

    /// All syntaxes.
    #[derive(Debug, Default, Packable)]
    pub struct SyntaxSet {
        /// The syntaxes.
        pub syntaxes: Vec<Syntax>,
        metadata: Option<Metadata>,
        loaded: OnceLock<u32>,
        uses: AtomicU32,
        #[packable(skip)]
        first_line_cache: OnceLock<FirstLineCache>,
        /// What was wrong while the syntaxes were loaded.
        #[packable(skip = no_warnings)]
        pub warnings: Warnings,
    }

    fn no_warnings() -> Warnings {
        Warnings(vec![Box::new("unpacked")])
    }

    impl SyntaxSet {
        /// Adds a syntax.
        pub fn add(&mut self, name: &str, scope: Scope, quoted: Scope) {
            self.metadata = Some(Metadata { version: 3, comments: Some("//".into()) });
            self.loaded = OnceLock::from(7);
            self.uses = AtomicU32::new(9);
            self.syntaxes.push(Syntax {
                name: name.into(),
                path: ["syntaxes", name].iter().collect(),
                scope,
                captures: Some(vec![(1, vec![scope, quoted]), (4, vec![])]),
                operations: vec![Operation::Pop, Operation::Push(vec![ContextId(8)])],
                by_name: BTreeMap::from([("all".into(), scope), ("quoted".into(), quoted)]),
            });
        }

        /// Returns what depends on the first line.
        pub fn first_line(&self) -> &str {
            &self.first_line_cache.get_or_init(|| FirstLineCache(format!("{} syntaxes", self.syntaxes.len()))).0
        }

        /// Returns what else is packed.
        pub fn rest(&self) -> String {
            format!("{:?} {:?} {:?} {:?}", self.metadata, self.loaded, self.uses, self.syntaxes)
        }
    }
}

fn set() -> SyntaxSet {
    let (source, quoted) = (Scope::new("source").unwrap(), Scope::new("string.quoted").unwrap());
    let mut set = SyntaxSet::default();
    set.add("Rust", source, quoted);
    set.add("C", quoted, source);
    set.warnings = Warnings(vec![Box::new(1), Box::new("two")]);
    assert_eq!(set.first_line(), "2 syntaxes");
    set
}

fn round_trip<L: Layout>() {
    let set = set();
    let packed = Packed::<SyntaxSet, L>::pack(&set);
    let read = Packed::<SyntaxSet, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack().unwrap();
    assert_eq!(read.rest(), set.rest());
    assert_eq!((set.warnings.0.len(), format!("{:?}", read.warnings.0).as_str()), (2, r#"["unpacked"]"#));
    assert_eq!(read.first_line(), "2 syntaxes");
}

#[test]
fn sets_of_syntaxes() {
    round_trip::<Compact>();
    round_trip::<Indexed>();
    round_trip::<Cbor>();
}

/// Another module reads the public fields beside private ones whose types it cannot name.
fn names_of<L: RandomAccess + packed_data::layout::FieldAccess>(packed: &Packed<SyntaxSet, L>) -> Vec<String> {
    let syntaxes = packed.view().fields().syntaxes;
    syntaxes.iter().map(|syntax| syntax.fields().name.to_owned()).collect()
}

#[test]
fn public_fields_beside_private_types() {
    let packed = Packed::<SyntaxSet, Indexed>::pack(&set());
    assert_eq!(names_of(&packed), ["Rust", "C"]);
    let view = packed.view().fields();
    let (again, cloned) = (view, Clone::clone(&view)); // (a view is `Copy`)
    assert_eq!(view.syntaxes.len(), again.syntaxes.len());
    assert_eq!(view.syntaxes.len(), cloned.syntaxes.len());
    let count = packed.read(|set| {
        let (count, fields) = set.fields().with(|syntaxes| {
            let items = syntaxes.items();
            let count = items.len();
            items.done(count)
        });
        fields.skip().skip().skip().done(count)
    });
    assert_eq!(count, 2);
}

#[test]
fn containers_with_adapters_are_viewed_as_containers() {
    let packed = Packed::<SyntaxSet, Indexed>::pack(&set());
    let rust = packed.view().fields().syntaxes.get(0).unwrap().fields();
    assert_eq!(rust.path, std::path::Path::new("syntaxes/Rust"));
    assert_eq!(rust.scope.packed(), "source");
    let captures = rust.captures.unwrap();
    let (place, scopes) = captures.get(0).unwrap();
    assert_eq!(place.packed(), 1);
    assert_eq!(scopes.iter().map(|scope| scope.packed()).collect::<Vec<_>>(), ["source", "string.quoted"]);
    assert_eq!(scopes.get(1).unwrap().get(), Scope::new("string.quoted").unwrap());
    assert_eq!(captures.get(1).unwrap().1.len(), 0);
}

/// A map with adapters is one: a look-up in it makes no value with an adapter.
#[test]
fn maps_with_adapters_are_searched() {
    #[derive(Packable)]
    pub struct Names {
        #[packable(with = BTreeMap<packed_data::with::Unchanged, scopes::ByName>)]
        names: BTreeMap<u64, Scope>,
    }

    let names = (0..100).map(|number| (number, Scope::new("comment").unwrap())).collect();
    let packed = Packed::<Names, Indexed>::pack(&Names { names });
    let before = scopes::MADE.get();
    let view = packed.view().fields();
    let found = view.names.get(&12).map(|scope| scope.packed());
    assert_eq!(found, Some("comment"));
    assert!(view.names.get(&100).is_none());
    assert_eq!(scopes::MADE.get(), before);
    assert_eq!(packed.unpack().unwrap().names.len(), 100);
    assert_eq!(scopes::MADE.get(), before + 100);
}

#[test]
fn what_is_skipped_is_no_part_of_the_type() {
    mod other {
        use packed_data::Packable;

        #[derive(Packable)]
        pub struct Point {
            pub x: u8,
            pub y: u8,
        }
    }

    #[derive(Packable)]
    struct Point {
        #[packable(skip)]
        _cache: Option<std::rc::Weak<str>>,
        x: u8,
        #[packable(skip)]
        _other: std::time::Duration,
        y: u8,
    }

    assert_eq!(Fingerprint::of::<Point>(), Fingerprint::of::<other::Point>());
    let packed = Packed::<Point, Indexed>::pack(&Point { _cache: None, x: 1, _other: Default::default(), y: 2 });
    assert_eq!(packed.as_bytes(), [1, 2]);
    let PointView { x, y } = packed.view().fields();
    assert_eq!((x, y), (1, 2));
}
