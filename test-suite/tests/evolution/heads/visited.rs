//! Findings of a review of extensible types and of visits in `Indexed`: a test for each.

use packed_data::__private::shape::Rest;
use packed_data::__private::{No, Stop, Unvisited, VisitField};
use packed_data::fold::{Leaf, Marked, Rec, Visitable};
use packed_data::{Cursor, Indexed, Levels, Packable, Packed};

type Visited<'a, 'id, T> = Result<Unvisited<'a, 'id, T, Indexed>, Stop<()>>;

/// The numbers that a visit met.
struct Met(Vec<u8>);

#[derive(Packable)]
#[packable(extensible)]
struct Pair {
    first: Box<Tree>,
    second: Box<Tree>,
}

#[derive(Packable)]
enum Tree {
    Leaf(u8),
    Node(Pair),
}

struct PairMarker;

impl Marked for PairMarker {
    type Field = Pair;
}

impl<'a> VisitField<'a, Indexed, Met, Tree> for PairMarker {
    type IsSelf = No;

    fn visit<'id>(cursor: Cursor<'a, 'id, Pair, Indexed>, met: &mut Met, levels: Levels) -> Visited<'a, 'id, Tree> {
        cursor.fields().visit_rest::<(Box<Rec<Tree>>, (Box<Rec<Tree>>, Rest)), Tree, Met>(met, levels)
    }
}

impl<'a> Visitable<'a, Indexed, Met> for Tree {
    type Break = ();

    fn visit_step<'id>(
        cursor: Cursor<'a, 'id, Tree, Indexed>,
        met: &mut Met,
        levels: Levels,
    ) -> Visited<'a, 'id, Tree> {
        match cursor.case() {
            TreeCase::Leaf(fields) => {
                let (number, fields) = fields.read();
                met.0.push(number);
                Ok(fields.done(()).into())
            }
            TreeCase::Node(fields) => fields.visit_rest::<(PairMarker, ()), Tree, Met>(met, levels),
        }
    }
}

/// The size before the last field of an extensible value was read as its tag.
#[test]
fn fields_of_an_extensible_type_are_not_side_by_side() {
    let value = Tree::Node(Pair { first: Box::new(Tree::Leaf(7)), second: Box::new(Tree::Leaf(9)) });
    let packed = Packed::<Tree, Indexed>::pack(&value);
    let mut met = Met(Vec::new());
    assert!(packed.visit(&mut met).is_ok());
    assert_eq!(met.0, [7, 9]);
}

#[derive(Debug, PartialEq, Packable)]
enum Light {
    Off,
    On,
}

impl<'a> Visitable<'a, Indexed, Met> for Light {
    type Break = ();

    fn visit_step<'id>(cursor: Cursor<'a, 'id, Light, Indexed>, met: &mut Met, _: Levels) -> Visited<'a, 'id, Light> {
        met.0.push(u8::from(cursor.view().get() == Light::On));
        Ok(cursor.skip().into())
    }
}

struct OptionMarker;

impl Marked for OptionMarker {
    type Field = Option<u8>;
}

impl<'a> VisitField<'a, Indexed, Met, Light> for OptionMarker {
    type IsSelf = No;

    fn visit<'id>(cursor: Cursor<'a, 'id, Option<u8>, Indexed>, met: &mut Met, _: Levels) -> Visited<'a, 'id, Light> {
        let number = cursor.unpack::<Option<u8>>(Levels::new(9)).expect("not deep");
        Ok(number.map(|number| met.0.extend(number)).into())
    }
}

/// Fields of the static part were taken for the end of the value, so what follows it was read there.
#[test]
fn fields_of_the_static_part_are_not_side_by_side() {
    type Inner = (String, Light, Light);
    type Markers = ((Leaf<String>, Rec<Light>, Rec<Light>), (OptionMarker, ()));
    let packed =
        Packed::<(Inner, Option<u8>), Indexed>::pack(&(("\u{7f}\u{ff}".into(), Light::Off, Light::On), Some(5)));
    packed.read(|pair| {
        let mut met = Met(Vec::new());
        assert!(pair.fields().visit_rest::<Markers, Light, Met>(&mut met, Levels::new(100)).is_ok());
        assert_eq!(met.0, [0, 1, 5]);
        pair.skip()
    });
}
