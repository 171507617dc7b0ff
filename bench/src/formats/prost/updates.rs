//! `updates` as a message.

use prost::{Enumeration, Message};

use super::{Described, all};
use crate::Answer;
use crate::formats::data::updates::{self, Updates};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpdatesMessage {
    #[prost(message, repeated, tag = "1")]
    updates: Vec<Update>,
}

#[derive(Clone, PartialEq, Message)]
struct Update {
    #[prost(message, repeated, tag = "1")]
    contacts: Vec<Contact>,
    #[prost(uint32, tag = "2")]
    score: u32,
    #[prost(float, tag = "3")]
    radius: f32,
    #[prost(message, repeated, tag = "4")]
    grounds: Vec<Ground>,
}

#[derive(Clone, PartialEq, Message)]
struct Contact {
    #[prost(uint32, tag = "1")]
    damage: u32,
    #[prost(uint32, tag = "2")]
    id: u32,
    #[prost(enumeration = "Kind", optional, tag = "3")]
    kind: Option<i32>,
    #[prost(message, required, tag = "4")]
    course: Course,
    #[prost(uint32, optional, tag = "5")]
    player: Option<u32>,
    #[prost(bool, repeated, tag = "6")]
    loaded: Vec<bool>,
    #[prost(message, required, tag = "7")]
    place: Place,
    #[prost(uint32, repeated, tag = "8")]
    turrets: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
enum Kind {
    Destroyer = 0,
    Battleship = 1,
    Carrier = 2,
    Escort = 3,
    Boat = 4,
    Cruiser = 5,
    Frigate = 6,
    Corvette = 7,
    Submarine = 8,
    Hovercraft = 9,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Course {
    #[prost(uint32, tag = "1")]
    angle: u32,
    #[prost(bool, tag = "2")]
    dives: bool,
    #[prost(sint32, tag = "3")]
    speed: i32,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Place {
    #[prost(sint32, tag = "1")]
    height: i32,
    #[prost(uint32, tag = "2")]
    angle: u32,
    #[prost(float, tag = "3")]
    x: f32,
    #[prost(float, tag = "4")]
    y: f32,
    #[prost(sint32, tag = "5")]
    speed: i32,
}

#[derive(Clone, PartialEq, Message)]
struct Ground {
    #[prost(sint32, tag = "1")]
    x: i32,
    #[prost(sint32, tag = "2")]
    y: i32,
    #[prost(bytes = "vec", tag = "3")]
    heights: Vec<u8>,
}

impl From<&Updates> for UpdatesMessage {
    fn from(updates: &Updates) -> Self {
        Self { updates: all(&updates.updates) }
    }
}

impl From<&updates::Update> for Update {
    fn from(update: &updates::Update) -> Self {
        Self {
            contacts: all(&update.contacts),
            score: update.score,
            radius: update.radius,
            grounds: all(&update.grounds),
        }
    }
}

impl From<&updates::Contact> for Contact {
    fn from(contact: &updates::Contact) -> Self {
        let updates::Course { angle, dives, speed } = contact.course;
        let course = Course { angle: angle.into(), dives, speed: speed.into() };
        let updates::Place { height, angle, position: (x, y), speed } = contact.place;
        let place = Place { height: height.into(), angle: angle.into(), x, y, speed: speed.into() };
        Self {
            damage: contact.damage.into(),
            id: contact.id,
            kind: contact.kind.map(|kind| kind as i32),
            course,
            player: contact.player.map(u32::from),
            loaded: contact.loaded.clone(),
            place,
            turrets: contact.turrets.iter().map(|&angle| angle.into()).collect(),
        }
    }
}

impl From<&updates::Ground> for Ground {
    fn from(ground: &updates::Ground) -> Self {
        let (x, y) = ground.sector;
        Self { x: x.into(), y: y.into(), heights: ground.heights.clone() }
    }
}

impl Described for Updates {
    type Message = UpdatesMessage;

    fn query_message(updates: &UpdatesMessage) -> Answer {
        updates::total(updates.updates.iter().map(|update| update.score))
    }

    fn update_message(updates: &mut UpdatesMessage) {
        updates.updates.iter_mut().for_each(|update| update.score = updates::reward(update.score));
    }
}
