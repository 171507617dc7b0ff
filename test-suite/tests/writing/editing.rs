//! Overwriting in place: enums without data, what is inside a `Some`, and elements of sequences in a loop. Each test
//! runs in every layout that can be edited. Enums without data are read in every layout.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::__private::shape::FieldlessEnum;
use packed_data::layout::haskell;
use packed_data::types::OptionCase;
use packed_data::view::ViewMut;
use packed_data::{Cursor, Done, Edit, InPlace, Indexed, Layout, Packable, Packed, RandomAccess, View};
use test_suite::over_layouts;

over_layouts!(few all: enums_without_data_are_read);
over_layouts!(few rich: wide_tags_are_read);
over_layouts!(
    native: an_enum_is_set,
    values_are_set_by_cursor,
    elements_are_set_in_a_loop,
    elements_are_set_by_index,
    a_wide_tag_is_set,
    a_panic_keeps_the_value
);
over_layouts!(
    few haskells: an_enum_is_set,
    values_are_set_by_cursor,
    elements_are_set_in_a_loop,
    elements_are_set_by_index,
    a_panic_keeps_the_value
);

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Light {
    Red,
    Amber(),
    Green {},
}

/// Discriminants of the user's own are not the tags.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Only {
    One = 7,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Crossing {
    number: u16,
    main: Light,
    side: Option<Light>,
    delay: Option<u32>,
    lights: Vec<Light>,
    only: Only,
    rows: Vec<Option<Light>>,
    order: Ordering,
    last: Result<Light, u8>,
}

macro_rules! long {
    ($($Constructor:ident)+) => {
        /// An enum with a tag of two bytes, in several groups of constructors.
        #[derive(Clone, Copy, Debug, PartialEq, Packable)]
        enum Long {
            $($Constructor,)+
        }
    };
}

long! {
    C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24 C25 C26 C27 C28 C29 C30
    C31 C32 C33 C34 C35 C36 C37 C38 C39 C40 C41 C42 C43 C44 C45 C46 C47 C48 C49 C50 C51 C52 C53 C54 C55 C56 C57 C58
    C59 C60 C61 C62 C63 C64 C65 C66 C67 C68 C69 C70 C71 C72 C73 C74 C75 C76 C77 C78 C79 C80 C81 C82 C83 C84 C85 C86
    C87 C88 C89 C90 C91 C92 C93 C94 C95 C96 C97 C98 C99 C100 C101 C102 C103 C104 C105 C106 C107 C108 C109 C110 C111
    C112 C113 C114 C115 C116 C117 C118 C119 C120 C121 C122 C123 C124 C125 C126 C127 C128 C129 C130 C131 C132 C133 C134
    C135 C136 C137 C138 C139 C140 C141 C142 C143 C144 C145 C146 C147 C148 C149 C150 C151 C152 C153 C154 C155 C156 C157
    C158 C159 C160 C161 C162 C163 C164 C165 C166 C167 C168 C169 C170 C171 C172 C173 C174 C175 C176 C177 C178 C179 C180
    C181 C182 C183 C184 C185 C186 C187 C188 C189 C190 C191 C192 C193 C194 C195 C196 C197 C198 C199 C200 C201 C202 C203
    C204 C205 C206 C207 C208 C209 C210 C211 C212 C213 C214 C215 C216 C217 C218 C219 C220 C221 C222 C223 C224 C225 C226
    C227 C228 C229 C230 C231 C232 C233 C234 C235 C236 C237 C238 C239 C240 C241 C242 C243 C244 C245 C246 C247 C248 C249
    C250 C251 C252 C253 C254 C255 C256
}

fn crossing() -> Crossing {
    Crossing {
        number: 1,
        main: Light::Red,
        side: Some(Light::Amber()),
        delay: Some(5),
        lights: vec![Light::Red, Light::Green {}, Light::Red],
        only: Only::One,
        rows: vec![None, Some(Light::Red), None, Some(Light::Green {})],
        order: Ordering::Less,
        last: Ok(Light::Red),
    }
}

/// Validates the bytes again, and unpacks them.
fn unpacked<T: for<'a> packed_data::Unpack<'a>, L: Layout>(packed: &Packed<T, L>) -> T {
    Packed::<T, L, _>::from_bytes(packed.as_bytes()).expect("still valid").unpack().expect("within the limits")
}

/// An enum without data is read from its view in every layout, alone and inside other values.
fn enums_without_data_are_read<L: Layout>() {
    let lights = vec![Light::Red, Light::Green {}, Light::Amber()];
    for light in &lights {
        assert_eq!(Packed::<Light, L>::pack(light).view().get(), *light);
    }
    assert_eq!(Packed::<Only, L>::pack(&Only::One).view().get(), Only::One);
    let packed = Packed::<Vec<Light>, L>::pack(&lights);
    assert_eq!(packed.view().iter().map(|light| light.get()).collect::<Vec<_>>(), lights);
    let packed = Packed::<Option<Light>, L>::pack(&Some(Light::Amber()));
    assert_eq!(packed.view().map(|light| light.get()), Some(Light::Amber()));
}

/// Tags of two bytes and of many groups are read as their constructors.
fn wide_tags_are_read<L: Layout>() {
    for tag in 0..=256 {
        let value = Long::from_tag(tag).unwrap();
        assert_eq!(Packed::<Long, L>::pack(&value).view().get(), value);
    }
}

fn an_enum_is_set<L: InPlace>() {
    let lights = [Light::Red, Light::Amber(), Light::Green {}];
    for before in lights {
        for after in lights {
            let mut packed = Packed::<Light, L>::pack(&before);
            let mut view = packed.view_mut();
            assert_eq!(view.get(), before);
            view.set(after);
            assert_eq!(view.get(), after);
            assert_eq!(packed, Packed::pack(&after));
            packed.view_mut().update(|light| if light == after { before } else { light });
            assert_eq!(unpacked(&packed), before);
        }
    }
    let mut only = Packed::<Only, L>::pack(&Only::One);
    only.view_mut().set(Only::One);
    assert_eq!(unpacked(&only), Only::One);
}

fn some<'id, T, L: Layout>(option: Cursor<'_, 'id, Option<T>, Edit<L>>, value: T) -> Done<'id, (), Edit<L>>
where
    T: packed_data::view::Settable<Value = T>,
{
    match option.case() {
        OptionCase::None(end) => end.done(()),
        OptionCase::Some(fields) => fields.set(value).done(()),
    }
}

fn values_are_set_by_cursor<L: InPlace>() {
    let mut packed = Packed::<Crossing, L>::pack(&crossing());
    packed.edit(|crossing| {
        let fields = crossing.fields().set(2).update(|main| if main == Light::Red { Light::Green {} } else { main });
        let ((), fields) = fields.with(|side| some(side, Light::Red));
        let ((), fields) = fields.with(|delay| some(delay, 6));
        let ((), fields) = fields.with(|lights| lights.fold_items((), |(), light| light.set(Light::Amber())));
        let ((), fields) = fields.set(Only::One).with(|rows| rows.fold_items((), |(), row| some(row, Light::Amber())));
        fields.update(Ordering::reverse).skip().done(())
    });
    let expected = Crossing {
        number: 2,
        main: Light::Green {},
        side: Some(Light::Red),
        delay: Some(6),
        lights: vec![Light::Amber(); 3],
        rows: vec![None, Some(Light::Amber()), None, Some(Light::Amber())],
        order: Ordering::Greater,
        ..crossing()
    };
    assert_eq!(packed, Packed::pack(&expected));
    assert_eq!(unpacked(&packed), expected);
}

fn elements_are_set_in_a_loop<L: InPlace>() {
    let mut numbers = Packed::<Vec<u32>, L>::pack(&vec![1, 2, 3]);
    let mut view = numbers.view_mut();
    for mut number in &mut view {
        number.update(|number| number * 10);
    }
    for mut number in view {
        number.update(|number| number + 1);
    }
    assert_eq!(unpacked(&numbers), [11, 21, 31]);

    let mut lights = Packed::<Vec<Light>, L>::pack(&crossing().lights);
    let views: Vec<ViewMut<'_, Light, L>> = lights.view_mut().into_iter().collect();
    for (mut view, light) in views.into_iter().zip([Light::Amber(), Light::Red, Light::Green {}]) {
        view.set(light);
    }
    assert_eq!(unpacked(&lights), [Light::Amber(), Light::Red, Light::Green {}]);

    let mut rows = Packed::<Vec<Option<Light>>, L>::pack(&crossing().rows);
    for mut light in rows.view_mut().into_iter().flatten() {
        light.set(Light::Amber());
    }
    assert_eq!(unpacked(&rows), [None, Some(Light::Amber()), None, Some(Light::Amber())]);

    let mut none = Packed::<Vec<Light>, L>::pack(&vec![]);
    assert_eq!(none.view_mut().into_iter().count(), 0);
}

fn elements_are_set_by_index<L: InPlace>() {
    let mut lights = Packed::<Vec<Light>, L>::pack(&crossing().lights);
    let mut view = lights.view_mut();
    view.set(2, Light::Amber());
    view.set(0, Light::Green {});
    let beyond = catch_unwind(AssertUnwindSafe(|| lights.view_mut().set(3, Light::Red))).unwrap_err();
    assert_eq!(beyond.downcast_ref::<String>().unwrap(), "index 3 in a sequence of 3 elements");
    assert_eq!(unpacked(&lights), [Light::Green {}, Light::Green {}, Light::Amber()]);
    for len in [1, 2, 50, if cfg!(miri) { 3 } else { 300 }] {
        let mut numbers = Packed::<Vec<u64>, L>::pack(&vec![0; len]);
        (0..len).for_each(|index| numbers.view_mut().set(index, index as u64));
        assert_eq!(unpacked(&numbers), (0..len as u64).collect::<Vec<_>>());
    }
    let mut boxed = Packed::<Vec<Box<bool>>, L>::pack(&vec![Box::new(false); 2]);
    boxed.view_mut().set(1, true);
    assert_eq!(unpacked(&boxed), [Box::new(false), Box::new(true)]);
}

fn a_wide_tag_is_set<L: InPlace>() {
    for after in [Long::C0, Long::C15, Long::C16, Long::C255, Long::C256] {
        let mut longs = Packed::<Vec<Long>, L>::pack(&vec![Long::C3, Long::C200, Long::C17]);
        longs.view_mut().set(1, after);
        assert_eq!(unpacked(&longs), [Long::C3, after, Long::C17]);
        for mut long in longs.view_mut() {
            long.update(|long| Long::from_tag((long.tag() + 1) % 257).unwrap());
        }
        let next = Long::from_tag((after.tag() + 1) % 257).unwrap();
        assert_eq!(unpacked(&longs), [Long::C4, next, Long::C18]);
    }
    assert_eq!(Long::from_tag(257), None);
}

/// Tags of two bytes in the Haskell layouts that have them; two of these layouts store the most significant byte first.
#[test]
fn a_wide_tag_is_set_in_haskell_layouts() {
    a_wide_tag_is_set::<haskell::Store>();
    a_wide_tag_is_set::<haskell::Cereal>();
    a_wide_tag_is_set::<haskell::Binary>();
}

fn a_panic_keeps_the_value<L: InPlace>() {
    let mut packed = Packed::<Vec<Light>, L>::pack(&crossing().lights);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        packed.edit(|lights| lights.fold_items((), |(), light| light.update(|_| panic!("no light"))));
    }));
    assert!(caught.is_err());
    assert_eq!(unpacked(&packed), crossing().lights);
}

#[test]
fn fields_are_set_by_view() {
    fn edit<L: RandomAccess + InPlace>() {
        let mut packed = Packed::<Crossing, L>::pack(&crossing());
        let CrossingView { mut main, side, delay, mut lights, rows, last, .. } = packed.view_mut().fields();
        main.set(Light::Green {});
        side.expect("`Some`").set(Light::Red);
        delay.expect("`Some`").set(77);
        lights.set(1, Light::Amber());
        for light in &mut lights {
            assert!(matches!(light.get(), Light::Red | Light::Amber()));
        }
        rows.into_iter().flatten().last().expect("an element").set(Light::Red);
        last.unwrap_or_else(|_| panic!("not `Ok`")).set(Light::Amber());
        let expected = Crossing {
            main: Light::Green {},
            side: Some(Light::Red),
            delay: Some(77),
            lights: vec![Light::Red, Light::Amber(), Light::Red],
            rows: vec![None, Some(Light::Red), None, Some(Light::Red)],
            last: Ok(Light::Amber()),
            ..crossing()
        };
        assert_eq!(unpacked(&packed), expected);
        assert_eq!(packed, Packed::pack(&expected));
    }
    edit::<Indexed>();
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Road {
    End(Light),
    On(Light, Box<Road>),
}

/// The views that a fold receives are kept, and used in another thread while the fold goes on: it must not load the
/// tags that it skips. (Miri reports a data race if it does.)
#[test]
fn a_fold_may_keep_the_views_of_enums() {
    struct Kept<'scope, 'env>(&'scope std::thread::Scope<'scope, 'env>);

    impl<'a: 'scope, 'scope> RoadFold<'a, Edit<Indexed>> for Kept<'scope, '_> {
        type Out = ();

        fn end(&mut self, mut light: ViewMut<'a, Light, Indexed>) {
            self.0.spawn(move || light.set(Light::Green {}));
        }

        fn on(&mut self, mut light: ViewMut<'a, Light, Indexed>, (): ()) {
            self.0.spawn(move || light.set(Light::Amber()));
        }
    }

    let road = Road::On(Light::Red, Box::new(Road::On(Light::Red, Box::new(Road::End(Light::Red)))));
    let mut packed = Packed::<Road, Indexed>::pack(&road);
    std::thread::scope(|scope| packed.fold_mut(&mut Kept(scope))).unwrap();
    let amber = |rest| Road::On(Light::Amber(), Box::new(rest));
    assert_eq!(unpacked(&packed), amber(amber(Road::End(Light::Green {}))));
}

/// An implementation of `FieldlessEnum` that does not match the constructors panics; it does not write a wrong tag.
#[test]
fn a_wrong_implementation_writes_no_wrong_tag() {
    use packed_data::__private::InTier;
    use packed_data::__private::shape::{Enum, Named};
    use packed_data::build::Written;
    use packed_data::error::Names;
    use packed_data::{Access, Needs};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Liar(u32);

    impl Named for Liar {
        const NAMES: &'static Names = &Names { name: "Liar", constructors: &[] };
    }

    impl FieldlessEnum for Liar {
        fn tag(&self) -> u32 {
            self.0
        }

        fn from_tag(tag: u32) -> Option<Self> {
            (tag == 0).then_some(Self(tag))
        }
    }

    impl Packable for Liar {
        type As = Self;
        type Shape = Enum<Self, ((), ())>;
        type View<'a, L: Access> = View<'a, Self, L>;

        fn view<'a, L: Access>(view: View<'a, Self, L>) -> View<'a, Self, L> {
            view
        }

        fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
            needs.variant::<InTier<0>, _, ((), ())>().done().into()
        }
    }

    let mut packed = Packed::<Liar>::pack(&Liar(0));
    packed.view_mut().set(Liar(1));
    assert_eq!(packed.as_bytes(), [1]);
    assert!(catch_unwind(AssertUnwindSafe(|| packed.view_mut().set(Liar(2)))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| packed.view_mut().get())).is_err());
    assert_eq!(packed.as_bytes(), [1]);
}
