//! Tables of LMDB, by heed.

use std::fs;
use std::path::{Path, PathBuf};

use heed::byteorder::BigEndian;
use heed::types::{Bytes, U64};
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions};
use packed_data::{Indexed, Packed};
use packed_data_heed::{AtOpen, EachGet, PackedTable, Policy, Trusted};

use crate::formats::{Format, Json, Postcard, Rkyv, RkyvUnchecked};
use crate::record::{Order, answer, one_field};
use crate::{Contestant, Task, numbers};

type Orders<P = EachGet> = PackedTable<u64, Order, Indexed, P>;
type Raw = Database<'static, U64<BigEndian>, Bytes>;

fn open(path: &Path) -> Env {
    fs::create_dir_all(path).expect("a folder");
    // SAFETY: only this program uses the files in this folder, by LMDB.
    unsafe { EnvOpenOptions::new().map_size(1 << 30).max_dbs(2).open(path) }.expect("a file")
}

fn create(path: &Path) -> Env {
    let _ = fs::remove_dir_all(path);
    open(path)
}

fn raw(env: &Env) -> Raw {
    let opened = env.create_databases_and_commit(env.write_txn().expect("a transaction"), |opener, transaction| {
        opener.create_database(transaction, Some("orders")).map(CommitOrAbort::<_, ()>::Commit)
    });
    opened.expect("a table").unwrap_commit()
}

fn put_packed(orders: &[Order], path: &Path) {
    let env = create(path);
    let table = Orders::create(&env, "orders").expect("a table");
    let mut transaction = env.write_txn().expect("a transaction");
    let mut writer = table.write(&mut transaction).expect("a table");
    for order in orders {
        writer.insert(&order.number, order).expect("a record");
    }
    transaction.commit().expect("a file");
    env.prepare_for_closing().wait();
}

fn put<F: Format>(orders: &[Order], path: &Path) {
    let env = create(path);
    let table = raw(&env);
    let mut transaction = env.write_txn().expect("a transaction");
    let mut bytes = Vec::new();
    for order in orders {
        bytes.clear();
        F::write(order, &mut bytes);
        table.put(&mut transaction, &order.number, &bytes).expect("a record");
    }
    transaction.commit().expect("a file");
    env.prepare_for_closing().wait();
}

/// Returns the folder of a contestant.
fn folder(path: &Path, name: &str) -> PathBuf {
    path.join("lmdb").join(name.replace(' ', "-"))
}

fn packed<'c, P: Policy>(name: &'static str, orders: &'c [Order], env: &Env, task: Task, policy: P) -> Contestant<'c> {
    let env = env.clone();
    let table = Orders::open(&env, "orders").expect("a table");
    let table = table.with_policy(&env.read_txn().expect("a transaction"), policy).expect("valid");
    let wanted = numbers(orders.len());
    let sum = move |of: fn(&Packed<Order, Indexed, &[u8]>) -> u64| -> u64 {
        let transaction = env.read_txn().expect("a transaction");
        let reader = table.read(&transaction).expect("a table");
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
    // (Both contestants of rkyv write the same bytes.)
    let path = folder(path, F::NAME);
    if task == Task::Put {
        return Contestant::new(F::NAME, move || {
            put::<F>(orders, &path);
            orders.len() as u64
        });
    }
    let env = open(&path);
    let table = raw(&env);
    let wanted = numbers(orders.len());
    let sum = move |of: fn(&[u8]) -> u64| -> u64 {
        let transaction = env.read_txn().expect("a transaction");
        if task == Task::Scan {
            return table.iter(&transaction).expect("valid").map(|record| of(record.expect("valid").1)).sum();
        }
        wanted.iter().map(|number| of(table.get(&transaction, number).expect("valid").expect("a record"))).sum()
    };
    match task {
        Task::OneField => Contestant::new(F::NAME, move || sum(F::one_field)),
        _ => Contestant::new(F::NAME, move || sum(F::answer)),
    }
}

pub(crate) fn contestants<'c>(orders: &'c [Order], path: &Path, task: Task) -> Vec<Contestant<'c>> {
    let mut all = Vec::new();
    let packed_folder = folder(path, "packed");
    if task == Task::Put {
        all.push(Contestant::new("packed-data", move || {
            put_packed(orders, &packed_folder);
            orders.len() as u64
        }));
    } else {
        let env = &open(&packed_folder);
        all.push(packed("packed-data, checked on each get", orders, env, task, EachGet));
        // SAFETY: this program wrote the file, as this type, and nothing else changes it.
        all.push(packed("packed-data, checked at open", orders, env, task, unsafe { AtOpen::new() }));
        // SAFETY: as it was written by this program, every value is valid; nothing else changes the file.
        all.push(packed("packed-data, trusted", orders, env, task, unsafe { Trusted::new() }));
    }
    all.push(other::<Postcard>(orders, path, task));
    all.push(other::<Rkyv>(orders, path, task));
    all.push(other::<RkyvUnchecked>(orders, path, task));
    all.push(other::<Json>(orders, path, task));
    all
}
