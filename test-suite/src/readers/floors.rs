//! Structs within structs, sequences, sums and constructors.

use packed_data::types::{OptionCase, ResultCase};
use packed_data::{Cursor, Done, Layout, RandomAccess, View};

use super::Reads;
use crate::shapes::{Floor, FloorView, Room, RoomCase, RoomView, Row, RowView, Shelf, ShelfView, Tile, TileView};

fn tile<'id, L: Layout>(cursor: Cursor<'_, 'id, Tile, L>) -> Done<'id, Tile, L> {
    let (number, fields) = cursor.fields().read();
    fields.done(Tile(number))
}

fn row<'id, L: Layout>(cursor: Cursor<'_, 'id, Row, L>) -> Done<'id, Row, L> {
    let (first, fields) = cursor.fields().with(tile);
    let (number, fields) = fields.read();
    fields.done(Row(first, number))
}

fn shelf<'id, L: Layout>(cursor: Cursor<'_, 'id, Shelf, L>) -> Done<'id, Shelf, L> {
    let (tiles, fields) = cursor.fields().with(|tiles| {
        let (mut items, mut tiles) = (tiles.items(), Vec::new());
        while let Some(next) = items.next(tile) {
            tiles.push(next);
        }
        items.done(tiles)
    });
    fields.done(Shelf(tiles))
}

fn room<'id, L: Layout>(cursor: Cursor<'_, 'id, Room, L>) -> Done<'id, Room, L> {
    match cursor.case() {
        RoomCase::Empty(end) => end.done(Room::Empty),
        RoomCase::One(fields) => tile(fields.tail()).map(Room::One),
        RoomCase::Two(fields) => {
            let (first, fields) = fields.with(tile);
            let (second, fields) = fields.with(row);
            fields.done(Room::Two(first, second))
        }
        RoomCase::Inner(fields) => Floor::from_cursor(fields.tail()).map(|floor| Room::Inner(Box::new(floor))),
    }
}

impl Reads for Floor {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (first, fields) = cursor.fields().with(row);
        let (middle, fields) = fields.with(shelf);
        let (rows, fields) = fields.with(|rows| {
            rows.fold_items(Vec::new(), |mut rows, next| {
                row(next).map(|next| {
                    rows.push(next);
                    rows
                })
            })
        });
        let (maybe, fields) = fields.with(|maybe| match maybe.case() {
            OptionCase::None(end) => end.done(None),
            OptionCase::Some(fields) => tile(fields.tail()).map(Some),
        });
        let (either, fields) = fields.with(|either| match either.case() {
            ResultCase::Ok(fields) => row(fields.tail()).map(Ok),
            ResultCase::Err(fields) => tile(fields.tail()).map(Err),
        });
        let (rooms, fields) = fields.with(|rooms| {
            let (mut items, mut rooms) = (rooms.items(), Vec::new());
            while let Some(next) = items.next(room) {
                rooms.push(next);
            }
            items.done(rooms)
        });
        shelf(fields.tail()).map(|last| Floor { row: first, shelf: middle, rows, maybe, either, rooms, last })
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let tile = |view: View<'_, Tile, L>| {
            let TileView(number) = view.fields();
            Tile(number)
        };
        let row = |view: View<'_, Row, L>| {
            let RowView(first, number) = view.fields();
            Row(tile(first), number)
        };
        let shelf = |view: View<'_, Shelf, L>| {
            let ShelfView(tiles) = view.fields();
            Shelf(tiles.iter().map(tile).collect())
        };
        let room = |view: View<'_, Room, L>| match view.case() {
            RoomView::Empty => Room::Empty,
            RoomView::One(first) => Room::One(tile(first)),
            RoomView::Two(first, second) => Room::Two(tile(first), row(second)),
            RoomView::Inner(floor) => Room::Inner(Box::new(Self::from_view(floor))),
        };
        let view: FloorView<'_, L> = view.fields();
        Floor {
            last: shelf(view.last),
            rooms: view.rooms.iter().map(room).collect(),
            either: view.either.map(row).map_err(tile),
            maybe: view.maybe.map(tile),
            rows: view.rows.iter().map(row).collect(),
            shelf: shelf(view.shelf),
            row: row(view.row),
        }
    }
}
