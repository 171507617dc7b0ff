//! Types that are read by the steps of lazy views, by name: by a test of the steps, and by a fuzz target.

use arbitrary::Arbitrary;
use packed_data::view::LazyView;
use packed_data::{Error, Indexed, Packable};

/// A tree with names.
#[derive(Arbitrary, Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub enum Tree {
    Leaf(i64),
    Node(Box<Tree>, String, Box<Tree>),
    Empty,
}

/// Two scalars.
#[derive(Arbitrary, Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Point {
    pub x: i32,
    pub y: bool,
}

/// Makes a tree from the steps of a lazy view.
///
/// # Errors
///
/// A step fails.
pub fn tree(view: LazyView<'_, Tree, Indexed>) -> Result<Tree, Error> {
    Ok(match view.try_case()? {
        TreeView::Leaf(number) => Tree::Leaf(number),
        TreeView::Node(left, name, right) => {
            Tree::Node(Box::new(tree(left)?), name.try_text()?.to_owned(), Box::new(tree(right)?))
        }
        TreeView::Empty => Tree::Empty,
    })
}

/// Makes a point from the steps of a lazy view.
///
/// # Errors
///
/// A step fails.
pub fn point(view: LazyView<'_, Point, Indexed>) -> Result<Point, Error> {
    let PointView { x, y } = view.try_fields()?;
    Ok(Point { x, y })
}

/// Makes texts from the elements of a lazy view.
///
/// # Errors
///
/// A step fails.
pub fn texts<'a>(texts: impl Iterator<Item = Result<LazyView<'a, str, Indexed>, Error>>) -> Result<Vec<String>, Error> {
    texts.map(|text| Ok(text?.try_text()?.to_owned())).collect()
}
