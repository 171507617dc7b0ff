//! Generates players from random numbers.

use super::{Abilities, Charm, Creature, Details, Goal, Home, Mode, Mood, Player, Quest, Recipes, Stack, WALKED};
use crate::formats::data::{Id, Random};

const ITEMS: &[&str] = &[
    "metal:iron",
    "metal:copper",
    "metal:tin",
    "metal:silver",
    "wood:oak_plank",
    "wood:birch_log",
    "stone:slate",
    "stone:granite_slab",
    "tool:iron_pickaxe",
    "tool:spade",
    "tool:fishing_rod",
    "food:bread",
    "food:dried_fish",
    "food:apple",
    "cloth:linen",
    "cloth:wool_blue",
    "light:torch",
    "light:lantern",
    "armour:leather_boots",
    "armour:iron_helmet",
    "weapon:long_bow",
    "weapon:short_sword",
    "misc:rope",
    "misc:map_fragment",
];
const SPECIES: &[&str] = &["animal:horse", "animal:mule", "animal:wolf", "animal:cat", "animal:falcon", "animal:goat"];
const CHARMS: &[&str] = &["charm:haste", "charm:lasting", "charm:warmth", "charm:luck", "charm:sharpness"];
const LANDS: &[&str] = &["land:coast", "land:highlands", "land:deep_forest", "land:marsh"];
const QUESTS: &[&str] = &["lost_lantern", "the_miller", "old_bridge", "wolves", "salt_road", "three_bells", "ferry"];
const COUNTS: &[&str] = &[
    WALKED,
    "travel:swum",
    "travel:ridden",
    "travel:fallen",
    "made:tools",
    "made:food",
    "used:torch",
    "used:rope",
    "mined:slate",
    "mined:granite",
    "mined:iron",
    "caught:fish",
    "met:traders",
    "slept:nights",
    "lost:fights",
];

impl Player<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        let id = Id::random(random);
        Self {
            id,
            name: name(random),
            mode: random.pick(&[Mode::Story, Mode::Story, Mode::Free, Mode::Building, Mode::Watching]),
            position: position(random),
            facing: ((random.unit() * 360.0) as f32, (random.unit() * 180.0 - 90.0) as f32),
            health: random.below(41) as f32 * 0.5,
            score: random.skewed(2_000_000) as i64,
            home: random.option(70, Home::generate),
            abilities: Abilities::generate(random),
            carried: random.several(4, 30, Stack::generate),
            stored: random.several(0, 27, Stack::generate),
            mount: random.option(25, |random| Box::new(Creature::generate(random, id))),
            companions: random.several(0, 4, |random| Creature::generate(random, id)),
            counts: COUNTS
                .iter()
                .filter_map(|&count| Some((count.into(), random.option(85, |r| r.skewed(900_000))?)))
                .collect(),
            quests: QUESTS
                .iter()
                .filter_map(|&quest| Some((quest.into(), random.option(50, Quest::generate)?)))
                .collect(),
            recipes: Recipes {
                known: ITEMS.iter().filter(|_| random.chance(60)).map(|&item| item.into()).collect(),
                marked: random.several(0, 4, |random| random.pick(ITEMS).into()),
                only_possible: random.chance(20),
            },
        }
    }
}

impl Home<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        Self { land: random.pick(LANDS).into(), block: block(random), shared: random.chance(10) }
    }
}

impl Abilities {
    pub(super) fn generate(random: &mut Random) -> Self {
        let may_fly = random.chance(15);
        Self {
            flies: may_fly && random.chance(50),
            may_fly,
            may_build: random.chance(95),
            invulnerable: random.chance(5),
            walking: 0.1,
            flying: 0.05,
        }
    }
}

impl Stack<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        Self {
            slot: random.within(0, 63),
            item: random.pick(ITEMS).into(),
            count: random.skewed(99) as u16,
            details: random.option(25, Details::generate),
        }
    }
}

impl Details<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        let charm = |random: &mut Random| Charm { name: random.pick(CHARMS).into(), level: random.within(1, 5) };
        Self {
            label: random.option(20, name),
            wear: random.skewed(1500) as u32,
            maker: random.option(40, Id::random),
            charms: random.several(0, 3, charm),
        }
    }
}

impl Creature<String> {
    pub(super) fn generate(random: &mut Random, owner: Id) -> Self {
        Self {
            id: Id::random(random),
            species: random.pick(SPECIES).into(),
            name: random.option(60, name),
            position: position(random),
            health: random.below(61) as f32 * 0.5,
            mood: Mood::generate(random, owner),
            wears: random.several(0, 2, Stack::generate),
        }
    }
}

impl Mood {
    pub(super) fn generate(random: &mut Random, owner: Id) -> Self {
        match random.below(4) {
            0 => Self::Resting,
            1 => Self::Following(owner),
            2 => {
                let (x, _, z) = block(random);
                Self::Roaming { x, z, hungry: random.chance(40) }
            }
            _ => Self::Fleeing { from: Id::random(random), since: random.below(100_000_000) },
        }
    }
}

impl Quest<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        Self {
            stage: random.within(0, 12),
            finished: random.option(30, |random| random.below(100_000_000)),
            goals: random.several(0, 3, Goal::generate),
        }
    }
}

impl Goal<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        match random.below(3) {
            0 => Self::Collect { item: random.pick(ITEMS).into(), count: random.within(1, 64) },
            1 => {
                let (x, y, z) = block(random);
                Self::Reach(x, y, z)
            }
            _ => Self::Speak(name(random)),
        }
    }
}

fn name(random: &mut Random) -> String {
    const PARTS: &[&str] = &["ar", "bel", "co", "dun", "el", "fi", "gar", "hil", "is", "ka", "lo", "mir", "no", "rus"];
    (0..random.within::<u8>(2, 4)).map(|_| random.pick(PARTS)).collect()
}

fn position(random: &mut Random) -> (f64, f64, f64) {
    (random.unit() * 4000.0 - 2000.0, random.unit() * 180.0, random.unit() * 4000.0 - 2000.0)
}

fn block(random: &mut Random) -> (i32, i32, i32) {
    (random.within(-2000, 2000), random.within(0, 180), random.within(-2000, 2000))
}
