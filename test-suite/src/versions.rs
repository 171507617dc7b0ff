//! Older and newer versions of the extensible shapes, packed: what a reader of the shape finds in old data, and in data
//! of newer programs.

use packed_data::{Packable, Packed};

use crate::TestLayout;

/// Before fields and constructors were added.
mod older {
    use super::Packable;

    #[derive(Packable)]
    #[packable(extensible)]
    pub(super) struct Profile {
        pub(super) id: u16,
        pub(super) name: String,
        pub(super) maybe: Option<u8>,
    }

    #[derive(Packable)]
    pub(super) struct LaterProfile {
        pub(super) id: u16,
        pub(super) name: String,
        pub(super) maybe: Option<u8>,
        #[packable(default)]
        pub(super) bytes: [u8; 3],
        #[packable(default)]
        pub(super) tree: Option<Box<crate::Tree>>,
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub(super) enum Event {
        Nothing,
        Number(i32),
        Within(Box<Event>, u16),
        Several(Vec<Event>),
    }
}

/// With more fields, and more constructors.
mod newer {
    use super::Packable;

    #[derive(Packable)]
    pub(super) struct Profile {
        pub(super) id: u16,
        pub(super) name: String,
        pub(super) maybe: Option<u8>,
        #[packable(default)]
        pub(super) bytes: [u8; 3],
        #[packable(default)]
        pub(super) tree: Option<Box<crate::Tree>>,
        #[packable(default)]
        pub(super) unit: (),
        #[packable(default)]
        pub(super) flag: bool,
        #[packable(default)]
        pub(super) version: crate::shapes::Version,
        #[packable(default)]
        pub(super) children: Vec<Profile>,
        #[packable(default)]
        pub(super) next: Option<Box<Profile>>,
        #[packable(default)]
        pub(super) count: u32,
        #[packable(default)]
        pub(super) others: Vec<String>,
    }

    #[derive(Packable)]
    pub(super) enum Event {
        Nothing,
        Number(i32, #[packable(default)] bool, #[packable(default)] String, #[packable(default)] u64),
        Within(Box<Event>, u16, #[packable(default, leaf)] Option<Box<Event>>, #[packable(default)] Option<u8>),
        Several(Vec<Event>, #[packable(default)] String),
        Next(u8, Option<bool>, Box<Event>, #[packable(default)] u8),
        Bare,
        Fresh(u16, Vec<String>, #[packable(default)] Option<bool>),
        Inner { event: Box<Event> },
    }

    #[derive(Packable)]
    pub(super) enum Links {
        End,
        Link(u8, Box<Links>, #[packable(default)] u16),
        Fork(Box<Links>, Option<u8>, Option<Box<Links>>, bool, #[packable(default)] String),
        Many(Vec<Links>, Option<u8>, #[packable(default)] Option<u8>),
    }
}

pub(crate) fn of_profile<L: TestLayout>() -> Vec<Vec<u8>> {
    let profile = older::Profile { id: 1, name: "old".into(), maybe: Some(2) };
    let later = older::LaterProfile {
        id: 2,
        name: String::new(),
        maybe: None,
        bytes: [3, 4, 5],
        tree: Some(Box::new(crate::Tree::Leaf(6))),
    };
    let newer = |children, next| newer::Profile {
        id: 7,
        name: "new".into(),
        maybe: None,
        bytes: [8, 9, 10],
        tree: None,
        unit: (),
        flag: true,
        version: crate::shapes::Version { major: 1, minor: 2, label: "v".into() },
        children,
        next,
        count: 11,
        others: vec!["x".into(), String::new()],
    };
    let nested = newer(vec![newer(vec![], None)], Some(Box::new(newer(vec![], None))));
    vec![
        Packed::<_, L>::pack(&profile).into_inner(),
        Packed::<_, L>::pack(&later).into_inner(),
        Packed::<_, L>::pack(&nested).into_inner(),
    ]
}

pub(crate) fn of_event<L: TestLayout>() -> Vec<Vec<u8>> {
    use newer::Event::{Bare, Fresh, Inner, Next, Number, Several, Within};
    let old = older::Event::Several(vec![
        older::Event::Within(Box::new(older::Event::Number(1)), 2),
        older::Event::Nothing,
        older::Event::Number(-3),
    ]);
    let fresh = || Fresh(4, vec!["a".into(), String::new()], Some(true));
    let number = || Box::new(Number(5, true, "b".into(), 6));
    let within = Within(Box::new(fresh()), 7, Some(Box::new(Bare)), Some(8));
    let new = Several(
        vec![
            within,
            Next(9, None, Box::new(Next(10, Some(false), number(), 11)), 12),
            Inner { event: number() },
            newer::Event::Nothing,
        ],
        "several".into(),
    );
    vec![
        Packed::<_, L>::pack(&old).into_inner(),
        Packed::<_, L>::pack(&new).into_inner(),
        Packed::<_, L>::pack(&fresh()).into_inner(),
        Packed::<_, L>::pack(&Bare).into_inner(),
        Packed::<_, L>::pack(&Next(13, Some(true), Box::new(fresh()), 14)).into_inner(),
    ]
}

pub(crate) fn of_links<L: TestLayout>() -> Vec<Vec<u8>> {
    use newer::Links::{End, Fork, Link, Many};
    let link = |rest| Box::new(Link(1, rest, 2));
    let links = Fork(
        link(link(Box::new(End))),
        Some(3),
        Some(link(Box::new(Many(vec![End, Link(4, Box::new(End), 5)], None, Some(6))))),
        true,
        "fork".into(),
    );
    vec![Packed::<_, L>::pack(&links).into_inner(), Packed::<_, L>::pack(&*link(link(Box::new(End)))).into_inner()]
}
