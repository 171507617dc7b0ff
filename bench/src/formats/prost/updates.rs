//! `updates` as a message.

use prost::{Enumeration, Message, Oneof};

use super::{Described, all};
use crate::Answer;
use crate::formats::data::updates::{self, Scene, Updates};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpdatesMessage {
    #[prost(message, repeated, tag = "1")]
    updates: Vec<Update>,
}

#[derive(Clone, PartialEq, Message)]
struct Update {
    #[prost(uint32, tag = "1")]
    id: u32,
    #[prost(enumeration = "Kind", tag = "2")]
    kind: i32,
    #[prost(bool, tag = "3")]
    visible: bool,
    #[prost(bool, tag = "4")]
    on_ground: bool,
    #[prost(message, optional, tag = "5")]
    place: Option<Place>,
    #[prost(uint32, tag = "6")]
    health: u32,
    #[prost(uint32, optional, tag = "7")]
    owner: Option<u32>,
    #[prost(oneof = "Action", tags = "8, 9, 10, 11, 12")]
    action: Option<Action>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
enum Kind {
    Player = 0,
    Boat = 1,
    Wagon = 2,
    Arrow = 3,
    Animal = 4,
    Crate = 5,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Place {
    #[prost(sint32, tag = "1")]
    x: i32,
    #[prost(sint32, tag = "2")]
    y: i32,
    #[prost(sint32, tag = "3")]
    height: i32,
    #[prost(uint32, tag = "4")]
    heading: u32,
    #[prost(sint32, tag = "5")]
    speed: i32,
}

#[derive(Clone, Copy, PartialEq, Oneof)]
enum Action {
    #[prost(sint32, tag = "8")]
    Turn(i32),
    #[prost(message, tag = "9")]
    Shoot(Shoot),
    #[prost(message, tag = "10")]
    Hurt(Hurt),
    #[prost(uint32, tag = "11")]
    Carry(u32),
    #[prost(enumeration = "Sound", tag = "12")]
    Sound(i32),
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Shoot {
    #[prost(uint32, optional, tag = "1")]
    at: Option<u32>,
    #[prost(uint32, tag = "2")]
    strength: u32,
    #[prost(bool, tag = "3")]
    aimed: bool,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Hurt {
    #[prost(uint32, tag = "1")]
    amount: u32,
    #[prost(uint32, tag = "2")]
    by: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
enum Sound {
    Step = 0,
    Splash = 1,
    Creak = 2,
    Call = 3,
}

impl From<&Updates> for UpdatesMessage {
    fn from(updates: &Updates) -> Self {
        Self { updates: all(&updates.updates) }
    }
}

impl From<&updates::Update> for Update {
    fn from(update: &updates::Update) -> Self {
        let place = |place: &updates::Place| Place {
            x: place.x.into(),
            y: place.y.into(),
            height: place.height.into(),
            heading: place.heading.into(),
            speed: place.speed.into(),
        };
        Self {
            id: update.id,
            kind: update.kind as i32,
            visible: update.visible,
            on_ground: update.on_ground,
            place: update.place.as_ref().map(place),
            health: update.health.into(),
            owner: update.owner.map(u32::from),
            action: match update.action {
                updates::Action::Nothing => None,
                updates::Action::Turn(by) => Some(Action::Turn(by.into())),
                updates::Action::Shoot { at, strength, aimed } => {
                    Some(Action::Shoot(Shoot { at, strength: strength.into(), aimed }))
                }
                updates::Action::Hurt { amount, by } => Some(Action::Hurt(Hurt { amount: amount.into(), by })),
                updates::Action::Carry(thing) => Some(Action::Carry(thing)),
                updates::Action::Sound(sound) => Some(Action::Sound(sound as i32)),
            },
        }
    }
}

impl Described for Updates {
    type Message = UpdatesMessage;

    fn query_message(updates: &UpdatesMessage) -> Answer {
        let mut scene = Scene::default();
        for update in &updates.updates {
            let hurt = match update.action {
                Some(Action::Hurt(hurt)) => Some(hurt.amount as u8),
                _ => None,
            };
            scene.count(update.visible, update.health as u8, update.place.map(|place| place.speed as i8), hurt);
        }
        scene.answer()
    }

    fn update_message(updates: &mut UpdatesMessage) {
        let heal = |health: u32| updates::heal(health as u8).into();
        updates.updates.iter_mut().for_each(|update| update.health = heal(update.health));
    }
}
