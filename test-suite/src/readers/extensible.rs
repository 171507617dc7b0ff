//! Extensible types: fields that may be absent, and constructors that are not known.

use packed_data::fold::{FoldItems, Rec, Stopped};
use packed_data::types::{OptionCase, ResultCase, UnknownRef};
use packed_data::{Cursor, Done, Layout, Levels, Limits, Packed, RandomAccess, View};

use super::Reads;
use crate::shapes::{
    Event, EventCase, EventFold, EventView, Label, LabelView, Links, LinksCase, LinksView, Note, Parcel, ParcelView,
    Profile, ProfileView, Signal, SignalCase, SignalView, Version, VersionView,
};

/// Returns more levels than these values have.
fn levels() -> Levels {
    Levels::new(Limits::DEFAULT.depth)
}

fn version<'id, L: Layout>(cursor: Cursor<'_, 'id, Version, L>) -> Done<'id, Version, L> {
    let (major, fields) = cursor.fields().read();
    let (minor, fields) = fields.read();
    // The last field is read as the rest of the value, which may have more fields that are not known.
    match fields.present() {
        Ok(fields) => fields.tail().read().map(|label| Version { major, minor, label: label.into() }),
        Err(end) => end.done(Version { major, minor, label: String::new() }),
    }
}

fn version_of<L: RandomAccess>(view: View<'_, Version, L>) -> Version {
    let VersionView { major, minor, label } = view.fields();
    Version { major, minor: minor.unwrap_or_default(), label: label.unwrap_or_default().into() }
}

impl Reads for Profile {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (id, fields) = cursor.fields().read();
        let (name, fields) = fields.read();
        let (maybe, fields) = fields.unpack(levels()).expect("one level");
        let (bytes, fields) = fields.unpack(levels()).expect("no levels");
        let (tree, fields) = fields.with_or(None, |tree| tree.unpack(levels()).expect("within the limit on levels"));
        let fields = fields.skip();
        let (flag, fields) = fields.read_or(false);
        let (version, fields) = fields.with_or(Version::default(), version);
        let (children, fields) = fields.with_or(Vec::new(), |all| {
            let (mut items, mut children) = (all.items(), Vec::new());
            while let Some(child) = items.next(Self::from_cursor) {
                children.push(child);
            }
            items.done(children)
        });
        let (next, fields) = fields.with_or(None, |next| match next.case() {
            OptionCase::None(end) => end.done(None),
            OptionCase::Some(fields) => {
                let (next, end) = fields.with(Self::from_cursor);
                end.done(Some(Box::new(next)))
            }
        });
        fields.done(Self { id, name: name.into(), maybe, bytes, tree, unit: (), flag, version, children, next })
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let ProfileView { id, name, maybe, bytes, tree, unit, flag, version, children, next } = view.fields();
        let array = |bytes: packed_data::view::Array<'_, u8, 3, L>| bytes.scalars().to_vec().try_into().expect("three");
        Self {
            next: next.flatten().map(|next| Box::new(Self::from_view(next))),
            children: children.map(|all| all.iter().map(Self::from_view).collect()).unwrap_or_default(),
            version: version.map(version_of).unwrap_or_default(),
            flag: flag.unwrap_or_default(),
            unit: unit.unwrap_or_default(),
            tree: tree.flatten().map(|tree| Box::new(tree.unpack().expect("within the limit on levels"))),
            bytes: bytes.map(array).unwrap_or_default(),
            maybe,
            name: name.into(),
            id,
        }
    }
}

impl Reads for Links<u8> {
    /// Reads the last field of each cell in a loop.
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (mut cells, mut rest) = (Vec::new(), cursor);
        let last = loop {
            match rest.case() {
                LinksCase::End(end) => break end.done(Links::End),
                LinksCase::Link(fields) => {
                    let (value, fields) = fields.read();
                    cells.push(value);
                    rest = fields.tail();
                }
                LinksCase::Fork(fields) => {
                    let (left, fields) = fields.with(Self::from_cursor);
                    let (value, fields) = fields.unpack(levels()).expect("one level");
                    let (right, fields) = fields.with(|right| match right.case() {
                        OptionCase::None(end) => end.done(None),
                        OptionCase::Some(fields) => {
                            let (right, end) = fields.with(Self::from_cursor);
                            end.done(Some(Box::new(right)))
                        }
                    });
                    let (flag, fields) = fields.read();
                    break fields.done(Links::Fork(Box::new(left), value, right, flag));
                }
                LinksCase::Many(fields) => {
                    let (all, fields) = fields.with(|all| {
                        all.fold_items(Vec::new(), |mut all, one| {
                            Self::from_cursor(one).map(|one| {
                                all.push(one);
                                all
                            })
                        })
                    });
                    break match fields.tail().case() {
                        OptionCase::None(end) => end.done(Links::Many(all, None)),
                        OptionCase::Some(value) => value.tail().read().map(|value| Links::Many(all, Some(value))),
                    };
                }
            }
        };
        last.map(|last| cells.into_iter().rev().fold(last, |rest, value| Links::Link(value, Box::new(rest))))
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            LinksView::End => Links::End,
            LinksView::Link(value, rest) => Links::Link(value, Box::new(Self::from_view(rest))),
            LinksView::Fork(left, value, right, flag) => {
                let right = right.map(|right| Box::new(Self::from_view(right)));
                Links::Fork(Box::new(Self::from_view(left)), value, right, flag)
            }
            LinksView::Many(all, value) => Links::Many(all.iter().map(Self::from_view).collect(), value),
        }
    }
}

struct Rebuild;

impl<'a, L: Layout> EventFold<'a, L> for Rebuild {
    type Out = Result<Event, Stopped>;

    fn nothing(&mut self) -> Self::Out {
        Ok(Event::Nothing)
    }

    fn number(&mut self, number: i32, flag: Option<bool>, text: Option<&'a str>) -> Self::Out {
        Ok(Event::Number(number, flag.unwrap_or_default(), text.unwrap_or_default().into()))
    }

    fn within(&mut self, event: Self::Out, number: u16, last: Option<Option<View<'a, Event, L>>>) -> Self::Out {
        let last = last.flatten().map(|last| Box::new(last.unpack().expect("within the limit on levels")));
        Ok(Event::Within(Box::new(event?), number, last))
    }

    fn several(&mut self, mut all: FoldItems<'_, 'a, Rec<Event>, L>) -> Self::Out {
        let mut events = Vec::new();
        while let Some(event) = all.next(self)? {
            events.push(event?);
        }
        Ok(Event::Several(events))
    }

    fn next(&mut self, number: u8, maybe: Option<bool>, next: Self::Out) -> Self::Out {
        Ok(Event::Next(number, maybe, Box::new(next?)))
    }

    fn unknown(&mut self, unknown: UnknownRef<'a>) -> Self::Out {
        Ok(Event::Unknown(unknown.to_owned()))
    }
}

impl Reads for Event {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        match cursor.case() {
            EventCase::Nothing(end) => end.done(Event::Nothing),
            EventCase::Number(fields) => {
                let (number, fields) = fields.read();
                let (flag, fields) = fields.read();
                let (text, fields) = fields.read_or("");
                fields.done(Event::Number(number, flag, text.into()))
            }
            EventCase::Within(fields) => {
                let (event, fields) = fields.with(Self::from_cursor);
                let (number, fields) = fields.read();
                let (last, fields) = fields.with_or(None, |last| match last.case() {
                    OptionCase::None(end) => end.done(None),
                    OptionCase::Some(fields) => {
                        let (last, end) = fields.with(Self::from_cursor);
                        end.done(Some(Box::new(last)))
                    }
                });
                fields.done(Event::Within(Box::new(event), number, last))
            }
            EventCase::Several(fields) => {
                let (mut items, mut all) = (fields.tail().items(), Vec::new());
                while let Some(event) = items.next(Self::from_cursor) {
                    all.push(event);
                }
                items.done(Event::Several(all))
            }
            EventCase::Next(fields) => {
                let (number, fields) = fields.read();
                let (maybe, fields) = fields.unpack(levels()).expect("one level");
                Self::from_cursor(fields.tail()).map(|next| Event::Next(number, maybe, Box::new(next)))
            }
            EventCase::Unknown(fields) => fields.tail().read().map(|unknown| Event::Unknown(unknown.to_owned())),
        }
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            EventView::Nothing => Event::Nothing,
            EventView::Number(number, flag, text) => {
                Event::Number(number, flag.unwrap_or_default(), text.unwrap_or_default().into())
            }
            EventView::Within(event, number, last) => {
                let last = last.flatten().map(|last| Box::new(Self::from_view(last)));
                Event::Within(Box::new(Self::from_view(event)), number, last)
            }
            EventView::Several(all) => Event::Several(all.iter().map(Self::from_view).collect()),
            EventView::Next(number, maybe, next) => Event::Next(number, maybe, Box::new(Self::from_view(next))),
            EventView::Unknown(unknown) => Event::Unknown(unknown.to_owned()),
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).and_then(|event| event).expect("within the limit on levels")
    }
}

fn signal<'id, L: Layout>(cursor: Cursor<'_, 'id, Signal, L>) -> Done<'id, Signal, L> {
    match cursor.case() {
        SignalCase::Off(end) => end.done(Signal::Off),
        SignalCase::On(end) => end.done(Signal::On),
    }
}

fn signal_of<L: RandomAccess>(view: View<'_, Signal, L>) -> Signal {
    match view.case() {
        SignalView::Off => Signal::Off,
        SignalView::On => Signal::On,
    }
}

fn label<'id, L: Layout>(cursor: Cursor<'_, 'id, Label, L>) -> Done<'id, Label, L> {
    cursor.fields().tail().read().map(|text| Label(text.into()))
}

fn label_of<L: RandomAccess>(view: View<'_, Label, L>) -> Label {
    let LabelView(text) = view.fields();
    Label(text.into())
}

fn note<'id, L: Layout>(cursor: Cursor<'_, 'id, Note, L>) -> Done<'id, Note, L> {
    cursor.fields().done(Note)
}

/// Unpacks a part.
fn owned<'a, 'id, T: packed_data::Unpack<'a>, L: Layout>(cursor: Cursor<'a, 'id, T::As, L>) -> Done<'id, T, L> {
    cursor.unpack(levels()).expect("within the limit on levels")
}

impl Reads for Parcel {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (first, fields) = cursor.fields().with(note);
        let (notes, fields) = fields.with(|notes| {
            let (mut items, mut notes) = (notes.items(), Vec::new());
            while let Some(one) = items.next(note) {
                notes.push(one);
            }
            items.done(notes)
        });
        let (one, fields) = fields.with(signal);
        let (signals, fields) = fields.with(|signals| {
            let (mut elements, mut all) = (signals.elements(), Vec::new());
            while let Some(one) = elements.next(signal) {
                all.push(one);
            }
            elements.done(all)
        });
        let (text, fields) = fields.with(label);
        let (maybe, fields) = fields.with(|maybe| match maybe.case() {
            OptionCase::None(end) => end.done(None),
            OptionCase::Some(fields) => {
                let (text, end) = fields.with(label);
                end.done(Some(text))
            }
        });
        let (triple, fields) = fields.with(|triple| {
            let (text, fields) = triple.fields().with(label);
            let (number, fields) = fields.read();
            let (links, fields) = fields.with(owned::<Links<Signal>, L>);
            fields.done((text, number, links))
        });
        let (result, fields) = fields.with(|result| match result.case() {
            ResultCase::Ok(fields) => {
                let (one, end) = fields.with(note);
                end.done(Ok(one))
            }
            ResultCase::Err(fields) => {
                let (text, end) = fields.with(label);
                end.done(Err(text))
            }
        });
        let (keys, fields) = fields.with(|keys| {
            let (mut items, mut keys) = (keys.items(), Vec::new());
            while let Some(entry) = items.next(|entry| {
                let (key, fields) = entry.fields().with(version);
                let (value, fields) = fields.with(signal);
                fields.done((key, value))
            }) {
                keys.push(entry);
            }
            items.done(keys.into_iter().collect())
        });
        let (set, fields) = fields.with(|set| {
            let (mut items, mut set) = (set.items(), Vec::new());
            while let Some(one) = items.next(signal) {
                set.push(one);
            }
            items.done(set.into_iter().collect())
        });
        let (events, fields) = fields.with(owned::<Vec<Option<Event>>, L>);
        let (last, fields) = fields.with(Event::from_cursor);
        let signals = signals.try_into().expect("two");
        let (note, signal, label) = (first, one, text);
        fields.done(Self { note, notes, signal, signals, label, maybe, triple, result, keys, set, events, last })
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let parts: ParcelView<'_, L> = view.fields();
        let (text, number, links) = parts.triple;
        Self {
            last: Event::from_view(parts.last),
            events: parts.events.iter().map(|event| event.map(Event::from_view)).collect(),
            set: parts.set.iter().map(signal_of).collect(),
            keys: parts.keys.iter().map(|(key, value)| (version_of(key), signal_of(value))).collect(),
            result: parts.result.map(|_| Note).map_err(label_of),
            triple: (label_of(text), number, links.unpack().expect("within the limit on levels")),
            maybe: parts.maybe.map(label_of),
            label: label_of(parts.label),
            signals: parts.signals.into_iter().map(signal_of).collect::<Vec<_>>().try_into().expect("two"),
            signal: signal_of(parts.signal),
            notes: parts.notes.iter().map(|_| Note).collect(),
            note: parts.note.unpack().expect("no levels"),
        }
    }
}
