//! `saves` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::Id;
use crate::formats::data::saves::{self, Ranking, Saves, WALKED};
use crate::generated::formats_planus::formats as schema;

impl From<&Saves<String>> for schema::Saves {
    fn from(saves: &Saves<String>) -> Self {
        Self { players: all(&saves.players) }
    }
}

impl From<&Id> for schema::Id {
    fn from(Id(uuid): &Id) -> Self {
        let (high, low) = uuid.as_u64_pair();
        Self { high, low }
    }
}

fn position((x, y, z): (f64, f64, f64)) -> schema::Position {
    schema::Position { x, y, z }
}

fn block((x, y, z): (i32, i32, i32)) -> schema::Block {
    schema::Block { x, y, z }
}

impl From<&saves::Player<String>> for schema::Player {
    fn from(player: &saves::Player<String>) -> Self {
        let count = |(name, &count): (&String, &u64)| schema::Count { name: name.clone(), count };
        let quest = |(name, quest): (&String, &saves::Quest<String>)| schema::Quest {
            name: name.clone(),
            stage: quest.stage,
            finished: quest.finished,
            goals: all(&quest.goals),
        };
        Self {
            id: (&player.id).into(),
            name: player.name.clone(),
            mode: match player.mode {
                saves::Mode::Story => schema::Mode::Story,
                saves::Mode::Free => schema::Mode::Free,
                saves::Mode::Building => schema::Mode::Building,
                saves::Mode::Watching => schema::Mode::Watching,
            },
            position: position(player.position),
            yaw: player.facing.0,
            pitch: player.facing.1,
            health: player.health,
            score: player.score,
            home: player.home.as_ref().map(|home| Box::new(home.into())),
            abilities: (&player.abilities).into(),
            carried: all(&player.carried),
            stored: all(&player.stored),
            mount: player.mount.as_ref().map(|mount| Box::new((&**mount).into())),
            companions: all(&player.companions),
            counts: Some(player.counts.iter().map(count).collect()),
            quests: Some(player.quests.iter().map(quest).collect()),
            recipes: Box::new((&player.recipes).into()),
        }
    }
}

impl From<&saves::Home<String>> for schema::Home {
    fn from(home: &saves::Home<String>) -> Self {
        Self { land: home.land.clone(), block: block(home.block), shared: home.shared }
    }
}

impl From<&saves::Abilities> for schema::Abilities {
    fn from(abilities: &saves::Abilities) -> Self {
        let &saves::Abilities { flies, may_fly, may_build, invulnerable, walking, flying } = abilities;
        Self { flies, may_fly, may_build, invulnerable, walking, flying }
    }
}

impl From<&saves::Stack<String>> for schema::Stack {
    fn from(stack: &saves::Stack<String>) -> Self {
        Self {
            slot: stack.slot,
            item: stack.item.clone(),
            count: stack.count,
            details: stack.details.as_ref().map(|details| Box::new(details.into())),
        }
    }
}

impl From<&saves::Details<String>> for schema::Details {
    fn from(details: &saves::Details<String>) -> Self {
        Self {
            label: details.label.clone(),
            wear: details.wear,
            maker: details.maker.as_ref().map(schema::Id::from),
            charms: all(&details.charms),
        }
    }
}

impl From<&saves::Charm<String>> for schema::Charm {
    fn from(charm: &saves::Charm<String>) -> Self {
        Self { name: charm.name.clone(), level: charm.level }
    }
}

impl From<&saves::Creature<String>> for schema::Creature {
    fn from(creature: &saves::Creature<String>) -> Self {
        Self {
            id: (&creature.id).into(),
            species: creature.species.clone(),
            name: creature.name.clone(),
            position: position(creature.position),
            health: creature.health,
            mood: match &creature.mood {
                saves::Mood::Resting => None,
                saves::Mood::Following(id) => {
                    Some(schema::Mood::Following(Box::new(schema::Following { id: id.into() })))
                }
                &saves::Mood::Roaming { x, z, hungry } => {
                    Some(schema::Mood::Roaming(Box::new(schema::Roaming { x, z, hungry })))
                }
                saves::Mood::Fleeing { from, since } => {
                    let fleeing = schema::Fleeing { away: from.into(), since: *since };
                    Some(schema::Mood::Fleeing(Box::new(fleeing)))
                }
            },
            wears: all(&creature.wears),
        }
    }
}

impl From<&saves::Goal<String>> for schema::Goal {
    fn from(goal: &saves::Goal<String>) -> Self {
        let task = match goal {
            saves::Goal::Collect { item, count } => {
                schema::Task::Collect(Box::new(schema::Collect { item: item.clone(), count: *count }))
            }
            &saves::Goal::Reach(x, y, z) => schema::Task::Reach(Box::new(schema::Reach { block: block((x, y, z)) })),
            saves::Goal::Speak(name) => schema::Task::Speak(Box::new(schema::Speak { name: name.clone() })),
        };
        Self { task }
    }
}

impl From<&saves::Recipes<String>> for schema::Recipes {
    fn from(recipes: &saves::Recipes<String>) -> Self {
        Self {
            known: Some(recipes.known.clone()),
            marked: Some(recipes.marked.clone()),
            only_possible: recipes.only_possible,
        }
    }
}

impl Tabled for Saves<String> {
    type Table = schema::Saves;

    fn read_table(bytes: &[u8]) -> Result<schema::Saves> {
        schema::SavesRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(saves: &mut schema::Saves) {
        saves.players.iter_mut().flatten().for_each(|player| player.score = saves::reward(player.score));
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut ranking = Ranking::default();
        for player in schema::SavesRef::read_as_root(bytes)?.players()?.into_iter().flatten() {
            let player = player?;
            for stack in player.carried()?.into_iter().flatten() {
                let stack = stack?;
                ranking.carries(stack.item()?, stack.count()?);
                let Some(details) = stack.details()? else { continue };
                for charm in details.charms()?.into_iter().flatten() {
                    ranking.charm(charm?.level()?);
                }
            }
            for companion in player.companions()?.into_iter().flatten() {
                ranking.companion(companion?.health()?);
            }
            ranking.walked(walked(&player)?);
        }
        Ok(ranking.answer())
    }
}

fn walked(player: &schema::PlayerRef<'_>) -> Result<Option<u64>> {
    for count in player.counts()?.into_iter().flatten() {
        let count = count?;
        if count.name()? == WALKED {
            return count.count().map(Some);
        }
    }
    Ok(None)
}
