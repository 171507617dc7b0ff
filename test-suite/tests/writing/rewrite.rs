//! Rewriting whole values, and transforming sequences, sets and maps: compared with the same change of owned values.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::panic::{self, AssertUnwindSafe};

use packed_data::transform::Rules;
use packed_data::{
    Cbor, Compact, Cursor, Done, ErrorKind, Filled, Indexed, Layout, Limits, Map, Needs, Packable, Packed, Set,
};
use test_suite::{
    Ast, AstCase, Json, JsonCase, JsonTransform, LONG, List, Sample, TestLayout, Tree, TreeCase, check_some,
    in_a_small_stack, in_a_stack, over_layouts, over_shapes,
};

over_shapes!(few all: taken_apart_and_put_together);
over_layouts!(
    few all: numbers_are_found_wherever_they_are,
    a_rule_for_the_type_itself,
    constants_are_folded,
    parts_are_rewritten_within_a_transform,
    limits_are_those_of_packing,
    a_million_last_fields,
    a_rule_on_the_stack_is_bounded
);
over_layouts!(
    few: several_rules,
    what_packs_is_rewritten,
    a_rule_may_panic,
    elements_are_left_out,
    elements_written_in_part_are_left_out,
    sets_and_maps,
    equal_keys_are_refused,
    retained_and_appended,
    changes_that_keep_the_type,
    values_are_put_as_elements
);

/// Copies a value.
fn copy<'i, 'o, T: Packable<As = T> + ?Sized, L: Layout>(
    value: Cursor<'_, 'i, T, L>,
    needs: Needs<'o, T, L>,
) -> Done<'i, Filled<'o>, L> {
    value.copy_to(needs)
}

/// Adds a rule for each of these types, which copies the value.
macro_rules! copied {
    ($rules:ident; $($T:ty),+ $(,)?) => {
        $rules$(.on::<$T>(|value, needs, _| copy(value, needs)))+
    };
}

/// Adds a rule for each type of numbers, which copies the value.
fn numbers_copied<L: TestLayout>(rules: Rules<'static, L>) -> Rules<'static, L> {
    copied!(rules; bool, u8, u16, u32, u64, i8, i16, i32, i64, f32, f64)
}

/// If numbers have a rule that copies them, everything around them is taken apart and written anew. (Not every layout
/// has strings and wider integers.)
fn taken_apart_and_put_together<T: Sample, L: TestLayout>() {
    check_some(T::any(), |value| {
        let packed = Packed::<T, L>::pack(&value);
        assert_eq!(packed.rewrite(|rules| rules), packed);
        assert_eq!(packed.rewrite(numbers_copied), packed);
        assert_eq!(packed.transform(|cursor, needs| cursor.rewrite(needs, numbers_copied)), packed.transform(copy));
    });
}

fn tree_with(tree: &Tree, f: &impl Fn(i64) -> i64) -> Tree {
    match tree {
        Tree::Leaf(n) => Tree::Leaf(f(*n)),
        Tree::Node(left, right) => Tree::Node(Box::new(tree_with(left, f)), Box::new(tree_with(right, f))),
    }
}

fn numbers_are_found_wherever_they_are<L: TestLayout>() {
    check_some(Tree::any(), |tree| {
        let packed = Packed::<Tree, L>::pack(&tree);
        let changed =
            packed.rewrite(|rules| rules.on::<i64>(|n, needs, _| n.read().map(|n| needs.put(&n.wrapping_mul(3)))));
        assert_eq!(changed, Packed::pack(&tree_with(&tree, &|n| n.wrapping_mul(3))));
        // A rule for a type that does not occur, and one after another for the same type, have no effect.
        let same = packed.rewrite(|rules| {
            rules
                .on::<u8>(|_, _, _| unreachable!("no such value"))
                .on::<i64>(|n, needs, _| copy(n, needs))
                .on::<i64>(|_, _, _| unreachable!("the first rule applies"))
        });
        assert_eq!(same, packed);
    });
}

/// Swaps the subtrees of each node, from the root to the leaves.
fn swapped(tree: &Tree) -> Tree {
    match tree {
        Tree::Leaf(n) => Tree::Leaf(*n),
        Tree::Node(left, right) => Tree::Node(Box::new(swapped(right)), Box::new(swapped(left))),
    }
}

fn a_rule_for_the_type_itself<L: TestLayout>() {
    check_some(Tree::any(), |tree| {
        let packed = Packed::<Tree, L>::pack(&tree);
        let calls = Cell::new(0);
        let inside = packed.rewrite(|rules| {
            rules.on::<Tree>(|tree, needs, rewriting| {
                calls.set(calls.get() + 1);
                rewriting.inside(tree, needs)
            })
        });
        assert_eq!(inside, packed);
        let left_alone = Cell::new(0);
        let some = packed.rewrite(|rules| {
            rules.on_some::<Tree>(|_, needs, _| {
                left_alone.set(left_alone.get() + 1);
                Err(needs)
            })
        });
        assert_eq!((some, left_alone.get()), (packed.clone(), calls.get()));

        // The right subtree is written before the left one: a cursor is `Copy`, so both can be read when they are
        // needed.
        let swap = packed.rewrite(|rules| {
            rules.on_some::<Tree>(|tree, needs, rewriting| match tree.case() {
                TreeCase::Leaf(_) => Err(needs),
                TreeCase::Node(fields) => {
                    let mut right_is_read = None;
                    let new = Tree::start_node(needs).with(|needs| {
                        let (filled, end) = fields.skip().with(|right| rewriting.rewrite(right, needs));
                        right_is_read = Some(end);
                        filled
                    });
                    let new = new.with(|needs| fields.with(|left| rewriting.rewrite(left, needs)).0);
                    Ok(right_is_read.unwrap_or_else(|| fields.skip_rest()).done(new.done()))
                }
            })
        });
        assert_eq!(swap, Packed::pack(&swapped(&tree)));
    });
}

/// Returns the expression without `0 + e`, `e + 0` and `--e`, looked for once, from the root to the leaves.
fn folded(ast: &Ast) -> Ast {
    let again = |ast: &Ast| Box::new(folded(ast));
    match ast {
        Ast::Add(left, right) if **left == Ast::Value(0) => folded(right),
        Ast::Add(left, right) if **right == Ast::Value(0) => folded(left),
        Ast::Negate(inner) => match &**inner {
            Ast::Negate(inner) => folded(inner),
            inner => Ast::Negate(again(inner)),
        },
        Ast::Value(n) => Ast::Value(*n),
        Ast::Add(left, right) => Ast::Add(again(left), again(right)),
        Ast::Sub(left, right) => Ast::Sub(again(left), again(right)),
        Ast::Mul(left, right) => Ast::Mul(again(left), again(right)),
    }
}

fn is_zero<L: Layout>(ast: Cursor<'_, '_, Ast, L>) -> bool {
    matches!(ast.case(), AstCase::Value(fields) if fields.read().0 == 0)
}

fn constants_are_folded<L: TestLayout>() {
    let zeros = proptest::strategy::Strategy::prop_map(Ast::any(), |ast| {
        let zero = || Box::new(Ast::Value(0));
        let twice = |ast| Box::new(Ast::Negate(Box::new(Ast::Negate(ast))));
        Ast::Mul(
            Box::new(Ast::Add(zero(), twice(Box::new(ast.clone())))),
            Box::new(Ast::Add(Box::new(ast.clone()), Box::new(Ast::Add(twice(Box::new(ast)), zero())))),
        )
    });
    check_some(zeros, |ast| {
        let packed = Packed::<Ast, L>::pack(&ast);
        let simple = packed.rewrite(|rules| {
            rules.on_some::<Ast>(|ast, needs, rewriting| match ast.case() {
                AstCase::Add(fields) if fields.look(is_zero) => Ok(rewriting.rewrite(fields.skip().tail(), needs)),
                AstCase::Add(fields) if fields.skip().look(is_zero) => {
                    let (filled, fields) = fields.with(|left| rewriting.rewrite(left, needs));
                    Ok(fields.skip_rest().done(filled))
                }
                AstCase::Negate(fields) => match fields.tail().case() {
                    AstCase::Negate(fields) => Ok(rewriting.rewrite(fields.tail(), needs)),
                    _ => Err(needs),
                },
                _ => Err(needs),
            })
        });
        assert_eq!(simple, Packed::pack(&folded(&ast)));
    });
}

fn parts_are_rewritten_within_a_transform<L: TestLayout>() {
    check_some(Tree::any(), |tree| {
        // Only the left subtrees of the root.
        let packed = Packed::<Tree, L>::pack(&tree);
        let changed = packed.transform(|tree, needs| match tree.case() {
            TreeCase::Leaf(_) => tree.copy_to(needs),
            TreeCase::Node(fields) => {
                let mut others = fields.skip();
                let new = Tree::start_node(needs).with(|needs| {
                    let (filled, right) = fields.with(|left| {
                        left.rewrite(needs, |rules| rules.on::<i64>(|n, needs, _| n.read().map(|n| needs.put(&!n))))
                    });
                    others = right;
                    filled
                });
                others.tail().copy_to(new.tail())
            }
        });
        let expected = match &tree {
            Tree::Leaf(n) => Tree::Leaf(*n),
            Tree::Node(left, right) => Tree::Node(Box::new(tree_with(left, &|n| !n)), right.clone()),
        };
        assert_eq!(changed, Packed::pack(&expected));
    });
}

/// Rules that take a tree apart: one for its numbers, or one for the trees themselves.
fn apart<'f, L: Layout>(rules: Rules<'f, L>) -> Rules<'f, L> {
    rules.on::<i64>(|n, needs, _| copy(n, needs))
}

fn limits_are_those_of_packing<L: TestLayout>() {
    let step = if cfg!(miri) { 10 } else { 1 };
    for levels in (0..20).step_by(step) {
        let tree = (0..levels).fold(Tree::Leaf(0), |tree, n| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(n))));
        let packed = Packed::<Tree, L>::pack(&tree);
        for depth in (0..20).step_by(step) {
            let limits = Limits { depth, ..Limits::DEFAULT };
            let is_packed = Packed::<Tree, L>::with_limits(&limits).pack(&tree).map(drop).map_err(|error| error.kind());
            let is_rewritten = packed.within(&limits).rewrite(apart).map(drop).map_err(|error| error.kind());
            assert_eq!(is_rewritten, is_packed, "{levels} levels, limit {depth}");
        }
    }
}

fn list<L: Layout>(cells: i64) -> Packed<List, L> {
    Packed::build(|mut needs| {
        for n in 0..cells {
            needs = List::start_cons(needs).put(&n).tail();
        }
        List::write_nil(needs)
    })
}

/// A list in which each cell is the last field of the one before takes constant stack, whether a rule is for its
/// numbers or leaves its cells as they are.
fn a_million_last_fields<L: TestLayout>() {
    in_a_small_stack(|| {
        let long = list::<L>(LONG);
        assert_eq!(long.rewrite(apart), long);
        assert_eq!(long.rewrite(|rules| rules.on_some::<List>(|_, needs, _| Err(needs))), long);
    });
}

/// A rule that calls `inside` for a last field is on the stack: the stack is bounded, and there is an error beyond it.
fn a_rule_on_the_stack_is_bounded<L: TestLayout>() {
    let inside = |rules: Rules<'static, L>| rules.on::<List>(|list, needs, rewriting| rewriting.inside(list, needs));
    let short = list::<L>(100);
    assert_eq!(short.rewrite(inside), short);
    // (Only the backstop knows of such levels.)
    if !cfg!(any(miri, packed_data_no_backstop)) {
        in_a_stack(2 << 20, || {
            let error = list::<L>(LONG).within(&Limits::DEFAULT).rewrite(inside).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooMuchStack { limit: Limits::DEFAULT.stack });
        });
    }
}

#[derive(Packable)]
struct InSequence {
    inner: Vec<InSequence>,
    number: u16,
}

#[derive(Packable)]
struct InArray {
    #[packable(leaf)]
    inner: [Option<Box<InArray>>; 1],
    number: u16,
}

#[derive(Packable)]
struct InOption {
    inner: Option<Box<InOption>>,
    number: u16,
}

#[derive(Packable)]
enum InEnum {
    Innermost(u16),
    Around(Box<InEnum>, u16),
}

#[derive(Packable)]
struct InMap {
    #[packable(leaf)]
    inner: BTreeMap<u8, InMap>,
    number: u16,
}

/// Found by a review: where values nest in fields that are not the last, `rewrite` took so much stack that the default
/// limits refused up to half of the levels that they let `pack` write. It takes none now, whatever the build.
fn what_packs_is_rewritten<L: TestLayout>() {
    nested::<InSequence, L>(|inner, number| InSequence { inner: inner.into_iter().collect(), number });
    nested::<InArray, L>(|inner, number| InArray { inner: [inner.map(Box::new)], number });
    nested::<InOption, L>(|inner, number| InOption { inner: inner.map(Box::new), number });
    nested::<InEnum, L>(|inner, number| match inner {
        None => InEnum::Innermost(number),
        Some(inner) => InEnum::Around(Box::new(inner), number),
    });
    nested::<InMap, L>(|inner, number| InMap { inner: inner.map(|inner| (0, inner)).into_iter().collect(), number });
}

/// Rewrites a value of as many levels as the limits allow, and of one more; `around` returns a value around another.
fn nested<T: Packable<As = T>, L: TestLayout>(around: impl Fn(Option<T>, u16) -> T + Sync) {
    let limits = Limits { depth: if cfg!(miri) { 5 } else { Limits::DEFAULT.depth }, ..Limits::DEFAULT };
    let next = |rules: Rules<'static, L>| rules.on::<u16>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1))));
    let (mut deepest, mut expected, mut deeper) = (None, None, None);
    // (Without optimisation `pack` and `drop` take more stack.)
    in_a_stack(64 << 20, || {
        let pack = |levels, number, depth| {
            let value = (0..levels).fold(around(None, number), |inner, _| around(Some(inner), number));
            Packed::<T, L>::with_limits(&Limits { depth, stack: 1 << 30, ..limits }).pack(&value)
        };
        let levels = (0..=limits.depth).rev().find(|levels| pack(*levels, 0, limits.depth).is_ok()).unwrap();
        assert!(levels + 1 >= limits.depth, "{levels} levels");
        deepest = pack(levels, 0, limits.depth).ok();
        expected = pack(levels, 1, limits.depth).ok();
        deeper = pack(levels + 1, 0, limits.depth + 1).ok();
    });
    in_a_small_stack(|| assert!(deepest.unwrap().within(&limits).rewrite(next).unwrap() == expected.unwrap()));
    in_a_stack(64 << 20, || {
        let error = deeper.unwrap().within(&limits).rewrite(next).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooDeep { limit: limits.depth });
    });
}

/// A rule that panics leaves nothing behind: an element that it was writing can be left out.
fn a_rule_may_panic<L: TestLayout>() {
    let elements = || [vec![vec![1, 2]], vec![vec![3], vec![300, 4]], vec![], vec![vec![5]]].map(|inner| (inner, 7));
    let packed = Packed::<Vec<(Vec<Vec<u16>>, u16)>, L>::pack(&elements().into());
    let changed = packed.rewrite(|rules| {
        let rules = rules.on::<u16>(|n, needs, _| {
            n.read().map(|n| if n == 300 { panic::resume_unwind(Box::new("300")) } else { needs.put(&(n + 1)) })
        });
        rules.on::<[(Vec<Vec<u16>>, u16)]>(|all, needs, rewriting| {
            all.filter_map_items(needs, |element, needs| {
                let rewritten = panic::catch_unwind(AssertUnwindSafe(|| rewriting.rewrite(element, needs)));
                rewritten.map_or_else(|_| element.skip().map(|()| None), |done| done.map(Some))
            })
        })
    });
    let expected = [vec![vec![2, 3]], vec![], vec![vec![6]]].map(|inner| (inner, 8));
    assert_eq!(changed, Packed::pack(&expected.into()));
}

fn several(json: &Json) -> Json {
    match json {
        Json::Null => Json::Null,
        Json::Bool(value) => Json::Bool(!value),
        Json::Number(value) => Json::Number(*value),
        Json::Text(text) => Json::Text(format!("{text}!")),
        Json::Array(values) => Json::Array(values.iter().map(several).collect()),
        Json::Object(entries) => {
            Json::Object(entries.iter().map(|(key, value)| (format!("{key}!"), several(value))).collect())
        }
    }
}

fn several_rules<L: TestLayout>() {
    check_some(Json::any(), |json| {
        let packed = Packed::<Json, L>::pack(&json);
        let changed = packed.rewrite(|rules| {
            rules
                .on::<str>(|text, needs, _| text.read().map(|text| needs.put(&format!("{text}!"))))
                .on::<bool>(|value, needs, _| value.read().map(|value| needs.put(&!value)))
        });
        assert_eq!(changed, Packed::pack(&several(&json)));
    });
}

/// Returns the document without the texts of odd length, and without the entries whose key has an odd length.
fn without_odd(json: &Json) -> Option<Json> {
    Some(match json {
        Json::Text(text) if text.len() % 2 == 1 => return None,
        Json::Array(values) => Json::Array(values.iter().filter_map(without_odd).collect()),
        Json::Object(entries) => Json::Object(
            (entries.iter().filter(|(key, _)| key.len() % 2 == 0))
                .filter_map(|(key, value)| Some((key.clone(), without_odd(value)?)))
                .collect(),
        ),
        json => json.clone(),
    })
}

/// Makes the same change from packed to packed. What is left out is written first, as a whole or in part.
fn drop_odd<'i, 'o, L: Layout>(
    json: Cursor<'_, 'i, Json, L>,
    needs: Needs<'o, Json, L>,
) -> Done<'i, Option<Filled<'o>>, L> {
    match json.transform(needs) {
        JsonTransform::Null(fields) => fields.done().map(Some),
        JsonTransform::Bool(fields) => fields.copy().done().map(Some),
        JsonTransform::Number(fields) => fields.copy().done().map(Some),
        JsonTransform::Text(fields) => {
            let is_odd = json.peek(|json| match json.case() {
                JsonCase::Text(fields) => {
                    let (text, end) = fields.read();
                    end.done(text.len() % 2 == 1)
                }
                _ => json.skip().map(|()| false),
            });
            fields.copy().done().map(|filled| (!is_odd).then_some(filled))
        }
        JsonTransform::Array(fields) => {
            fields.map(|array, needs| array.filter_map_items(needs, drop_odd)).done().map(Some)
        }
        JsonTransform::Object(fields) => {
            let fields = fields.map(|entries, needs| {
                entries.filter_map_items(needs, |entry, needs| {
                    let (key, value) = entry.fields().read();
                    let place = needs.fields().put(key).tail();
                    if key.len() % 2 == 1 {
                        // (The key is written, and the value is not.)
                        drop(place);
                        return value.skip_rest().done(None);
                    }
                    drop_odd(value.tail(), place)
                })
            });
            fields.done().map(Some)
        }
    }
}

fn elements_are_left_out<L: TestLayout>() {
    check_some(Json::any(), |json| {
        let all = vec![json.clone(), Json::Text("odd".into()), json];
        let packed = Packed::<Vec<Json>, L>::pack(&all);
        let changed = packed.transform(|all, needs| all.filter_map_items(needs, drop_odd));
        let expected: Vec<Json> = all.iter().filter_map(without_odd).collect();
        assert_eq!(changed, Packed::<[Json], L>::pack(&expected));
        assert!(Packed::<[Json], L, _>::from_bytes(changed.as_bytes()).is_ok());
    });
}

/// Long values, deep inside each other: so the layouts with sizes and tables record insertions instead of making them,
/// before an element is left out, in it and after it.
fn elements_written_in_part_are_left_out<L: TestLayout>() {
    let text = |n: usize| Json::Text("x".repeat(n));
    let mut json = Json::Array(vec![text(300), text(301), text(2)]);
    let longest = if cfg!(miri) { 300 } else { 70_000 };
    for level in 0..40 {
        let object = Json::Object(vec![
            ("odd".into(), json.clone()),
            ("even".into(), text(200 + level)),
            (
                "long".repeat(50),
                Json::Array(vec![text(1), text(level), Json::Array(vec![text(longest * (level % 2))])]),
            ),
        ]);
        json = Json::Array(vec![text(level * 10), json, object, text(level + 100)]);
        if level > 8 {
            // (Otherwise the size doubles with each level.)
            json = Json::Array(vec![text(level), json, text(400)]);
        }
        if level == if cfg!(miri) { 2 } else { 9 } {
            break;
        }
    }
    for level in 0..if cfg!(miri) { 3 } else { 60 } {
        json = Json::Array(vec![json, text(level), Json::Object(vec![("k".repeat(level), text(300))])]);
    }
    let packed = Packed::<Vec<Json>, L>::pack(&vec![json.clone()]);
    let changed = packed.transform(|all, needs| all.filter_map_items(needs, drop_odd));
    let expected: Vec<Json> = without_odd(&json).into_iter().collect();
    assert!(changed == Packed::<[Json], L>::pack(&expected), "the documents differ");
}

/// Sets in the values of maps: their elements are recorded to be sorted, and left out again.
fn sets_and_maps<L: TestLayout>() {
    type Sets = BTreeMap<u16, BTreeSet<String>>;
    let (maps, entries) = if cfg!(miri) { (3, 4) } else { (7, 9) };
    let sets = |from: u16| -> Sets {
        (from..from + entries).map(|n| (n * 37 % 50, (0..n % 5).map(|i| format!("{}", i * n)).collect())).collect()
    };
    let value: BTreeMap<String, Sets> = (0..maps).map(|n| (format!("key {}", n * 5 % 7), sets(n))).collect();
    let packed = Packed::<BTreeMap<String, Sets>, L>::pack(&value);

    // Each key is turned around, so that the order changes; maps with an even key and sets without elements are left
    // out.
    let changed: Packed<Map<String, Sets>, L> = packed.transform(|map, needs| {
        map.map_items(needs, |entry, needs| {
            let fields = entry.transform(needs);
            let fields = fields.map(|key, needs| key.read().map(|key| needs.put(&turned(key))));
            let fields = fields.map(|sets, needs| {
                sets.filter_map_items(needs, |entry, needs| {
                    let (key, set) = entry.fields().read();
                    let place = needs.fields().put(&(1000 - key)).tail();
                    set.tail()
                        .map_items(place, |text, needs| text.read().map(|text| needs.put(&turned(text))))
                        .map(|filled| (key % 2 == 1).then_some(filled))
                })
            });
            fields.done()
        })
    });
    let expected: BTreeMap<String, Sets> = (value.iter())
        .map(|(key, sets)| {
            let odd = sets.iter().filter(|(key, _)| *key % 2 == 1);
            (turned(key), odd.map(|(key, set)| (1000 - key, set.iter().map(|text| turned(text)).collect())).collect())
        })
        .collect();
    assert_eq!(changed.as_bytes(), Packed::<BTreeMap<String, Sets>, L>::pack(&expected).as_bytes());

    let rewritten = packed.rewrite(|rules| {
        rules
            .on::<str>(|text, needs, _| text.read().map(|text| needs.put(&turned(text))))
            .on::<u16>(|n, needs, _| n.read().map(|n| needs.put(&(1000 - n))))
    });
    let expected: BTreeMap<String, Sets> = (value.iter())
        .map(|(key, sets)| {
            let sets = sets.iter().map(|(key, set)| (1000 - key, set.iter().map(|text| turned(text)).collect()));
            (turned(key), sets.collect())
        })
        .collect();
    assert_eq!(rewritten, Packed::pack(&expected));
}

fn turned(text: &str) -> String {
    text.chars().rev().collect()
}

fn equal_keys_are_refused<L: TestLayout>() {
    let set = Packed::<BTreeSet<u8>, L>::pack(&BTreeSet::from([1, 2, 3]));
    let halved = |rules: Rules<'static, L>| rules.on::<u8>(|n, needs, _| n.read().map(|n| needs.put(&(n / 2))));
    let error = set.within(&Limits::DEFAULT).rewrite(halved).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    let error = set
        .within(&Limits::DEFAULT)
        .transform::<Set<u8>>(|set, needs| set.append(needs, |set| set.push(|needs| needs.put(&2))));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::DuplicateKey);
}

fn retained_and_appended<L: TestLayout>() {
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).into()).collect() };
    let packed = Packed::<Vec<String>, L>::pack(&words(&["to", "be", "or", "not"]));
    let short = packed.transform(|words, needs| words.retain(needs, |word| word.view().len() < 3));
    assert_eq!(short, Packed::<[String], L>::pack(&words(&["to", "be", "or"])));
    let none = packed.transform(|words, needs| words.retain(needs, |_| false));
    assert_eq!(none, Packed::<[String], L>::pack(&[]));
    let longer = packed.transform(|words, needs| {
        words.append(needs, |words| words.push(|needs| needs.put("to")).push_option(|_| None))
    });
    assert_eq!(longer, Packed::<[String], L>::pack(&words(&["to", "be", "or", "not", "to"])));

    let map = BTreeMap::from([(1, "one".to_string()), (2, "two".into()), (4, "four".into())]);
    let packed = Packed::<BTreeMap<u8, String>, L>::pack(&map);
    let odd = packed.transform::<Map<u8, String>>(|map, needs| {
        map.retain(needs, |entry| entry.fields().look(|key| key.view() != 2))
    });
    let expected: BTreeMap<u8, String> = BTreeMap::from([(1, "one".into()), (4, "four".into())]);
    assert_eq!(odd.as_bytes(), Packed::<_, L>::pack(&expected).as_bytes());
    let more = odd.transform::<Map<u8, String>>(|map, needs| {
        map.append(needs, |map| map.push(|needs| needs.fields().put(&3).put("three").done()))
    });
    let expected: BTreeMap<u8, String> = BTreeMap::from([(1, "one".into()), (3, "three".into()), (4, "four".into())]);
    assert_eq!(more.as_bytes(), Packed::<_, L>::pack(&expected).as_bytes());

    // Of many more elements than the limits allow, the rest is skipped when the value has failed.
    let nested = Packed::<Vec<Vec<String>>, L>::pack(&vec![words(&["to"]); 100]);
    let flat = Limits { depth: 1, ..Limits::DEFAULT };
    let error = nested.within(&flat).transform::<[Vec<String>]>(|all, needs| all.retain(needs, |_| true)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 1 });
    let error = nested.within(&flat).transform::<[Vec<String>]>(|all, needs| {
        all.map_items(needs, |words, needs| words.map_items(needs, |word, needs| word.copy_to(needs)))
    });
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooDeep { limit: 1 });
}

fn changes_that_keep_the_type<L: TestLayout>() {
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).into()).collect() };
    let pack = |list: &[&str]| Packed::<Vec<String>, L>::pack(&words(list));
    let packed = pack(&["to", "be", "or", "not"]);
    let short: Packed<Vec<String>, L> = packed.retain(|word| word.view().len() < 3);
    assert_eq!(short, pack(&["to", "be", "or"]));
    assert_eq!(packed.retain(|_| true), packed);
    assert_eq!(packed.retain(|_| false), pack(&[]));
    // Of other buffers and types: a borrowed slice.
    let other: Packed<[String], L, &[u8]> = packed.as_slice().cast();
    let both: Packed<Vec<String>, L> = short.append(&other);
    assert_eq!(both, pack(&["to", "be", "or", "to", "be", "or", "not"]));
    assert_eq!(pack(&[]).append(&packed), packed);
    assert_eq!(packed.append(&pack(&[])), packed);
    // In CBOR a byte is another item inside a byte string.
    let bytes = |bytes: &[u8]| Packed::<Vec<u8>, L>::pack(&bytes.to_vec());
    assert_eq!(bytes(&[1, 24, 255]).append(&bytes(&[200])), bytes(&[1, 24, 255, 200]));
    assert_eq!(bytes(&[1, 24, 255]).retain(|byte| byte.view() > 23), bytes(&[24, 255]));

    let map = |keys: &[i32]| -> Packed<BTreeMap<i32, String>, L> {
        Packed::pack(&keys.iter().map(|key| (*key, format!("{key}"))).collect())
    };
    let numbers = map(&[-1, 2, 300, 70_000]);
    assert_eq!(numbers.retain(|entry| entry.view().0 != 2 && entry.view().1.len() < 5), map(&[-1, 300]));
    assert_eq!(numbers.append(&map(&[-500, 3])), map(&[-500, -1, 2, 3, 300, 70_000]));
    let error = numbers.within(&Limits::DEFAULT).append(&map(&[300])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    let set = |keys: &[u16]| -> Packed<BTreeSet<u16>, L> { Packed::pack(&keys.iter().copied().collect()) };
    assert_eq!(set(&[1, 256, 3]).retain(|key| key.view() > 2), set(&[3, 256]));
    assert_eq!(set(&[1, 256]).append(&set(&[2, 1000])), set(&[1, 2, 256, 1000]));

    let nested = Packed::<Vec<Vec<String>>, L>::pack(&vec![words(&["to"]); 3]);
    let flat = Limits { depth: 1, ..Limits::DEFAULT };
    let too_deep = ErrorKind::TooDeep { limit: 1 };
    assert_eq!(nested.within(&flat).retain(|_| true).unwrap_err().kind(), too_deep);
    assert_eq!(nested.within(&flat).append(&nested).unwrap_err().kind(), too_deep);
}

fn values_are_put_as_elements<L: TestLayout>() {
    let lists: Vec<Vec<u8>> = vec![vec![1, 255], vec![], vec![24], vec![7; 300]];
    let packed = Packed::<Vec<Vec<u8>>, L>::pack(&lists);
    let second = Packed::<Vec<u8>, L>::pack(&lists[1]);
    let rest = Packed::<[Vec<u8>], L>::pack(&lists[2..3]);
    let built = Packed::<Vec<Vec<u8>>, L>::build(|needs| {
        let items = needs.sequence(0).put(&lists[0]).put_packed(&second).append_packed(&rest);
        items.put_as(&lists[3]).put_all(&lists[..2]).put_all([lists[2].clone()]).put_all([&lists[3]]).done()
    });
    assert_eq!(built, packed.append(&packed));
    // Bytes, of a byte string and by themselves.
    let byte = Packed::<u8, L>::pack(&200);
    let bytes = Packed::<Vec<u8>, L>::build(|needs| {
        needs
            .sequence(5)
            .put(&1)
            .put_packed(&byte)
            .append_packed(&Packed::<[u8], L>::pack(&[30, 255]))
            .put_all([9u8])
            .done()
    });
    assert_eq!(bytes, Packed::pack(&vec![1, 200, 30, 255, 9]));
    let set = Packed::<BTreeSet<u16>, L>::build(|needs| needs.sequence(3).put_all([300u16, 2, 70]).put(&1).done());
    assert_eq!(set, Packed::pack(&BTreeSet::from([1, 2, 70, 300])));
    // An iterator without an end is left when the value has failed.
    let flat = Limits { depth: 0, ..Limits::DEFAULT };
    let endless = || iter::repeat("hi");
    let error = Packed::<Vec<String>, L>::with_limits(&flat).build(|needs| needs.sequence(0).put_all(endless()).done());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooDeep { limit: 0 });
}

#[derive(Packable)]
struct Old {
    name: String,
}

#[derive(Debug, PartialEq, Packable)]
struct New {
    name: String,
    #[packable(default)]
    tags: Vec<String>,
    #[packable(default)]
    number: u32,
}

/// After a failure, the elements that are left were skipped one by one, also if they have no bytes.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "a count of 2^40 is refused there")]
fn a_failure_does_not_walk_over_elements_without_bytes() {
    fn refused<L: Layout>() {
        let limits = Limits { empty_elements: u64::MAX, ..Limits::DEFAULT };
        // The number 7, and 2^40 elements.
        let bytes = [7, 0xFE, 0, 0, 0, 0, 0, 1, 0, 0];
        let packed = Packed::<(u8, Vec<()>), L>::with_limits(&limits).from_bytes(&bytes[..]).unwrap();
        assert_eq!(packed.view().1.len() as u64, 1 << 40);
        let rules = |rules: Rules<'static, L>| {
            let rules = rules.on::<u8>(|number, needs, _| number.skip().map(|()| needs.refuse("no number")));
            rules.on::<()>(|unit, needs, _| copy(unit, needs))
        };
        let error = packed.within(&limits).rewrite(rules).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused { message: "no number" });
    }
    refused::<Compact>();
    refused::<Indexed>();
}

/// A field that an older version did not write has its default in the rewritten value, as after `Transform::copy`.
#[test]
fn absent_fields_get_their_default() -> Result<(), Box<dyn std::error::Error>> {
    let old = Packed::<Old, Cbor>::pack(&Old { name: "old".into() });
    let new = Packed::<New, Cbor, _>::from_bytes(old.as_bytes())?;
    let changed = new.rewrite(|rules| rules.on::<str>(|text, needs, _| text.read().map(|_| needs.put("new"))));
    assert_eq!(changed, Packed::pack(&New { name: "new".into(), tags: vec![], number: 0 }));
    Ok(())
}

/// Types that differ in their lifetimes only are the same type for a rule.
#[test]
fn lifetimes_do_not_matter() {
    #[derive(Packable)]
    struct Word<'a>(&'a str);

    fn longer<'w>(packed: &Packed<Vec<Word<'w>>>) -> Packed<Vec<Word<'w>>> {
        packed.rewrite(|rules| {
            rules.on::<Word<'static>>(|word, needs, _| {
                let (word, end) = word.fields().read();
                end.done(needs.fields().put(format!("{word}er").as_str()).done())
            })
        })
    }

    let text = String::from("long");
    let packed = Packed::<Vec<Word<'_>>>::pack(&vec![Word(&text), Word("hard")]);
    assert_eq!(longer(&packed).as_bytes(), b"\x02\x06longer\x06harder");
}

/// Rules may borrow, and a value of a type that does not occur in the whole can be rewritten within a rule.
#[test]
fn rules_within_rules() {
    let inner = Packed::<Vec<u16>>::pack(&vec![1, 2]);
    let (strings, numbers) = (Cell::new(0), Cell::new(0));
    let outer = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
    let same = outer.rewrite(|rules| {
        rules
            .on::<str>(|text, needs, rewriting| {
                strings.set(strings.get() + 1);
                let copy = Packed::<[u16]>::build(|needs| inner.read(|inner| rewriting.rewrite(inner, needs)));
                assert_eq!(copy.as_bytes(), inner.as_bytes());
                text.copy_to(needs)
            })
            .on::<u16>(|n, needs, _| {
                numbers.set(numbers.get() + 1);
                n.copy_to(needs)
            })
    });
    assert_eq!((same, strings.get(), numbers.get()), (outer, 2, 4));
}
