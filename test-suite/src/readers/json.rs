//! Documents.

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::fold::{FoldItems, Leaf, Rec, Stopped};
use packed_data::view::{ScalarMut, ViewMut};
use packed_data::{Cursor, Done, Edit, Filled, InPlace, Layout, Needs, Packed, RandomAccess, View};

use super::{Changes, Reads};
use crate::shapes::{Json, JsonCase, JsonFold, JsonTransform, JsonView, JsonVisit};

/// The entries of an object in a fold.
type Entries<'c, 'a, L> = FoldItems<'c, 'a, (Leaf<String>, Rec<Json>), L>;

struct Rebuild;

impl<'a, L: Layout> JsonFold<'a, L> for Rebuild {
    type Out = Result<Json, Stopped>;

    fn null(&mut self) -> Self::Out {
        Ok(Json::Null)
    }

    fn bool(&mut self, value: bool) -> Self::Out {
        Ok(Json::Bool(value))
    }

    fn number(&mut self, value: f64) -> Self::Out {
        Ok(Json::Number(value))
    }

    fn text(&mut self, value: &'a str) -> Self::Out {
        Ok(Json::Text(value.into()))
    }

    fn array(&mut self, mut values: FoldItems<'_, 'a, Rec<Json>, L>) -> Self::Out {
        let (mut array, mut is_over) = (Vec::new(), values.is_empty());
        while let Some(value) = values.next(self)? {
            assert!(!is_over);
            array.push(value?);
            is_over = values.is_empty();
        }
        assert!(is_over);
        Ok(Json::Array(array))
    }

    fn object(&mut self, mut entries: Entries<'_, 'a, L>) -> Self::Out {
        let mut object = Vec::new();
        while let Some((key, value)) = entries.next(self)? {
            object.push((key.into(), value?));
        }
        Ok(Json::Object(object))
    }
}

struct Tokens(Vec<String>);

impl Tokens {
    fn push(&mut self, token: impl ToString) -> ControlFlow<Infallible> {
        self.0.push(token.to_string());
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> JsonVisit<'a, L> for Tokens {
    type Break = Infallible;

    fn null(&mut self) -> ControlFlow<Infallible> {
        self.push("null")
    }

    fn bool(&mut self, value: bool) -> ControlFlow<Infallible> {
        self.push(value)
    }

    fn number(&mut self, value: f64) -> ControlFlow<Infallible> {
        self.push(value)
    }

    fn text(&mut self, value: &'a str) -> ControlFlow<Infallible> {
        self.push(value)
    }

    fn array(&mut self) -> ControlFlow<Infallible> {
        self.push("[]")
    }

    fn object(&mut self) -> ControlFlow<Infallible> {
        self.push("{}")
    }
}

impl Reads for Json {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        match cursor.case() {
            JsonCase::Null(end) => end.done(Json::Null),
            JsonCase::Bool(fields) => {
                let (value, fields) = fields.read();
                fields.done(Json::Bool(value))
            }
            JsonCase::Number(fields) => {
                let (value, fields) = fields.read();
                fields.done(Json::Number(value))
            }
            JsonCase::Text(fields) => {
                let (value, fields) = fields.read();
                fields.done(Json::Text(value.into()))
            }
            JsonCase::Array(fields) => {
                let mut items = fields.tail().items();
                let mut array = Vec::new();
                while let Some(value) = items.next(Self::from_cursor) {
                    array.push(value);
                }
                items.done(Json::Array(array))
            }
            JsonCase::Object(fields) => {
                let object = fields.tail().fold_items(Vec::new(), |mut object, entry| {
                    let (key, fields) = entry.fields().read();
                    let (value, fields) = fields.with(Self::from_cursor);
                    object.push((key.into(), value));
                    fields.done(object)
                });
                object.map(Json::Object)
            }
        }
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            JsonView::Null => Json::Null,
            JsonView::Bool(value) => Json::Bool(value),
            JsonView::Number(value) => Json::Number(value),
            JsonView::Text(value) => Json::Text(value.into()),
            JsonView::Array(values) => {
                // By index, which must return the same elements as the iterator.
                let by_index =
                    (0..values.len()).map(|index| Self::from_view(values.get(index).expect("below the length")));
                let array: Vec<_> = by_index.collect();
                assert!(values.get(array.len()).is_none());
                let backwards: Vec<_> = values.iter().rev().map(|value| value.as_bytes()).collect();
                assert!(values.iter().map(|value| value.as_bytes()).rev().eq(backwards));
                Json::Array(array)
            }
            JsonView::Object(entries) => {
                Json::Object(entries.iter().map(|(key, value)| (key.into(), Self::from_view(value))).collect())
            }
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).and_then(|json| json).expect("within the limit on levels")
    }

    fn visited<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Vec<String> {
        let mut tokens = Tokens(Vec::new());
        assert_eq!(packed.visit(&mut tokens), Ok(ControlFlow::Continue(())));
        tokens.0
    }

    fn tokens(&self) -> Vec<String> {
        match self {
            Json::Null => vec!["null".into()],
            Json::Bool(value) => vec![value.to_string()],
            Json::Number(value) => vec![value.to_string()],
            Json::Text(value) => vec![value.clone()],
            Json::Array(values) => [vec!["[]".into()], values.iter().flat_map(Json::tokens).collect()].concat(),
            Json::Object(entries) => {
                [vec!["{}".into()], entries.iter().flat_map(|(_, value)| value.tokens()).collect()].concat()
            }
        }
    }
}

struct Change;

impl<'a, L: Layout> JsonFold<'a, Edit<L>> for Change {
    type Out = Result<(), Stopped>;

    fn null(&mut self) -> Self::Out {
        Ok(())
    }

    fn bool(&mut self, mut value: ScalarMut<'a, bool, L>) -> Self::Out {
        value.update(|value| !value);
        Ok(())
    }

    fn number(&mut self, mut value: ScalarMut<'a, f64, L>) -> Self::Out {
        value.update(|value| -value);
        Ok(())
    }

    fn text(&mut self, _: &'a str) -> Self::Out {
        Ok(())
    }

    fn array(&mut self, mut values: FoldItems<'_, 'a, Rec<Json>, Edit<L>>) -> Self::Out {
        while let Some(value) = values.next(self)? {
            value?;
        }
        Ok(())
    }

    fn object(&mut self, mut entries: Entries<'_, 'a, Edit<L>>) -> Self::Out {
        while let Some((_, value)) = entries.next(self)? {
            value?;
        }
        Ok(())
    }
}

fn edit_view<L: RandomAccess>(view: ViewMut<'_, Json, L>) {
    match view.case() {
        JsonView::Null | JsonView::Text(_) => {}
        JsonView::Bool(mut value) => value.update(|value| !value),
        JsonView::Number(mut value) => value.update(|value| -value),
        JsonView::Array(mut values) => {
            for index in (0..values.len()).rev() {
                edit_view(values.reborrow().into_get(index).expect("below the length"));
            }
        }
        JsonView::Object(entries) => entries.into_iter().for_each(|(_, value)| edit_view(value)),
    }
}

impl Changes for Json {
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        match self {
            Json::Null => Json::write_null(needs),
            Json::Bool(value) => Json::write_bool(needs, value),
            Json::Number(value) => Json::write_number(needs, value),
            Json::Text(value) => Json::write_text(needs, value),
            Json::Array(values) => {
                // The expected number of elements is 0, which is wrong.
                let mut items = Json::start_array(needs).tail().sequence(0);
                for value in values {
                    items = items.push(|needs| value.build(needs));
                }
                items.done()
            }
            Json::Object(entries) => Json::start_object(needs)
                .with(|needs| {
                    needs.items(entries, |needs, (key, value)| {
                        needs.fields().put(key).with(|needs| value.build(needs)).done()
                    })
                })
                .done(),
        }
    }

    fn changed(&self) -> Self {
        match self {
            Json::Null | Json::Text(_) => self.clone(),
            Json::Bool(value) => Json::Bool(!value),
            Json::Number(value) => Json::Number(-value),
            Json::Array(values) => Json::Array(values.iter().map(Json::changed).collect()),
            Json::Object(entries) => {
                Json::Object(entries.iter().map(|(key, value)| (key.clone(), value.changed())).collect())
            }
        }
    }

    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            JsonTransform::Null(fields) => fields.done(),
            JsonTransform::Bool(fields) => fields.update(|value| !value).done(),
            JsonTransform::Number(fields) => fields.update(|value| -value).done(),
            JsonTransform::Text(fields) => fields.copy().done(),
            JsonTransform::Array(fields) => fields.map(|array, needs| array.map_items(needs, Self::transform)).done(),
            JsonTransform::Object(fields) => fields
                .map(|entries, needs| {
                    entries.map_items(needs, |entry, needs| entry.transform(needs).copy().map(Self::transform).done())
                })
                .done(),
        }
    }

    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            JsonTransform::Null(fields) => fields.done(),
            JsonTransform::Bool(fields) => fields.copy().done(),
            JsonTransform::Number(fields) => fields.copy().done(),
            JsonTransform::Text(fields) => fields.map(|text, needs| text.copy_to(needs)).done(),
            JsonTransform::Array(fields) => fields.map(|array, needs| array.map_items(needs, Self::identity)).done(),
            JsonTransform::Object(fields) => fields.copy().done(),
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {
            JsonCase::Null(end) => end.done(()),
            JsonCase::Bool(fields) => fields.update(|value| !value).done(()),
            JsonCase::Number(fields) => fields.update(|value| -value).done(()),
            JsonCase::Text(fields) => fields.skip().done(()),
            JsonCase::Array(fields) => fields.tail().fold_items((), |(), value| Self::edit(value)),
            JsonCase::Object(fields) => {
                fields.tail().fold_items((), |(), entry| Self::edit(entry.fields().skip().tail()))
            }
        }
    }

    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>) {
        edit_view(packed.view_mut());
    }

    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>) {
        packed.fold_mut(&mut Change).and_then(|done| done).expect("within the limit on levels");
    }
}
