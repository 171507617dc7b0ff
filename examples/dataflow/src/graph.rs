//! The dataflow, for records in any form: joined with their users, grouped by country, and counted by minute.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use timely::container::{CapacityContainerBuilder, ContainerBuilder, PushInto};
use timely::dataflow::channels::pact::{Exchange, ParallelizationContract};
use timely::dataflow::operators::generic::Session;
use timely::dataflow::operators::{Capability, Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle, Scope};
use timely::worker::Worker;

use crate::answer::{Answer, Row, Window};
use crate::model::{Event, User};

/// A form of records: what containers they are in, and how the operators read and write them.
pub(crate) trait Form: Default + 'static {
    type Users: timely::ContainerBuilder<Container: Clone> + for<'a> PushInto<&'a User>;
    type Events: timely::ContainerBuilder<Container: Clone> + for<'a> PushInto<&'a Event>;
    type Visits: timely::ContainerBuilder<Container: Clone>;

    fn users_by_id() -> impl ParallelizationContract<u64, ContainerOf<Self::Users>>;
    fn events_by_user() -> impl ParallelizationContract<u64, ContainerOf<Self::Events>>;
    fn visits_by_country() -> impl ParallelizationContract<u64, ContainerOf<Self::Visits>>;

    /// Remembers users.
    fn learn(&mut self, users: &mut ContainerOf<Self::Users>);

    /// Joins events with their users.
    fn join(
        &mut self,
        events: &mut ContainerOf<Self::Events>,
        session: &mut Session<'_, '_, u64, Self::Visits, Capability<u64>>,
    );

    /// Counts visits.
    fn count(visits: &mut ContainerOf<Self::Visits>, window: &mut Window);
}

/// The containers of a builder.
pub(crate) type ContainerOf<B> = <B as ContainerBuilder>::Container;

/// What a worker feeds the dataflow with. The time of an event is its minute plus one; that of the users is zero.
pub(crate) struct Inputs<F: Form> {
    /// `None` once all users are known.
    pub(crate) users: Option<InputHandle<u64, F::Users>>,
    pub(crate) events: InputHandle<u64, F::Events>,
    probe: ProbeHandle<u64>,
}

/// A worker may be this many minutes ahead of the slowest one.
const AHEAD: u64 = 2;

impl<F: Form> Inputs<F> {
    /// Goes on to a minute; waits until all workers have caught up.
    pub(crate) fn advance(&mut self, worker: &mut Worker, minute: u64) {
        if *self.events.time() > minute {
            return;
        }
        self.events.advance_to(minute + 1);
        worker.step();
        while self.probe.less_than(&(minute + 1).saturating_sub(AHEAD)) {
            worker.step_or_park(None);
        }
    }
}

/// Builds the dataflow on a worker. Worker 0 receives the answer.
pub(crate) fn build<F: Form>(worker: &mut Worker) -> (Inputs<F>, Rc<RefCell<Answer>>) {
    let mut users = InputHandle::new_with_builder();
    let mut inputs = Inputs { users: None, events: InputHandle::new_with_builder(), probe: ProbeHandle::new() };
    let answer = Rc::new(RefCell::new(Answer::default()));
    let collected = answer.clone();
    worker.dataflow(|scope| connect(scope, &mut users, &mut inputs, collected));
    inputs.users = Some(users);
    (inputs, answer)
}

fn connect<F: Form>(
    scope: Scope<'_, u64>,
    users: &mut InputHandle<u64, F::Users>,
    inputs: &mut Inputs<F>,
    answer: Rc<RefCell<Answer>>,
) {
    let users = scope.input_from(users);
    let events = scope.input_from(&mut inputs.events);

    let visits = events.binary_frontier::<_, F::Visits, _, _, _, _>(
        users,
        F::events_by_user(),
        F::users_by_id(),
        "join",
        |_, _| {
            let mut form = F::default();
            // Events that wait until all users are known, and the right to send at their times.
            let mut waiting = Vec::new();
            move |(events, _), (users, users_frontier), output| {
                users.for_each(|_, users| form.learn(users));
                events.for_each(|capability, events| {
                    waiting.extend(capability.retain_least(0).map(|capability| (capability, std::mem::take(events))));
                });
                if users_frontier.is_empty() {
                    for (capability, mut events) in waiting.drain(..) {
                        form.join(&mut events, &mut output.session_with_builder(&capability));
                    }
                }
            }
        },
    );

    let rows = visits.unary_frontier::<CapacityContainerBuilder<Vec<Row>>, _, _, _>(
        F::visits_by_country(),
        "count",
        |_, _| {
            let mut open: BTreeMap<u64, (Capability<u64>, Window)> = BTreeMap::new();
            move |(visits, frontier), output| {
                visits.for_each(|capability, visits| {
                    if let Some(time) = capability.least() {
                        let new = || (capability.delayed(time, 0), Window::default());
                        F::count(visits, &mut open.entry(*time).or_insert_with(new).1);
                    }
                });
                while let Some(entry) = open.first_entry().filter(|entry| !frontier.less_equal(entry.key())) {
                    let (time, (capability, window)) = entry.remove_entry();
                    output.session(&capability).give_iterator(window.rows(time - 1));
                }
            }
        },
    );

    rows.probe_with(&inputs.probe).sink(Exchange::new(|_: &Row| 0), "collect", move |(rows, _)| {
        rows.for_each(|_, rows| answer.borrow_mut().rows.append(rows));
    });
}
