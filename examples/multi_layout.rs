//! One function for every layout: a layout is a type, so code that is generic over it works with all layouts, and is
//! compiled for each.
//!
//!     cargo run --release -p examples --example multi_layout
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use packed_data::{Compact, Cursor, Done, Error, Indexed, Layout, Packable, Packed};

/// A measuring station.
#[derive(Debug, Clone, PartialEq, Packable)]
struct Station {
    name: String,
    height: Option<i32>,
    readings: Vec<Reading>,
}

/// A measurement.
#[derive(Debug, Clone, PartialEq, Packable)]
enum Reading {
    Celsius(f32),
    Wind { speed: f32, degrees: u16 },
    Failed(String),
}

/// Returns the strongest wind. The function depends on no particular layout, so it works with all of them.
fn strongest_wind<'id, L: Layout>(station: Cursor<'_, 'id, Station, L>) -> Done<'id, f32, L> {
    // The name and the height are skipped: one `skip` for each, in the order of the declaration.
    let fields = station.fields().skip().skip();
    fields.tail().fold_items(0.0, |strongest: f32, reading| match reading.case() {
        ReadingCase::Celsius(fields) => fields.skip().done(strongest),
        ReadingCase::Wind(fields) => {
            let (speed, fields) = fields.read();
            fields.skip().done(strongest.max(speed))
        }
        ReadingCase::Failed(fields) => fields.skip().done(strongest),
    })
}

/// Packs a station, sends its bytes through [`Packed::from_bytes`] as a receiver would, and reads it.
fn report<L: Layout>(station: &Station) -> Result<usize, Error> {
    let sent: Vec<u8> = Packed::<_, L>::pack(station).into_inner();
    let received = Packed::<Station, L>::from_slice(&sent)?;
    println!("  {:<8} {:>6} bytes, strongest wind {}", L::NAME, sent.len(), received.read(strongest_wind));
    Ok(sent.len())
}

/// Prints the size of any value in both layouts.
fn sizes<T: Packable>(what: &str, value: &T) {
    let compact = Packed::<T, Compact>::pack(value).as_bytes().len();
    let indexed = Packed::<T, Indexed>::pack(value).as_bytes().len();
    let more = 100.0 * (indexed as f64 / compact as f64 - 1.0);
    println!("  {what:<34} {compact:>8} {indexed:>8} {more:>7.1} %");
}

fn station(number: u16) -> Station {
    let reading = |hour: u16| match (hour * 7 + number) % 5 {
        0 => Reading::Failed(format!("sensor {} silent", hour % 3)),
        1 | 2 => Reading::Wind { speed: f32::from((hour * 13 + number) % 40) / 2.0, degrees: hour * 11 % 360 },
        _ => Reading::Celsius(f32::from(hour % 24) - 4.5),
    };
    Station {
        name: format!("station {number}"),
        height: (!number.is_multiple_of(3)).then_some(i32::from(number) * 17),
        readings: (0..48).map(reading).collect(),
    }
}

fn main() -> Result<(), Error> {
    println!("one station, one function:");
    let (compact, indexed) = (report::<Compact>(&station(1))?, report::<Indexed>(&station(1))?);
    println!("  so constant-time access costs {} bytes here", indexed - compact);

    println!("\n  {:<34} {:>8} {:>8} {:>9}", "size in bytes", "Compact", "Indexed", "more");
    let stations: Vec<_> = (0..100).map(station).collect();
    sizes("100 stations", &stations);
    sizes("1,000 integers", &(0..1000).collect::<Vec<i64>>());
    sizes("1,000 short strings", &(0..1000).map(|n| n.to_string()).collect::<Vec<_>>());
    sizes(
        "a map of names to stations",
        &stations.iter().map(|s| (s.name.clone(), s.clone())).collect::<BTreeMap<_, _>>(),
    );

    // Random access reaches the last station without reading the others.
    let packed = Packed::<Vec<Station>, Indexed>::pack(&stations);
    if let Some(last) = packed.view().last() {
        let last = last.fields();
        println!("\nthe last is {:?}, with {} readings", last.name, last.readings.len());
    }
    Ok(())
}
