//! Named trees, packed, in an embedded database.
//!
//! The database is [redb](https://docs.rs/redb), with a [`PackedTable`]: the database says of what type the trees are,
//! and a program with another type does not open it. redb is written in Rust, opens a file without `unsafe`, and
//! committed data survives a crash. It returns a value as a guard of its own page, which may outlive the function that
//! read the value. (LMDB, by heed, maps the file, so that opening it is `unsafe`. It also lends a value only while a
//! transaction is borrowed; then the proof that the value is valid could not be stored.)
//!
//! **Reading** copies nothing. The bytes of a value are the page of the database, wrapped as [`Bytes`]; the cursor of a
//! handler reads that page. A page pins its snapshot: the database does not reuse pages that were freed after it, and
//! its file grows with every write. So no page may wait for a client: a response with a tree is sent from a copy. (A
//! copy of 11.6 MB takes about 1 ms.)
//!
//! Only valid trees are written, but a file may change outside of this program, and this crate has no `unsafe`. So a
//! tree is validated when it is first read, and the proof, the `Packed`, is kept with the [`Snapshot`] of the database.
//! A commit creates a new snapshot, for which the tree is validated again. So a stored tree that is read often is read
//! as fast as memory, and a tree that is read once costs one linear validation.
//!
//! **Writing** is done by one thread. It puts all waiting changes into one transaction, commits it to the disk
//! (`fsync`), creates the new snapshot, and only then responds. So an acknowledged change survives a crash, and every
//! later request sees it. Under load, many changes share one commit.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::{fmt, fs, io};

use bytes::Bytes;
use packed_data::{Indexed, Limits, Packable, Packed};
use packed_data_redb::{EachGet, PackedTable, ReadTable};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

use crate::tree::Tree;

/// A tree in the store. Its bytes are the page of the database. It is in `Indexed`, so that a reader can jump to a
/// part.
pub type StoredTree = Packed<Tree, Indexed, Bytes>;

/// Trees by their names.
type Trees = PackedTable<String, Tree, Indexed>;

/// The name of the table.
const TREES: &str = "trees";
/// The maximum number of changes in the queue. A sender waits while the queue is full.
const QUEUE: usize = 256;
/// The number of bytes after which a transaction takes no more changes.
const TRANSACTION: usize = 16 << 20;
/// The maximum number of bytes of validated trees that a snapshot keeps.
const KEPT: usize = 64 << 20;

/// An entry in the list of trees.
#[derive(Clone, Debug, PartialEq, Eq, Packable, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// The name of the tree.
    pub name: String,
    /// The size of the stored tree in bytes.
    pub bytes: u64,
}

/// An error of the store.
#[derive(Debug)]
pub enum StoreError {
    /// The database failed.
    Database(redb::Error),
    /// The table of the trees cannot be opened, read or written: it has another type, or the database failed.
    Table(Box<packed_data_redb::Error>),
    /// The stored bytes are not a valid tree.
    Damaged(packed_data::Error),
    /// The writing thread has ended.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => write!(f, "database: {error}"),
            Self::Table(error) => error.fmt(f),
            Self::Damaged(error) => write!(f, "damaged tree: {error}"),
            Self::Closed => f.write_str("closed: expected a running writing thread, found that it has ended"),
        }
    }
}

impl std::error::Error for StoreError {}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::Database(error.into())
    }
}

/// Returns the error of a table.
fn of_table(error: packed_data_redb::Error) -> StoreError {
    StoreError::Table(Box::new(error))
}

/// A change in the queue.
struct Change {
    name: String,
    /// The new tree; `None` removes the tree.
    tree: Option<StoredTree>,
    /// Receives whether there was a tree with this name.
    answer: oneshot::Sender<Result<bool, Arc<StoreError>>>,
}

/// A store of named trees. Its clones share the trees.
#[derive(Clone)]
pub struct Store {
    current: Arc<RwLock<Arc<Snapshot>>>,
    changes: mpsc::Sender<Change>,
}

impl Store {
    /// Opens a database file, or creates it.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is already open, or is not a database.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            create(path)?;
        }
        Self::with(Database::create(path)?)
    }

    /// Returns a store in memory, which ends with the program.
    ///
    /// # Errors
    ///
    /// No errors are known.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::with(Database::builder().create_with_backend(InMemoryBackend::new())?)
    }

    fn with(database: Database) -> Result<Self, StoreError> {
        let trees = Trees::create(&database, TREES).map_err(of_table)?;
        let current = Arc::new(RwLock::new(Arc::new(Snapshot::of(&database, &trees)?)));
        let (changes, queue) = mpsc::channel(QUEUE);
        let published = Arc::clone(&current);
        std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&database, &trees, queue, &published))
            .map_err(redb::Error::Io)?;
        Ok(Self { current, changes })
    }

    /// Returns a snapshot of the current trees.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores a tree. Returns after it is on the disk, with whether there was a tree with this name.
    ///
    /// # Errors
    ///
    /// If the tree could not be written.
    pub async fn put(&self, name: String, tree: StoredTree) -> Result<bool, Arc<StoreError>> {
        self.change(name, Some(tree)).await
    }

    /// Removes a tree. Returns after the change is on the disk, with whether there was a tree with this name.
    ///
    /// # Errors
    ///
    /// If the change could not be written.
    pub async fn remove(&self, name: String) -> Result<bool, Arc<StoreError>> {
        self.change(name, None).await
    }

    async fn change(&self, name: String, tree: Option<StoredTree>) -> Result<bool, Arc<StoreError>> {
        let (answer, answered) = oneshot::channel();
        let closed = || Arc::new(StoreError::Closed);
        self.changes.send(Change { name, tree, answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

/// Creates an empty database under another name, and then gives it its own. (redb writes the head of a new file last: a
/// program that is killed before that leaves a file which is no database.)
fn create(path: &Path) -> Result<(), redb::DatabaseError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    // (There is one if a program was killed here.)
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(storage(error)),
        _ => drop(Database::create(&new)?),
    }
    // (Unlike `rename`, this replaces no database that another program has created meanwhile.)
    match fs::hard_link(&new, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(storage(error)),
        _ => fs::remove_file(&new).map_err(storage)?,
    }
    // (Only then do the names survive a crash of the machine. Windows opens no folders.)
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(storage)?;
    }
    Ok(())
}

fn storage(error: io::Error) -> redb::DatabaseError {
    redb::DatabaseError::Storage(redb::StorageError::Io(error))
}

/// The loop of the writing thread. It ends when all senders of the queue are dropped.
fn write_all(database: &Database, trees: &Trees, mut queue: mpsc::Receiver<Change>, current: &RwLock<Arc<Snapshot>>) {
    let size_of = |change: &Change| change.tree.as_ref().map_or(0, |tree| tree.as_bytes().len());
    while let Some(first) = queue.blocking_recv() {
        let mut size = size_of(&first);
        let mut batch = vec![first];
        while size < TRANSACTION
            && let Ok(change) = queue.try_recv()
        {
            size = size.saturating_add(size_of(&change));
            batch.push(change);
        }
        let outcome = commit(database, trees, &batch, current).map_err(Arc::new);
        if let Err(error) = &outcome {
            tracing::error!(%error, changes = batch.len(), "the changes were not stored");
        }
        for (index, change) in batch.into_iter().enumerate() {
            let answer = match &outcome {
                Ok(existed) => Ok(existed.get(index).copied().unwrap_or_default()),
                Err(error) => Err(Arc::clone(error)),
            };
            // The receiver may have been dropped.
            let _ = change.answer.send(answer);
        }
    }
}

/// Applies changes in one transaction. Returns for each change whether there was a tree with its name.
fn commit(
    database: &Database,
    trees: &Trees,
    batch: &[Change],
    current: &RwLock<Arc<Snapshot>>,
) -> Result<Vec<bool>, StoreError> {
    // With the default durability, the commit is on the disk when `commit` returns.
    let transaction = database.begin_write()?;
    let mut existed = Vec::with_capacity(batch.len());
    {
        let mut table = trees.write(&transaction).map_err(of_table)?;
        for change in batch {
            let name = change.name.as_str();
            let outcome = match &change.tree {
                Some(tree) => table.insert_packed(name, tree),
                None => table.remove(name),
            };
            existed.push(outcome.map_err(of_table)?);
        }
    }
    transaction.commit()?;
    let snapshot = Arc::new(Snapshot::of(database, trees)?);
    *current.write().unwrap_or_else(PoisonError::into_inner) = snapshot;
    Ok(existed)
}

/// The store after one commit. A snapshot never changes.
///
/// While a snapshot is in use, the database keeps its pages. Every commit replaces the current snapshot by a new one.
pub struct Snapshot {
    table: ReadTable<String, Tree, Indexed, EachGet>,
    validated: RwLock<Validated>,
}

#[derive(Default)]
struct Validated {
    trees: HashMap<String, StoredTree>,
    bytes: usize,
}

impl Snapshot {
    fn of(database: &Database, trees: &Trees) -> Result<Self, StoreError> {
        let table = trees.read(&database.begin_read()?).map_err(of_table)?;
        Ok(Self { table, validated: RwLock::default() })
    }

    /// Returns a tree that was validated before. This function never waits for the disk.
    pub fn validated(&self, name: &str) -> Option<StoredTree> {
        self.validated.read().unwrap_or_else(PoisonError::into_inner).trees.get(name).cloned()
    }

    /// Reads a tree, and validates it, unless it was validated before.
    ///
    /// # Errors
    ///
    /// If the database failed, or the stored bytes are not a tree.
    pub fn get(&self, name: &str) -> Result<Option<StoredTree>, StoreError> {
        if let Some(tree) = self.validated(name) {
            return Ok(Some(tree));
        }
        let Some(page) = self.table.get_page(name).map_err(of_table)? else { return Ok(None) };
        let bytes = Bytes::from_owner(page);
        let tree = Packed::with_limits(&Limits::DEFAULT).from_bytes(bytes).map_err(StoreError::Damaged)?;
        self.keep(name, &tree);
        Ok(Some(tree))
    }

    /// Keeps a validated tree. The total size is limited, because the database cannot release the page of a kept tree.
    fn keep(&self, name: &str, tree: &StoredTree) {
        let mut validated = self.validated.write().unwrap_or_else(PoisonError::into_inner);
        let size = tree.as_bytes().len() + name.len();
        if size > KEPT / 4 {
            return;
        }
        if validated.bytes + size > KEPT {
            *validated = Validated::default();
        }
        if validated.trees.insert(name.into(), tree.clone()).is_none() {
            validated.bytes += size;
        }
    }

    /// Returns at most `limit` entries whose names follow `after`, in order.
    ///
    /// # Errors
    ///
    /// If the database failed.
    pub fn list(&self, after: &str, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let range = (std::ops::Bound::Excluded(after), std::ops::Bound::Unbounded);
        let records = self.table.range::<&str>(range).map_err(of_table)?.take(limit);
        let entry = |record: packed_data_redb::Record<'_, String, Tree, Indexed, EachGet>| {
            Ok(Entry { name: record.key()?, bytes: record.as_bytes().len() as u64 })
        };
        records.map(|record| record.and_then(entry).map_err(of_table)).collect()
    }

    /// Returns the number of trees.
    ///
    /// # Errors
    ///
    /// If the database failed.
    pub fn len(&self) -> Result<u64, StoreError> {
        self.table.len().map_err(of_table)
    }

    /// Returns whether there are no trees.
    ///
    /// # Errors
    ///
    /// If the database failed.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        self.table.is_empty().map_err(of_table)
    }
}

#[cfg(test)]
mod tests {
    use packed_data_redb::{PackedValue, Stored};

    use super::*;
    use crate::tree::right_most;

    fn tree(n: i64) -> StoredTree {
        let packed = Packed::<Tree, Indexed>::pack(&Tree::node(Tree::Leaf(-n), Tree::Leaf(n)));
        Packed::from_bytes(packed.into_inner().into()).unwrap()
    }

    #[test]
    fn a_creation_that_was_broken_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trees.redb");
        // (Of a program that was killed while redb wrote the head: a file without its first bytes.)
        let left = folder.path().join("trees.redb.new");
        fs::write(&left, [0; 4096]).unwrap();
        drop(Store::open(&path).unwrap());
        assert!(path.exists() && !left.exists());
        // What is there is not replaced.
        fs::write(&left, [0; 4096]).unwrap();
        let other = folder.path().join("other.redb");
        fs::write(&other, b"no database").unwrap();
        assert!(Store::open(&other).is_err());
        assert_eq!(fs::read(&other).unwrap(), b"no database");
    }

    #[tokio::test]
    async fn a_stored_tree_is_read_in_the_page_of_the_database() {
        let store = Store::in_memory().unwrap();
        assert!(!store.put("a".into(), tree(1)).await.unwrap());
        let snapshot = store.snapshot();
        let first = snapshot.get("a").unwrap().unwrap();
        let second = snapshot.get("a").unwrap().unwrap();
        assert_eq!(right_most(&first), 1);
        assert_eq!(first.as_bytes().as_ptr(), second.as_bytes().as_ptr(), "no copy");
        // Both are the page itself, not one copy: the database returns the same address.
        let record = snapshot.table.get("a").unwrap().unwrap();
        assert_eq!(first.as_bytes().as_ptr(), record.as_bytes().as_ptr());
    }

    #[tokio::test]
    async fn a_snapshot_stays_as_it_is() {
        let store = Store::in_memory().unwrap();
        store.put("a".into(), tree(1)).await.unwrap();
        let before = store.snapshot();
        let page = before.get("a").unwrap().unwrap();
        for n in 2..50 {
            assert!(store.put("a".into(), tree(n)).await.unwrap());
        }
        assert!(store.remove("a".into()).await.unwrap());
        assert!(!store.remove("a".into()).await.unwrap());
        assert_eq!(right_most(&before.get("a").unwrap().unwrap()), 1);
        drop(before);
        assert_eq!(right_most(&page), 1);
        assert!(store.snapshot().get("a").unwrap().is_none());
        assert!(store.snapshot().is_empty().unwrap());
    }

    #[tokio::test]
    async fn a_damaged_tree_is_an_error() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        Trees::create(&database, TREES).unwrap();
        // Another program writes there, by redb's interface.
        let raw = redb::TableDefinition::<&[u8], PackedValue<(u8, u8, u8), Indexed>>::new(TREES);
        let transaction = database.begin_write().unwrap();
        let bytes = Packed::<_, Indexed>::pack(&(1, 9, 9));
        transaction.open_table(raw).unwrap().insert(&b"a\0\0"[..], Stored::from(&bytes)).unwrap();
        transaction.commit().unwrap();
        let store = Store::with(database).unwrap();
        let Err(StoreError::Damaged(error)) = store.snapshot().get("a") else { panic!("a damaged tree was read") };
        assert_eq!(error.offset(), 2);
    }

    #[tokio::test]
    async fn values_of_another_type_are_refused() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        PackedTable::<String, Vec<i64>>::create(&database, TREES).unwrap();
        let Err(error) = Store::with(database) else { panic!("the store was opened") };
        let error = error.to_string();
        assert!(error.starts_with("table `trees`: another type: expected Tree ("), "{error}");
        assert!(error.contains("found Vec<i64> ("), "{error}");
    }

    #[tokio::test]
    async fn the_size_of_kept_trees_is_limited() {
        let store = Store::in_memory().unwrap();
        for n in 0..30 {
            store.put(format!("big {n}"), tree(n)).await.unwrap();
        }
        let big = Packed::<Tree, Indexed>::pack(&Tree::perfect(18, &mut || 1)).into_inner();
        let big = Packed::from_bytes(big.into()).unwrap();
        let snapshot = store.snapshot();
        for n in 0..30 {
            snapshot.keep(&format!("big {n}"), &big);
            let validated = snapshot.validated.read().unwrap();
            assert!(validated.bytes <= KEPT);
            assert!(validated.trees.len() * big.as_bytes().len() <= KEPT);
        }
        assert!(snapshot.validated("big 29").is_some());
        assert_eq!(snapshot.len().unwrap(), 30);
        assert_eq!(snapshot.list("big 3", 2).unwrap().len(), 2);
        assert_eq!(snapshot.list("big 28", 9).unwrap()[0].name, "big 29");
    }
}
