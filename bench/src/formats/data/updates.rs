//! `updates`: the updates that a game server sends to its players many times per second. Small structs and options, and
//! short rows of booleans and numbers.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, lazy};
use rkyv::munge::munge;
use rkyv::seal::Seal;

use super::{Data, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// Updates, one for each message.
    pub(crate) struct Updates {
        #[n(0)]
        pub(crate) updates: Vec<Update>,
    }

    /// All that has changed for one player.
    pub(crate) struct Update {
        #[n(0)]
        pub(crate) contacts: Vec<Contact>,
        #[n(1)]
        pub(crate) score: u32,
        #[n(2)]
        pub(crate) radius: f32,
        #[n(3)]
        pub(crate) grounds: Vec<Ground>,
    }

    /// A vessel within the range of the sensors.
    pub(crate) struct Contact {
        #[n(0)]
        pub(crate) damage: u8,
        #[n(1)]
        pub(crate) id: u32,
        #[n(2)]
        pub(crate) kind: Option<Kind>,
        #[n(3)]
        pub(crate) course: Course,
        #[n(4)]
        pub(crate) player: Option<u16>,
        #[n(5)]
        pub(crate) loaded: Vec<bool>,
        #[n(6)]
        pub(crate) place: Place,
        #[n(7)]
        pub(crate) turrets: Vec<u16>,
    }

    /// The kind of a vessel.
    #[derive(Copy)]
    pub(crate) enum Kind {
        #[n(0)]
        Destroyer,
        #[n(1)]
        Battleship,
        #[n(2)]
        Carrier,
        #[n(3)]
        Escort,
        #[n(4)]
        Boat,
        #[n(5)]
        Cruiser,
        #[n(6)]
        Frigate,
        #[n(7)]
        Corvette,
        #[n(8)]
        Submarine,
        #[n(9)]
        Hovercraft,
    }

    /// The course that is steered.
    #[derive(Copy)]
    pub(crate) struct Course {
        #[n(0)]
        pub(crate) angle: u16,
        #[n(1)]
        pub(crate) dives: bool,
        #[n(2)]
        pub(crate) speed: i16,
    }

    /// The place and the motion.
    #[derive(Copy)]
    pub(crate) struct Place {
        #[n(0)]
        pub(crate) height: i8,
        #[n(1)]
        pub(crate) angle: u16,
        #[n(2)]
        pub(crate) position: (f32, f32),
        #[n(3)]
        pub(crate) speed: i16,
    }

    /// A part of the ground.
    pub(crate) struct Ground {
        #[n(0)]
        pub(crate) sector: (i8, i8),
        #[n(1)]
        #[cbor(with = "minicbor::bytes")]
        pub(crate) heights: Vec<u8>,
    }
}

/// Returns the updated value of a score.
pub(crate) fn reward(score: u32) -> u32 {
    score.wrapping_add(10)
}

/// Returns the answer of the query: the sum of the scores.
pub(crate) fn total(scores: impl Iterator<Item = u32>) -> Answer {
    scores.map(Answer::from).sum()
}

impl Data for Updates {
    const NAME: &'static str = "updates";
    const ENTRIES: usize = 1000;
    type Borrowed<'a> = Self;
    type InPlace<'a> = Self;

    fn generate(random: &mut Random, entries: usize) -> Self {
        Self { updates: (0..entries).map(|_| Update::generate(random)).collect() }
    }

    fn query(&self) -> Answer {
        total(self.updates.iter().map(|update| update.score))
    }

    fn query_borrowed(updates: &Self) -> Answer {
        updates.query()
    }

    fn query_in_place(updates: &Self) -> Answer {
        updates.query()
    }

    fn update(&mut self) {
        self.updates.iter_mut().for_each(|update| update.score = reward(update.score));
    }

    fn query_cursor<'id, L: Layout>(updates: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (sum, fields) = updates.fields().with(|updates| {
            updates.fold_items(0, |sum, update| {
                let (score, fields) = update.fields().skip().read();
                fields.skip().skip().done(sum + Answer::from(score))
            })
        });
        fields.done(sum)
    }

    fn query_view(updates: &Packed<Self, Indexed, &[u8]>) -> Answer {
        total(updates.view().fields().updates.iter().map(|update| update.fields().score))
    }

    fn query_lazy(bytes: &[u8]) -> Result<Answer, packed_data::Error> {
        let updates = lazy::<Self, Indexed>(bytes).try_fields()?.updates;
        updates
            .try_iter()?
            .try_fold(0, |sum, update| Ok(sum + Answer::from(update?.try_field(|update: UpdateNames| update.score)?)))
    }

    fn update_cursor<'id, L: Layout>(updates: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = updates.fields().with(|updates| {
            updates.fold_items((), |(), update| update.fields().skip().update(reward).skip().skip().done(()))
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for update in data.view_mut().fields().updates.into_iter() {
            let mut score = update.fields().score;
            score.update(reward);
        }
    }

    fn query_archived(updates: &ArchivedUpdates) -> Answer {
        total(updates.updates.iter().map(|update| update.score.to_native()))
    }

    fn update_archived(updates: Seal<'_, ArchivedUpdates>) {
        munge!(let ArchivedUpdates { updates } = updates);
        each_archived(updates, |update| {
            munge!(let ArchivedUpdate { score, .. } = update);
            let score = score.unseal();
            *score = reward(score.to_native()).into();
        });
    }
}

impl Update {
    fn generate(random: &mut Random) -> Self {
        let players = random.within::<u16>(200, 399);
        let radius = (f32::from(players) * 15_000.0).sqrt() + random.fraction() * 100.0 - 50.0;
        let sectors = (radius / 1600.0).ceil() as i64;
        Self {
            contacts: random.several(20, 39, |random| Contact::generate(random, players)),
            score: (random.fraction().powi(4) * 5000.0) as u32 + random.within::<u32>(0, 49),
            radius,
            grounds: random.several(3, 9, |random| Ground::generate(random, sectors)),
        }
    }
}

impl Contact {
    /// Generates a vessel; only those in sight (70 of 100) have a kind, a player, weapons and turrets.
    fn generate(random: &mut Random, players: u16) -> Self {
        let kind = Kind::generate(random);
        let seen = random.chance(70);
        Self {
            damage: if seen && random.chance(60) { 0 } else { random.within(0, 199) },
            id: random.below(u64::from(players) * 20) as u32,
            kind: seen.then_some(kind),
            course: Course { angle: random.bits() as u16, dives: kind.dives(random), speed: speed(random) },
            player: seen.then(|| random.below(players.into()) as u16),
            loaded: if seen { kind.loaded(random) } else { Vec::new() },
            place: Place::generate(random, kind),
            turrets: if seen { kind.turrets(random) } else { Vec::new() },
        }
    }
}

impl Kind {
    fn generate(random: &mut Random) -> Self {
        match random.below(4486) {
            0..214 => Self::Destroyer,
            214..266 => Self::Battleship,
            266..363 => Self::Carrier,
            363..509 => Self::Escort,
            509..1825 => Self::Boat,
            1825..1980 => Self::Cruiser,
            1980..2063 => Self::Frigate,
            2063..2788 => Self::Corvette,
            2788..3194 => Self::Submarine,
            _ => Self::Hovercraft,
        }
    }

    fn dives(self, random: &mut Random) -> bool {
        matches!(self, Self::Submarine) && random.chance(90)
    }

    /// Returns which weapons are loaded.
    fn loaded(self, random: &mut Random) -> Vec<bool> {
        let weapons = match self {
            Self::Destroyer => 20,
            Self::Battleship => 10,
            Self::Carrier => 16,
            Self::Escort => 18,
            Self::Boat => 2,
            Self::Cruiser => 28,
            Self::Frigate => 15,
            Self::Corvette => 6,
            Self::Submarine => 14,
            Self::Hovercraft => 11,
        };
        let percent = random.below(100);
        random.several(weapons, weapons, |random| random.chance(percent))
    }

    /// Returns the angles of the turrets, most of which point in one direction.
    fn turrets(self, random: &mut Random) -> Vec<u16> {
        let turrets = match self {
            Self::Boat | Self::Submarine => 0,
            Self::Destroyer | Self::Frigate => 1,
            Self::Corvette => 2,
            Self::Cruiser | Self::Hovercraft => 3,
            Self::Battleship | Self::Carrier | Self::Escort => 4,
        };
        let base = random.bits() as i16;
        let angle = |random: &mut Random| match random.chance(75) {
            true => base.wrapping_add(random.within(-200, 199)) as u16,
            false => random.bits() as u16,
        };
        random.several(turrets, turrets, angle)
    }
}

impl Place {
    fn generate(random: &mut Random, kind: Kind) -> Self {
        let height = if kind.dives(random) { random.within(-120, -36) } else { 0 };
        let mut part = || random.fraction() * 1500.0 - 750.0;
        let position = (part(), part());
        Self { height, angle: random.bits() as u16, position, speed: speed(random) }
    }
}

fn speed(random: &mut Random) -> i16 {
    match random.below(100) {
        0..80 => random.within(140, 899),
        80..90 => 0,
        _ => random.within(-225, -36),
    }
}

impl Ground {
    /// Generates a part of the ground; a few are new and long.
    fn generate(random: &mut Random, sectors: i64) -> Self {
        let sector = (random.within(-sectors, sectors - 1), random.within(-sectors, sectors - 1));
        let (low, high) = if random.chance(2) { (900, 1099) } else { (3, 8) };
        Self { sector, heights: random.several(low, high, |random| random.bits() as u8) }
    }
}
