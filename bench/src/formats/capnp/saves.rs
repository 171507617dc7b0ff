//! `saves` as a message.

use capnp::Result;
use capnp::message::{Allocator, Builder};

use super::{Message, Messaged, text};
use crate::Answer;
use crate::formats::data::saves::{self, Modes, Saves};
use crate::generated::formats_capnp as schema;

fn set_position(mut to: schema::position::Builder<'_>, (x, y, z): (f64, f64, f64)) {
    to.set_x(x);
    to.set_y(y);
    to.set_z(z);
}

fn position(from: schema::position::Reader<'_>) -> (f64, f64, f64) {
    (from.get_x(), from.get_y(), from.get_z())
}

fn set_id(mut to: schema::id::Builder<'_>, [a, b, c, d]: [u32; 4]) {
    to.set_a(a);
    to.set_b(b);
    to.set_c(c);
    to.set_d(d);
}

fn id(from: schema::id::Reader<'_>) -> [u32; 4] {
    [from.get_a(), from.get_b(), from.get_c(), from.get_d()]
}

fn mode_to_schema(mode: saves::Mode) -> schema::Mode {
    match mode {
        saves::Mode::Story => schema::Mode::Story,
        saves::Mode::Free => schema::Mode::Free,
        saves::Mode::Building => schema::Mode::Building,
        saves::Mode::Watching => schema::Mode::Watching,
    }
}

fn mode(mode: schema::Mode) -> saves::Mode {
    match mode {
        schema::Mode::Story => saves::Mode::Story,
        schema::Mode::Free => saves::Mode::Free,
        schema::Mode::Building => saves::Mode::Building,
        schema::Mode::Watching => saves::Mode::Watching,
    }
}

fn set_player(mut to: schema::player::Builder<'_>, player: &saves::Player<String>) {
    to.set_mode(mode_to_schema(player.mode));
    to.set_previous_mode(mode_to_schema(player.previous_mode));
    to.set_score(player.score);
    to.set_world(player.world.as_str());
    to.set_chosen_slot(player.chosen_slot);
    set_item(to.reborrow().init_chosen(), &player.chosen);
    if let Some(world) = &player.home_world {
        to.set_home_world(world.as_str());
    }
    to.set_home_x(player.home_x);
    to.set_home_y(player.home_y);
    to.set_home_z(player.home_z);
    if let Some(fixed) = player.home_fixed {
        to.reborrow().get_home_fixed().set_known(fixed);
    }
    to.set_awake(player.awake);
    to.set_hunger(player.hunger);
    to.set_thirst(player.thirst);
    to.set_since_meal(player.since_meal);
    to.set_level(player.level);
    to.set_progress(player.progress);
    to.set_experience(player.experience);
    to.set_seed(player.seed);
    set_items(to.reborrow().init_carried(player.carried.len() as u32), &player.carried);
    set_items(to.reborrow().init_stored(player.stored.len() as u32), &player.stored);
    set_abilities(to.reborrow().init_abilities(), &player.abilities);
    if let Some(gate) = player.gate {
        set_position(to.reborrow().init_gate(), gate);
    }
    if let Some((id, creature)) = &player.mount {
        let mut to = to.reborrow().init_mount();
        set_id(to.reborrow().init_id(), *id);
        set_creature(to.init_creature(), creature);
    }
    if let Some(left) = &player.left {
        set_creature(to.reborrow().init_left(), left);
    }
    if let Some(right) = &player.right {
        set_creature(to.reborrow().init_right(), right);
    }
    to.set_finished(player.finished);
    set_recipes(to.init_recipes(), &player.recipes);
}

fn set_items(mut to: capnp::struct_list::Builder<'_, schema::item::Owned>, items: &[saves::Item<String>]) {
    for (index, item) in items.iter().enumerate() {
        set_item(to.reborrow().get(index as u32), item);
    }
}

fn set_item(mut to: schema::item::Builder<'_>, item: &saves::Item<String>) {
    to.set_count(item.count);
    to.set_slot(item.slot);
    to.set_name(item.name.as_str());
}

fn set_abilities(mut to: schema::abilities::Builder<'_>, abilities: &saves::Abilities) {
    to.set_walking(abilities.walking);
    to.set_flying(abilities.flying);
    to.set_may_fly(abilities.may_fly);
    to.set_flies(abilities.flies);
    to.set_invulnerable(abilities.invulnerable);
    to.set_may_build(abilities.may_build);
    to.set_builds_at_once(abilities.builds_at_once);
}

fn set_creature(mut to: schema::creature::Builder<'_>, creature: &saves::Creature<String>) {
    to.set_species(creature.species.as_str());
    set_position(to.reborrow().init_position(), creature.position);
    set_position(to.reborrow().init_motion(), creature.motion);
    to.set_yaw(creature.facing.0);
    to.set_pitch(creature.facing.1);
    to.set_fallen(creature.fallen);
    to.set_fire(creature.fire);
    to.set_air(creature.air);
    to.set_on_ground(creature.on_ground);
    to.set_weightless(creature.weightless);
    to.set_invulnerable(creature.invulnerable);
    to.set_waits(creature.waits);
    set_id(to.reborrow().init_id(), creature.id);
    if let Some(name) = &creature.name {
        to.set_name(name.as_str());
    }
    to.set_name_shown(creature.name_shown);
    to.set_silent(creature.silent);
    to.set_glows(creature.glows);
}

fn set_recipes(mut to: schema::recipes::Builder<'_>, recipes: &saves::Recipes<String>) {
    set_texts(to.reborrow().init_known(recipes.known.len() as u32), &recipes.known);
    set_texts(to.reborrow().init_new(recipes.new.len() as u32), &recipes.new);
    to.set_bench_possible(recipes.bench_possible);
    to.set_bench_open(recipes.bench_open);
    to.set_oven_possible(recipes.oven_possible);
    to.set_oven_open(recipes.oven_open);
    to.set_forge_possible(recipes.forge_possible);
    to.set_forge_open(recipes.forge_open);
    to.set_kettle_possible(recipes.kettle_possible);
    to.set_kettle_open(recipes.kettle_open);
}

fn set_texts(mut to: capnp::text_list::Builder<'_>, texts: &[String]) {
    for (index, text) in texts.iter().enumerate() {
        to.set(index as u32, text.as_str());
    }
}

fn player(from: schema::player::Reader<'_>) -> Result<saves::Player<String>> {
    Ok(saves::Player {
        mode: mode(from.get_mode()?),
        previous_mode: mode(from.get_previous_mode()?),
        score: from.get_score(),
        world: text(from.get_world()?)?,
        chosen_slot: from.get_chosen_slot(),
        chosen: item(from.get_chosen()?)?,
        home_world: if from.has_home_world() { Some(text(from.get_home_world()?)?) } else { None },
        home_x: from.get_home_x(),
        home_y: from.get_home_y(),
        home_z: from.get_home_z(),
        home_fixed: match from.get_home_fixed().which()? {
            schema::player::home_fixed::Unknown(()) => None,
            schema::player::home_fixed::Known(fixed) => Some(fixed),
        },
        awake: from.get_awake(),
        hunger: from.get_hunger(),
        thirst: from.get_thirst(),
        since_meal: from.get_since_meal(),
        level: from.get_level(),
        progress: from.get_progress(),
        experience: from.get_experience(),
        seed: from.get_seed(),
        carried: from.get_carried()?.iter().map(item).collect::<Result<_>>()?,
        stored: from.get_stored()?.iter().map(item).collect::<Result<_>>()?,
        abilities: abilities(from.get_abilities()?),
        gate: if from.has_gate() { Some(position(from.get_gate()?)) } else { None },
        mount: if from.has_mount() { Some(mount(from.get_mount()?)?) } else { None },
        left: if from.has_left() { Some(creature(from.get_left()?)?) } else { None },
        right: if from.has_right() { Some(creature(from.get_right()?)?) } else { None },
        finished: from.get_finished(),
        recipes: recipes(from.get_recipes()?)?,
    })
}

fn item(from: schema::item::Reader<'_>) -> Result<saves::Item<String>> {
    Ok(saves::Item { count: from.get_count(), slot: from.get_slot(), name: text(from.get_name()?)? })
}

fn abilities(from: schema::abilities::Reader<'_>) -> saves::Abilities {
    saves::Abilities {
        walking: from.get_walking(),
        flying: from.get_flying(),
        may_fly: from.get_may_fly(),
        flies: from.get_flies(),
        invulnerable: from.get_invulnerable(),
        may_build: from.get_may_build(),
        builds_at_once: from.get_builds_at_once(),
    }
}

fn mount(from: schema::mount::Reader<'_>) -> Result<([u32; 4], saves::Creature<String>)> {
    Ok((id(from.get_id()?), creature(from.get_creature()?)?))
}

fn creature(from: schema::creature::Reader<'_>) -> Result<saves::Creature<String>> {
    Ok(saves::Creature {
        species: text(from.get_species()?)?,
        position: position(from.get_position()?),
        motion: position(from.get_motion()?),
        facing: (from.get_yaw(), from.get_pitch()),
        fallen: from.get_fallen(),
        fire: from.get_fire(),
        air: from.get_air(),
        on_ground: from.get_on_ground(),
        weightless: from.get_weightless(),
        invulnerable: from.get_invulnerable(),
        waits: from.get_waits(),
        id: id(from.get_id()?),
        name: if from.has_name() { Some(text(from.get_name()?)?) } else { None },
        name_shown: from.get_name_shown(),
        silent: from.get_silent(),
        glows: from.get_glows(),
    })
}

fn recipes(from: schema::recipes::Reader<'_>) -> Result<saves::Recipes<String>> {
    Ok(saves::Recipes {
        known: texts(from.get_known()?)?,
        new: texts(from.get_new()?)?,
        bench_possible: from.get_bench_possible(),
        bench_open: from.get_bench_open(),
        oven_possible: from.get_oven_possible(),
        oven_open: from.get_oven_open(),
        forge_possible: from.get_forge_possible(),
        forge_open: from.get_forge_open(),
        kettle_possible: from.get_kettle_possible(),
        kettle_open: from.get_kettle_open(),
    })
}

fn texts(from: capnp::text_list::Reader<'_>) -> Result<Vec<String>> {
    from.iter().map(|each| text(each?)).collect()
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
            let from = player.reborrow().into_reader();
            let (x, y, z) = (from.get_home_x(), from.get_home_y(), from.get_home_z());
            player.set_home_x(saves::shift(x));
            player.set_home_y(saves::shift(y));
            player.set_home_z(saves::shift(z));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        let mut modes = Modes::default();
        for player in message.get_root::<schema::saves::Reader<'_>>()?.get_players()? {
            modes.count(mode(player.get_mode()?));
        }
        Ok(modes.answer())
    }
}
