//! `saves` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::saves::{self, Modes, Saves};
use crate::generated::formats_planus::formats as schema;

impl From<&Saves<String>> for schema::Saves {
    fn from(saves: &Saves<String>) -> Self {
        Self { players: all(&saves.players) }
    }
}

fn mode(mode: saves::Mode) -> schema::Mode {
    match mode {
        saves::Mode::Story => schema::Mode::Story,
        saves::Mode::Free => schema::Mode::Free,
        saves::Mode::Building => schema::Mode::Building,
        saves::Mode::Watching => schema::Mode::Watching,
    }
}

impl From<(f64, f64, f64)> for schema::Position {
    fn from((x, y, z): (f64, f64, f64)) -> Self {
        Self { x, y, z }
    }
}

impl From<[u32; 4]> for schema::Id {
    fn from([a, b, c, d]: [u32; 4]) -> Self {
        Self { a, b, c, d }
    }
}

impl From<&saves::Player<String>> for schema::Player {
    fn from(player: &saves::Player<String>) -> Self {
        let creature = |creature: &saves::Creature<String>| Box::new(creature.into());
        let mount =
            |(id, mount): &([u32; 4], _)| Box::new(schema::Mount { id: (*id).into(), creature: creature(mount) });
        Self {
            mode: mode(player.mode),
            previous_mode: mode(player.previous_mode),
            score: player.score,
            world: player.world.clone(),
            chosen_slot: player.chosen_slot,
            chosen: Box::new((&player.chosen).into()),
            home_world: player.home_world.clone(),
            home_x: player.home_x,
            home_y: player.home_y,
            home_z: player.home_z,
            home_fixed: player.home_fixed,
            awake: player.awake,
            hunger: player.hunger,
            thirst: player.thirst,
            since_meal: player.since_meal,
            level: player.level,
            progress: player.progress,
            experience: player.experience,
            seed: player.seed,
            carried: all(&player.carried),
            stored: all(&player.stored),
            abilities: (&player.abilities).into(),
            gate: player.gate.map(schema::Position::from),
            mount: player.mount.as_ref().map(mount),
            left: player.left.as_ref().map(creature),
            right: player.right.as_ref().map(creature),
            finished: player.finished,
            recipes: Box::new((&player.recipes).into()),
        }
    }
}

impl From<&saves::Item<String>> for schema::Item {
    fn from(item: &saves::Item<String>) -> Self {
        Self { count: item.count, slot: item.slot, name: item.name.clone() }
    }
}

impl From<&saves::Abilities> for schema::Abilities {
    fn from(abilities: &saves::Abilities) -> Self {
        let &saves::Abilities { walking, flying, may_fly, flies, invulnerable, may_build, builds_at_once } = abilities;
        Self { walking, flying, may_fly, flies, invulnerable, may_build, builds_at_once }
    }
}

impl From<&saves::Creature<String>> for schema::Creature {
    fn from(creature: &saves::Creature<String>) -> Self {
        let (yaw, pitch) = creature.facing;
        Self {
            species: creature.species.clone(),
            position: creature.position.into(),
            motion: creature.motion.into(),
            facing: schema::Facing { yaw, pitch },
            fallen: creature.fallen,
            fire: creature.fire,
            air: creature.air,
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

impl From<&saves::Recipes<String>> for schema::Recipes {
    fn from(recipes: &saves::Recipes<String>) -> Self {
        Self {
            known: Some(recipes.known.clone()),
            new: Some(recipes.new.clone()),
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

impl Tabled for Saves<String> {
    type Table = schema::Saves;

    fn read_table(bytes: &[u8]) -> Result<schema::Saves> {
        schema::SavesRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(saves: &mut schema::Saves) {
        for schema::Player { home_x, home_y, home_z, .. } in saves.players.iter_mut().flatten() {
            [home_x, home_y, home_z].into_iter().for_each(|part| *part = saves::shift(*part));
        }
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut modes = Modes::default();
        for player in schema::SavesRef::read_as_root(bytes)?.players()?.into_iter().flatten() {
            modes.count(match player?.mode()? {
                schema::Mode::Story => saves::Mode::Story,
                schema::Mode::Free => saves::Mode::Free,
                schema::Mode::Building => saves::Mode::Building,
                schema::Mode::Watching => saves::Mode::Watching,
            });
        }
        Ok(modes.answer())
    }
}
