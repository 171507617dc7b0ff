//! The cases.

use std::hint::black_box;

use packed_data::fold::{Children, NodeResults};
use packed_data::{Cbor, Compact, Cursor, Indexed, Layout, Packable, Packed, Unpack};

use crate::Case;
use crate::data::{
    Ast, AstNode, Block, Dictionary, Expr, ExprNode, Person, RoseNode, TermNode, Tree, TreeNode, accounts, block,
    dictionary, expr, list, map, numbers, people, rose, samples, tree,
};
use crate::readers::{self, Eval, Sum};

/// Work whose result counts as used.
fn work<V: 'static>(mut work: impl FnMut() -> V + 'static) -> Box<dyn FnMut()> {
    Box::new(move || {
        black_box(work());
    })
}

/// Work with packed data.
fn with<T: Packable + 'static, L: Layout, V: 'static>(value: fn() -> T, f: fn(&Packed<T, L>) -> V) -> Box<dyn FnMut()> {
    let packed = Packed::<T, L>::pack(&value());
    work(move || f(black_box(&packed)))
}

fn validate<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    let bytes = Packed::<T, L>::pack(&value()).into_inner();
    work(move || Packed::<T, L>::from_slice(black_box(&bytes)).is_ok())
}

/// Packs into one buffer again and again.
fn pack<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    let (value, mut buffer) = (value(), Vec::new());
    work(move || {
        buffer.clear();
        packed_data::pack_into::<T, L>(black_box(&value), &mut buffer).expect("shallow");
        buffer.len()
    })
}

fn unpack<T: for<'s> Unpack<'s> + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    with::<T, L, _>(value, |packed| packed.unpack().is_ok())
}

fn convert<T: Packable + 'static, L: Layout, M: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    with::<T, L, _>(value, |packed| packed.convert::<M>().is_ok())
}

fn debug<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    with::<T, L, _>(value, |packed| format!("{packed:?}").len())
}

/// Compares a value with an equal one.
fn compare<T: Packable + 'static, L: Layout>(value: fn() -> T) -> Box<dyn FnMut()> {
    let packed = [(); 2].map(|()| Packed::<T, L>::pack(&value()));
    work(move || black_box(&packed[0]).cmp(&packed[1]))
}

/// Lists cases: the name without the layout, the layouts, and the work, in which `L` is the layout.
macro_rules! cases {
    ($($name:literal in [$($Layout:ident)+]: |$L:ident| $prepare:expr;)+) => {
        vec![$($(Case {
            name: concat!($name, "/", stringify!($Layout)).to_owned(),
            prepare: || {
                type $L = $Layout;
                $prepare
            },
        },)+)+]
    };
}

/// Returns all cases.
pub(crate) fn all() -> Vec<Case> {
    cases! {
        "tree/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(tree);
        "list/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(list);
        "expr/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(expr);
        "ast/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(block);
        "records/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(people);
        "extensible/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(accounts);
        "samples/validate" in [Compact Cbor]: |L| validate::<_, L>(samples);
        "numbers/validate" in [Cbor]: |L| validate::<_, L>(numbers);
        "map/validate" in [Compact Indexed Cbor]: |L| validate::<_, L>(map);

        "tree/skip" in [Compact Indexed Cbor]: |L| with::<_, L, _>(tree, |p| p.read(readers::right_most));
        "ast/skip" in [Compact Cbor]: |L| with::<_, L, _>(block, |p| p.read(|block| block.skip()));
        "records/skip" in [Compact Cbor]: |L| with::<_, L, _>(people, |p| {
            p.read(|all| all.fold_items(0u64, |sum, one| readers::numbers_of_person(one).map(|n| sum + n)))
        });

        "tree/pack" in [Compact Indexed Cbor]: |L| pack::<_, L>(tree);
        "list/pack" in [Compact]: |L| pack::<_, L>(list);
        "ast/pack" in [Compact Indexed]: |L| pack::<_, L>(block);
        "records/pack" in [Compact Indexed Cbor]: |L| pack::<_, L>(people);
        "extensible/pack" in [Compact]: |L| pack::<_, L>(accounts);
        "numbers/pack" in [Compact Cbor]: |L| pack::<_, L>(numbers);
        "map/pack" in [Compact]: |L| pack::<_, L>(map);

        "tree/unpack" in [Compact Indexed Cbor]: |L| unpack::<_, L>(tree);
        "list/unpack" in [Compact]: |L| unpack::<_, L>(list);
        "ast/unpack" in [Compact]: |L| unpack::<_, L>(block);
        "records/unpack" in [Compact Indexed Cbor]: |L| unpack::<_, L>(people);
        "extensible/unpack" in [Compact]: |L| unpack::<_, L>(accounts);
        "numbers/unpack" in [Compact Cbor]: |L| unpack::<_, L>(numbers);
        "map/unpack" in [Compact]: |L| unpack::<_, L>(map);

        "tree/view" in [Indexed]: |L| with::<_, L, _>(tree, |p| readers::tree_view(p.view()));
        "rose/view" in [Indexed]: |L| with::<_, L, _>(rose, |p| readers::rose_view(p.view()));
        "expr/view" in [Indexed]: |L| with::<_, L, _>(expr, |p| readers::expr_view(p.view()));
        "records/view" in [Indexed]: |L| {
            with::<_, L, _>(people, |p| p.view().views().map(readers::person_view).sum::<u64>())
        };
        "extensible/view" in [Indexed]: |L| {
            with::<_, L, _>(accounts, |p| p.view().views().map(readers::account_view).sum::<u64>())
        };
        "samples/view" in [Indexed]: |L| {
            with::<_, L, _>(samples, |p| p.view().views().map(readers::sample_view).sum::<u64>())
        };
        "numbers/view" in [Indexed]: |L| with::<_, L, _>(numbers, |p| p.view().iter().fold(0, u64::wrapping_add));
        "map/view" in [Indexed]: |L| with::<_, L, _>(map, |p| {
            let map = p.view();
            (0..2018).filter(|n| map.get(&*format!("key {n}")).is_some()).count()
        });

        // A thousand lookups: from the root each time, and in a view that is kept (where the library can keep one).
        "dictionary/from_root" in [Indexed]: |L| with::<Dictionary, L, _>(dictionary, |p| {
            (0..1000).map(|word| readers::feature_from_root(black_box(p), word).map_or(0, str::len)).sum::<usize>()
        });
        "dictionary/from_view" in [Indexed]: |L| {
            let dictionary = readers::features(Packed::<_, L>::pack(&dictionary()));
            work(move || {
                (0..1000).map(|word| readers::feature(black_box(&dictionary), word).map_or(0, str::len)).sum::<usize>()
            })
        };

        "tree/cursor" in [Compact Indexed Cbor]: |L| with::<_, L, _>(tree, |p| p.read(readers::tree));
        "list/cursor" in [Compact]: |L| with::<_, L, _>(list, |p| p.read(readers::list));
        "expr/cursor" in [Compact]: |L| with::<_, L, _>(expr, |p| p.read(readers::expr));
        "records/cursor" in [Compact Cbor]: |L| with::<_, L, _>(people, |p| {
            p.read(|all| all.fold_items(0u64, |sum, one| readers::person(one).map(|n| sum + n)))
        });
        "extensible/cursor" in [Compact]: |L| with::<_, L, _>(accounts, |p| {
            p.read(|all| all.fold_items(0u64, |sum, one| readers::account(one).map(|n| sum + n)))
        });
        "samples/cursor" in [Compact]: |L| with::<_, L, _>(samples, |p| {
            p.read(|all| all.fold_items(0u64, |sum, one| readers::sample(one).map(|n| sum + n)))
        });

        "tree/fold" in [Compact Indexed Cbor]: |L| with::<_, L, _>(tree, |p| p.fold(&mut Eval));
        "list/fold" in [Compact]: |L| with::<_, L, _>(list, |p| p.fold(&mut Eval));
        "rose/fold" in [Compact Indexed]: |L| with::<_, L, _>(rose, |p| p.fold(&mut Eval));
        "expr/fold" in [Compact Indexed Cbor]: |L| with::<_, L, _>(expr, |p| p.fold(&mut Eval));
        "ast/fold_group" in [Compact Indexed Cbor]: |L| with::<_, L, _>(block, |p| p.fold_group(&mut Eval));
        "tree/fold_with" in [Compact Indexed Cbor]: |L| with::<_, L, _>(tree, |p| p.fold_with(|node| match node {
            TreeNode::Leaf(n) => n,
            TreeNode::Node(left, right) => left + right,
        }));
        "rose/fold_with" in [Compact]: |L| with::<_, L, _>(rose, |p| p.fold_with(|RoseNode { value, children }| {
            children.into_iter().fold(value, u32::wrapping_add)
        }));
        "expr/fold_with" in [Compact Indexed]: |L| with::<_, L, _>(expr, |p| p.fold_with(|node| match node {
            ExprNode::Number(n) => n,
            ExprNode::Negate(n) => i64::wrapping_neg(n),
            ExprNode::Add(left, right) => i64::wrapping_add(left, right),
            ExprNode::Multiply(left, right) => i64::wrapping_mul(left, right),
            ExprNode::Choose(condition, yes, no) => no.filter(|_: &i64| condition % 2 == 0).unwrap_or(yes),
        }));
        "ast/fold_with" in [Compact]: |L| with::<_, L, _>(block, |p| p.fold_with(|node| match node {
            AstNode::Term(TermNode::Number(n)) => n,
            other => other.into_results().into_iter().sum::<f64>(),
        }));

        "tree/visit" in [Compact Indexed Cbor]: |L| with::<_, L, _>(tree, |p| p.visit(&mut Sum(0)).is_ok());
        "list/visit" in [Compact]: |L| with::<_, L, _>(list, |p| p.visit(&mut Sum(0)).is_ok());
        "rose/visit" in [Compact]: |L| with::<_, L, _>(rose, |p| p.visit(&mut Sum(0)).is_ok());
        "ast/visit_group" in [Compact Indexed]: |L| with::<_, L, _>(block, |p| p.visit_group::<Ast, _>(&mut Sum(0)).is_ok());
        "expr/visit_each" in [Compact Cbor]: |L| with::<_, L, _>(expr, |p| {
            let mut count = 0u32;
            p.visit_each(|_: Cursor<'_, '_, Expr, L>| {
                count += 1;
                Children::Visit
            }).map(|()| count)
        });

        "tree/transform" in [Compact Indexed]: |L| with::<_, L, _>(tree, |p| p.transform::<Tree>(readers::increment));
        "ast/rewrite" in [Compact Indexed Cbor]: |L| with::<_, L, _>(block, |p| {
            p.rewrite(|rules| rules.on::<f64>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1.0)))))
        });
        "ast/copy" in [Compact Indexed Cbor]: |L| with::<_, L, _>(block, |p| {
            p.transform::<Block>(|block, needs| block.copy_to(needs))
        });
        "people/rewrite" in [Compact Indexed Cbor]: |L| with::<_, L, _>(people, |p| {
            p.rewrite(|rules| rules.on::<str>(|text, needs, _| text.read().map(|text| needs.put(text))))
        });
        "tree/build" in [Compact Indexed Cbor]: |L| {
            work(|| Packed::<Tree, L>::build(|needs| readers::build(needs, 11, &mut 0)).into_inner())
        };
        "tree/compare" in [Compact Cbor]: |L| compare::<_, L>(tree);
        "records/compare" in [Compact Indexed]: |L| compare::<_, L>(people);
        "map/compare" in [Compact]: |L| compare::<_, L>(map);
        "records/sort_key" in [Compact Cbor]: |L| with::<Vec<Person>, L, _>(people, |p| p.sort_key().len());
        "tree/convert" in [Indexed Cbor]: |L| convert::<_, Compact, L>(tree);
        "records/convert" in [Indexed Cbor]: |L| convert::<_, Compact, L>(people);
        "extensible/convert" in [Indexed]: |L| convert::<_, Compact, L>(accounts);
        "tree/debug" in [Compact]: |L| debug::<_, L>(tree);
        "records/debug" in [Compact Cbor]: |L| debug::<_, L>(people);
        "ast/debug" in [Compact]: |L| debug::<_, L>(block);
    }
}
