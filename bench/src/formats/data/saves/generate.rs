//! Generates players from random numbers.

use super::{Abilities, Creature, Item, Mode, Player, Random, Recipes};

const WORLDS: &[&str] = &["highlands", "abyss", "sky"];
const ITEMS: &[&str] = &["iron", "slate", "fish hook", "clay", "timber", "spade", "silver helm", "bread"];
const SPECIES: &[&str] = &["cat", "horse", "falcon", "squirrel", "turtle", "buffalo", "badger", "ant"];
const NAMES: &[&str] = &["sunbeam", "princess", "oskar", "gunnar", "minna", "hector", "marie", "bertha"];
const RECIPES: &[&str] = &["fish hook", "light", "rope", "drying frame", "oven", "spades", "arrow", "map"];

impl Player<String> {
    pub(super) fn generate(random: &mut Random) -> Self {
        Self {
            mode: Mode::generate(random),
            previous_mode: Mode::generate(random),
            score: random.bits() as i64,
            world: random.pick(WORLDS).into(),
            chosen_slot: random.bits() as u32,
            chosen: Item::generate(random),
            home_world: random.option(50, |random| random.pick(WORLDS).into()),
            home_x: random.bits() as i64,
            home_y: random.bits() as i64,
            home_z: random.bits() as i64,
            home_fixed: random.option(50, |random| random.chance(50)),
            awake: random.bits() as u16,
            hunger: random.fraction(),
            thirst: random.fraction(),
            since_meal: random.bits() as u32,
            level: random.bits() as u32,
            progress: random.fraction(),
            experience: random.bits() as i32,
            seed: random.bits() as i32,
            carried: random.several(0, 39, Item::generate),
            stored: random.several(0, 26, Item::generate),
            abilities: Abilities::generate(random),
            gate: random.option(50, position),
            mount: random.option(50, |random| (id(random), Creature::generate(random))),
            left: random.option(50, Creature::generate),
            right: random.option(50, Creature::generate),
            finished: random.chance(50),
            recipes: Recipes::generate(random),
        }
    }
}

impl Mode {
    fn generate(random: &mut Random) -> Self {
        random.pick(&[Self::Story, Self::Free, Self::Building, Self::Watching])
    }
}

impl Item<String> {
    fn generate(random: &mut Random) -> Self {
        Self { count: random.bits() as i8, slot: random.bits() as u8, name: random.pick(ITEMS).into() }
    }
}

impl Abilities {
    fn generate(random: &mut Random) -> Self {
        Self {
            walking: random.fraction(),
            flying: random.fraction(),
            may_fly: random.chance(50),
            flies: random.chance(50),
            invulnerable: random.chance(50),
            may_build: random.chance(50),
            builds_at_once: random.chance(50),
        }
    }
}

impl Creature<String> {
    fn generate(random: &mut Random) -> Self {
        Self {
            species: random.pick(SPECIES).into(),
            position: position(random),
            motion: position(random),
            facing: (random.fraction(), random.fraction()),
            fallen: random.fraction(),
            fire: random.bits() as u16,
            air: random.bits() as u16,
            on_ground: random.chance(50),
            weightless: random.chance(50),
            invulnerable: random.chance(50),
            waits: random.bits() as i32,
            id: id(random),
            name: random.option(50, |random| random.pick(NAMES).into()),
            name_shown: random.chance(50),
            silent: random.chance(50),
            glows: random.chance(50),
        }
    }
}

impl Recipes<String> {
    fn generate(random: &mut Random) -> Self {
        let recipe = |random: &mut Random| random.pick(RECIPES).into();
        Self {
            known: random.several(0, 29, recipe),
            new: random.several(0, 9, recipe),
            bench_possible: random.chance(50),
            bench_open: random.chance(50),
            oven_possible: random.chance(50),
            oven_open: random.chance(50),
            forge_possible: random.chance(50),
            forge_open: random.chance(50),
            kettle_possible: random.chance(50),
            kettle_open: random.chance(50),
        }
    }
}

fn position(random: &mut Random) -> (f64, f64, f64) {
    (random.unit(), random.unit(), random.unit())
}

fn id(random: &mut Random) -> [u32; 4] {
    std::array::from_fn(|_| random.bits() as u32)
}
