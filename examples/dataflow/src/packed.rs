//! Records as packed data: read where they are, and copied as bytes.

use packed_data::Indexed;
use packed_data_timely::{PackedBuilder, PackedContainer, build, exchange};
use timely::dataflow::channels::pact::ParallelizationContract;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::Session;

use crate::answer::{FastMap, Window};
use crate::graph::Form;
use crate::model::{ActionView, Event, User, Visit, country_number};

/// The users of this worker, packed.
#[derive(Default)]
pub(crate) struct Packed {
    users: FastMap<u32, packed_data::Packed<User, Indexed>>,
}

impl Form for Packed {
    type Users = PackedBuilder<User, Indexed>;
    type Events = PackedBuilder<Event, Indexed>;
    type Visits = PackedBuilder<Visit, Indexed>;

    fn users_by_id() -> impl ParallelizationContract<u64, PackedContainer<User, Indexed>> {
        exchange::<User, Indexed, _>(|user| user.view().fields().id.into())
    }

    fn events_by_user() -> impl ParallelizationContract<u64, PackedContainer<Event, Indexed>> {
        exchange::<Event, Indexed, _>(|event| event.view().fields().user.into())
    }

    fn visits_by_country() -> impl ParallelizationContract<u64, PackedContainer<Visit, Indexed>> {
        exchange::<Visit, Indexed, _>(|visit| country_number(visit.view().fields().country.as_bytes()))
    }

    fn learn(&mut self, users: &mut PackedContainer<User, Indexed>) {
        self.users.extend(users.iter().map(|user| (user.view().fields().id, user.to_vec())));
    }

    fn join(
        &mut self,
        events: &mut PackedContainer<Event, Indexed>,
        session: &mut Session<'_, '_, u64, Self::Visits, Capability<u64>>,
    ) {
        for event in events.iter() {
            let event = event.view().fields();
            let Some(user) = self.users.get(&event.user) else { panic!("no user {}", event.user) };
            let user = user.view().fields();
            let (cents, is_failure) = match event.action.case() {
                ActionView::Buy(_, cents) => (cents, false),
                ActionView::Failed(..) => (0, true),
                ActionView::View | ActionView::Search(_) => (0, false),
            };
            session.give(build::<Visit, Indexed>(|needs| {
                Visit::write_visit(needs, &user.is_paying, &is_failure, &cents, user.country, event.path)
            }));
        }
    }

    fn count(visits: &mut PackedContainer<Visit, Indexed>, window: &mut Window) {
        for visit in visits.iter() {
            let visit = visit.view().fields();
            let (country, path) = (visit.country.as_bytes(), visit.path.as_bytes());
            window.add(country, path, visit.is_paying, visit.is_failure, visit.cents);
        }
    }
}
