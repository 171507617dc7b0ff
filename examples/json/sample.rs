//! The document that is part of the example: a shop with its products, customers and orders.
//!
//! It is generated from a seed, so it is always the same: `--write-sample shop.json` writes it again.

use std::fmt::Write;

const PRODUCTS: usize = 300;
const CUSTOMERS: usize = 250;
const ORDERS: usize = 700;

const ADJECTIVES: [&str; 12] = [
    "Folding",
    "Heavy",
    "Quiet",
    "Small",
    "Striped",
    "Oiled",
    "Plain",
    "Round",
    "Woven",
    "Double",
    "Enamelled",
    "Spare",
];
const THINGS: [&str; 14] = [
    "Chair", "Kettle", "Lamp", "Shelf", "Rug", "Vase", "Bench", "Clock", "Basket", "Mirror", "Tray", "Stool", "Crate",
    "Ladder",
];
const MATERIALS: [&str; 7] = ["oak", "steel", "linen", "wool", "glass", "brass", "café-brown leather"];
const ROOMS: [&str; 6] = ["kitchen", "hall", "garden", "study", "bedroom", "cellar"];
const FIRST: [&str; 10] = ["Ada", "Björn", "Chloé", "Dmitri", "Emeka", "Fatima", "Grete", "Hiro", "Inés", "Jonas"];
const LAST: [&str; 9] = ["Abel", "Brandt", "Costa", "Dúran", "Eriksen", "Fontaine", "Grau", "Holm", "Ito"];
const CITIES: [(&str, f64, f64); 6] = [
    ("Bergen", 60.3913, 5.3221),
    ("Graz", 47.0707, 15.4395),
    ("Porto", 41.1579, -8.6291),
    ("Tartu", 58.3776, 26.7290),
    ("Utrecht", 52.0907, 5.1214),
    ("Valparaíso", -33.0472, -71.6127),
];
const STATES: [&str; 4] = ["placed", "packed", "sent", "returned"];

/// Random numbers that are the same in each run: xorshift (Marsaglia, 2003).
struct Random(u64);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn cents(&mut self, limit: usize) -> String {
        format!("{}.{:02}", self.below(limit), self.below(100))
    }
}

/// Returns the document, with one record on each line.
pub(crate) fn document() -> String {
    let mut random = Random(0x5EED_0F5A_0B1E);
    let products = records(PRODUCTS, |id| product(&mut random, id));
    let customers = records(CUSTOMERS, |id| customer(&mut random, id));
    let orders = records(ORDERS, |id| order(&mut random, id));
    format!(
        "{{\"shop\":{{\"name\":\"Hearth & Hall\",\"currency\":\"EUR\",\"open\":true,\"closed_since\":null}},\n\
         \"products\":[\n{products}],\n\"customers\":[\n{customers}],\n\"orders\":[\n{orders}]}}\n"
    )
}

/// Returns records as the lines of an array.
fn records(count: usize, record: impl FnMut(usize) -> String) -> String {
    (0..count).map(record).collect::<Vec<_>>().join(",\n")
}

fn product(random: &mut Random, id: usize) -> String {
    let (adjective, thing, material) = (random.pick(&ADJECTIVES), random.pick(&THINGS), random.pick(&MATERIALS));
    let (price, stock) = (random.cents(400), random.below(90));
    let size = (random.below(180) + 5, random.below(90) + 5, random.below(60) + 5);
    let rooms = (0..random.below(3)).map(|_| format!("\"{}\"", random.pick(&ROOMS))).collect::<Vec<_>>().join(",");
    let rating =
        if random.below(5) == 0 { "null".to_owned() } else { format!("{}.{}", random.below(5), random.below(10)) };
    format!(
        "{{\"sku\":\"HH-{id:05}\",\"name\":\"{adjective} {thing}\",\"description\":\"{adjective} {} of {material}, \
         made to last.\",\"price\":{price},\"stock\":{stock},\"size_cm\":[{},{},{}],\"rooms\":[{rooms}],\
         \"rating\":{rating},\"discontinued\":{}}}",
        thing.to_lowercase(),
        size.0,
        size.1,
        size.2,
        random.below(12) == 0,
    )
}

fn customer(random: &mut Random, id: usize) -> String {
    let (first, last, (city, north, east)) = (random.pick(&FIRST), random.pick(&LAST), random.pick(&CITIES));
    let (north, east) = (north + random.below(900) as f64 / 1e4, east + random.below(900) as f64 / 1e4);
    format!(
        "{{\"id\":{},\"name\":\"{first} {last}\",\"email\":\"{id}@mail.example\",\"newsletter\":{},\
         \"address\":{{\"street\":\"Street {}\",\"city\":\"{city}\",\"position\":{{\"lat\":{north:.4},\"lon\":{east:.4}}}}}}}",
        10_000 + id,
        random.below(2) == 0,
        random.below(120) + 1,
    )
}

fn order(random: &mut Random, id: usize) -> String {
    let mut lines = String::new();
    for line in 0..=random.below(4) {
        let (sku, quantity, price) = (random.below(PRODUCTS), random.below(3) + 1, random.cents(400));
        let separator = if line == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        _ = write!(lines, "{separator}{{\"sku\":\"HH-{sku:05}\",\"quantity\":{quantity},\"unit_price\":{price}}}");
    }
    let (month, day) = (random.below(12) + 1, random.below(28) + 1);
    let note = if random.below(6) == 0 { "\"Please ring twice.\\nThe \\\"blue\\\" door.\"" } else { "null" };
    format!(
        "{{\"id\":{},\"customer\":{},\"placed\":\"2025-{month:02}-{day:02}T{:02}:{:02}:00Z\",\"state\":\"{}\",\
         \"lines\":[{lines}],\"shipping\":{{\"fee\":{},\"express\":{}}},\"note\":{note}}}",
        700_000 + id,
        10_000 + random.below(CUSTOMERS),
        random.below(24),
        random.below(60),
        random.pick(&STATES),
        random.cents(15),
        random.below(4) == 0,
    )
}
