//! `updates` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::updates::{self, Scene, Updates};
use crate::generated::formats_planus::formats as schema;

impl From<&Updates> for schema::Updates {
    fn from(updates: &Updates) -> Self {
        Self { updates: all(&updates.updates) }
    }
}

impl From<&updates::Update> for schema::Update {
    fn from(update: &updates::Update) -> Self {
        let place = |&updates::Place { x, y, height, heading, speed }| schema::Place { x, y, height, heading, speed };
        Self {
            id: update.id,
            kind: match update.kind {
                updates::Kind::Player => schema::Kind::Player,
                updates::Kind::Boat => schema::Kind::Boat,
                updates::Kind::Wagon => schema::Kind::Wagon,
                updates::Kind::Arrow => schema::Kind::Arrow,
                updates::Kind::Animal => schema::Kind::Animal,
                updates::Kind::Crate => schema::Kind::Crate,
            },
            visible: update.visible,
            on_ground: update.on_ground,
            place: update.place.as_ref().map(place),
            health: update.health,
            owner: update.owner,
            action: action(&update.action),
        }
    }
}

fn action(action: &updates::Action) -> Option<schema::Action> {
    Some(match *action {
        updates::Action::Nothing => return None,
        updates::Action::Turn(by) => schema::Action::Turn(Box::new(schema::Turn { by })),
        updates::Action::Shoot { at, strength, aimed } => {
            schema::Action::Shoot(Box::new(schema::Shoot { at, strength, aimed }))
        }
        updates::Action::Hurt { amount, by } => schema::Action::Hurt(Box::new(schema::Hurt { amount, by })),
        updates::Action::Carry(thing) => schema::Action::Carry(Box::new(schema::Carry { thing })),
        updates::Action::Sound(sound) => {
            let sound = match sound {
                updates::Sound::Step => schema::Sound::Step,
                updates::Sound::Splash => schema::Sound::Splash,
                updates::Sound::Creak => schema::Sound::Creak,
                updates::Sound::Call => schema::Sound::Call,
            };
            schema::Action::Heard(Box::new(schema::Heard { sound }))
        }
    })
}

impl Tabled for Updates {
    type Table = schema::Updates;

    fn read_table(bytes: &[u8]) -> Result<schema::Updates> {
        schema::UpdatesRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(updates: &mut schema::Updates) {
        updates.updates.iter_mut().flatten().for_each(|update| update.health = updates::heal(update.health));
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut scene = Scene::default();
        for update in schema::UpdatesRef::read_as_root(bytes)?.updates()?.into_iter().flatten() {
            let update = update?;
            let hurt = match update.action()? {
                Some(schema::ActionRef::Hurt(hurt)) => Some(hurt.amount()?),
                _ => None,
            };
            let speed = update.place()?.map(|place| place.speed());
            scene.count(update.visible()?, update.health()?, speed, hurt);
        }
        Ok(scene.answer())
    }
}
