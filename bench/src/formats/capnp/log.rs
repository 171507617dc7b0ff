//! `log` as a message.

use capnp::Result;
use capnp::message::{Allocator, Builder};

use super::{Message, Messaged, text};
use crate::Answer;
use crate::formats::data::log::{self, Address, Log, Traffic};
use crate::generated::formats_capnp as schema;

fn set_address(mut to: schema::entry::address::Builder<'_>, Address { a, b, c, d }: Address) {
    to.set_a(a);
    to.set_b(b);
    to.set_c(c);
    to.set_d(d);
}

fn address(from: schema::entry::address::Reader<'_>) -> Address {
    Address { a: from.get_a(), b: from.get_b(), c: from.get_c(), d: from.get_d() }
}

impl Messaged for Log<String> {
    fn build<A: Allocator>(&self, message: &mut Builder<A>) -> Result<()> {
        let mut entries = message.init_root::<schema::log::Builder<'_>>().init_entries(self.entries.len() as u32);
        for (index, entry) in self.entries.iter().enumerate() {
            let mut to = entries.reborrow().get(index as u32);
            set_address(to.reborrow().get_address(), entry.address);
            to.set_identity(entry.identity.as_str());
            to.set_user(entry.user.as_str());
            to.set_time(entry.time.as_str());
            to.set_request(entry.request.as_str());
            to.set_status(entry.status);
            to.set_size(entry.size);
        }
        Ok(())
    }

    fn unbuild(message: &Message<'_>) -> Result<Self> {
        let entry = |entry: schema::entry::Reader<'_>| {
            Ok(log::Entry {
                address: address(entry.get_address()),
                identity: text(entry.get_identity()?)?,
                user: text(entry.get_user()?)?,
                time: text(entry.get_time()?)?,
                request: text(entry.get_request()?)?,
                status: entry.get_status(),
                size: entry.get_size(),
            })
        };
        let log = message.get_root::<schema::log::Reader<'_>>()?;
        Ok(Self { entries: log.get_entries()?.iter().map(entry).collect::<Result<_>>()? })
    }

    fn update_message<A: Allocator>(from: &Message<'_>, to: &mut Builder<A>) -> Result<()> {
        to.set_root(from.get_root::<schema::log::Reader<'_>>()?)?;
        let mut entries = to.get_root::<schema::log::Builder<'_>>()?.get_entries()?;
        for index in 0..entries.len() {
            let mut entry = entries.reborrow().get(index);
            let from = entry.reborrow().into_reader();
            let (address, status, size) = (address(from.get_address()), from.get_status(), from.get_size());
            set_address(entry.reborrow().get_address(), address.hidden());
            entry.set_status(log::revise(status));
            entry.set_size(log::resize(size));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        let mut traffic = Traffic::default();
        for entry in message.get_root::<schema::log::Reader<'_>>()?.get_entries()? {
            traffic.count(address(entry.get_address()), entry.get_status(), entry.get_size());
        }
        Ok(traffic.answer())
    }
}
