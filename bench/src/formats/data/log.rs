//! `log`: the access log of a web server. Many short strings with much repetition.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, View};
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
        pub(crate) address: [u8; 4],
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
}

/// The query: how many bytes were sent, how many requests failed, and how many bytes programs requested.
#[derive(Default)]
pub(crate) struct Traffic {
    sent: u64,
    failed: u64,
    programs: u64,
}

impl Traffic {
    /// Counts an entry.
    #[inline]
    pub(crate) fn count(&mut self, request: &str, status: u16, size: u64) {
        match status {
            500.. => self.failed += 1,
            400.. => {}
            _ => self.sent = self.sent.wrapping_add(size),
        }
        if request.starts_with("GET /api/") {
            self.programs = self.programs.wrapping_add(size);
        }
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        (self.sent ^ self.programs.rotate_left(20) ^ self.failed.rotate_left(50)) as Answer
    }
}

/// Returns the updated value of a size.
pub(crate) fn resize(size: u64) -> u64 {
    size.wrapping_add(512)
}

impl<S: AsRef<str>> Log<S> {
    fn traffic(&self) -> Answer {
        let mut traffic = Traffic::default();
        for entry in &self.entries {
            traffic.count(entry.request.as_ref(), entry.status, entry.size);
        }
        traffic.answer()
    }
}

impl Data for Log<String> {
    const NAME: &'static str = "log";
    const ENTRIES: usize = 20_000;
    type Borrowed<'a> = Log<&'a str>;
    type InPlace<'a> = Log<&'a str>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        let mut seconds = 0;
        let mut entry = |_| {
            seconds += random.below(5);
            Entry::generate(random, seconds)
        };
        Self { entries: (0..entries).map(&mut entry).collect() }
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
            entry.size = resize(entry.size);
        }
    }

    fn query_cursor<'id, L: Layout>(log: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (traffic, fields) = log.fields().with(|entries| {
            entries.fold_items(Traffic::default(), |mut traffic, entry| {
                let (request, fields) = entry.fields().skip().skip().skip().skip().read();
                let (status, fields) = fields.read();
                let (size, fields) = fields.read();
                traffic.count(request, status, size);
                fields.done(traffic)
            })
        });
        fields.done(traffic.answer())
    }

    fn query_view(log: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut traffic = Traffic::default();
        for entry in log.view().fields().entries.iter().map(View::fields) {
            traffic.count(entry.request, entry.status, entry.size);
        }
        traffic.answer()
    }

    fn update_cursor<'id, L: Layout>(log: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = log.fields().with(|entries| {
            entries.fold_items((), |(), entry| {
                entry.fields().skip().skip().skip().skip().skip().skip().update(resize).done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for entry in data.view_mut().fields().entries.into_iter() {
            let mut size = entry.fields().size;
            size.update(resize);
        }
    }

    fn query_archived(log: &ArchivedLog<String>) -> Answer {
        let mut traffic = Traffic::default();
        for entry in log.entries.iter() {
            traffic.count(&entry.request, entry.status.to_native(), entry.size.to_native());
        }
        traffic.answer()
    }

    fn update_archived(log: Seal<'_, ArchivedLog<String>>) {
        munge!(let ArchivedLog { entries } = log);
        each_archived(entries, |entry| {
            munge!(let ArchivedEntry { size, .. } = entry);
            let size = size.unseal();
            *size = resize(size.to_native()).into();
        });
    }
}

impl Entry<String> {
    fn generate(random: &mut Random, seconds: u64) -> Self {
        const USERS: &[&str] = &["anna", "b.keller", "carol", "deploy", "emil", "f_ortiz", "grace.h", "monitor"];
        let address: [u8; 4] = std::array::from_fn(|_| random.within(1, 254));
        let user = if random.chance(30) { random.pick(USERS) } else { "-" };
        let status = match random.below(100) {
            0..=79 => 200,
            80..=86 => 304,
            87..=90 => 302,
            91..=96 => 404,
            97..=98 => 403,
            _ => 503,
        };
        Self {
            address,
            identity: "-".into(),
            user: user.into(),
            time: time(seconds),
            request: request(random),
            status,
            size: if status == 304 { 0 } else { random.skewed(4_000_000) },
        }
    }
}

/// Returns the time this number of seconds after the beginning of the log's first day.
fn time(seconds: u64) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let (second, minute, hour, day) = (seconds % 60, minutes % 60, hours % 24, 1 + hours / 24 % 31);
    format!("{day:02}/Oct/2025:{hour:02}:{minute:02}:{second:02} +0100")
}

fn request(random: &mut Random) -> String {
    const WORDS: &[&str] = &[
        "garden", "tools", "orders", "stock", "photos", "about", "prices", "guides", "seeds", "winter", "contact",
        "help", "news", "roses", "paths", "trees",
    ];
    const ENDINGS: &[&str] = &["", "/", ".html", ".css", ".js", ".webp", ".json"];
    let method = if random.chance(85) { "GET" } else { random.pick(&["POST", "HEAD", "PUT"]) };
    let mut path = String::from(if random.chance(25) { "/api/v2" } else { "" });
    for _ in 0..random.within::<u8>(1, 4) {
        path += "/";
        path += random.pick(WORDS);
    }
    path += random.pick(ENDINGS);
    if random.chance(20) {
        path += &format!("?page={}&q={}", random.below(40), random.pick(WORDS));
    }
    format!("{method} {path} HTTP/1.1")
}
