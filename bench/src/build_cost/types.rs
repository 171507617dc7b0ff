//! Sixty types as a program may have them, drawn by a generator of random numbers with a fixed seed: so they are the
//! same in each run, and were not chosen to suit one library.

/// A type that is declared.
pub(crate) struct Declared {
    pub(crate) name: &'static str,
    /// The number of type parameters: `A`, `B`.
    pub(crate) parameters: usize,
    pub(crate) body: Body,
    /// Whether it contains itself.
    pub(crate) is_recursive: bool,
}

/// What a declared type consists of.
pub(crate) enum Body {
    Struct(Vec<(&'static str, Type)>),
    Enum(Vec<(&'static str, Variant)>),
}

/// The fields of a variant.
pub(crate) enum Variant {
    Unit,
    Tuple(Vec<Type>),
    Named(Vec<(&'static str, Type)>),
}

/// The type of a field.
#[derive(Clone)]
pub(crate) enum Type {
    /// A scalar, an array of bytes, or a string.
    Plain(&'static str),
    /// A type parameter.
    Parameter(&'static str),
    Declared(&'static str, Vec<Type>),
    /// The declared type itself, inside a `Box` or `Vec`.
    Itself(&'static str),
    Boxed(Box<Type>),
    Optional(Box<Type>),
    Vector(Box<Type>),
    Map(&'static str, Box<Type>),
    Pair(Box<Type>, Box<Type>),
}

impl Type {
    /// Returns its name in Rust.
    pub(crate) fn rust(&self) -> String {
        match self {
            Self::Plain(name) | Self::Parameter(name) | Self::Itself(name) => (*name).to_owned(),
            Self::Declared(name, arguments) if arguments.is_empty() => (*name).to_owned(),
            Self::Declared(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Self::rust).collect();
                format!("{name}<{}>", arguments.join(", "))
            }
            Self::Boxed(of) => format!("Box<{}>", of.rust()),
            Self::Optional(of) => format!("Option<{}>", of.rust()),
            Self::Vector(of) => format!("Vec<{}>", of.rust()),
            Self::Map(key, of) => format!("BTreeMap<{key}, {}>", of.rust()),
            Self::Pair(a, b) => format!("({}, {})", a.rust(), b.rust()),
        }
    }

    /// Calls `f` with the type, and with each in it.
    fn each(&mut self, f: &mut impl FnMut(&mut Type)) {
        f(self);
        match self {
            Self::Plain(_) | Self::Parameter(_) | Self::Itself(_) => {}
            Self::Declared(_, arguments) => arguments.iter_mut().for_each(|ty| ty.each(f)),
            Self::Boxed(of) | Self::Optional(of) | Self::Vector(of) | Self::Map(_, of) => of.each(f),
            Self::Pair(a, b) => {
                a.each(f);
                b.each(f);
            }
        }
    }

    /// Returns whether it mentions a declared type.
    pub(crate) fn is_declared(&self) -> bool {
        let mut is_declared = false;
        self.clone().each(&mut |ty| is_declared |= matches!(ty, Self::Declared(..) | Self::Itself(_)));
        is_declared
    }

    /// Returns whether it mentions the type that contains it.
    pub(crate) fn is_recursive(&self) -> bool {
        match self {
            Self::Itself(_) => true,
            Self::Plain(_) | Self::Parameter(_) => false,
            Self::Declared(_, arguments) => arguments.iter().any(Self::is_recursive),
            Self::Boxed(of) | Self::Optional(of) | Self::Vector(of) | Self::Map(_, of) => of.is_recursive(),
            Self::Pair(a, b) => a.is_recursive() || b.is_recursive(),
        }
    }
}

impl Declared {
    /// Calls `f` with the type of each field, and of what is in it.
    pub(crate) fn each_type(&mut self, f: &mut impl FnMut(&mut Type)) {
        let fields = |fields: &mut [(&str, Type)], f: &mut _| fields.iter_mut().for_each(|field| field.1.each(f));
        match &mut self.body {
            Body::Struct(all) => fields(all, f),
            Body::Enum(variants) => {
                for (_, variant) in variants {
                    match variant {
                        Variant::Unit => {}
                        Variant::Tuple(types) => types.iter_mut().for_each(|ty| ty.each(f)),
                        Variant::Named(all) => fields(all, f),
                    }
                }
            }
        }
    }
}

/// The number of types that no other type contains: these are packed and unpacked.
pub(crate) const ROOTS: usize = 12;

/// Returns the sixty types. The last [`ROOTS`] of them are structs that contain all others, directly or indirectly.
pub(crate) fn sixty() -> Vec<Declared> {
    let mut generator = Generator { random: Random(0x5EED), names: NAMES.iter(), known: Vec::new(), all: Vec::new() };
    for _ in 0..8 {
        generator.plain_enum();
    }
    for _ in 0..10 {
        generator.record(3, 6, 0);
    }
    generator.generic(&[("items", Type::Vector(Box::new(A))), ("next", TEXT), ("total", Type::Plain("u64"))], 1);
    generator.generic(&[("value", A), ("revision", Type::Plain("u32")), ("before", Type::Optional(Box::new(A)))], 1);
    generator.generic(&[("low", A), ("high", A), ("inclusive", Type::Plain("bool"))], 1);
    generator.generic(&[("left", A), ("right", B), ("weights", Type::Vector(Box::new(Type::Plain("f64"))))], 2);
    for _ in 0..8 {
        generator.data_enum();
    }
    for _ in 0..4 {
        generator.recursive_enum();
    }
    for _ in 0..2 {
        generator.recursive_struct();
    }
    for _ in 0..12 {
        generator.record(4, 14, 30);
    }
    for size in [8, 9, 10, 11, 12, 13, 15, 17, 20, 22, 25, 28] {
        generator.root(size);
    }
    generator.all
}

const A: Type = Type::Parameter("A");
const B: Type = Type::Parameter("B");
const TEXT: Type = Type::Plain("String");

/// splitmix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns a number from `low` to `high`.
    fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

struct Generator {
    random: Random,
    names: std::slice::Iter<'static, &'static str>,
    /// The declared types that fields may have, with their parameters, and how many fields have each of them.
    known: Vec<(usize, &'static str, usize)>,
    all: Vec<Declared>,
}

impl Generator {
    fn declare(&mut self, body: impl FnOnce(&mut Self, &'static str) -> Body, parameters: usize, is_recursive: bool) {
        let name = self.names.next().expect("there is a name for each type");
        let body = body(self, name);
        self.known.push((0, name, parameters));
        self.all.push(Declared { name, parameters, body, is_recursive });
    }

    fn plain_enum(&mut self) {
        self.declare(
            |this, _| {
                let count = this.random.within(3, 12);
                Body::Enum(this.words(VARIANTS, count).into_iter().map(|name| (name, Variant::Unit)).collect())
            },
            0,
            false,
        );
    }

    fn generic(&mut self, fields: &[(&'static str, Type)], parameters: usize) {
        self.declare(|_, _| Body::Struct(fields.to_vec()), parameters, false);
    }

    /// A struct with `low` to `high` fields, of which `percent` have declared types.
    fn record(&mut self, low: usize, high: usize, percent: usize) {
        self.declare(
            |this, _| {
                let count = this.random.within(low, high);
                Body::Struct(this.fields(count, percent))
            },
            0,
            false,
        );
    }

    /// A struct that no other contains.
    fn root(&mut self, fields: usize) {
        self.declare(|this, _| Body::Struct(this.fields(fields, 35)), 0, false);
        self.known.pop();
    }

    fn data_enum(&mut self) {
        self.declare(
            |this, _| {
                let count = this.random.within(3, 8);
                let names = this.words(VARIANTS, count);
                Body::Enum(names.into_iter().enumerate().map(|(number, name)| (name, this.variant(number))).collect())
            },
            0,
            false,
        );
    }

    fn variant(&mut self, number: usize) -> Variant {
        match (number, self.random.below(3)) {
            (0, _) => Variant::Unit,
            (_, 0) => {
                let count = self.random.within(2, 5);
                Variant::Named(self.fields(count, 25))
            }
            _ => {
                let count = self.random.within(1, 3);
                Variant::Tuple((0..count).map(|_| self.field(25)).collect())
            }
        }
    }

    fn recursive_enum(&mut self) {
        self.declare(
            |this, name| {
                let itself = || Type::Boxed(Box::new(Type::Itself(name)));
                let count = this.random.within(5, 10);
                let names = this.words(VARIANTS, count);
                let variants = names.into_iter().enumerate().map(|(number, name)| {
                    let fields = match number % 5 {
                        0 => vec![this.plain()],
                        1 => vec![itself(), itself()],
                        2 => vec![TEXT, itself()],
                        3 => vec![
                            this.plain(),
                            Type::Vector(Box::new(match itself() {
                                Type::Boxed(it) => *it,
                                it => it,
                            })),
                        ],
                        _ => vec![this.field(20), this.plain()],
                    };
                    (name, Variant::Tuple(fields))
                });
                Body::Enum(variants.collect())
            },
            0,
            true,
        );
    }

    fn recursive_struct(&mut self) {
        self.declare(
            |this, name| {
                let count = this.random.within(2, 6);
                let mut fields = this.fields(count, 20);
                fields.push(("children", Type::Vector(Box::new(Type::Itself(name)))));
                Body::Struct(fields)
            },
            0,
            true,
        );
    }

    fn fields(&mut self, count: usize, percent: usize) -> Vec<(&'static str, Type)> {
        self.words(FIELDS, count).into_iter().map(|name| (name, self.field(percent))).collect()
    }

    fn field(&mut self, percent: usize) -> Type {
        let inner = if self.random.below(100) < percent { self.declared() } else { self.plain() };
        match self.random.below(20) {
            0..12 => inner,
            12..15 => Type::Optional(Box::new(inner)),
            15..18 => Type::Vector(Box::new(inner)),
            18 => Type::Map(self.random.one_of(&["String", "u32"]), Box::new(inner)),
            _ => Type::Pair(Box::new(self.plain()), Box::new(inner)),
        }
    }

    fn plain(&mut self) -> Type {
        Type::Plain(self.random.one_of(PLAIN))
    }

    /// One of the declared types that the fewest fields have.
    fn declared(&mut self) -> Type {
        let fewest = self.known.iter().map(|(uses, ..)| *uses).min().expect("the first types have plain fields");
        let rare: Vec<usize> = (0..self.known.len()).filter(|&index| self.known[index].0 == fewest).collect();
        let index = self.random.one_of(&rare);
        self.known[index].0 += 1;
        let (_, name, parameters) = self.known[index];
        let arguments = (0..parameters).map(|_| if self.random.below(2) == 0 { self.plain() } else { self.simple() });
        Type::Declared(name, arguments.collect())
    }

    /// One of the declared types without parameters that do not contain others.
    fn simple(&mut self) -> Type {
        Type::Declared(self.all[self.random.below(18)].name, Vec::new())
    }

    /// Different words, in random order.
    fn words(&mut self, from: &[&'static str], count: usize) -> Vec<&'static str> {
        let mut words = from.to_vec();
        (0..count).map(|_| words.swap_remove(self.random.below(words.len()))).collect()
    }
}

/// Scalars and strings, each as often as it is drawn.
const PLAIN: &[&str] = &[
    "String", "String", "String", "String", "u64", "u64", "u32", "u32", "u32", "i64", "i32", "bool", "bool", "f64",
    "f32", "u8", "u16", "[u8; 16]",
];

const NAMES: &[&str] = &[
    "Status",
    "Role",
    "Currency",
    "Severity",
    "Channel",
    "Permission",
    "Weekday",
    "Priority",
    "Money",
    "Point",
    "Address",
    "Contact",
    "Period",
    "Dimensions",
    "Checksum",
    "Token",
    "Locale",
    "Version",
    "Page",
    "Versioned",
    "Span",
    "Link",
    "Payment",
    "Event",
    "Shape",
    "Notification",
    "Condition",
    "Discount",
    "Delivery",
    "Attachment",
    "Expression",
    "Json",
    "Filter",
    "Markup",
    "Category",
    "Comment",
    "User",
    "Session",
    "Product",
    "Supplier",
    "Warehouse",
    "Ticket",
    "Review",
    "Campaign",
    "Device",
    "Reading",
    "Route",
    "Vehicle",
    "Order",
    "Invoice",
    "Shipment",
    "Contract",
    "Project",
    "Survey",
    "Account",
    "Catalogue",
    "Report",
    "Deployment",
    "Patient",
    "Configuration",
];

const VARIANTS: &[&str] = &[
    "Active",
    "Blocked",
    "Cancelled",
    "Draft",
    "Expired",
    "Failed",
    "Granted",
    "Hidden",
    "Idle",
    "Joined",
    "Known",
    "Linked",
    "Merged",
    "Nested",
    "Opened",
    "Pending",
    "Queued",
    "Rejected",
    "Sent",
    "Tracked",
    "Unknown",
    "Verified",
    "Waiting",
    "Zero",
];

const FIELDS: &[&str] = &[
    "id",
    "name",
    "title",
    "created",
    "updated",
    "owner",
    "parent",
    "kind",
    "state",
    "score",
    "count",
    "amount",
    "price",
    "quantity",
    "rate",
    "ratio",
    "weight",
    "height",
    "width",
    "depth",
    "length",
    "colour",
    "label",
    "summary",
    "body",
    "notes",
    "tags",
    "email",
    "phone",
    "street",
    "city",
    "region",
    "country",
    "postcode",
    "latitude",
    "longitude",
    "altitude",
    "speed",
    "heading",
    "started",
    "ended",
    "timeout",
    "retries",
    "limit",
    "offset",
    "digest",
    "signature",
    "key",
    "secret",
    "enabled",
    "visible",
    "archived",
    "locked",
    "source",
    "target",
    "origin",
    "reason",
    "code",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_types_of_which_twelve_contain_all_others() {
        let all = sixty();
        assert_eq!(all.len(), 60);
        let mut reached: Vec<&str> = all.iter().rev().take(ROOTS).map(|one| one.name).collect();
        let mut next = 0;
        while let Some(name) = reached.get(next) {
            let one = all.iter().find(|one| one.name == *name).unwrap();
            let mentioned: Vec<String> = match &one.body {
                Body::Struct(fields) => fields.iter().map(|(_, ty)| ty.rust()).collect(),
                Body::Enum(variants) => (variants.iter())
                    .flat_map(|(_, variant)| match variant {
                        Variant::Unit => Vec::new(),
                        Variant::Tuple(types) => types.iter().map(Type::rust).collect(),
                        Variant::Named(fields) => fields.iter().map(|(_, ty)| ty.rust()).collect(),
                    })
                    .collect(),
            };
            for ty in mentioned {
                let words = ty.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
                for one in &all {
                    if words.iter().any(|word| word == one.name) && !reached.contains(&one.name) {
                        reached.push(one.name);
                    }
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), 60);
    }

    #[test]
    fn structs_have_3_to_28_fields() {
        let sizes: Vec<usize> = (sixty().iter())
            .filter_map(|one| match &one.body {
                Body::Struct(fields) => Some(fields.len()),
                Body::Enum(_) => None,
            })
            .collect();
        assert_eq!((sizes.iter().min(), sizes.iter().max()), (Some(&3), Some(&28)));
    }
}
