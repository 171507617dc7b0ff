//! `saves` as a message.

use std::collections::BTreeMap;

use capnp::Result;
use capnp::message::{Allocator, Builder};
use uuid::Uuid;

use super::{Message, Messaged, text};
use crate::Answer;
use crate::formats::data::Id;
use crate::formats::data::saves::{self, Ranking, Saves, WALKED};
use crate::generated::formats_capnp as schema;

fn set_id(mut to: schema::id::Builder<'_>, Id(uuid): &Id) {
    let (high, low) = uuid.as_u64_pair();
    to.set_high(high);
    to.set_low(low);
}

fn id(from: schema::id::Reader<'_>) -> Id {
    Id(Uuid::from_u64_pair(from.get_high(), from.get_low()))
}

fn set_position(mut to: schema::position::Builder<'_>, (x, y, z): (f64, f64, f64)) {
    to.set_x(x);
    to.set_y(y);
    to.set_z(z);
}

fn position(from: schema::position::Reader<'_>) -> (f64, f64, f64) {
    (from.get_x(), from.get_y(), from.get_z())
}

fn set_block(mut to: schema::block::Builder<'_>, (x, y, z): (i32, i32, i32)) {
    to.set_x(x);
    to.set_y(y);
    to.set_z(z);
}

fn block(from: schema::block::Reader<'_>) -> (i32, i32, i32) {
    (from.get_x(), from.get_y(), from.get_z())
}

fn set_player(mut to: schema::player::Builder<'_>, player: &saves::Player<String>) {
    set_id(to.reborrow().init_id(), &player.id);
    to.set_name(player.name.as_str());
    to.set_mode(match player.mode {
        saves::Mode::Story => schema::Mode::Story,
        saves::Mode::Free => schema::Mode::Free,
        saves::Mode::Building => schema::Mode::Building,
        saves::Mode::Watching => schema::Mode::Watching,
    });
    set_position(to.reborrow().init_position(), player.position);
    to.set_yaw(player.facing.0);
    to.set_pitch(player.facing.1);
    to.set_health(player.health);
    to.set_score(player.score);
    if let Some(home) = &player.home {
        let mut to = to.reborrow().init_home();
        to.set_land(home.land.as_str());
        to.set_shared(home.shared);
        set_block(to.init_block(), home.block);
    }
    set_abilities(to.reborrow().init_abilities(), &player.abilities);
    set_stacks(to.reborrow().init_carried(player.carried.len() as u32), &player.carried);
    set_stacks(to.reborrow().init_stored(player.stored.len() as u32), &player.stored);
    if let Some(mount) = &player.mount {
        set_creature(to.reborrow().init_mount(), mount);
    }
    let mut companions = to.reborrow().init_companions(player.companions.len() as u32);
    for (index, companion) in player.companions.iter().enumerate() {
        set_creature(companions.reborrow().get(index as u32), companion);
    }
    let mut counts = to.reborrow().init_counts(player.counts.len() as u32);
    for (index, (name, &count)) in player.counts.iter().enumerate() {
        let mut to = counts.reborrow().get(index as u32);
        to.set_name(name.as_str());
        to.set_count(count);
    }
    let mut quests = to.reborrow().init_quests(player.quests.len() as u32);
    for (index, (name, quest)) in player.quests.iter().enumerate() {
        set_quest(quests.reborrow().get(index as u32), name, quest);
    }
    let mut recipes = to.init_recipes();
    recipes.set_only_possible(player.recipes.only_possible);
    set_texts(recipes.reborrow().init_known(player.recipes.known.len() as u32), &player.recipes.known);
    set_texts(recipes.init_marked(player.recipes.marked.len() as u32), &player.recipes.marked);
}

fn set_abilities(mut to: schema::abilities::Builder<'_>, abilities: &saves::Abilities) {
    to.set_flies(abilities.flies);
    to.set_may_fly(abilities.may_fly);
    to.set_may_build(abilities.may_build);
    to.set_invulnerable(abilities.invulnerable);
    to.set_walking(abilities.walking);
    to.set_flying(abilities.flying);
}

fn set_stacks(mut to: capnp::struct_list::Builder<'_, schema::stack::Owned>, stacks: &[saves::Stack<String>]) {
    for (index, stack) in stacks.iter().enumerate() {
        let mut to = to.reborrow().get(index as u32);
        to.set_slot(stack.slot);
        to.set_item(stack.item.as_str());
        to.set_count(stack.count);
        if let Some(details) = &stack.details {
            set_details(to.init_details(), details);
        }
    }
}

fn set_details(mut to: schema::details::Builder<'_>, details: &saves::Details<String>) {
    if let Some(label) = &details.label {
        to.set_label(label.as_str());
    }
    to.set_wear(details.wear);
    if let Some(maker) = &details.maker {
        set_id(to.reborrow().init_maker(), maker);
    }
    let mut charms = to.init_charms(details.charms.len() as u32);
    for (index, charm) in details.charms.iter().enumerate() {
        let mut to = charms.reborrow().get(index as u32);
        to.set_name(charm.name.as_str());
        to.set_level(charm.level);
    }
}

fn set_creature(mut to: schema::creature::Builder<'_>, creature: &saves::Creature<String>) {
    set_id(to.reborrow().init_id(), &creature.id);
    to.set_species(creature.species.as_str());
    if let Some(name) = &creature.name {
        to.set_name(name.as_str());
    }
    set_position(to.reborrow().init_position(), creature.position);
    to.set_health(creature.health);
    let mut mood = to.reborrow().get_mood();
    match &creature.mood {
        saves::Mood::Resting => mood.set_resting(()),
        saves::Mood::Following(id) => set_id(mood.init_following(), id),
        saves::Mood::Roaming { x, z, hungry } => {
            let mut to = mood.init_roaming();
            to.set_x(*x);
            to.set_z(*z);
            to.set_hungry(*hungry);
        }
        saves::Mood::Fleeing { from, since } => {
            let mut to = mood.init_fleeing();
            to.set_since(*since);
            set_id(to.init_from(), from);
        }
    }
    set_stacks(to.init_wears(creature.wears.len() as u32), &creature.wears);
}

fn set_quest(mut to: schema::quest::Builder<'_>, name: &str, quest: &saves::Quest<String>) {
    to.set_name(name);
    to.set_stage(quest.stage);
    let mut finished = to.reborrow().get_finished();
    match quest.finished {
        None => finished.set_no(()),
        Some(at) => finished.set_at(at),
    }
    let mut goals = to.init_goals(quest.goals.len() as u32);
    for (index, goal) in quest.goals.iter().enumerate() {
        let mut to = goals.reborrow().get(index as u32);
        match goal {
            saves::Goal::Collect { item, count } => {
                let mut to = to.init_collect();
                to.set_item(item.as_str());
                to.set_count(*count);
            }
            &saves::Goal::Reach(x, y, z) => set_block(to.init_reach(), (x, y, z)),
            saves::Goal::Speak(name) => to.set_speak(name.as_str()),
        }
    }
}

fn set_texts(mut to: capnp::text_list::Builder<'_>, texts: &[String]) {
    for (index, text) in texts.iter().enumerate() {
        to.set(index as u32, text.as_str());
    }
}

fn player(from: schema::player::Reader<'_>) -> Result<saves::Player<String>> {
    let recipes = from.get_recipes()?;
    let abilities = from.get_abilities()?;
    Ok(saves::Player {
        id: id(from.get_id()?),
        name: text(from.get_name()?)?,
        mode: match from.get_mode()? {
            schema::Mode::Story => saves::Mode::Story,
            schema::Mode::Free => saves::Mode::Free,
            schema::Mode::Building => saves::Mode::Building,
            schema::Mode::Watching => saves::Mode::Watching,
        },
        position: position(from.get_position()?),
        facing: (from.get_yaw(), from.get_pitch()),
        health: from.get_health(),
        score: from.get_score(),
        home: if from.has_home() { Some(home(from.get_home()?)?) } else { None },
        abilities: saves::Abilities {
            flies: abilities.get_flies(),
            may_fly: abilities.get_may_fly(),
            may_build: abilities.get_may_build(),
            invulnerable: abilities.get_invulnerable(),
            walking: abilities.get_walking(),
            flying: abilities.get_flying(),
        },
        carried: from.get_carried()?.iter().map(stack).collect::<Result<_>>()?,
        stored: from.get_stored()?.iter().map(stack).collect::<Result<_>>()?,
        mount: if from.has_mount() { Some(Box::new(creature(from.get_mount()?)?)) } else { None },
        companions: from.get_companions()?.iter().map(creature).collect::<Result<_>>()?,
        counts: from
            .get_counts()?
            .iter()
            .map(|count| Ok((text(count.get_name()?)?, count.get_count())))
            .collect::<Result<BTreeMap<_, _>>>()?,
        quests: from
            .get_quests()?
            .iter()
            .map(|from| Ok((text(from.get_name()?)?, quest(from)?)))
            .collect::<Result<BTreeMap<_, _>>>()?,
        recipes: saves::Recipes {
            known: texts(recipes.get_known()?)?,
            marked: texts(recipes.get_marked()?)?,
            only_possible: recipes.get_only_possible(),
        },
    })
}

fn home(from: schema::home::Reader<'_>) -> Result<saves::Home<String>> {
    Ok(saves::Home { land: text(from.get_land()?)?, block: block(from.get_block()?), shared: from.get_shared() })
}

fn stack(from: schema::stack::Reader<'_>) -> Result<saves::Stack<String>> {
    Ok(saves::Stack {
        slot: from.get_slot(),
        item: text(from.get_item()?)?,
        count: from.get_count(),
        details: if from.has_details() { Some(details(from.get_details()?)?) } else { None },
    })
}

fn details(from: schema::details::Reader<'_>) -> Result<saves::Details<String>> {
    let charm =
        |from: schema::charm::Reader<'_>| Ok(saves::Charm { name: text(from.get_name()?)?, level: from.get_level() });
    Ok(saves::Details {
        label: if from.has_label() { Some(text(from.get_label()?)?) } else { None },
        wear: from.get_wear(),
        maker: if from.has_maker() { Some(id(from.get_maker()?)) } else { None },
        charms: from.get_charms()?.iter().map(charm).collect::<Result<_>>()?,
    })
}

fn creature(from: schema::creature::Reader<'_>) -> Result<saves::Creature<String>> {
    use schema::creature::mood;

    Ok(saves::Creature {
        id: id(from.get_id()?),
        species: text(from.get_species()?)?,
        name: if from.has_name() { Some(text(from.get_name()?)?) } else { None },
        position: position(from.get_position()?),
        health: from.get_health(),
        mood: match from.get_mood().which()? {
            mood::Resting(()) => saves::Mood::Resting,
            mood::Following(whom) => saves::Mood::Following(id(whom?)),
            mood::Roaming(way) => saves::Mood::Roaming { x: way.get_x(), z: way.get_z(), hungry: way.get_hungry() },
            mood::Fleeing(flight) => saves::Mood::Fleeing { from: id(flight.get_from()?), since: flight.get_since() },
        },
        wears: from.get_wears()?.iter().map(stack).collect::<Result<_>>()?,
    })
}

fn quest(from: schema::quest::Reader<'_>) -> Result<saves::Quest<String>> {
    use schema::{goal, quest::finished};

    let goal = |from: goal::Reader<'_>| {
        Ok(match from.which()? {
            goal::Collect(what) => saves::Goal::Collect { item: text(what.get_item()?)?, count: what.get_count() },
            goal::Reach(place) => {
                let (x, y, z) = block(place?);
                saves::Goal::Reach(x, y, z)
            }
            goal::Speak(name) => saves::Goal::Speak(text(name?)?),
        })
    };
    Ok(saves::Quest {
        stage: from.get_stage(),
        finished: match from.get_finished().which()? {
            finished::No(()) => None,
            finished::At(at) => Some(at),
        },
        goals: from.get_goals()?.iter().map(goal).collect::<Result<_>>()?,
    })
}

fn texts(from: capnp::text_list::Reader<'_>) -> Result<Vec<String>> {
    from.iter().map(|from| text(from?)).collect()
}

impl Messaged for Saves<String> {
    fn build<A: Allocator>(&self, message: &mut Builder<A>) -> Result<()> {
        let mut players = message.init_root::<schema::saves::Builder<'_>>().init_players(self.players.len() as u32);
        for (index, player) in self.players.iter().enumerate() {
            set_player(players.reborrow().get(index as u32), player);
        }
        Ok(())
    }

    fn unbuild(message: &Message<'_>) -> Result<Self> {
        let players = message.get_root::<schema::saves::Reader<'_>>()?.get_players()?;
        Ok(Self { players: players.iter().map(player).collect::<Result<_>>()? })
    }

    fn update_message<A: Allocator>(from: &Message<'_>, to: &mut Builder<A>) -> Result<()> {
        to.set_root(from.get_root::<schema::saves::Reader<'_>>()?)?;
        let mut players = to.get_root::<schema::saves::Builder<'_>>()?.get_players()?;
        for index in 0..players.len() {
            let mut player = players.reborrow().get(index);
            let score = player.reborrow().get_score();
            player.set_score(saves::reward(score));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        let mut ranking = Ranking::default();
        for player in message.get_root::<schema::saves::Reader<'_>>()?.get_players()? {
            for stack in player.get_carried()? {
                ranking.carries(stack.get_item()?.to_str()?, stack.get_count());
                if stack.has_details() {
                    stack.get_details()?.get_charms()?.iter().for_each(|charm| ranking.charm(charm.get_level()));
                }
            }
            player.get_companions()?.iter().for_each(|companion| ranking.companion(companion.get_health()));
            let mut walked = None;
            for count in player.get_counts()? {
                if count.get_name()?.to_str()? == WALKED {
                    walked = Some(count.get_count());
                    break;
                }
            }
            ranking.walked(walked);
        }
        Ok(ranking.answer())
    }
}
