//! `saves` as a message.

use prost::{Enumeration, Message};

use super::{Described, all};
use crate::Answer;
use crate::formats::data::saves::{self, Modes, Saves};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct SavesMessage {
    #[prost(message, repeated, tag = "1")]
    players: Vec<Player>,
}

#[derive(Clone, PartialEq, Message)]
struct Player {
    #[prost(enumeration = "Mode", tag = "1")]
    mode: i32,
    #[prost(enumeration = "Mode", tag = "2")]
    previous_mode: i32,
    #[prost(int64, tag = "3")]
    score: i64,
    #[prost(string, tag = "4")]
    world: String,
    #[prost(uint32, tag = "5")]
    chosen_slot: u32,
    #[prost(message, required, tag = "6")]
    chosen: Item,
    #[prost(string, optional, tag = "7")]
    home_world: Option<String>,
    #[prost(int64, tag = "8")]
    home_x: i64,
    #[prost(int64, tag = "9")]
    home_y: i64,
    #[prost(int64, tag = "10")]
    home_z: i64,
    #[prost(bool, optional, tag = "11")]
    home_fixed: Option<bool>,
    #[prost(uint32, tag = "12")]
    awake: u32,
    #[prost(float, tag = "13")]
    hunger: f32,
    #[prost(float, tag = "14")]
    thirst: f32,
    #[prost(uint32, tag = "15")]
    since_meal: u32,
    #[prost(uint32, tag = "16")]
    level: u32,
    #[prost(float, tag = "17")]
    progress: f32,
    #[prost(sint32, tag = "18")]
    experience: i32,
    #[prost(sint32, tag = "19")]
    seed: i32,
    #[prost(message, repeated, tag = "20")]
    carried: Vec<Item>,
    #[prost(message, repeated, tag = "21")]
    stored: Vec<Item>,
    #[prost(message, required, tag = "22")]
    abilities: Abilities,
    #[prost(message, optional, tag = "23")]
    gate: Option<Position>,
    #[prost(message, optional, tag = "24")]
    mount: Option<Mount>,
    #[prost(message, optional, tag = "25")]
    left: Option<Creature>,
    #[prost(message, optional, tag = "26")]
    right: Option<Creature>,
    #[prost(bool, tag = "27")]
    finished: bool,
    #[prost(message, required, tag = "28")]
    recipes: Recipes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
enum Mode {
    Story = 0,
    Free = 1,
    Building = 2,
    Watching = 3,
}

#[derive(Clone, PartialEq, Message)]
struct Item {
    #[prost(sint32, tag = "1")]
    count: i32,
    #[prost(uint32, tag = "2")]
    slot: u32,
    #[prost(string, tag = "3")]
    name: String,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Abilities {
    #[prost(float, tag = "1")]
    walking: f32,
    #[prost(float, tag = "2")]
    flying: f32,
    #[prost(bool, tag = "3")]
    may_fly: bool,
    #[prost(bool, tag = "4")]
    flies: bool,
    #[prost(bool, tag = "5")]
    invulnerable: bool,
    #[prost(bool, tag = "6")]
    may_build: bool,
    #[prost(bool, tag = "7")]
    builds_at_once: bool,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Position {
    #[prost(double, tag = "1")]
    x: f64,
    #[prost(double, tag = "2")]
    y: f64,
    #[prost(double, tag = "3")]
    z: f64,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Id {
    #[prost(fixed32, tag = "1")]
    a: u32,
    #[prost(fixed32, tag = "2")]
    b: u32,
    #[prost(fixed32, tag = "3")]
    c: u32,
    #[prost(fixed32, tag = "4")]
    d: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Mount {
    #[prost(message, required, tag = "1")]
    id: Id,
    #[prost(message, required, tag = "2")]
    creature: Creature,
}

#[derive(Clone, PartialEq, Message)]
struct Creature {
    #[prost(string, tag = "1")]
    species: String,
    #[prost(message, required, tag = "2")]
    position: Position,
    #[prost(message, required, tag = "3")]
    motion: Position,
    #[prost(float, tag = "4")]
    yaw: f32,
    #[prost(float, tag = "5")]
    pitch: f32,
    #[prost(float, tag = "6")]
    fallen: f32,
    #[prost(uint32, tag = "7")]
    fire: u32,
    #[prost(uint32, tag = "8")]
    air: u32,
    #[prost(bool, tag = "9")]
    on_ground: bool,
    #[prost(bool, tag = "10")]
    weightless: bool,
    #[prost(bool, tag = "11")]
    invulnerable: bool,
    #[prost(sint32, tag = "12")]
    waits: i32,
    #[prost(message, required, tag = "13")]
    id: Id,
    #[prost(string, optional, tag = "14")]
    name: Option<String>,
    #[prost(bool, tag = "15")]
    name_shown: bool,
    #[prost(bool, tag = "16")]
    silent: bool,
    #[prost(bool, tag = "17")]
    glows: bool,
}

#[derive(Clone, PartialEq, Message)]
struct Recipes {
    #[prost(string, repeated, tag = "1")]
    known: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    new: Vec<String>,
    #[prost(bool, tag = "3")]
    bench_possible: bool,
    #[prost(bool, tag = "4")]
    bench_open: bool,
    #[prost(bool, tag = "5")]
    oven_possible: bool,
    #[prost(bool, tag = "6")]
    oven_open: bool,
    #[prost(bool, tag = "7")]
    forge_possible: bool,
    #[prost(bool, tag = "8")]
    forge_open: bool,
    #[prost(bool, tag = "9")]
    kettle_possible: bool,
    #[prost(bool, tag = "10")]
    kettle_open: bool,
}

impl From<&Saves<String>> for SavesMessage {
    fn from(saves: &Saves<String>) -> Self {
        Self { players: all(&saves.players) }
    }
}

impl From<&saves::Player<String>> for Player {
    fn from(player: &saves::Player<String>) -> Self {
        let mount = |(id, creature): &([u32; 4], _)| Mount { id: Id::from(*id), creature: Creature::from(creature) };
        Self {
            mode: player.mode as i32,
            previous_mode: player.previous_mode as i32,
            score: player.score,
            world: player.world.clone(),
            chosen_slot: player.chosen_slot,
            chosen: Item::from(&player.chosen),
            home_world: player.home_world.clone(),
            home_x: player.home_x,
            home_y: player.home_y,
            home_z: player.home_z,
            home_fixed: player.home_fixed,
            awake: player.awake.into(),
            hunger: player.hunger,
            thirst: player.thirst,
            since_meal: player.since_meal,
            level: player.level,
            progress: player.progress,
            experience: player.experience,
            seed: player.seed,
            carried: all(&player.carried),
            stored: all(&player.stored),
            abilities: Abilities::from(&player.abilities),
            gate: player.gate.map(Position::from),
            mount: player.mount.as_ref().map(mount),
            left: player.left.as_ref().map(Creature::from),
            right: player.right.as_ref().map(Creature::from),
            finished: player.finished,
            recipes: Recipes::from(&player.recipes),
        }
    }
}

impl From<&saves::Item<String>> for Item {
    fn from(item: &saves::Item<String>) -> Self {
        Self { count: item.count.into(), slot: item.slot.into(), name: item.name.clone() }
    }
}

impl From<&saves::Abilities> for Abilities {
    fn from(abilities: &saves::Abilities) -> Self {
        let &saves::Abilities { walking, flying, may_fly, flies, invulnerable, may_build, builds_at_once } = abilities;
        Self { walking, flying, may_fly, flies, invulnerable, may_build, builds_at_once }
    }
}

impl From<(f64, f64, f64)> for Position {
    fn from((x, y, z): (f64, f64, f64)) -> Self {
        Self { x, y, z }
    }
}

impl From<[u32; 4]> for Id {
    fn from([a, b, c, d]: [u32; 4]) -> Self {
        Self { a, b, c, d }
    }
}

impl From<&saves::Creature<String>> for Creature {
    fn from(creature: &saves::Creature<String>) -> Self {
        Self {
            species: creature.species.clone(),
            position: creature.position.into(),
            motion: creature.motion.into(),
            yaw: creature.facing.0,
            pitch: creature.facing.1,
            fallen: creature.fallen,
            fire: creature.fire.into(),
            air: creature.air.into(),
            on_ground: creature.on_ground,
            weightless: creature.weightless,
            invulnerable: creature.invulnerable,
            waits: creature.waits,
            id: creature.id.into(),
            name: creature.name.clone(),
            name_shown: creature.name_shown,
            silent: creature.silent,
            glows: creature.glows,
        }
    }
}

impl From<&saves::Recipes<String>> for Recipes {
    fn from(recipes: &saves::Recipes<String>) -> Self {
        Self {
            known: recipes.known.clone(),
            new: recipes.new.clone(),
            bench_possible: recipes.bench_possible,
            bench_open: recipes.bench_open,
            oven_possible: recipes.oven_possible,
            oven_open: recipes.oven_open,
            forge_possible: recipes.forge_possible,
            forge_open: recipes.forge_open,
            kettle_possible: recipes.kettle_possible,
            kettle_open: recipes.kettle_open,
        }
    }
}

impl Described for Saves<String> {
    type Message = SavesMessage;

    fn query_message(saves: &SavesMessage) -> Answer {
        let mut modes = Modes::default();
        for player in &saves.players {
            modes.count(match player.mode() {
                Mode::Story => saves::Mode::Story,
                Mode::Free => saves::Mode::Free,
                Mode::Building => saves::Mode::Building,
                Mode::Watching => saves::Mode::Watching,
            });
        }
        modes.answer()
    }

    fn update_message(saves: &mut SavesMessage) {
        for Player { home_x, home_y, home_z, .. } in &mut saves.players {
            [home_x, home_y, home_z].into_iter().for_each(|part| *part = saves::shift(*part));
        }
    }
}
