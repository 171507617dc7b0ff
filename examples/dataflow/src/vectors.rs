//! Records in vectors, timely's default: serialised between processes with bincode.

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::{Exchange, ParallelizationContract};
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::Session;

use crate::answer::{FastMap, Window};
use crate::graph::Form;
use crate::model::{Event, User, Visit, country_number};

/// The users of this worker.
#[derive(Default)]
pub(crate) struct Vectors {
    users: FastMap<u32, User>,
}

impl Form for Vectors {
    type Users = CapacityContainerBuilder<Vec<User>>;
    type Events = CapacityContainerBuilder<Vec<Event>>;
    type Visits = CapacityContainerBuilder<Vec<Visit>>;

    fn users_by_id() -> impl ParallelizationContract<u64, Vec<User>> {
        Exchange::new(|user: &User| user.id.into())
    }

    fn events_by_user() -> impl ParallelizationContract<u64, Vec<Event>> {
        Exchange::new(|event: &Event| event.user.into())
    }

    fn visits_by_country() -> impl ParallelizationContract<u64, Vec<Visit>> {
        Exchange::new(|visit: &Visit| country_number(visit.country.as_bytes()))
    }

    fn learn(&mut self, users: &mut Vec<User>) {
        self.users.extend(users.drain(..).map(|user| (user.id, user)));
    }

    fn join(&mut self, events: &mut Vec<Event>, session: &mut Session<'_, '_, u64, Self::Visits, Capability<u64>>) {
        for event in events.drain(..) {
            let Some(user) = self.users.get(&event.user) else { panic!("no user {}", event.user) };
            session.give(Visit {
                is_paying: user.is_paying,
                is_failure: event.action.is_failure(),
                cents: event.action.cents(),
                country: user.country.clone(),
                path: event.path,
            });
        }
    }

    fn count(visits: &mut Vec<Visit>, window: &mut Window) {
        for visit in visits.drain(..) {
            let (country, path) = (visit.country.as_bytes(), visit.path.as_bytes());
            window.add(country, path, visit.is_paying, visit.is_failure, visit.cents);
        }
    }
}
