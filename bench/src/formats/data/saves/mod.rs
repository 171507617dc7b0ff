//! `saves`: the saved players of a game. Structs within structs, options, short vectors and texts.

mod generate;

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, View, lazy};
use rkyv::munge::munge;
use rkyv::seal::Seal;

use super::{Data, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// All saved players.
    pub(crate) struct Saves<S> {
        #[n(0)]
        pub(crate) players: Vec<Player<S>>,
    }

    /// A player.
    pub(crate) struct Player<S> {
        #[n(0)]
        pub(crate) mode: Mode,
        #[n(1)]
        pub(crate) previous_mode: Mode,
        #[n(2)]
        pub(crate) score: i64,
        #[n(3)]
        pub(crate) world: S,
        #[n(4)]
        pub(crate) chosen_slot: u32,
        #[n(5)]
        pub(crate) chosen: Item<S>,
        #[n(6)]
        pub(crate) home_world: Option<S>,
        #[n(7)]
        pub(crate) home_x: i64,
        #[n(8)]
        pub(crate) home_y: i64,
        #[n(9)]
        pub(crate) home_z: i64,
        #[n(10)]
        pub(crate) home_fixed: Option<bool>,
        #[n(11)]
        pub(crate) awake: u16,
        #[n(12)]
        pub(crate) hunger: f32,
        #[n(13)]
        pub(crate) thirst: f32,
        #[n(14)]
        pub(crate) since_meal: u32,
        #[n(15)]
        pub(crate) level: u32,
        #[n(16)]
        pub(crate) progress: f32,
        #[n(17)]
        pub(crate) experience: i32,
        #[n(18)]
        pub(crate) seed: i32,
        #[n(19)]
        pub(crate) carried: Vec<Item<S>>,
        #[n(20)]
        pub(crate) stored: Vec<Item<S>>,
        #[n(21)]
        pub(crate) abilities: Abilities,
        #[n(22)]
        pub(crate) gate: Option<(f64, f64, f64)>,
        #[n(23)]
        pub(crate) mount: Option<([u32; 4], Creature<S>)>,
        #[n(24)]
        pub(crate) left: Option<Creature<S>>,
        #[n(25)]
        pub(crate) right: Option<Creature<S>>,
        #[n(26)]
        pub(crate) finished: bool,
        #[n(27)]
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

    /// Several items of one kind.
    pub(crate) struct Item<S> {
        #[n(0)]
        pub(crate) count: i8,
        #[n(1)]
        pub(crate) slot: u8,
        #[n(2)]
        pub(crate) name: S,
    }

    /// The abilities of a player, and the speeds.
    pub(crate) struct Abilities {
        #[n(0)]
        pub(crate) walking: f32,
        #[n(1)]
        pub(crate) flying: f32,
        #[n(2)]
        pub(crate) may_fly: bool,
        #[n(3)]
        pub(crate) flies: bool,
        #[n(4)]
        pub(crate) invulnerable: bool,
        #[n(5)]
        pub(crate) may_build: bool,
        #[n(6)]
        pub(crate) builds_at_once: bool,
    }

    /// An animal.
    pub(crate) struct Creature<S> {
        #[n(0)]
        pub(crate) species: S,
        #[n(1)]
        pub(crate) position: (f64, f64, f64),
        #[n(2)]
        pub(crate) motion: (f64, f64, f64),
        #[n(3)]
        pub(crate) facing: (f32, f32),
        #[n(4)]
        pub(crate) fallen: f32,
        #[n(5)]
        pub(crate) fire: u16,
        #[n(6)]
        pub(crate) air: u16,
        #[n(7)]
        pub(crate) on_ground: bool,
        #[n(8)]
        pub(crate) weightless: bool,
        #[n(9)]
        pub(crate) invulnerable: bool,
        #[n(10)]
        pub(crate) waits: i32,
        #[n(11)]
        pub(crate) id: [u32; 4],
        #[n(12)]
        pub(crate) name: Option<S>,
        #[n(13)]
        pub(crate) name_shown: bool,
        #[n(14)]
        pub(crate) silent: bool,
        #[n(15)]
        pub(crate) glows: bool,
    }

    /// The recipes that a player knows, and the state of the pages that show them.
    pub(crate) struct Recipes<S> {
        #[n(0)]
        pub(crate) known: Vec<S>,
        #[n(1)]
        pub(crate) new: Vec<S>,
        #[n(2)]
        pub(crate) bench_possible: bool,
        #[n(3)]
        pub(crate) bench_open: bool,
        #[n(4)]
        pub(crate) oven_possible: bool,
        #[n(5)]
        pub(crate) oven_open: bool,
        #[n(6)]
        pub(crate) forge_possible: bool,
        #[n(7)]
        pub(crate) forge_open: bool,
        #[n(8)]
        pub(crate) kettle_possible: bool,
        #[n(9)]
        pub(crate) kettle_open: bool,
    }
}

/// The query: the number of players in each mode.
#[derive(Default)]
pub(crate) struct Modes(u64);

impl Modes {
    /// Adds a player.
    #[inline]
    pub(crate) fn count(&mut self, mode: Mode) {
        self.0 = self.0.wrapping_add(1 << (16 * mode as u32));
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        self.0 as Answer
    }
}

/// Returns the updated value of a part of the position of a home.
pub(crate) fn shift(part: i64) -> i64 {
    part.wrapping_add(10)
}

impl<S> Saves<S> {
    fn modes(&self) -> Answer {
        let mut modes = Modes::default();
        self.players.iter().for_each(|player| modes.count(player.mode));
        modes.answer()
    }
}

impl Data for Saves<String> {
    const NAME: &'static str = "saves";
    const ENTRIES: usize = 500;
    type Borrowed<'a> = Saves<&'a str>;
    type InPlace<'a> = Saves<&'a str>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        Self { players: (0..entries).map(|_| Player::generate(random)).collect() }
    }

    fn query(&self) -> Answer {
        self.modes()
    }

    fn query_borrowed(saves: &Saves<&str>) -> Answer {
        saves.modes()
    }

    fn query_in_place(saves: &Saves<&str>) -> Answer {
        saves.modes()
    }

    fn update(&mut self) {
        for Player { home_x, home_y, home_z, .. } in &mut self.players {
            (*home_x, *home_y, *home_z) = (shift(*home_x), shift(*home_y), shift(*home_z));
        }
    }

    fn query_cursor<'id, L: Layout>(saves: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (modes, fields) = saves.fields().with(|players| players.fold_items(Modes::default(), count_player));
        fields.done(modes.answer())
    }

    fn query_view(saves: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut modes = Modes::default();
        for player in saves.view().fields().players.iter().map(View::fields) {
            modes.count(match player.mode.case() {
                ModeView::Story => Mode::Story,
                ModeView::Free => Mode::Free,
                ModeView::Building => Mode::Building,
                ModeView::Watching => Mode::Watching,
            });
        }
        modes.answer()
    }

    fn query_lazy(bytes: &[u8]) -> Result<Answer, packed_data::Error> {
        let mut modes = Modes::default();
        for player in lazy::<Self, Indexed>(bytes).try_fields()?.players.try_iter()? {
            modes.count(match player?.try_field(|player: PlayerNames<String>| player.mode)?.try_case()? {
                ModeView::Story => Mode::Story,
                ModeView::Free => Mode::Free,
                ModeView::Building => Mode::Building,
                ModeView::Watching => Mode::Watching,
            });
        }
        Ok(modes.answer())
    }

    fn update_cursor<'id, L: Layout>(saves: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = saves.fields().with(|players| {
            players.fold_items((), |(), player| {
                let fields = player.fields().skip().skip().skip().skip().skip().skip().skip();
                let fields = fields.update(shift).update(shift).update(shift);
                let fields = fields.skip().skip().skip().skip().skip().skip().skip().skip().skip();
                fields.skip().skip().skip().skip().skip().skip().skip().skip().skip().done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for player in data.view_mut().fields().players.into_iter() {
            let mut player = player.fields();
            player.home_x.update(shift);
            player.home_y.update(shift);
            player.home_z.update(shift);
        }
    }

    fn query_archived(saves: &ArchivedSaves<String>) -> Answer {
        let mut modes = Modes::default();
        for player in saves.players.iter() {
            modes.count(match player.mode {
                ArchivedMode::Story => Mode::Story,
                ArchivedMode::Free => Mode::Free,
                ArchivedMode::Building => Mode::Building,
                ArchivedMode::Watching => Mode::Watching,
            });
        }
        modes.answer()
    }

    fn update_archived(saves: Seal<'_, ArchivedSaves<String>>) {
        munge!(let ArchivedSaves { players } = saves);
        each_archived(players, |player| {
            munge!(let ArchivedPlayer { home_x, home_y, home_z, .. } = player);
            for part in [home_x, home_y, home_z] {
                let part = part.unseal();
                *part = shift(part.to_native()).into();
            }
        });
    }
}

fn count_player<'id, L: Layout>(mut modes: Modes, player: Cursor<'_, 'id, Player<String>, L>) -> Done<'id, Modes, L> {
    let (mode, fields) = player.fields().with(mode);
    modes.count(mode);
    let fields = fields.skip().skip().skip().skip().skip().skip().skip().skip().skip();
    let fields = fields.skip().skip().skip().skip().skip().skip().skip().skip().skip();
    fields.skip().skip().skip().skip().skip().skip().skip().skip().skip().done(modes)
}

fn mode<'id, L: Layout>(mode: Cursor<'_, 'id, Mode, L>) -> Done<'id, Mode, L> {
    match mode.case() {
        ModeCase::Story(fields) => fields.done(Mode::Story),
        ModeCase::Free(fields) => fields.done(Mode::Free),
        ModeCase::Building(fields) => fields.done(Mode::Building),
        ModeCase::Watching(fields) => fields.done(Mode::Watching),
    }
}
