//! `updates` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::updates::{self, Updates};
use crate::generated::formats_planus::formats as schema;

impl From<&Updates> for schema::Updates {
    fn from(updates: &Updates) -> Self {
        Self { updates: all(&updates.updates) }
    }
}

impl From<&updates::Update> for schema::Update {
    fn from(update: &updates::Update) -> Self {
        Self {
            contacts: all(&update.contacts),
            score: update.score,
            radius: update.radius,
            grounds: all(&update.grounds),
        }
    }
}

impl From<&updates::Contact> for schema::Contact {
    fn from(contact: &updates::Contact) -> Self {
        let updates::Course { angle, dives, speed } = contact.course;
        let course = schema::Course { angle, dives, speed };
        let updates::Place { height, angle, position: (x, y), speed } = contact.place;
        let place = schema::Place { height, angle, x, y, speed };
        Self {
            damage: contact.damage,
            id: contact.id,
            kind: contact.kind.map(kind),
            course,
            player: contact.player,
            loaded: Some(contact.loaded.clone()),
            place,
            turrets: Some(contact.turrets.clone()),
        }
    }
}

fn kind(kind: updates::Kind) -> schema::Kind {
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

impl From<&updates::Ground> for schema::Ground {
    fn from(ground: &updates::Ground) -> Self {
        let (x, y) = ground.sector;
        Self { sector: schema::Sector { x, y }, heights: Some(ground.heights.clone()) }
    }
}

impl Tabled for Updates {
    type Table = schema::Updates;

    fn read_table(bytes: &[u8]) -> Result<schema::Updates> {
        schema::UpdatesRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(updates: &mut schema::Updates) {
        updates.updates.iter_mut().flatten().for_each(|update| update.score = updates::reward(update.score));
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut sum = 0;
        for update in schema::UpdatesRef::read_as_root(bytes)?.updates()?.into_iter().flatten() {
            sum += Answer::from(update?.score()?);
        }
        Ok(sum)
    }
}
