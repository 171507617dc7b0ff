//! Readers that are one version older or newer than the bytes.

use packed_data::fold::Children;
use packed_data::{Cursor, Indexed, Packable, Packed};

use crate::Error;
use crate::tree::{new, old, plain};

/// Checks and prints which versions read which bytes: with types that may grow, each reads those of the other.
pub fn check(parsed: &swc_ecma_ast::Program) {
    let older = old::convert(parsed).expect("the program is JavaScript");
    let newer = new::convert(parsed).expect("the program is JavaScript");
    let of_old = Packed::<old::Program, Indexed>::pack(&older);
    let of_new = Packed::<new::Program, Indexed>::pack(&newer);
    println!(
        "types that may grow, in Indexed: {} bytes, of the newer version {}",
        of_old.as_bytes().len(),
        of_new.as_bytes().len()
    );

    // A program with the old types reads what a newer one wrote: it sees all that it knows, and what it does not know.
    let read_by_old = Packed::<old::Program, Indexed, _>::from_bytes(of_new.as_bytes()).expect("old types, new bytes");
    let mut unknown = 0;
    read_by_old
        .visit_each(|stmt: Cursor<'_, '_, old::Stmt, Indexed>| {
            unknown += usize::from(matches!(stmt.view().case(), old::StmtView::Unknown(_)));
            Children::Visit
        })
        .expect("the tree is not too deep");
    assert!(unknown > 0, "the newer tree has statements that the old types do not know");
    assert_eq!(count::<old::Program, old::Name>(&read_by_old), count::<old::Program, old::Name>(&of_old));

    // A program with the new types reads what an older one wrote: what is absent has its default.
    let read_by_new = Packed::<new::Program, Indexed, _>::from_bytes(of_old.as_bytes()).expect("new types, old bytes");
    let mut defaults = 0;
    read_by_new
        .visit_each(|function: Cursor<'_, '_, new::Function, Indexed>| {
            defaults += usize::from(function.view().fields().complexity.is_none());
            Children::Visit
        })
        .expect("the tree is not too deep");
    assert_eq!(defaults, count::<old::Program, old::Function>(&of_old));
    assert_eq!(count::<new::Program, new::Name>(&read_by_new), count::<old::Program, old::Name>(&of_old));
    println!(
        "packed-data: the old types read the new tree, with {unknown} unknown statements; the new types the old one"
    );

    // (What `rkyv` accepts may still be another tree.)
    let before = plain::convert(parsed).expect("the program is JavaScript");
    let bytes_of_old = rkyv::to_bytes::<Error>(&before).expect("memory suffices");
    let bytes_of_new = rkyv::to_bytes::<Error>(&newer).expect("memory suffices");
    let by_old = rkyv::access::<plain::ArchivedProgram, Error>(&bytes_of_new).is_ok();
    let by_new = rkyv::access::<new::ArchivedProgram, Error>(&bytes_of_old).is_ok();
    let verdict = |accepts: bool| if accepts { "accepts" } else { "refuses" };
    println!("rkyv: the old types {} the new tree, the new types {} the old one\n", verdict(by_old), verdict(by_new));
}

/// Returns the number of values of a type in a tree.
fn count<T: Packable, U: Packable<As = U>>(tree: &Packed<T, Indexed, impl packed_data::packed::Buffer>) -> usize {
    let mut count = 0;
    let each = |_: Cursor<'_, '_, U, Indexed>| {
        count += 1;
        Children::Visit
    };
    tree.visit_each(each).expect("the tree is not too deep");
    count
}
