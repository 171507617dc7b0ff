//! The tasks, and the contestants of each.
//!
//! The input of a contestant is made before the time begins, and validated if the contestant would do so. Its result is
//! made in fresh memory, as in the first example of its documentation, and freed within the time.

use std::hint::black_box;

use bumpalo::Bump;
use packed_data::{Compact, Indexed, Layout, Packable, Packed};
use rkyv::util::AlignedVec;

use super::packed::{Contains, Eval, Find, Increment, Sum, Total};
use super::process::LANGUAGES;
use super::trees::{self, ArchivedTree, Expr, Shape, Tree};
use super::{archived, arena, boxed, c, message, packed, raw};
use crate::{Answer, Comparison, Error};

/// Runs the comparison of all contestants at a task on a tree of this shape. `decoders` says whether the contestants
/// that decode first take part, which take the longest.
pub(super) fn with_comparison<R>(
    task: &'static str,
    shape: Shape,
    decoders: bool,
    run: impl FnOnce(Comparison<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    if task == "eval" {
        let forms = Forms { decoders, ..Forms::of_expr(trees::expr(shape)) };
        let mut comparison = Comparison::new(task, shape.name());
        eval(&mut comparison, &forms)?;
        return run(comparison);
    }
    if let ("build", Shape::Perfect(depth)) = (task, shape) {
        let mut comparison = Comparison::new(task, shape.name());
        build(&mut comparison, depth)?;
        return run(comparison);
    }
    let forms = Forms { decoders, ..Forms::of_tree(trees::tree(shape)) };
    let mut comparison = Comparison::new(task, shape.name());
    match task {
        "sum" => sum(&mut comparison, &forms)?,
        "right-most" => right_most(&mut comparison, &forms)?,
        "increment" => increment(&mut comparison, &forms)?,
        "contains" => contains(&mut comparison, &forms, shape.leaves() as i64)?,
        "pack" => pack(&mut comparison, &forms)?,
        _ => return Err(format!("{task} is not a task on a tree of the shape {}", shape.name()).into()),
    }
    run(comparison)
}

/// One tree in every form that some contestant reads.
struct Forms<T> {
    boxed: T,
    compact: Packed<T, Compact>,
    indexed: Packed<T, Indexed>,
    archive: AlignedVec,
    message: Vec<u8>,
    postcard: Vec<u8>,
    wincode: Vec<u8>,
    /// The arena of the tree.
    arena: Bump,
    /// Whether the contestants that decode first take part.
    decoders: bool,
}

impl Forms<Tree> {
    fn of_tree(tree: Tree) -> Self {
        let archive = archived::serialize(&tree);
        let message = message::bytes(&message::tree(&tree));
        let wincode = wincode::serialize(&tree).expect("encoding fails only without memory");
        Self::new(tree, archive, message, wincode)
    }
}

impl Forms<Expr> {
    fn of_expr(expr: Expr) -> Self {
        let archive = archived::serialize_expr(&expr);
        let message = message::bytes(&message::expr(&expr));
        let wincode = wincode::serialize(&expr).expect("encoding fails only without memory");
        Self::new(expr, archive, message, wincode)
    }
}

impl<T: Packable<As = T> + serde::Serialize> Forms<T> {
    fn new(boxed: T, archive: AlignedVec, message: Vec<u8>, wincode: Vec<u8>) -> Self {
        let (compact, indexed) = (Packed::pack(&boxed), Packed::pack(&boxed));
        let postcard = postcard::to_stdvec(&boxed).expect("encoding fails only without memory");
        Self { boxed, compact, indexed, archive, message, postcard, wincode, arena: Bump::new(), decoders: true }
    }
}

/// Adds the programs in other languages, on the tree in the layouts that they read.
fn add_languages<T: Packable>(
    on: &mut Comparison<'_>,
    task: &str,
    forms: &Forms<T>,
    argument: i64,
) -> Result<(), Error> {
    add_languages_on(on, task, forms.compact.as_bytes(), forms.indexed.as_bytes(), argument)
}

fn add_languages_on(
    on: &mut Comparison<'_>,
    task: &str,
    compact: &[u8],
    indexed: &[u8],
    argument: i64,
) -> Result<(), Error> {
    for language in LANGUAGES {
        let bytes = if language.layout == Indexed::NAME { indexed } else { compact };
        if let Some(process) = language.start(task, bytes, argument)? {
            on.add_contestant(language.name, language.layout, process);
        }
    }
    Ok(())
}

const DECODES: &str = "encoded bytes can be decoded";

fn sum<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) -> Result<(), Error> {
    let Forms { boxed, compact, indexed, .. } = forms;
    let pointers = c::Tree::new(compact);
    on.add("c-pointers", "", move || black_box(&pointers).sum(), number);
    on.add("c-packed", "", move || c::sum_packed(black_box(compact)), number);
    on.add("rust-box", "", move || boxed::sum(black_box(boxed)), number);
    let tree = arena::tree(boxed, &forms.arena);
    on.add("rust-arena", "", move || arena::sum(black_box(tree)), number);
    add_languages(on, "sum", forms, 0)?;
    let tree = archived::access(&forms.archive);
    on.add("rkyv", "", move || archived::sum(black_box(tree)), number);
    let tree = message::read(&forms.message);
    on.add("capnp", "", move || message::sum(black_box(&tree)).expect(DECODES), number);
    add_decoders(on, forms, boxed::sum, number);
    on.add("packed-raw", "Compact", move || raw::sum(black_box(compact)), number);
    on.add("packed-cursor", "Compact", move || black_box(compact).read(packed::cursor::sum), number);
    on.add("packed-cursor", "Indexed", move || black_box(indexed).read(packed::cursor::sum), number);
    on.add("packed-fold", "Compact", move || black_box(compact).fold(&mut Sum), of_result);
    on.add("packed-fold", "Indexed", move || black_box(indexed).fold(&mut Sum), of_result);
    on.add("packed-visit", "Compact", move || sum_visit(black_box(compact)), number);
    on.add("packed-visit", "Indexed", move || sum_visit(black_box(indexed)), number);
    on.add("packed-view", "Indexed", move || packed::view::sum(black_box(indexed).view()), number);
    Ok(())
}

fn sum_visit<L: Layout>(tree: &Packed<Tree, L>) -> i64 {
    let mut total = Total(0);
    tree.visit(&mut total).map_or(0, |_| total.0)
}

fn eval<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Expr>) -> Result<(), Error> {
    let Forms { boxed, compact, indexed, .. } = forms;
    let pointers = c::Expr::new(compact);
    on.add("c-pointers", "", move || black_box(&pointers).eval(), number);
    on.add("c-packed", "", move || c::eval_packed(black_box(compact)), number);
    on.add("rust-box", "", move || boxed::eval(black_box(boxed)), number);
    let expr = arena::expr(boxed, &forms.arena);
    on.add("rust-arena", "", move || arena::eval(black_box(expr)), number);
    add_languages(on, "eval", forms, 0)?;
    let expr = archived::access_expr(&forms.archive);
    on.add("rkyv", "", move || archived::eval(black_box(expr)), number);
    let expr = message::read(&forms.message);
    on.add("capnp", "", move || message::eval(black_box(&expr)).expect(DECODES), number);
    add_decoders(on, forms, boxed::eval, number);
    on.add("packed-raw", "Compact", move || raw::eval(black_box(compact)), number);
    on.add("packed-cursor", "Compact", move || black_box(compact).read(packed::cursor::eval), number);
    on.add("packed-cursor", "Indexed", move || black_box(indexed).read(packed::cursor::eval), number);
    on.add("packed-fold", "Compact", move || black_box(compact).fold(&mut Eval), of_result);
    on.add("packed-fold", "Indexed", move || black_box(indexed).fold(&mut Eval), of_result);
    on.add("packed-view", "Indexed", move || packed::view::eval(black_box(indexed).view()), number);
    Ok(())
}

fn right_most<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) -> Result<(), Error> {
    let Forms { boxed, compact, indexed, .. } = forms;
    let pointers = c::Tree::new(compact);
    on.add("c-pointers", "", move || black_box(&pointers).right_most(), number);
    on.add("c-packed", "", move || c::right_most_packed(black_box(compact)), number);
    on.add("rust-box", "", move || boxed::right_most(black_box(boxed)), number);
    let tree = arena::tree(boxed, &forms.arena);
    on.add("rust-arena", "", move || arena::right_most(black_box(tree)), number);
    add_languages(on, "right-most", forms, 0)?;
    let tree = archived::access(&forms.archive);
    on.add("rkyv", "", move || archived::right_most(black_box(tree)), number);
    let tree = message::read(&forms.message);
    on.add("capnp", "", move || message::right_most(black_box(&tree)).expect(DECODES), number);
    add_decoders(on, forms, boxed::right_most, number);
    on.add("packed-raw", "Compact", move || raw::right_most(black_box(compact)), number);
    on.add("packed-cursor", "Compact", move || black_box(compact).read(packed::cursor::right_most), number);
    on.add("packed-cursor", "Indexed", move || black_box(indexed).read(packed::cursor::right_most), number);
    on.add("packed-view", "Indexed", move || packed::view::right_most(black_box(indexed).view()), number);
    Ok(())
}

/// Adds the contestants that search for a value, that of the last leaf. A search from left to right reads the whole
/// tree.
fn contains<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>, wanted: i64) -> Result<(), Error> {
    let Forms { boxed, compact, indexed, .. } = forms;
    let pointers = c::Tree::new(compact);
    on.add("c-pointers", "", move || black_box(&pointers).contains(wanted), number);
    on.add("c-packed", "", move || c::packed_has(black_box(compact), wanted), number);
    on.add("rust-box", "", move || boxed::contains(black_box(boxed), wanted), number);
    let tree = arena::tree(boxed, &forms.arena);
    on.add("rust-arena", "", move || arena::contains(black_box(tree), wanted), number);
    add_languages(on, "contains", forms, wanted)?;
    let tree = archived::access(&forms.archive);
    on.add("rkyv", "", move || archived::contains(black_box(tree), wanted), number);
    let tree = message::read(&forms.message);
    on.add("capnp", "", move || message::contains(black_box(&tree), wanted).expect(DECODES), number);
    add_decoders(on, forms, move |tree| boxed::contains(tree, wanted), number);
    on.add("packed-raw", "Compact", move || raw::contains(black_box(compact), wanted), number);
    on.add("packed-cursor", "Compact", move || found_by_cursor(black_box(compact), wanted), number);
    on.add("packed-cursor", "Indexed", move || found_by_cursor(black_box(indexed), wanted), number);
    on.add("packed-fold", "Compact", move || black_box(compact).fold(&mut Contains(wanted)), of_result);
    on.add("packed-fold", "Indexed", move || black_box(indexed).fold(&mut Contains(wanted)), of_result);
    on.add("packed-visit", "Compact", move || found_by_visit(black_box(compact), wanted), number);
    on.add("packed-visit", "Indexed", move || found_by_visit(black_box(indexed), wanted), number);
    on.add("packed-view", "Indexed", move || packed::view::contains(black_box(indexed).view(), wanted), number);
    Ok(())
}

fn found_by_cursor<L: Layout>(tree: &Packed<Tree, L>, wanted: i64) -> bool {
    tree.read(|tree| packed::cursor::contains(tree, wanted))
}

fn found_by_visit<L: Layout>(tree: &Packed<Tree, L>, wanted: i64) -> bool {
    tree.visit(&mut Find(wanted)).is_ok_and(|flow| flow.is_break())
}

/// Adds the contestants that first make an owned value in any way, and then `walk` it.
fn add_decoders<'f, T, R: 'f>(
    on: &mut Comparison<'f>,
    forms: &'f Forms<T>,
    walk: impl Fn(&T) -> R + Copy + 'f,
    answer: fn(&R) -> Answer,
) where
    T: Packable<As = T> + packed_data::Unpack<'f, As = T> + serde::de::DeserializeOwned,
    T: wincode::SchemaReadOwned<wincode::config::DefaultConfig, Dst = T>,
{
    let Forms { compact, indexed, postcard, wincode, decoders, .. } = forms;
    if !decoders {
        return;
    }
    on.add("unpack-then", "Compact", move || walk(&black_box(compact).unpack().expect(DECODES)), answer);
    on.add("unpack-then", "Indexed", move || walk(&black_box(indexed).unpack().expect(DECODES)), answer);
    let decode = |bytes| postcard::from_bytes::<T>(bytes).expect(DECODES);
    on.add("postcard-then", "", move || walk(&decode(black_box(postcard))), answer);
    let decode = |bytes| wincode::deserialize::<T>(bytes).expect(DECODES);
    on.add("wincode-then", "", move || walk(&decode(black_box(wincode))), answer);
}

/// Adds the contestants that increment. `c-in-place` and `go-pointers` (like C and Go in the paper),
/// `c-packed-in-place`, `rkyv`, `capnp` and `packed-in-place` overwrite the leaves. `c-pointers`, `c-packed`,
/// `rust-box`, `rust-arena`, `haskell-native`, `haskell-packed-cursor`, `packed-raw` and `packed-transform` make a new
/// tree. The others decode, overwrite and encode.
fn increment<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) -> Result<(), Error> {
    overwrite(on, forms);
    add_languages(on, "increment", forms, 0)?;
    add_round_trips(on, forms);
    let Forms { boxed, compact, indexed, .. } = forms;
    let pointers = c::Tree::new(compact);
    on.add("c-pointers", "", move || black_box(&pointers).incremented(), c::Tree::sum);
    on.add("c-packed", "", move || c::incremented(black_box(compact)), of_bytes);
    on.add("rust-box", "", move || boxed::incremented(black_box(boxed)), boxed::sum);
    let tree = arena::tree(boxed, &forms.arena);
    let into_arena = |arena: &Bump| arena::sum(black_box(arena::incremented(black_box(tree), arena)));
    let run = move || {
        let arena = Bump::new();
        black_box(arena::incremented(black_box(tree), &arena));
        arena
    };
    on.add("rust-arena", "", run, move |_| into_arena(&Bump::new()));
    on.add("packed-raw", "Compact", move || raw::incremented(black_box(compact)), of_bytes);
    on.add("packed-transform", "Compact", move || black_box(compact).transform(packed::increment), of_packed);
    on.add("packed-transform", "Indexed", move || black_box(indexed).transform(packed::increment), of_packed);
    Ok(())
}

/// Adds the contestants that decode, increment and encode.
fn add_round_trips<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) {
    let Forms { compact, indexed, postcard, wincode, decoders, .. } = forms;
    if !decoders {
        return;
    }
    fn changed(mut tree: Tree) -> Tree {
        boxed::increment(&mut tree);
        tree
    }
    let round = move || Packed::<Tree, Compact>::pack(&changed(black_box(compact).unpack().expect(DECODES)));
    on.add("unpack-then", "Compact", round, of_packed);
    let round = move || Packed::<Tree, Indexed>::pack(&changed(black_box(indexed).unpack().expect(DECODES)));
    on.add("unpack-then", "Indexed", round, of_packed);
    let round = move || postcard::to_stdvec(&changed(postcard::from_bytes(black_box(postcard)).expect(DECODES)));
    on.add("postcard-then", "", round, of_postcard);
    let round = move || wincode::serialize(&changed(wincode::deserialize(black_box(wincode)).expect(DECODES)));
    on.add("wincode-then", "", round, of_wincode);
}

/// Adds the contestants that increment in place.
fn overwrite<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) {
    let Forms { boxed, compact, indexed, archive, .. } = forms;
    on.add_on("c-in-place", "", c::Tree::new(compact), c::Tree::increment, c::Tree::sum);
    // SAFETY: the bytes are those of a packed tree, and remain so.
    let run = |bytes: &mut Vec<u8>| unsafe { c::increment_in_place(bytes) };
    on.add_on("c-packed-in-place", "", compact.as_bytes().to_vec(), run, of_bytes);
    let run = |bytes: &mut AlignedVec| {
        // SAFETY: the serialised bytes are valid, and remain so.
        archived::increment(unsafe { rkyv::access_unchecked_mut::<ArchivedTree>(bytes) });
    };
    on.add_on("rkyv", "", archive.clone(), run, of_archive);
    let run = |message: &mut _| message::increment(message).expect(DECODES);
    let answer = |message: &_| message::sum_built(message).expect(DECODES);
    on.add_on("capnp", "", message::tree(boxed), run, answer);
    let run = |tree: &mut Packed<Tree, Compact>| _ = tree.visit_mut(&mut Increment).expect(DECODES);
    on.add_on("packed-in-place", "Compact", compact.to_vec(), run, of_packed);
    let run = |tree: &mut Packed<Tree, Indexed>| _ = tree.visit_mut(&mut Increment).expect(DECODES);
    on.add_on("packed-in-place", "Indexed", indexed.to_vec(), run, of_packed);
}

fn build(on: &mut Comparison<'_>, depth: u32) -> Result<(), Error> {
    on.add("c-pointers", "", move || c::Tree::build(black_box(depth)), c::Tree::sum);
    on.add("c-packed", "", move || c::build_packed(black_box(depth)), of_bytes);
    on.add("rust-box", "", move || boxed::build(black_box(depth)), boxed::sum);
    let run = move || {
        let arena = Bump::new();
        black_box(arena::build(black_box(depth), &arena));
        arena
    };
    on.add("rust-arena", "", run, move |_| arena::sum(arena::build(depth, &Bump::new())));
    add_languages_on(on, "build", &[], &[], i64::from(depth))?;
    let sum = |message: &_| message::sum_built(message).expect(DECODES);
    on.add("capnp", "", move || message::build(black_box(depth)), sum);
    on.add("packed-raw", "Compact", move || raw::build(black_box(depth)), of_bytes);
    on.add("packed-build", "Compact", move || built::<Compact>(black_box(depth)), of_packed);
    on.add("packed-build", "Indexed", move || built::<Indexed>(black_box(depth)), of_packed);
    Ok(())
}

fn built<L: Layout>(depth: u32) -> Packed<Tree, L> {
    Packed::build(|needs| packed::build(needs, depth, &mut 0))
}

/// Adds the contestants that write the bytes of a tree: from a tree of boxes, or for `c-packed` from nodes of `malloc`,
/// and for `haskell-packed-cursor` from nodes of the Haskell heap.
fn pack<'f>(on: &mut Comparison<'f>, forms: &'f Forms<Tree>) -> Result<(), Error> {
    let Forms { boxed, compact, .. } = forms;
    let size = compact.as_bytes().len();
    let pointers = c::Tree::new(compact);
    // SAFETY: `size` is the number of bytes of this tree when packed.
    on.add("c-packed", "", move || unsafe { black_box(&pointers).pack(size) }, of_bytes);
    add_languages(on, "pack", forms, 0)?;
    on.add("rkyv", "", move || archived::serialize(black_box(boxed)), of_archive);
    let sum = |bytes: &Vec<u8>| message::sum(&message::read(bytes)).expect(DECODES);
    on.add("capnp", "", move || message::bytes(&message::tree(black_box(boxed))), sum);
    on.add("postcard", "", move || postcard::to_stdvec(black_box(boxed)), of_postcard);
    on.add("wincode", "", move || wincode::serialize(black_box(boxed)), of_wincode);
    // SAFETY: `size` is the number of bytes of this tree when packed.
    on.add("packed-raw", "Compact", move || unsafe { raw::pack(black_box(boxed), size) }, of_bytes);
    on.add("packed-pack", "Compact", move || Packed::<Tree, Compact>::pack(black_box(boxed)), of_packed);
    on.add("packed-pack", "Indexed", move || Packed::<Tree, Indexed>::pack(black_box(boxed)), of_packed);
    Ok(())
}

fn number<N: Copy + Into<Answer>>(number: &N) -> Answer {
    (*number).into()
}

fn of_result<N: Copy + Into<Answer>, E: std::fmt::Debug>(number: &Result<N, E>) -> Answer {
    number.as_ref().map(|number| (*number).into()).expect("the value does not nest too deep")
}

/// Returns the sum of a tree whose result is validated bytes.
fn of_packed<L: Layout>(tree: &Packed<Tree, L>) -> Answer {
    let tree = Packed::<Tree, L, _>::from_bytes(tree.as_bytes()).expect(DECODES);
    of_result(&tree.fold(&mut Sum))
}

/// Returns the sum of a tree whose result is bytes of the layout `Compact`.
fn of_bytes(bytes: &Vec<u8>) -> Answer {
    let tree = Packed::<Tree, Compact, _>::from_bytes(bytes.as_slice()).expect(DECODES);
    of_result(&tree.fold(&mut Sum))
}

fn of_archive(bytes: &AlignedVec) -> Answer {
    archived::sum(archived::access(bytes))
}

fn of_postcard(bytes: &postcard::Result<Vec<u8>>) -> Answer {
    let bytes = bytes.as_ref().expect("encoding fails only without memory");
    boxed::sum(&postcard::from_bytes(bytes).expect(DECODES))
}

fn of_wincode<E: std::fmt::Debug>(bytes: &Result<Vec<u8>, E>) -> Answer {
    let bytes = bytes.as_ref().expect("encoding fails only without memory");
    boxed::sum(&wincode::deserialize::<Tree>(bytes).expect(DECODES))
}
