//! Former names (`was`) in comparisons of schemas.

use packed_data::Packable;
use packed_data_schema::{Compatibility, CompatibilityRule, Effect, LayoutId, Schema};

mod v1 {
    use packed_data::Packable;

    #[derive(Packable)]
    #[packable(extensible)]
    pub struct Person {
        pub name: String,
        pub age: u8,
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub enum Shape {
        Circle(u8),
        Square { side: u8 },
    }
}

/// `name` got another name, which was then used again.
#[derive(Packable)]
struct Person {
    #[packable(was = "name")]
    full_name: String,
    age: u8,
    #[packable(default)]
    name: Option<String>,
}

#[derive(Packable)]
#[packable(extensible)]
enum Shape {
    #[packable(was = "Circle")]
    Disc(u8),
    Square {
        #[packable(was = "side")]
        width: u8,
    },
    Circle(u8, u8),
}

/// The same without former names.
mod without {
    use packed_data::Packable;

    #[derive(Packable)]
    pub struct Person {
        pub full_name: String,
        pub age: u8,
        #[packable(default)]
        pub name: Option<String>,
    }
}

const LAYOUTS: [LayoutId; 3] = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor];

fn rules(found: &Compatibility) -> Vec<(CompatibilityRule, &str)> {
    found.differences.iter().map(|found| (found.rule, found.path.as_str())).collect()
}

#[test]
fn a_name_that_was_freed_is_used_again() {
    use CompatibilityRule::{FieldName, FieldSkipped, FieldWithDefault};

    let (new, old, without) = (Schema::of::<Person>(), Schema::of::<v1::Person>(), Schema::of::<without::Person>());
    assert_eq!(new, without, "former names are no part of the text");
    for layout in LAYOUTS {
        assert_eq!(without.can_read(&old, layout).effect(), Effect::Broken);
        let found = new.can_read(&old, layout);
        assert!(found.is_full(), "{layout}: {found}");
        assert_eq!(rules(&found), [(FieldName, "Person.full_name"), (FieldWithDefault, "Person.name")]);
        assert!(found.to_string().contains("the field was called `name`"), "{found}");
        let found = old.can_read(&new, layout);
        assert!(found.is_full(), "{layout}: {found}");
        assert_eq!(rules(&found), [(FieldName, "Person.name"), (FieldSkipped, "Person.name")]);
        assert!(new.can_read(&new, layout).differences.is_empty());
    }
}

#[test]
fn a_constructor_that_was_renamed() {
    use CompatibilityRule::{ConstructorGone, ConstructorName, ConstructorNew, FieldName};

    let (new, old) = (Schema::of::<Shape>(), Schema::of::<v1::Shape>());
    for layout in LAYOUTS {
        let found = new.can_read(&old, layout);
        let expected =
            [(ConstructorName, "Shape::Disc"), (FieldName, "Shape::Square.width"), (ConstructorNew, "Shape::Circle")];
        assert_eq!(rules(&found), expected, "{layout}: {found}");
        let found = old.can_read(&new, layout);
        assert_eq!(found.effect(), Effect::Narrowed, "{layout}: {found}");
        assert!(rules(&found).iter().any(|(rule, _)| *rule == ConstructorGone), "{found}");
        assert!(new.can_read(&new, layout).differences.is_empty());
    }
}

/// A comparison that calls a change broken is overruled by name.
#[test]
fn differences_that_are_accepted() {
    let (new, old) = (Schema::of::<without::Person>(), Schema::of::<v1::Person>());
    for layout in LAYOUTS {
        let found = new.can_read(&old, layout);
        let broken: Vec<_> = found.differences.iter().filter(|found| found.effect == Effect::Broken).cloned().collect();
        let accepted = broken.iter().fold(found.clone(), |found, broken| found.accepting(broken.rule, &broken.path));
        assert!(accepted.is_full(), "{layout}: {accepted}");
        assert_eq!(accepted.differences.len(), found.differences.len());
        assert!(accepted.to_string().contains("accepted: "));
        // Another rule, or another path, accepts nothing.
        let other = found.clone().accepting(CompatibilityRule::TypeOther, &broken[0].path);
        assert_eq!(other.accepting(broken[0].rule, "Person.elsewhere"), found);
    }
}
