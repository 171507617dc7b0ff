//! `saves`: the saved players of a game. Structs within structs, options, enums, maps, texts, UUIDs.

mod generate;

use std::collections::BTreeMap;

use packed_data::{Cursor, Done, Edit, Entry, Indexed, Layout, OptionCase, Packed, View};
use rkyv::munge::munge;
use rkyv::seal::Seal;

use super::{Data, Id, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// All saved players.
    pub(crate) struct Saves<S: Ord + Clone> {
        #[n(0)]
        pub(crate) players: Vec<Player<S>>,
    }

    /// A player.
    pub(crate) struct Player<S: Ord + Clone> {
        #[n(0)]
        pub(crate) id: Id,
        #[n(1)]
        pub(crate) name: S,
        #[n(2)]
        pub(crate) mode: Mode,
        #[n(3)]
        pub(crate) position: (f64, f64, f64),
        #[n(4)]
        pub(crate) facing: (f32, f32),
        #[n(5)]
        pub(crate) health: f32,
        #[n(6)]
        pub(crate) score: i64,
        #[n(7)]
        pub(crate) home: Option<Home<S>>,
        #[n(8)]
        pub(crate) abilities: Abilities,
        #[n(9)]
        pub(crate) carried: Vec<Stack<S>>,
        #[n(10)]
        pub(crate) stored: Vec<Stack<S>>,
        #[n(11)]
        pub(crate) mount: Option<Box<Creature<S>>>,
        #[n(12)]
        pub(crate) companions: Vec<Creature<S>>,
        #[n(13)]
        pub(crate) counts: BTreeMap<S, u64>,
        #[n(14)]
        pub(crate) quests: BTreeMap<S, Quest<S>>,
        #[n(15)]
        pub(crate) recipes: Recipes<S>,
    }

    /// The mode of the game.
    #[derive(Copy)]
    pub(crate) enum Mode {
        #[n(0)]
        Story,
        #[n(1)]
        Free,
        #[n(2)]
        Building,
        #[n(3)]
        Watching,
    }

    /// The place where a player wakes up.
    pub(crate) struct Home<S> {
        #[n(0)]
        pub(crate) land: S,
        #[n(1)]
        pub(crate) block: (i32, i32, i32),
        #[n(2)]
        pub(crate) shared: bool,
    }

    /// The abilities of a player, and the speeds.
    pub(crate) struct Abilities {
        #[n(0)]
        pub(crate) flies: bool,
        #[n(1)]
        pub(crate) may_fly: bool,
        #[n(2)]
        pub(crate) may_build: bool,
        #[n(3)]
        pub(crate) invulnerable: bool,
        #[n(4)]
        pub(crate) walking: f32,
        #[n(5)]
        pub(crate) flying: f32,
    }

    /// Several items of one kind.
    pub(crate) struct Stack<S> {
        #[n(0)]
        pub(crate) slot: u8,
        #[n(1)]
        pub(crate) item: S,
        #[n(2)]
        pub(crate) count: u16,
        #[n(3)]
        pub(crate) details: Option<Details<S>>,
    }

    /// The special properties of an item.
    pub(crate) struct Details<S> {
        #[n(0)]
        pub(crate) label: Option<S>,
        #[n(1)]
        pub(crate) wear: u32,
        #[n(2)]
        pub(crate) maker: Option<Id>,
        #[n(3)]
        pub(crate) charms: Vec<Charm<S>>,
    }

    /// A charm on an item.
    pub(crate) struct Charm<S> {
        #[n(0)]
        pub(crate) name: S,
        #[n(1)]
        pub(crate) level: u8,
    }

    /// An animal of a player.
    pub(crate) struct Creature<S> {
        #[n(0)]
        pub(crate) id: Id,
        #[n(1)]
        pub(crate) species: S,
        #[n(2)]
        pub(crate) name: Option<S>,
        #[n(3)]
        pub(crate) position: (f64, f64, f64),
        #[n(4)]
        pub(crate) health: f32,
        #[n(5)]
        pub(crate) mood: Mood,
        #[n(6)]
        pub(crate) wears: Vec<Stack<S>>,
    }

    /// The next action of an animal.
    pub(crate) enum Mood {
        #[n(0)]
        Resting,
        #[n(1)]
        Following(#[n(0)] Id),
        #[n(2)]
        Roaming {
            #[n(0)]
            x: i32,
            #[n(1)]
            z: i32,
            #[n(2)]
            hungry: bool,
        },
        #[n(3)]
        Fleeing {
            #[n(0)]
            from: Id,
            #[n(1)]
            since: u64,
        },
    }

    /// The progress of a quest.
    pub(crate) struct Quest<S> {
        #[n(0)]
        pub(crate) stage: u16,
        #[n(1)]
        pub(crate) finished: Option<u64>,
        #[n(2)]
        pub(crate) goals: Vec<Goal<S>>,
    }

    /// A task that is still to be done.
    pub(crate) enum Goal<S> {
        #[n(0)]
        Collect {
            #[n(0)]
            item: S,
            #[n(1)]
            count: u32,
        },
        #[n(1)]
        Reach(#[n(0)] i32, #[n(1)] i32, #[n(2)] i32),
        #[n(2)]
        Speak(#[n(0)] S),
    }

    /// The recipes that a player knows.
    pub(crate) struct Recipes<S> {
        #[n(0)]
        pub(crate) known: Vec<S>,
        #[n(1)]
        pub(crate) marked: Vec<S>,
        #[n(2)]
        pub(crate) only_possible: bool,
    }
}

/// The query: the amount of metal that players carry, the strength of the charms on carried items, the number of
/// healthy companions, and the distance that was walked.
#[derive(Default)]
pub(crate) struct Ranking {
    metal: u64,
    charms: u64,
    companions: u64,
    walked: u64,
}

/// The name of the counter of the distance that was walked.
pub(crate) const WALKED: &str = "travel:walked";

impl Ranking {
    /// Adds a carried stack, without its charms.
    #[inline]
    pub(crate) fn carries(&mut self, item: &str, count: u16) {
        if item.starts_with("metal:") {
            self.metal += u64::from(count);
        }
    }

    /// Adds a charm on a carried stack.
    #[inline]
    pub(crate) fn charm(&mut self, level: u8) {
        self.charms += u64::from(level);
    }

    /// Adds a companion.
    #[inline]
    pub(crate) fn companion(&mut self, health: f32) {
        self.companions += u64::from(health > 10.0);
    }

    /// Adds the counter [`WALKED`].
    #[inline]
    pub(crate) fn walked(&mut self, steps: Option<u64>) {
        self.walked = self.walked.wrapping_add(steps.unwrap_or(0));
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        let few = self.metal ^ (self.charms << 20) ^ (self.companions << 40);
        (self.walked.rotate_left(24) ^ few) as Answer
    }
}

/// Returns the updated value of a score.
pub(crate) fn reward(score: i64) -> i64 {
    score.wrapping_add(10)
}

impl<S: Ord + Clone + AsRef<str> + std::borrow::Borrow<str>> Saves<S> {
    fn ranking(&self) -> Answer {
        let mut ranking = Ranking::default();
        for player in &self.players {
            for stack in &player.carried {
                ranking.carries(stack.item.as_ref(), stack.count);
                let charms = stack.details.iter().flat_map(|details| &details.charms);
                charms.for_each(|charm| ranking.charm(charm.level));
            }
            player.companions.iter().for_each(|companion| ranking.companion(companion.health));
            ranking.walked(player.counts.get(WALKED).copied());
        }
        ranking.answer()
    }
}

impl Data for Saves<String> {
    const NAME: &'static str = "saves";
    const ENTRIES: usize = 400;
    type Borrowed<'a> = Saves<&'a str>;
    type InPlace<'a> = Saves<&'a str>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        Self { players: (0..entries).map(|_| Player::generate(random)).collect() }
    }

    fn query(&self) -> Answer {
        self.ranking()
    }

    fn query_borrowed(saves: &Saves<&str>) -> Answer {
        saves.ranking()
    }

    fn query_in_place(saves: &Saves<&str>) -> Answer {
        saves.ranking()
    }

    fn update(&mut self) {
        for player in &mut self.players {
            player.score = reward(player.score);
        }
    }

    fn query_cursor<'id, L: Layout>(saves: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (ranking, fields) = saves.fields().with(|players| players.fold_items(Ranking::default(), count_player));
        fields.done(ranking.answer())
    }

    fn query_view(saves: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut ranking = Ranking::default();
        for player in saves.view().fields().players.iter().map(View::fields) {
            for stack in player.carried.iter().map(View::fields) {
                ranking.carries(stack.item, stack.count);
                let charms = stack.details.into_iter().flat_map(|details| details.fields().charms.iter());
                charms.for_each(|charm| ranking.charm(charm.fields().level));
            }
            player.companions.iter().for_each(|companion| ranking.companion(companion.fields().health));
            ranking.walked(player.counts.get(WALKED));
        }
        ranking.answer()
    }

    fn update_cursor<'id, L: Layout>(saves: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = saves.fields().with(|players| {
            players.fold_items((), |(), player| {
                let fields = player.fields().skip().skip().skip().skip().skip().skip().update(reward);
                let fields = fields.skip().skip().skip().skip().skip().skip().skip().skip().skip();
                fields.done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for player in data.view_mut().fields().players.into_iter() {
            let mut score = player.fields().score;
            score.update(reward);
        }
    }

    fn query_archived(saves: &ArchivedSaves<String>) -> Answer {
        let mut ranking = Ranking::default();
        for player in saves.players.iter() {
            for stack in player.carried.iter() {
                ranking.carries(&stack.item, stack.count.to_native());
                let charms = stack.details.iter().flat_map(|details| details.charms.iter());
                charms.for_each(|charm| ranking.charm(charm.level));
            }
            player.companions.iter().for_each(|companion| ranking.companion(companion.health.to_native()));
            ranking.walked(player.counts.get(WALKED).map(|steps| steps.to_native()));
        }
        ranking.answer()
    }

    fn update_archived(saves: Seal<'_, ArchivedSaves<String>>) {
        munge!(let ArchivedSaves { players } = saves);
        each_archived(players, |player| {
            munge!(let ArchivedPlayer { score, .. } = player);
            let score = score.unseal();
            *score = reward(score.to_native()).into();
        });
    }
}

fn count_player<'id, L: Layout>(ranking: Ranking, player: Cursor<'_, 'id, Player<String>, L>) -> Done<'id, Ranking, L> {
    let fields = player.fields().skip().skip().skip().skip().skip().skip().skip().skip().skip();
    let (ranking, fields) = fields.with(|carried| carried.fold_items(ranking, count_stack));
    let fields = fields.skip().skip();
    let (mut ranking, fields) = fields.with(|companions| {
        companions.fold_items(ranking, |mut ranking, companion| {
            let (health, fields) = companion.fields().skip().skip().skip().skip().read();
            ranking.companion(health);
            fields.skip().skip().done(ranking)
        })
    });
    let (walked, fields) = fields.with(|counts| counts.fold_items(None, find_walked));
    ranking.walked(walked);
    fields.skip().skip().done(ranking)
}

fn count_stack<'id, L: Layout>(
    mut ranking: Ranking,
    stack: Cursor<'_, 'id, Stack<String>, L>,
) -> Done<'id, Ranking, L> {
    let (item, fields) = stack.fields().skip().read();
    let (count, fields) = fields.read();
    ranking.carries(item, count);
    let (ranking, fields) = fields.with(|details| match details.case() {
        OptionCase::None(fields) => fields.done(ranking),
        OptionCase::Some(fields) => {
            let (ranking, fields) = fields.with(|details| count_charms(ranking, details));
            fields.done(ranking)
        }
    });
    fields.done(ranking)
}

fn count_charms<'id, L: Layout>(
    ranking: Ranking,
    details: Cursor<'_, 'id, Details<String>, L>,
) -> Done<'id, Ranking, L> {
    let (ranking, fields) = details.fields().skip().skip().skip().with(|charms| {
        charms.fold_items(ranking, |mut ranking, charm| {
            let (level, fields) = charm.fields().skip().read();
            ranking.charm(level);
            fields.done(ranking)
        })
    });
    fields.done(ranking)
}

fn find_walked<'id, L: Layout>(
    found: Option<u64>,
    count: Cursor<'_, 'id, Entry<String, u64>, L>,
) -> Done<'id, Option<u64>, L> {
    let (name, fields) = count.fields().read();
    if name == WALKED {
        let (steps, fields) = fields.read();
        return fields.done(Some(steps));
    }
    fields.skip().done(found)
}
