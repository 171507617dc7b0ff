//! `saves` as a message.

use std::collections::BTreeMap;

use prost::{Enumeration, Message, Oneof};
use uuid::Uuid;

use super::{Described, all};
use crate::Answer;
use crate::formats::data::Id;
use crate::formats::data::saves::{self, Ranking, Saves, WALKED};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct SavesMessage {
    #[prost(message, repeated, tag = "1")]
    players: Vec<Player>,
}

#[derive(Clone, PartialEq, Message)]
struct Player {
    #[prost(bytes = "vec", tag = "1")]
    id: Vec<u8>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(enumeration = "Mode", tag = "3")]
    mode: i32,
    #[prost(message, required, tag = "4")]
    position: Position,
    #[prost(float, tag = "5")]
    yaw: f32,
    #[prost(float, tag = "6")]
    pitch: f32,
    #[prost(float, tag = "7")]
    health: f32,
    #[prost(int64, tag = "8")]
    score: i64,
    #[prost(message, optional, tag = "9")]
    home: Option<Home>,
    #[prost(message, required, tag = "10")]
    abilities: Abilities,
    #[prost(message, repeated, tag = "11")]
    carried: Vec<Stack>,
    #[prost(message, repeated, tag = "12")]
    stored: Vec<Stack>,
    #[prost(message, optional, boxed, tag = "13")]
    mount: Option<Box<Creature>>,
    #[prost(message, repeated, tag = "14")]
    companions: Vec<Creature>,
    #[prost(btree_map = "string, uint64", tag = "15")]
    counts: BTreeMap<String, u64>,
    #[prost(btree_map = "string, message", tag = "16")]
    quests: BTreeMap<String, Quest>,
    #[prost(message, required, tag = "17")]
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
struct Block {
    #[prost(sint32, tag = "1")]
    x: i32,
    #[prost(sint32, tag = "2")]
    y: i32,
    #[prost(sint32, tag = "3")]
    z: i32,
}

#[derive(Clone, PartialEq, Message)]
struct Home {
    #[prost(string, tag = "1")]
    land: String,
    #[prost(message, required, tag = "2")]
    block: Block,
    #[prost(bool, tag = "3")]
    shared: bool,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Abilities {
    #[prost(bool, tag = "1")]
    flies: bool,
    #[prost(bool, tag = "2")]
    may_fly: bool,
    #[prost(bool, tag = "3")]
    may_build: bool,
    #[prost(bool, tag = "4")]
    invulnerable: bool,
    #[prost(float, tag = "5")]
    walking: f32,
    #[prost(float, tag = "6")]
    flying: f32,
}

#[derive(Clone, PartialEq, Message)]
struct Stack {
    #[prost(uint32, tag = "1")]
    slot: u32,
    #[prost(string, tag = "2")]
    item: String,
    #[prost(uint32, tag = "3")]
    count: u32,
    #[prost(message, optional, tag = "4")]
    details: Option<Details>,
}

#[derive(Clone, PartialEq, Message)]
struct Details {
    #[prost(string, optional, tag = "1")]
    label: Option<String>,
    #[prost(uint32, tag = "2")]
    wear: u32,
    #[prost(bytes = "vec", optional, tag = "3")]
    maker: Option<Vec<u8>>,
    #[prost(message, repeated, tag = "4")]
    charms: Vec<Charm>,
}

#[derive(Clone, PartialEq, Message)]
struct Charm {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(uint32, tag = "2")]
    level: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Creature {
    #[prost(bytes = "vec", tag = "1")]
    id: Vec<u8>,
    #[prost(string, tag = "2")]
    species: String,
    #[prost(string, optional, tag = "3")]
    name: Option<String>,
    #[prost(message, required, tag = "4")]
    position: Position,
    #[prost(float, tag = "5")]
    health: f32,
    #[prost(oneof = "Mood", tags = "6, 7, 8")]
    mood: Option<Mood>,
    #[prost(message, repeated, tag = "9")]
    wears: Vec<Stack>,
}

#[derive(Clone, PartialEq, Oneof)]
enum Mood {
    #[prost(bytes, tag = "6")]
    Following(Vec<u8>),
    #[prost(message, tag = "7")]
    Roaming(Roaming),
    #[prost(message, tag = "8")]
    Fleeing(Fleeing),
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Roaming {
    #[prost(sint32, tag = "1")]
    x: i32,
    #[prost(sint32, tag = "2")]
    z: i32,
    #[prost(bool, tag = "3")]
    hungry: bool,
}

#[derive(Clone, PartialEq, Message)]
struct Fleeing {
    #[prost(bytes = "vec", tag = "1")]
    from: Vec<u8>,
    #[prost(uint64, tag = "2")]
    since: u64,
}

#[derive(Clone, PartialEq, Message)]
struct Quest {
    #[prost(uint32, tag = "1")]
    stage: u32,
    #[prost(uint64, optional, tag = "2")]
    finished: Option<u64>,
    #[prost(message, repeated, tag = "3")]
    goals: Vec<Goal>,
}

#[derive(Clone, PartialEq, Message)]
struct Goal {
    #[prost(oneof = "Task", tags = "1, 2, 3")]
    task: Option<Task>,
}

#[derive(Clone, PartialEq, Oneof)]
enum Task {
    #[prost(message, tag = "1")]
    Collect(Collect),
    #[prost(message, tag = "2")]
    Reach(Block),
    #[prost(string, tag = "3")]
    Speak(String),
}

#[derive(Clone, PartialEq, Message)]
struct Collect {
    #[prost(string, tag = "1")]
    item: String,
    #[prost(uint32, tag = "2")]
    count: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Recipes {
    #[prost(string, repeated, tag = "1")]
    known: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    marked: Vec<String>,
    #[prost(bool, tag = "3")]
    only_possible: bool,
}

fn bytes(Id(uuid): &Id) -> Vec<u8> {
    Uuid::as_bytes(uuid).to_vec()
}

fn position(&(x, y, z): &(f64, f64, f64)) -> Position {
    Position { x, y, z }
}

fn block(&(x, y, z): &(i32, i32, i32)) -> Block {
    Block { x, y, z }
}

impl From<&Saves<String>> for SavesMessage {
    fn from(saves: &Saves<String>) -> Self {
        Self { players: all(&saves.players) }
    }
}

impl From<&saves::Player<String>> for Player {
    fn from(player: &saves::Player<String>) -> Self {
        Self {
            id: bytes(&player.id),
            name: player.name.clone(),
            mode: player.mode as i32,
            position: position(&player.position),
            yaw: player.facing.0,
            pitch: player.facing.1,
            health: player.health,
            score: player.score,
            home: player.home.as_ref().map(Home::from),
            abilities: Abilities::from(&player.abilities),
            carried: all(&player.carried),
            stored: all(&player.stored),
            mount: player.mount.as_ref().map(|mount| Box::new(Creature::from(&**mount))),
            companions: all(&player.companions),
            counts: player.counts.clone(),
            quests: player.quests.iter().map(|(name, quest)| (name.clone(), quest.into())).collect(),
            recipes: Recipes::from(&player.recipes),
        }
    }
}

impl From<&saves::Home<String>> for Home {
    fn from(home: &saves::Home<String>) -> Self {
        Self { land: home.land.clone(), block: block(&home.block), shared: home.shared }
    }
}

impl From<&saves::Abilities> for Abilities {
    fn from(abilities: &saves::Abilities) -> Self {
        let &saves::Abilities { flies, may_fly, may_build, invulnerable, walking, flying } = abilities;
        Self { flies, may_fly, may_build, invulnerable, walking, flying }
    }
}

impl From<&saves::Stack<String>> for Stack {
    fn from(stack: &saves::Stack<String>) -> Self {
        Self {
            slot: stack.slot.into(),
            item: stack.item.clone(),
            count: stack.count.into(),
            details: stack.details.as_ref().map(Details::from),
        }
    }
}

impl From<&saves::Details<String>> for Details {
    fn from(details: &saves::Details<String>) -> Self {
        Self {
            label: details.label.clone(),
            wear: details.wear,
            maker: details.maker.as_ref().map(bytes),
            charms: all(&details.charms),
        }
    }
}

impl From<&saves::Charm<String>> for Charm {
    fn from(charm: &saves::Charm<String>) -> Self {
        Self { name: charm.name.clone(), level: charm.level.into() }
    }
}

impl From<&saves::Creature<String>> for Creature {
    fn from(creature: &saves::Creature<String>) -> Self {
        Self {
            id: bytes(&creature.id),
            species: creature.species.clone(),
            name: creature.name.clone(),
            position: position(&creature.position),
            health: creature.health,
            mood: match &creature.mood {
                saves::Mood::Resting => None,
                saves::Mood::Following(id) => Some(Mood::Following(bytes(id))),
                &saves::Mood::Roaming { x, z, hungry } => Some(Mood::Roaming(Roaming { x, z, hungry })),
                saves::Mood::Fleeing { from, since } => {
                    Some(Mood::Fleeing(Fleeing { from: bytes(from), since: *since }))
                }
            },
            wears: all(&creature.wears),
        }
    }
}

impl From<&saves::Quest<String>> for Quest {
    fn from(quest: &saves::Quest<String>) -> Self {
        Self { stage: quest.stage.into(), finished: quest.finished, goals: all(&quest.goals) }
    }
}

impl From<&saves::Goal<String>> for Goal {
    fn from(goal: &saves::Goal<String>) -> Self {
        let task = match goal {
            saves::Goal::Collect { item, count } => Task::Collect(Collect { item: item.clone(), count: *count }),
            &saves::Goal::Reach(x, y, z) => Task::Reach(Block { x, y, z }),
            saves::Goal::Speak(name) => Task::Speak(name.clone()),
        };
        Self { task: Some(task) }
    }
}

impl From<&saves::Recipes<String>> for Recipes {
    fn from(recipes: &saves::Recipes<String>) -> Self {
        Self { known: recipes.known.clone(), marked: recipes.marked.clone(), only_possible: recipes.only_possible }
    }
}

impl Described for Saves<String> {
    type Message = SavesMessage;

    fn query_message(saves: &SavesMessage) -> Answer {
        let mut ranking = Ranking::default();
        for player in &saves.players {
            for stack in &player.carried {
                ranking.carries(&stack.item, stack.count as u16);
                let charms = stack.details.iter().flat_map(|details| &details.charms);
                charms.for_each(|charm| ranking.charm(charm.level as u8));
            }
            player.companions.iter().for_each(|companion| ranking.companion(companion.health));
            ranking.walked(player.counts.get(WALKED).copied());
        }
        ranking.answer()
    }

    fn update_message(saves: &mut SavesMessage) {
        saves.players.iter_mut().for_each(|player| player.score = saves::reward(player.score));
    }
}
