//! The measured operations on a typed value, and the limits on the steps that each may take for a byte.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;

use packed_data::steps::counted;
use packed_data::transform::Rules;
use packed_data::{Cbor, Compact, Indexed, Layout, Limits, Packable, Packed, Unpack};
use test_suite::steps::Work;
use test_suite::{Changes, Reads, TestLayout};

/// The default limits with a larger stack: the tests run without optimisation, and on a stack of their own.
pub(crate) const LIMITS: Limits = Limits { stack: 512 << 20, ..Limits::DEFAULT };

/// The same with more levels: unpacking also counts the levels of last fields.
pub(crate) const DEEP: Limits = Limits { depth: 4 * LIMITS.depth, ..LIMITS };

/// Runs a test with a stack that is large enough for these limits.
pub(crate) fn with_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(LIMITS.stack + LIMITS.stack / 4).spawn(test);
    if let Err(panic) = thread.expect("the thread starts").join() {
        std::panic::resume_unwind(panic);
    }
}

/// The highest number of steps for a byte, and the input.
#[derive(Default)]
struct Most {
    ratio: f64,
    name: String,
    is_printed: bool,
}

/// The results of each operation, with and without a factor.
static WORST: Mutex<BTreeMap<(bool, Work), Most>> = Mutex::new(BTreeMap::new());

/// Prints the results that are new, with the limits: in `full`, to choose the constants, and for the output of a failed
/// test.
pub(crate) fn print_worst() {
    for ((has_factor, work), most) in &mut *WORST.lock().expect("no test failed while it held the lock") {
        if !std::mem::replace(&mut most.is_printed, true) {
            let (factor, limit) = (if *has_factor { ", times a factor" } else { "" }, work.most());
            println!("values, {work:?}{factor}: for each byte {:.2} steps of {limit} ({})", most.ratio, most.name);
        }
    }
}

/// Discards what is written.
struct Nothing;

impl std::fmt::Write for Nothing {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}

/// Adds rules that copy numbers, so that everything around them is taken apart. (Not every layout has strings.)
fn apart<'f, L: Layout>(rules: Rules<'f, L>) -> Rules<'f, L> {
    rules
        .on::<u8>(|value, needs, _| value.copy_to(needs))
        .on::<u32>(|value, needs, _| value.copy_to(needs))
        .on::<i32>(|value, needs, _| value.copy_to(needs))
        .on::<i64>(|value, needs, _| value.copy_to(needs))
        .on::<u64>(|value, needs, _| value.copy_to(needs))
}

/// An input: its name, its bytes, and how much its steps may exceed those of other bytes.
pub(crate) struct Input<'b> {
    pub(crate) name: String,
    pub(crate) bytes: &'b [u8],
    /// The factor by which its steps may exceed those of other bytes: see [`factor`](test_suite::steps::factor).
    pub(crate) factor: usize,
    /// The operations that, as documented, take steps for each level of nesting, and the number of levels.
    pub(crate) by_level: &'static [(Work, usize)],
}

impl Input<'_> {
    /// Runs an operation on `len` bytes, and checks that it takes at least `least` steps and not too many.
    #[track_caller]
    pub(crate) fn count<R>(&self, work: Work, len: usize, least: usize, operation: impl FnOnce() -> R) -> R {
        let (steps, result) = counted(operation);
        let levels = self.by_level.iter().find(|(by_level, _)| *by_level == work).map_or(1, |(_, levels)| *levels);
        let factor = self.factor * levels;
        let charged = (len + 16) * factor;
        let ratio = steps as f64 / charged as f64;
        let mut worst = WORST.lock().expect("no test failed while it held the lock");
        let most = worst.entry((factor > 1, work)).or_default();
        if ratio > most.ratio {
            *most = Most { ratio, name: self.name.clone(), is_printed: false };
        }
        drop(worst);
        let (name, most) = (&self.name, work.limit(len, factor));
        assert!(steps <= most, "{work:?} {name}: expected at most {most} steps for {len} bytes, found {steps}");
        assert!(steps >= least as u64, "{work:?} {name}: expected at least {least} steps, found {steps}");
        result
    }

    /// Returns the least number of steps for reading every part of the value. (Up to 16 bytes of a string, or all
    /// scalars of a sequence, are one step.)
    fn least(&self) -> usize {
        1 + self.bytes.len() / 80
    }

    /// Runs every operation that any type has, on a valid value.
    pub(crate) fn operate<T: Packable + for<'a> Unpack<'a>, L: Layout>(&self) {
        let (name, len) = (&self.name, self.bytes.len());
        let packed =
            self.count(Work::Check, len, self.least(), || Packed::<T, L>::with_limits(&LIMITS).from_bytes(self.bytes));
        let packed = packed.unwrap_or_else(|error| panic!("{name}: {error}"));
        self.count(Work::Skip, len, usize::from(len > 0), || packed.read(|value| value.skip()));
        self.count(Work::Show, len, 1 + len / 80, || write!(Nothing, "{packed:#?}")).expect("nothing fails");
        self.count(Work::Dump, len, len / 80, || write!(Nothing, "{}", packed.dump())).expect("nothing fails");
        let copy = || packed.within(&LIMITS).transform::<T::As>(|value, needs| value.copy_to(needs));
        let copied = self.count(Work::Copy, len, 1 + len / 16, copy);
        assert_eq!(copied.expect("within the limits").as_bytes(), self.bytes, "{name}");
        let rewritten = self.count(Work::Rewrite, len, 1 + len / 80, || packed.within(&LIMITS).rewrite(apart));
        // (Absent fields are written.)
        let rewritten = rewritten.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(rewritten.as_bytes().len() <= 2 * len, "{name}");
        let value =
            self.count(Work::Unpack, len, self.least(), || packed.within(&DEEP).unpack()).expect("within the limits");
        let again = self.count(Work::Pack, len, 1, || Packed::<T, L>::with_limits(&LIMITS).pack(&value));
        let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
        // (Absent fields are written.)
        assert!(again.as_bytes().len() <= 2 * len, "{name}");
        self.convert::<T, L, Cbor>();
        self.refuse::<T, L>();
    }

    /// Converts the value into layout `M`, and back. Work is linear in the bytes that are read and written.
    pub(crate) fn convert<T: Packable, L: Layout, M: Layout>(&self) {
        let packed = Packed::<T, L>::with_limits(&LIMITS).from_bytes(self.bytes).expect("valid bytes");
        let converted = packed.within(&LIMITS).convert::<M>().unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let len = self.bytes.len() + converted.as_bytes().len();
        self.count(Work::Convert, len, 1, || _ = packed.within(&LIMITS).convert::<M>());
        self.count(Work::Convert, len, 1, || _ = converted.within(&LIMITS).convert::<L>());
    }

    /// Converts the value into the layouts that are not of CBOR, and back.
    pub(crate) fn convert_to_natives<T: Packable, L: Layout>(&self) {
        self.convert::<T, L, Compact>();
        self.convert::<T, L, Indexed>();
    }

    /// Checks the bytes without the last ones, and with one byte replaced. Most of them are refused, and a second walk
    /// locates the error.
    fn refuse<T: Packable, L: Layout>(&self) {
        let len = self.bytes.len();
        if len > 20 << 10 {
            return;
        }
        let check = |bytes: &[u8]| {
            let checked = self.count(Work::Refuse, len, 0, || Packed::<T, L>::with_limits(&LIMITS).from_bytes(bytes));
            checked.is_ok()
        };
        for cut in [1, 2, 9, len / 2] {
            let Some(short) = self.bytes.get(..len.wrapping_sub(cut)) else { continue };
            assert!(cut == 0 || !check(short), "{} cut short", self.name);
        }
        let mut changed = self.bytes.to_vec();
        for from_end in [1, 3, len / 2, len - len / 8] {
            let Some(at) = len.checked_sub(from_end).filter(|at| *at < len) else { continue };
            for byte in [0x00, 0x80, 0x9F, 0xFF] {
                changed[at] = byte;
                check(&changed);
            }
            changed[at] = self.bytes[at];
        }
    }

    /// Reads the value by hand in every way.
    pub(crate) fn read<T: Reads, L: TestLayout>(&self) {
        let len = self.bytes.len();
        let packed = Packed::<T, L>::with_limits(&LIMITS).from_bytes(self.bytes).expect("valid bytes");
        let value = self.count(Work::ByCursor, len, 1, || packed.read(T::from_cursor));
        self.count(Work::ByView, len, 0, || {
            packed.read(|value| {
                L::by_view(&value);
                value.skip()
            })
        });
        let folded = self.count(Work::Fold, len, 1, || T::from_fold(&packed));
        assert_eq!(folded, value, "{}", self.name);
        self.count(Work::Visit, len, 0, || T::visited(&packed));
    }

    /// Builds and changes the value in every way.
    pub(crate) fn change<T: Changes, L: TestLayout>(&self) {
        let (name, len) = (&self.name, self.bytes.len());
        let packed = Packed::<T, L>::with_limits(&LIMITS).from_bytes(self.bytes).expect("valid bytes");
        let value = packed.within(&LIMITS).unpack().expect("within the limits");
        let build = || Packed::<T, L>::with_limits(&LIMITS).build(|needs| value.build(needs));
        let mut built = self.count(Work::Build, len, 1, build).unwrap_or_else(|error| panic!("{name}: {error}"));
        let transformed = self.count(Work::Transform, len, 1, || packed.within(&LIMITS).transform(T::transform));
        let transformed = transformed.unwrap_or_else(|error| panic!("{name}: {error}"));
        let identity = self.count(Work::Transform, len, 1, || packed.within(&LIMITS).transform(T::identity));
        let identity = identity.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(identity.within(&LIMITS).unpack(), Ok(value), "{name}");
        if self.count(Work::Edit, len, 0, || L::edit_by_cursor(&mut built)) {
            assert!(built == transformed, "{name}");
            self.count(Work::Edit, len, 1, || L::edit_by_fold(&mut built));
            self.count(Work::Edit, len, 0, || L::edit_by_view(&mut built));
        }
    }
}
