//! `updates`: the updates that a game server sends to its players many times per second. Small enums, booleans, bounded
//! integers and optional fields; most objects that move continue to move.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, OptionCase, Packed, View};
use rkyv::munge::munge;
use rkyv::option::ArchivedOption;
use rkyv::seal::Seal;

use super::{Data, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// The updates of one message.
    pub(crate) struct Updates {
        #[n(0)]
        pub(crate) updates: Vec<Update>,
    }

    /// The update of one object in the world.
    pub(crate) struct Update {
        #[n(0)]
        pub(crate) id: u32,
        #[n(1)]
        pub(crate) kind: Kind,
        #[n(2)]
        pub(crate) visible: bool,
        #[n(3)]
        pub(crate) on_ground: bool,
        #[n(4)]
        pub(crate) place: Option<Place>,
        #[n(5)]
        pub(crate) health: u8,
        #[n(6)]
        pub(crate) owner: Option<u16>,
        #[n(7)]
        pub(crate) action: Action,
    }

    /// The kind of an object.
    #[derive(Copy)]
    pub(crate) enum Kind {
        #[n(0)]
        Player,
        #[n(1)]
        Boat,
        #[n(2)]
        Wagon,
        #[n(3)]
        Arrow,
        #[n(4)]
        Animal,
        #[n(5)]
        Crate,
    }

    /// The new place: in steps of a grid, within its sector.
    pub(crate) struct Place {
        #[n(0)]
        pub(crate) x: i16,
        #[n(1)]
        pub(crate) y: i16,
        #[n(2)]
        pub(crate) height: i16,
        #[n(3)]
        pub(crate) heading: u8,
        #[n(4)]
        pub(crate) speed: i8,
    }

    /// The action of an object.
    pub(crate) enum Action {
        #[n(0)]
        Nothing,
        #[n(1)]
        Turn(#[n(0)] i8),
        #[n(2)]
        Shoot {
            #[n(0)]
            at: Option<u32>,
            #[n(1)]
            strength: u8,
            #[n(2)]
            aimed: bool,
        },
        #[n(3)]
        Hurt {
            #[n(0)]
            amount: u8,
            #[n(1)]
            by: u32,
        },
        #[n(4)]
        Carry(#[n(0)] u32),
        #[n(5)]
        Sound(#[n(0)] Sound),
    }

    /// The kind of a sound.
    #[derive(Copy)]
    pub(crate) enum Sound {
        #[n(0)]
        Step,
        #[n(1)]
        Splash,
        #[n(2)]
        Creak,
        #[n(3)]
        Call,
    }
}

/// The query: the health of the visible objects, the distance that they moved, and the amount by which objects were
/// hurt.
#[derive(Default)]
pub(crate) struct Scene {
    health: u64,
    way: i64,
    hurt: u64,
}

impl Scene {
    /// Adds an update: `speed` if it has a place, `hurt` if its action is `Hurt`.
    #[inline]
    pub(crate) fn count(&mut self, visible: bool, health: u8, speed: Option<i8>, hurt: Option<u8>) {
        if visible {
            self.health += u64::from(health);
            self.way += i64::from(speed.unwrap_or(0));
        }
        self.hurt += u64::from(hurt.unwrap_or(0));
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        self.way ^ (self.health << 20) as i64 ^ (self.hurt << 42) as i64
    }
}

/// Returns the updated value of a health.
pub(crate) fn heal(health: u8) -> u8 {
    health.wrapping_add(3)
}

impl Data for Updates {
    const NAME: &'static str = "updates";
    const ENTRIES: usize = 120_000;
    type Borrowed<'a> = Self;
    type InPlace<'a> = Self;

    fn generate(random: &mut Random, entries: usize) -> Self {
        Self { updates: (0..entries).map(|index| Update::generate(random, index)).collect() }
    }

    fn query(&self) -> Answer {
        let mut scene = Scene::default();
        for update in &self.updates {
            let hurt = match update.action {
                Action::Hurt { amount, .. } => Some(amount),
                _ => None,
            };
            scene.count(update.visible, update.health, update.place.as_ref().map(|place| place.speed), hurt);
        }
        scene.answer()
    }

    fn query_borrowed(updates: &Self) -> Answer {
        updates.query()
    }

    fn query_in_place(updates: &Self) -> Answer {
        updates.query()
    }

    fn update(&mut self) {
        for update in &mut self.updates {
            update.health = heal(update.health);
        }
    }

    fn query_cursor<'id, L: Layout>(updates: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (scene, fields) = updates.fields().with(|updates| {
            updates.fold_items(Scene::default(), |mut scene, update| {
                let (visible, fields) = update.fields().skip().skip().read();
                let (speed, fields) = fields.skip().with(speed);
                let (health, fields) = fields.read();
                let (hurt, fields) = fields.skip().with(hurt);
                scene.count(visible, health, speed, hurt);
                fields.done(scene)
            })
        });
        fields.done(scene.answer())
    }

    fn query_view(updates: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut scene = Scene::default();
        for update in updates.view().fields().updates.iter().map(View::fields) {
            let hurt = match update.action.case() {
                ActionView::Hurt { amount, .. } => Some(amount),
                _ => None,
            };
            scene.count(update.visible, update.health, update.place.map(|place| place.fields().speed), hurt);
        }
        scene.answer()
    }

    fn update_cursor<'id, L: Layout>(updates: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = updates.fields().with(|updates| {
            updates.fold_items((), |(), update| {
                update.fields().skip().skip().skip().skip().skip().update(heal).skip().skip().done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for update in data.view_mut().fields().updates.into_iter() {
            let mut health = update.fields().health;
            health.update(heal);
        }
    }

    fn query_archived(updates: &ArchivedUpdates) -> Answer {
        let mut scene = Scene::default();
        for update in updates.updates.iter() {
            let hurt = match update.action {
                ArchivedAction::Hurt { amount, .. } => Some(amount),
                _ => None,
            };
            let speed = match &update.place {
                ArchivedOption::Some(place) => Some(place.speed),
                ArchivedOption::None => None,
            };
            scene.count(update.visible, update.health, speed, hurt);
        }
        scene.answer()
    }

    fn update_archived(updates: Seal<'_, ArchivedUpdates>) {
        munge!(let ArchivedUpdates { updates } = updates);
        each_archived(updates, |update| {
            munge!(let ArchivedUpdate { health, .. } = update);
            let health = health.unseal();
            *health = heal(*health);
        });
    }
}

fn speed<'id, L: Layout>(place: Cursor<'_, 'id, Option<Place>, L>) -> Done<'id, Option<i8>, L> {
    match place.case() {
        OptionCase::None(fields) => fields.done(None),
        OptionCase::Some(fields) => {
            let (speed, fields) = fields.with(|place| {
                let (speed, fields) = place.fields().skip().skip().skip().skip().read();
                fields.done(speed)
            });
            fields.done(Some(speed))
        }
    }
}

fn hurt<'id, L: Layout>(action: Cursor<'_, 'id, Action, L>) -> Done<'id, Option<u8>, L> {
    match action.case() {
        ActionCase::Hurt(fields) => {
            let (amount, fields) = fields.read();
            fields.skip().done(Some(amount))
        }
        ActionCase::Nothing(fields) => fields.done(None),
        ActionCase::Turn(fields) => fields.skip().done(None),
        ActionCase::Shoot(fields) => fields.skip().skip().skip().done(None),
        ActionCase::Carry(fields) => fields.skip().done(None),
        ActionCase::Sound(fields) => fields.skip().done(None),
    }
}

impl Update {
    fn generate(random: &mut Random, index: usize) -> Self {
        let kind = match random.below(100) {
            0..=24 => Kind::Player,
            25..=29 => Kind::Boat,
            30..=34 => Kind::Wagon,
            35..=59 => Kind::Arrow,
            60..=84 => Kind::Animal,
            _ => Kind::Crate,
        };
        let moves = !matches!(kind, Kind::Crate);
        Self {
            id: (index % 3000) as u32 * 4 + 100,
            kind,
            visible: random.chance(90),
            on_ground: !matches!(kind, Kind::Arrow | Kind::Boat),
            place: random.option(if moves { 70 } else { 2 }, |random| Place::generate(random, kind)),
            health: if random.chance(60) { 100 } else { random.within(1, 99) },
            owner: random.option(if matches!(kind, Kind::Arrow) { 95 } else { 10 }, |random| random.within(1, 400)),
            action: Action::generate(random),
        }
    }
}

impl Place {
    fn generate(random: &mut Random, kind: Kind) -> Self {
        let height = match kind {
            Kind::Arrow => random.within(10, 400),
            Kind::Boat => 0,
            _ => random.within(-20, 60),
        };
        Self {
            x: random.within(-2000, 2000),
            y: random.within(-2000, 2000),
            height,
            heading: (random.below(16) * 16) as u8,
            speed: if random.chance(50) { 5 } else { random.within(-10, 100) },
        }
    }
}

impl Action {
    fn generate(random: &mut Random) -> Self {
        let thing = |random: &mut Random| random.within::<u32>(0, 2999) * 4 + 100;
        match random.below(100) {
            0..=59 => Self::Nothing,
            60..=71 => Self::Turn(random.within(-8, 8)),
            72..=79 => {
                Self::Shoot { at: random.option(80, thing), strength: random.within(1, 10), aimed: random.chance(50) }
            }
            80..=85 => Self::Hurt { amount: random.within(1, 40), by: thing(random) },
            86..=89 => Self::Carry(thing(random)),
            _ => Self::Sound(random.pick(&[Sound::Step, Sound::Step, Sound::Splash, Sound::Creak, Sound::Call])),
        }
    }
}
