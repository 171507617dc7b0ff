//! `updates` as a message.

use capnp::Result;
use capnp::message::{Allocator, Builder};

use super::{Message, Messaged};
use crate::Answer;
use crate::formats::data::updates::{self, Updates};
use crate::generated::formats_capnp as schema;

fn set_update(mut to: schema::update::Builder<'_>, update: &updates::Update) {
    to.set_score(update.score);
    to.set_radius(update.radius);
    let mut contacts = to.reborrow().init_contacts(update.contacts.len() as u32);
    for (index, contact) in update.contacts.iter().enumerate() {
        set_contact(contacts.reborrow().get(index as u32), contact);
    }
    let mut grounds = to.init_grounds(update.grounds.len() as u32);
    for (index, ground) in update.grounds.iter().enumerate() {
        let mut to = grounds.reborrow().get(index as u32);
        to.set_x(ground.sector.0);
        to.set_y(ground.sector.1);
        to.set_heights(&ground.heights);
    }
}

fn set_contact(mut to: schema::contact::Builder<'_>, contact: &updates::Contact) {
    to.set_damage(contact.damage);
    to.set_id(contact.id);
    if let Some(kind) = contact.kind {
        to.reborrow().get_kind().set_known(kind_to_schema(kind));
    }
    let mut course = to.reborrow().get_course();
    course.set_angle(contact.course.angle);
    course.set_dives(contact.course.dives);
    course.set_speed(contact.course.speed);
    if let Some(player) = contact.player {
        to.reborrow().get_player().set_known(player);
    }
    let mut loaded = to.reborrow().init_loaded(contact.loaded.len() as u32);
    for (index, &weapon) in contact.loaded.iter().enumerate() {
        loaded.set(index as u32, weapon);
    }
    let mut place = to.reborrow().get_place();
    place.set_height(contact.place.height);
    place.set_angle(contact.place.angle);
    place.set_x(contact.place.position.0);
    place.set_y(contact.place.position.1);
    place.set_speed(contact.place.speed);
    let mut turrets = to.init_turrets(contact.turrets.len() as u32);
    for (index, &angle) in contact.turrets.iter().enumerate() {
        turrets.set(index as u32, angle);
    }
}

fn kind_to_schema(kind: updates::Kind) -> schema::Kind {
    match kind {
        updates::Kind::Destroyer => schema::Kind::Destroyer,
        updates::Kind::Battleship => schema::Kind::Battleship,
        updates::Kind::Carrier => schema::Kind::Carrier,
        updates::Kind::Escort => schema::Kind::Escort,
        updates::Kind::Boat => schema::Kind::Boat,
        updates::Kind::Cruiser => schema::Kind::Cruiser,
        updates::Kind::Frigate => schema::Kind::Frigate,
        updates::Kind::Corvette => schema::Kind::Corvette,
        updates::Kind::Submarine => schema::Kind::Submarine,
        updates::Kind::Hovercraft => schema::Kind::Hovercraft,
    }
}

fn update(from: schema::update::Reader<'_>) -> Result<updates::Update> {
    Ok(updates::Update {
        contacts: from.get_contacts()?.iter().map(contact).collect::<Result<_>>()?,
        score: from.get_score(),
        radius: from.get_radius(),
        grounds: from.get_grounds()?.iter().map(ground).collect::<Result<_>>()?,
    })
}

fn contact(from: schema::contact::Reader<'_>) -> Result<updates::Contact> {
    let (course, place) = (from.get_course(), from.get_place());
    Ok(updates::Contact {
        damage: from.get_damage(),
        id: from.get_id(),
        kind: match from.get_kind().which()? {
            schema::contact::kind::Unknown(()) => None,
            schema::contact::kind::Known(kind) => Some(kind_from_schema(kind?)),
        },
        course: updates::Course { angle: course.get_angle(), dives: course.get_dives(), speed: course.get_speed() },
        player: match from.get_player().which()? {
            schema::contact::player::Unknown(()) => None,
            schema::contact::player::Known(player) => Some(player),
        },
        loaded: from.get_loaded()?.iter().collect(),
        place: updates::Place {
            height: place.get_height(),
            angle: place.get_angle(),
            position: (place.get_x(), place.get_y()),
            speed: place.get_speed(),
        },
        turrets: from.get_turrets()?.iter().collect(),
    })
}

fn kind_from_schema(kind: schema::Kind) -> updates::Kind {
    match kind {
        schema::Kind::Destroyer => updates::Kind::Destroyer,
        schema::Kind::Battleship => updates::Kind::Battleship,
        schema::Kind::Carrier => updates::Kind::Carrier,
        schema::Kind::Escort => updates::Kind::Escort,
        schema::Kind::Boat => updates::Kind::Boat,
        schema::Kind::Cruiser => updates::Kind::Cruiser,
        schema::Kind::Frigate => updates::Kind::Frigate,
        schema::Kind::Corvette => updates::Kind::Corvette,
        schema::Kind::Submarine => updates::Kind::Submarine,
        schema::Kind::Hovercraft => updates::Kind::Hovercraft,
    }
}

fn ground(from: schema::ground::Reader<'_>) -> Result<updates::Ground> {
    Ok(updates::Ground { sector: (from.get_x(), from.get_y()), heights: from.get_heights()?.to_vec() })
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
            let score = update.reborrow().get_score();
            update.set_score(updates::reward(score));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        let updates = message.get_root::<schema::updates::Reader<'_>>()?.get_updates()?;
        Ok(updates::total(updates.iter().map(|update| update.get_score())))
    }
}
