//! Tables of redb.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use packed_data::{Indexed, Packed};
use packed_data_redb::{AtOpen, EachGet, PackedTable, Policy, Trusted};
use redb::{Database, ReadOnlyTable, ReadableDatabase, ReadableTable, TableDefinition};

use crate::formats::{Format, Json, Postcard, Rkyv, RkyvUnchecked};
use crate::record::{Order, answer, one_field};
use crate::{Contestant, Task, numbers};

const RAW: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("orders");

type Orders<P = EachGet> = PackedTable<u64, Order, Indexed, P>;

fn create(path: &Path) -> Database {
    let _ = fs::remove_file(path);
    Database::create(path).expect("a file")
}

fn put_packed(orders: &[Order], path: &Path) {
    let database = create(path);
    let table = Orders::create(&database, "orders").expect("a table");
    let transaction = database.begin_write().expect("a transaction");
    let mut writer = table.write(&transaction).expect("a table");
    for order in orders {
        writer.insert(&order.number, order).expect("a record");
    }
    drop(writer);
    transaction.commit().expect("a file");
}

fn put<F: Format>(orders: &[Order], path: &Path) {
    let database = create(path);
    let transaction = database.begin_write().expect("a transaction");
    let mut table = transaction.open_table(RAW).expect("a table");
    let mut bytes = Vec::new();
    for order in orders {
        bytes.clear();
        F::write(order, &mut bytes);
        table.insert(order.number, bytes.as_slice()).expect("a record");
    }
    drop(table);
    transaction.commit().expect("a file");
}

fn packed<'c, P: Policy>(
    name: &'static str,
    orders: &'c [Order],
    database: &Rc<Database>,
    task: Task,
    policy: P,
) -> Contestant<'c> {
    let database = Rc::clone(database);
    let table = Orders::open(&*database, "orders").expect("a table").with_policy(&*database, policy).expect("valid");
    let reader = table.read(&database.begin_read().expect("a transaction")).expect("a table");
    let wanted = numbers(orders.len());
    let sum = move |of: fn(&Packed<Order, Indexed, &[u8]>) -> u64| -> u64 {
        let _open = &database;
        if task == Task::Scan {
            let records = reader.iter().expect("valid");
            return records.map(|record| of(&record.expect("valid").value().expect("valid"))).sum();
        }
        wanted
            .iter()
            .map(|number| of(&reader.get(number).expect("valid").expect("a record").value().expect("valid")))
            .sum()
    };
    match task {
        Task::OneField => Contestant::new(name, move || sum(one_field)),
        _ => Contestant::new(name, move || sum(answer)),
    }
}

fn other<'c, F: Format>(orders: &'c [Order], path: &Path, task: Task) -> Contestant<'c> {
    let path = path.join(F::NAME.replace(' ', "-") + ".redb");
    if task == Task::Put {
        return Contestant::new(F::NAME, move || {
            put::<F>(orders, &path);
            orders.len() as u64
        });
    }
    let database = Database::open(&path).expect("a file");
    let table: ReadOnlyTable<u64, &[u8]> =
        database.begin_read().expect("a transaction").open_table(RAW).expect("a table");
    let wanted = numbers(orders.len());
    let sum = move |of: fn(&[u8]) -> u64| -> u64 {
        let _open = &database;
        if task == Task::Scan {
            return table.iter().expect("valid").map(|record| of(record.expect("valid").1.value())).sum();
        }
        wanted.iter().map(|number| of(table.get_owned(number).expect("valid").expect("a record").value())).sum()
    };
    match task {
        Task::OneField => Contestant::new(F::NAME, move || sum(F::one_field)),
        _ => Contestant::new(F::NAME, move || sum(F::answer)),
    }
}

pub(crate) fn contestants<'c>(orders: &'c [Order], path: &Path, task: Task) -> Vec<Contestant<'c>> {
    let mut all = Vec::new();
    let file = path.join("packed.redb");
    if task == Task::Put {
        all.push(Contestant::new("packed-data", move || {
            put_packed(orders, &file);
            orders.len() as u64
        }));
    } else {
        let open = &Rc::new(Database::open(file).expect("a file"));
        all.push(packed("packed-data, checked on each get", orders, open, task, EachGet));
        // SAFETY: this program wrote the file, as this type, and nothing else changes it.
        all.push(packed("packed-data, checked at open", orders, open, task, unsafe { AtOpen::new() }));
        // SAFETY: as it was written by this program, every value is valid; nothing else changes the file.
        all.push(packed("packed-data, trusted", orders, open, task, unsafe { Trusted::new() }));
    }
    all.push(other::<Postcard>(orders, path, task));
    all.push(other::<Rkyv>(orders, path, task));
    all.push(other::<RkyvUnchecked>(orders, path, task));
    all.push(other::<Json>(orders, path, task));
    all
}

/// Returns how long the check of all values takes, in milliseconds: the least of five times.
pub(crate) fn check(orders: &[Order], path: &Path) -> f64 {
    let database = Database::open(path.join("packed.redb")).expect("a file");
    let table = Orders::open(&database, "orders").expect("a table");
    let transaction = database.begin_read().expect("a transaction");
    let time = |_| {
        let start = Instant::now();
        let checked = table.check(&transaction).expect("valid");
        assert_eq!(checked.records, orders.len() as u64);
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..5).map(time).fold(f64::INFINITY, f64::min)
}
