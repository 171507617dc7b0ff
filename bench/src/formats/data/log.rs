//! `log`: the access log of a web server. Many short strings with much repetition.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, View, lazy};
use rkyv::munge::munge;
use rkyv::seal::Seal;

use super::{Data, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// A log.
    pub(crate) struct Log<S> {
        #[n(0)]
        pub(crate) entries: Vec<Entry<S>>,
    }

    /// A request.
    pub(crate) struct Entry<S> {
        #[n(0)]
        pub(crate) address: Address,
        #[n(1)]
        pub(crate) identity: S,
        #[n(2)]
        pub(crate) user: S,
        #[n(3)]
        pub(crate) time: S,
        #[n(4)]
        pub(crate) request: S,
        #[n(5)]
        pub(crate) status: u16,
        #[n(6)]
        pub(crate) size: u64,
    }

    /// An address of version 4.
    #[derive(Copy)]
    pub(crate) struct Address {
        #[n(0)]
        pub(crate) a: u8,
        #[n(1)]
        pub(crate) b: u8,
        #[n(2)]
        pub(crate) c: u8,
        #[n(3)]
        pub(crate) d: u8,
    }
}

/// The query: sums of the addresses, as numbers, of the status codes and of the sizes.
#[derive(Default)]
pub(crate) struct Traffic {
    addresses: u64,
    statuses: u64,
    sizes: u64,
}

impl Traffic {
    /// Adds an entry.
    #[inline]
    pub(crate) fn count(&mut self, address: Address, status: u16, size: u64) {
        self.addresses = self.addresses.wrapping_add(address.to_number().into());
        self.statuses = self.statuses.wrapping_add(status.into());
        self.sizes = self.sizes.wrapping_add(size);
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        (self.sizes ^ self.addresses.rotate_left(20) ^ self.statuses.rotate_left(50)) as Answer
    }
}

impl Address {
    /// Returns the address as one number.
    #[inline]
    pub(crate) fn to_number(self) -> u32 {
        u32::from_be_bytes([self.a, self.b, self.c, self.d])
    }

    /// Returns the address with this number.
    pub(crate) fn from_number(number: u32) -> Self {
        let [a, b, c, d] = number.to_be_bytes();
        Self { a, b, c, d }
    }

    /// Returns the updated value.
    pub(crate) fn hidden(self) -> Self {
        Self { a: hide(self.a), b: hide(self.b), c: hide(self.c), d: hide(self.d) }
    }
}

/// Returns the updated value of a byte of an address.
pub(crate) fn hide(byte: u8) -> u8 {
    !byte
}

/// Returns the updated value of a status.
pub(crate) fn revise(status: u16) -> u16 {
    status ^ 1
}

/// Returns the updated value of a size.
pub(crate) fn resize(size: u64) -> u64 {
    size.wrapping_add(512)
}

impl<S> Log<S> {
    fn traffic(&self) -> Answer {
        let mut traffic = Traffic::default();
        self.entries.iter().for_each(|entry| traffic.count(entry.address, entry.status, entry.size));
        traffic.answer()
    }
}

impl Data for Log<String> {
    const NAME: &'static str = "log";
    const ENTRIES: usize = 10_000;
    type Borrowed<'a> = Log<&'a str>;
    type InPlace<'a> = Log<&'a str>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        Self { entries: (0..entries).map(|_| Entry::generate(random)).collect() }
    }

    fn query(&self) -> Answer {
        self.traffic()
    }

    fn query_borrowed(log: &Log<&str>) -> Answer {
        log.traffic()
    }

    fn query_in_place(log: &Log<&str>) -> Answer {
        log.traffic()
    }

    fn update(&mut self) {
        for entry in &mut self.entries {
            entry.address = entry.address.hidden();
            entry.status = revise(entry.status);
            entry.size = resize(entry.size);
        }
    }

    fn query_cursor<'id, L: Layout>(log: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (traffic, fields) = log.fields().with(|entries| {
            entries.fold_items(Traffic::default(), |mut traffic, entry| {
                let (address, fields) = entry.fields().with(address);
                let (status, fields) = fields.skip().skip().skip().skip().read();
                let (size, fields) = fields.read();
                traffic.count(address, status, size);
                fields.done(traffic)
            })
        });
        fields.done(traffic.answer())
    }

    fn query_view(log: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut traffic = Traffic::default();
        for entry in log.view().fields().entries.iter().map(View::fields) {
            let address = entry.address.fields();
            let address = Address { a: address.a, b: address.b, c: address.c, d: address.d };
            traffic.count(address, entry.status, entry.size);
        }
        traffic.answer()
    }

    fn query_lazy(bytes: &[u8]) -> Result<Answer, packed_data::Error> {
        let mut traffic = Traffic::default();
        for entry in lazy::<Self, Indexed>(bytes).try_fields()?.entries.try_iter()? {
            let entry = entry?;
            let AddressView { a, b, c, d } =
                entry.try_field(|entry: EntryNames<String>| entry.address)?.try_fields()?;
            let status = entry.try_field(|entry: EntryNames<String>| entry.status)?;
            traffic.count(Address { a, b, c, d }, status, entry.try_field(|entry: EntryNames<String>| entry.size)?);
        }
        Ok(traffic.answer())
    }

    fn update_cursor<'id, L: Layout>(log: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = log.fields().with(|entries| {
            entries.fold_items((), |(), entry| {
                let ((), fields) = entry
                    .fields()
                    .with(|address| address.fields().update(hide).update(hide).update(hide).update(hide).done(()));
                fields.skip().skip().skip().skip().update(revise).update(resize).done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for entry in data.view_mut().fields().entries.into_iter() {
            let mut entry = entry.fields();
            let mut address = entry.address.fields();
            address.a.update(hide);
            address.b.update(hide);
            address.c.update(hide);
            address.d.update(hide);
            entry.status.update(revise);
            entry.size.update(resize);
        }
    }

    fn query_archived(log: &ArchivedLog<String>) -> Answer {
        let mut traffic = Traffic::default();
        for entry in log.entries.iter() {
            let &ArchivedAddress { a, b, c, d } = &entry.address;
            traffic.count(Address { a, b, c, d }, entry.status.to_native(), entry.size.to_native());
        }
        traffic.answer()
    }

    fn update_archived(log: Seal<'_, ArchivedLog<String>>) {
        munge!(let ArchivedLog { entries } = log);
        each_archived(entries, |entry| {
            munge!(let ArchivedEntry { address: ArchivedAddress { a, b, c, d }, status, size, .. } = entry);
            for byte in [a, b, c, d] {
                let byte = byte.unseal();
                *byte = hide(*byte);
            }
            let (status, size) = (status.unseal(), size.unseal());
            *status = revise(status.to_native()).into();
            *size = resize(size.to_native()).into();
        });
    }
}

fn address<'id, L: Layout>(address: Cursor<'_, 'id, Address, L>) -> Done<'id, Address, L> {
    let (a, fields) = address.fields().read();
    let (b, fields) = fields.read();
    let (c, fields) = fields.read();
    let (d, fields) = fields.read();
    fields.done(Address { a, b, c, d })
}

impl Entry<String> {
    fn generate(random: &mut Random) -> Self {
        const USERS: &[&str] = &["-", "anna", "bo", "carola", "doris", "emil", "frida", "gustav", "heinz"];
        let (status, few) = random.pick(&[(100, 4), (200, 10), (300, 9), (400, 29), (500, 11)]);
        Self {
            address: Address::from_number(random.bits() as u32),
            identity: "-".into(),
            user: random.pick(USERS).into(),
            time: time(random),
            request: request(random),
            status: status + random.below(few) as u16,
            size: random.below(100_000_000),
        }
    }
}

fn time(random: &mut Random) -> String {
    const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (day, month, year) = (1 + random.below(28), random.pick(MONTHS), 1970 + random.below(52));
    let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
    let zone = random.within::<i64>(-12, 12);
    let sign = if zone < 0 { '-' } else { '+' };
    format!("{day}/{month}/{year}:{hour}:{minute}:{second} {sign}{:02}00", zone.abs())
}

fn request(random: &mut Random) -> String {
    const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];
    const PATHS: &[&str] = &[
        "/robots.txt",
        "/css/garden.css",
        "/css/print-and-screen.css",
        "/pictures/roses.svg",
        "/pictures/paths.jpg",
        "/api/orders",
        "/api/prices",
    ];
    const VERSIONS: &[&str] = &["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"];
    format!("{} {} {}", random.pick(METHODS), random.pick(PATHS), random.pick(VERSIONS))
}
