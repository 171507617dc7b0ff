//! `updates` as a message.

use capnp::Result;
use capnp::message::{Allocator, Builder};

use super::{Message, Messaged};
use crate::Answer;
use crate::formats::data::updates::{self, Scene, Updates};
use crate::generated::formats_capnp as schema;

fn set_update(mut to: schema::update::Builder<'_>, update: &updates::Update) {
    to.set_id(update.id);
    to.set_kind(match update.kind {
        updates::Kind::Player => schema::Kind::Player,
        updates::Kind::Boat => schema::Kind::Boat,
        updates::Kind::Wagon => schema::Kind::Wagon,
        updates::Kind::Arrow => schema::Kind::Arrow,
        updates::Kind::Animal => schema::Kind::Animal,
        updates::Kind::Crate => schema::Kind::Crate,
    });
    to.set_visible(update.visible);
    to.set_on_ground(update.on_ground);
    if let Some(place) = &update.place {
        let mut to = to.reborrow().init_place();
        to.set_x(place.x);
        to.set_y(place.y);
        to.set_height(place.height);
        to.set_heading(place.heading);
        to.set_speed(place.speed);
    }
    to.set_health(update.health);
    if let Some(owner) = update.owner {
        to.reborrow().get_owner().set_number(owner);
    }
    let mut action = to.get_action();
    match update.action {
        updates::Action::Nothing => action.set_nothing(()),
        updates::Action::Turn(by) => action.set_turn(by),
        updates::Action::Shoot { at, strength, aimed } => {
            let mut to = action.init_shoot();
            to.set_strength(strength);
            to.set_aimed(aimed);
            if let Some(thing) = at {
                to.get_at().set_thing(thing);
            }
        }
        updates::Action::Hurt { amount, by } => {
            let mut to = action.init_hurt();
            to.set_amount(amount);
            to.set_by(by);
        }
        updates::Action::Carry(thing) => action.set_carry(thing),
        updates::Action::Sound(sound) => action.set_sound(match sound {
            updates::Sound::Step => schema::Sound::Step,
            updates::Sound::Splash => schema::Sound::Splash,
            updates::Sound::Creak => schema::Sound::Creak,
            updates::Sound::Call => schema::Sound::Call,
        }),
    }
}

fn update(from: schema::update::Reader<'_>) -> Result<updates::Update> {
    use schema::update::owner;

    let place = |from: schema::place::Reader<'_>| updates::Place {
        x: from.get_x(),
        y: from.get_y(),
        height: from.get_height(),
        heading: from.get_heading(),
        speed: from.get_speed(),
    };
    Ok(updates::Update {
        id: from.get_id(),
        kind: match from.get_kind()? {
            schema::Kind::Player => updates::Kind::Player,
            schema::Kind::Boat => updates::Kind::Boat,
            schema::Kind::Wagon => updates::Kind::Wagon,
            schema::Kind::Arrow => updates::Kind::Arrow,
            schema::Kind::Animal => updates::Kind::Animal,
            schema::Kind::Crate => updates::Kind::Crate,
        },
        visible: from.get_visible(),
        on_ground: from.get_on_ground(),
        place: if from.has_place() { Some(place(from.get_place()?)) } else { None },
        health: from.get_health(),
        owner: match from.get_owner().which()? {
            owner::Nobody(()) => None,
            owner::Number(number) => Some(number),
        },
        action: action(from.get_action())?,
    })
}

fn action(from: schema::update::action::Reader<'_>) -> Result<updates::Action> {
    use schema::update::action::{self, shoot::at};

    Ok(match from.which()? {
        action::Nothing(()) => updates::Action::Nothing,
        action::Turn(by) => updates::Action::Turn(by),
        action::Shoot(shot) => updates::Action::Shoot {
            at: match shot.get_at().which()? {
                at::Nothing(()) => None,
                at::Thing(thing) => Some(thing),
            },
            strength: shot.get_strength(),
            aimed: shot.get_aimed(),
        },
        action::Hurt(hurt) => updates::Action::Hurt { amount: hurt.get_amount(), by: hurt.get_by() },
        action::Carry(thing) => updates::Action::Carry(thing),
        action::Sound(sound) => updates::Action::Sound(match sound? {
            schema::Sound::Step => updates::Sound::Step,
            schema::Sound::Splash => updates::Sound::Splash,
            schema::Sound::Creak => updates::Sound::Creak,
            schema::Sound::Call => updates::Sound::Call,
        }),
    })
}

impl Messaged for Updates {
    fn build<A: Allocator>(&self, message: &mut Builder<A>) -> Result<()> {
        let root = message.init_root::<schema::updates::Builder<'_>>();
        let mut updates = root.init_updates(self.updates.len() as u32);
        for (index, update) in self.updates.iter().enumerate() {
            set_update(updates.reborrow().get(index as u32), update);
        }
        Ok(())
    }

    fn unbuild(message: &Message<'_>) -> Result<Self> {
        let updates = message.get_root::<schema::updates::Reader<'_>>()?.get_updates()?;
        Ok(Self { updates: updates.iter().map(update).collect::<Result<_>>()? })
    }

    fn update_message<A: Allocator>(from: &Message<'_>, to: &mut Builder<A>) -> Result<()> {
        to.set_root(from.get_root::<schema::updates::Reader<'_>>()?)?;
        let mut updates = to.get_root::<schema::updates::Builder<'_>>()?.get_updates()?;
        for index in 0..updates.len() {
            let mut update = updates.reborrow().get(index);
            let health = update.reborrow().get_health();
            update.set_health(updates::heal(health));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        use schema::update::action;

        let mut scene = Scene::default();
        for update in message.get_root::<schema::updates::Reader<'_>>()?.get_updates()? {
            let speed = if update.has_place() { Some(update.get_place()?.get_speed()) } else { None };
            let hurt = match update.get_action().which()? {
                action::Hurt(hurt) => Some(hurt.get_amount()),
                _ => None,
            };
            scene.count(update.get_visible(), update.get_health(), speed, hurt);
        }
        Ok(scene.answer())
    }
}
