//! Records in columns, with the crate `columnar`: each field of all records is in a vector of its own.

use std::collections::VecDeque;
use std::io::Write;

use columnar::bytes::indexed;
use columnar::bytes::stash::Stash;
use columnar::{Columnar, ContainerOf, Index, Len, Push, Ref};
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::container::{ContainerBuilder, DrainContainer, LengthPreservingContainerBuilder, PushInto};
use timely::dataflow::channels::ContainerBytes;
use timely::dataflow::channels::pact::{ExchangeCore, ParallelizationContract};
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::Session;

use crate::answer::{FastMap, Window};
use crate::graph::Form;
use crate::model::{ActionReference, Event, User, Visit, VisitReference, country_number};

/// The users of this worker.
#[derive(Default)]
pub(crate) struct Columns {
    users: FastMap<u32, User>,
}

fn user_id(user: &Ref<'_, User>) -> u64 {
    (*user.id).into()
}

fn event_user(event: &Ref<'_, Event>) -> u64 {
    (*event.user).into()
}

fn visit_country(visit: &Ref<'_, Visit>) -> u64 {
    country_number(visit.country)
}

impl Form for Columns {
    type Users = ColumnBuilder<ContainerOf<User>>;
    type Events = ColumnBuilder<ContainerOf<Event>>;
    type Visits = ColumnBuilder<ContainerOf<Visit>>;

    fn users_by_id() -> impl ParallelizationContract<u64, Column<ContainerOf<User>>> {
        ExchangeCore::<Self::Users, _>::new_core(user_id)
    }

    fn events_by_user() -> impl ParallelizationContract<u64, Column<ContainerOf<Event>>> {
        ExchangeCore::<Self::Events, _>::new_core(event_user)
    }

    fn visits_by_country() -> impl ParallelizationContract<u64, Column<ContainerOf<Visit>>> {
        ExchangeCore::<Self::Visits, _>::new_core(visit_country)
    }

    fn learn(&mut self, users: &mut Column<ContainerOf<User>>) {
        for user in users.drain() {
            let user = User::into_owned(user);
            self.users.insert(user.id, user);
        }
    }

    fn join(
        &mut self,
        events: &mut Column<ContainerOf<Event>>,
        session: &mut Session<'_, '_, u64, Self::Visits, Capability<u64>>,
    ) {
        for event in events.drain() {
            let Some(user) = self.users.get(event.user) else { panic!("no user {}", event.user) };
            let (cents, is_failure) = match event.action {
                ActionReference::Buy((_, cents)) => (*cents, false),
                ActionReference::Failed(_) => (0, true),
                ActionReference::View(()) | ActionReference::Search(_) => (0, false),
            };
            session.give(VisitReference {
                is_paying: user.is_paying,
                is_failure,
                cents,
                country: user.country.as_str(),
                path: event.path,
            });
        }
    }

    fn count(visits: &mut Column<ContainerOf<Visit>>, window: &mut Window) {
        for visit in visits.drain() {
            window.add(visit.country, visit.path, visit.is_paying, visit.is_failure, *visit.cents);
        }
    }
}

/// A container of columns, of this process or as they arrived.
#[derive(Clone, Default)]
pub(crate) struct Column<C>(Stash<C, Bytes>);

impl<C: columnar::ContainerBytes> Accountable for Column<C> {
    fn record_count(&self) -> i64 {
        i64::try_from(self.0.borrow().len()).unwrap_or(i64::MAX)
    }
}

impl<C: columnar::ContainerBytes> DrainContainer for Column<C> {
    type Item<'a> = C::Ref<'a>;
    type DrainIter<'a> = columnar::common::IterOwn<C::Borrowed<'a>>;

    fn drain(&mut self) -> Self::DrainIter<'_> {
        self.0.borrow().into_index_iter()
    }
}

impl<C: columnar::ContainerBytes> ContainerBytes for Column<C> {
    fn from_bytes(bytes: Bytes) -> Self {
        Self(Stash::try_from_bytes(bytes).expect("a message of columns"))
    }

    fn length_in_bytes(&self) -> usize {
        self.0.length_in_bytes()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        self.0.write_bytes(writer).expect("timely writes to memory");
    }
}

/// Gathers records into columns of a quarter of a megabyte: their size is known by adding those of all vectors, which
/// is done now and then.
pub(crate) struct ColumnBuilder<C> {
    current: C,
    /// The records since the size was computed.
    unmeasured: usize,
    spare: Option<Column<C>>,
    full: VecDeque<Column<C>>,
}

const FULL: usize = 1 << 18;
const MEASURED: usize = 128;

impl<C: Default> Default for ColumnBuilder<C> {
    fn default() -> Self {
        Self { current: C::default(), unmeasured: 0, spare: None, full: VecDeque::new() }
    }
}

impl<C: columnar::ContainerBytes> ColumnBuilder<C> {
    fn finish_current(&mut self) {
        let empty = match self.spare.take() {
            Some(Column(Stash::Typed(mut columns))) => {
                columns.clear();
                columns
            }
            _ => C::default(),
        };
        self.full.push_back(Column(Stash::Typed(std::mem::replace(&mut self.current, empty))));
        self.unmeasured = 0;
    }
}

impl<C: columnar::ContainerBytes + Push<T>, T> PushInto<T> for ColumnBuilder<C> {
    fn push_into(&mut self, item: T) {
        self.current.push(item);
        self.unmeasured += 1;
        if self.unmeasured == MEASURED {
            self.unmeasured = 0;
            if indexed::length_in_bytes(&self.current.borrow()) >= FULL {
                self.finish_current();
            }
        }
    }
}

impl<C: columnar::ContainerBytes> ContainerBuilder for ColumnBuilder<C> {
    type Container = Column<C>;

    fn extract(&mut self) -> Option<&mut Column<C>> {
        let container = self.full.pop_front()?;
        Some(self.spare.insert(container))
    }

    fn finish(&mut self) -> Option<&mut Column<C>> {
        if !self.current.is_empty() {
            self.finish_current();
        }
        self.extract()
    }
}

impl<C: columnar::ContainerBytes> LengthPreservingContainerBuilder for ColumnBuilder<C> {}
