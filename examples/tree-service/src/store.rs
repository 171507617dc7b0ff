//! Named trees, packed, in an embedded database.
//!
//! The database is [redb](https://docs.rs/redb): it is Rust throughout, opens a file without `unsafe`, keeps what was
//! committed through a crash, and returns a value as a guard over its own page, which may outlive the function that read
//! it. (LMDB, by heed, maps the file, so that opening it is `unsafe`, and lends values only as long as a transaction is
//! borrowed, which the proof that a value is valid cannot do.)
//!
//! **Reading** copies nothing. A value's bytes are the database's page, wrapped as [`Bytes`]; the cursor of a handler
//! runs over that page. A page pins its snapshot: the database reuses none of the pages that were freed since, and its
//! file grows with every write. So no page may wait for a client: a response that is a tree is sent from a copy. (One
//! copy of 11.6 MB takes about 1 ms.) What was written was valid, but a file is not to be believed
//! without a look, and this crate has no `unsafe`: a tree is validated when it is first read, and the proof, the
//! `Packed`, is kept with the [`Snapshot`] of the database that it was read from. A commit makes another snapshot, for
//! which it is validated anew. So a stored tree that is read often is read as fast as memory, and one that is read
//! once costs one linear look.
//!
//! **Writing** is done by one thread. It takes all that has been asked for meanwhile into one transaction, commits it
//! to the disk (`fsync`), makes the new snapshot, and only then answers: what was acknowledged is there after a
//! crash, and is seen by whoever asks next. Under load many writes share one commit.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use packed_data::{Indexed, Limits, Packable, Packed};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadOnlyTable, ReadableTableMetadata, TableDefinition};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

use crate::tree::Tree;

/// A tree of the store: its bytes are the database's page. `Indexed`, so that parts are reached by jumps.
pub type StoredTree = Packed<Tree, Indexed, Bytes>;

type Table = ReadOnlyTable<&'static str, &'static [u8]>;

const TREES: TableDefinition<'static, &str, &[u8]> = TableDefinition::new("trees");
/// How many writes may wait; further ones wait for their turn to wait.
const WAITING: usize = 256;
/// How many bytes one transaction writes, if it need not be more.
const TRANSACTION: usize = 16 << 20;
/// How many bytes of validated trees a snapshot keeps hold of.
const KEPT: usize = 64 << 20;

/// What the list of trees says of one.
#[derive(Clone, Debug, PartialEq, Eq, Packable, Serialize, Deserialize, ToSchema)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// How many bytes it takes.
    pub bytes: u64,
}

/// Why something cannot be had from the store.
#[derive(Debug)]
pub enum StoreError {
    /// The database failed.
    Database(redb::Error),
    /// What is stored is no valid tree.
    Damaged(packed_data::Error),
    /// The thread that writes has ended.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => write!(f, "database: {error}"),
            Self::Damaged(error) => write!(f, "damaged tree: {error}"),
            Self::Closed => f.write_str("closed: expected a thread that writes, found it ended"),
        }
    }
}

impl std::error::Error for StoreError {}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::Database(error.into())
    }
}

/// A change that waits to be made.
struct Change {
    name: String,
    /// None to remove the tree.
    bytes: Option<Bytes>,
    /// Whether there was a tree of this name.
    answer: oneshot::Sender<Result<bool, Arc<StoreError>>>,
}

/// Named trees. Clones share them.
#[derive(Clone)]
pub struct Store {
    current: Arc<RwLock<Arc<Snapshot>>>,
    changes: mpsc::Sender<Change>,
}

impl Store {
    /// Opens a database file, or makes one.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or is open already, or is something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with(Database::create(path)?)
    }

    /// A store that ends with the program.
    ///
    /// # Errors
    ///
    /// None that is known of.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::with(Database::builder().create_with_backend(InMemoryBackend::new())?)
    }

    fn with(database: Database) -> Result<Self, StoreError> {
        let transaction = database.begin_write()?;
        transaction.open_table(TREES)?;
        transaction.commit()?;
        let current = Arc::new(RwLock::new(Arc::new(Snapshot::of(&database)?)));
        let (changes, waiting) = mpsc::channel(WAITING);
        let published = Arc::clone(&current);
        std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&database, waiting, &published))
            .map_err(redb::Error::Io)?;
        Ok(Self { current, changes })
    }

    /// What is stored now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores a tree, and comes back when it is on the disk; says whether there was one of this name.
    ///
    /// # Errors
    ///
    /// It could not be written.
    pub async fn put(&self, name: String, tree: StoredTree) -> Result<bool, Arc<StoreError>> {
        self.change(name, Some(tree.into_inner())).await
    }

    /// Removes a tree, and comes back when that is on the disk; says whether there was one.
    ///
    /// # Errors
    ///
    /// It could not be written.
    pub async fn remove(&self, name: String) -> Result<bool, Arc<StoreError>> {
        self.change(name, None).await
    }

    async fn change(&self, name: String, bytes: Option<Bytes>) -> Result<bool, Arc<StoreError>> {
        let (answer, answered) = oneshot::channel();
        let closed = || Arc::new(StoreError::Closed);
        self.changes.send(Change { name, bytes, answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

/// The thread that writes: until nobody can ask for a change any more.
fn write_all(database: &Database, mut waiting: mpsc::Receiver<Change>, current: &RwLock<Arc<Snapshot>>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut size = first.bytes.as_ref().map_or(0, Bytes::len);
        let mut group = vec![first];
        while size < TRANSACTION
            && let Ok(change) = waiting.try_recv()
        {
            size = size.saturating_add(change.bytes.as_ref().map_or(0, Bytes::len));
            group.push(change);
        }
        let outcome = commit(database, &group, current).map_err(Arc::new);
        if let Err(error) = &outcome {
            tracing::error!(%error, changes = group.len(), "nothing was stored");
        }
        for (index, change) in group.into_iter().enumerate() {
            let answer = match &outcome {
                Ok(existed) => Ok(existed.get(index).copied().unwrap_or_default()),
                Err(error) => Err(Arc::clone(error)),
            };
            // Whoever asked may have gone.
            let _ = change.answer.send(answer);
        }
    }
}

/// Makes changes in one transaction, and says of each whether there was a tree of that name.
fn commit(database: &Database, group: &[Change], current: &RwLock<Arc<Snapshot>>) -> Result<Vec<bool>, StoreError> {
    // The default durability: the commit is on the disk when `commit` comes back.
    let transaction = database.begin_write()?;
    let mut existed = Vec::with_capacity(group.len());
    {
        let mut table = transaction.open_table(TREES)?;
        for change in group {
            let name = change.name.as_str();
            existed.push(match &change.bytes {
                Some(bytes) => table.insert(name, &**bytes)?.is_some(),
                None => table.remove(name)?.is_some(),
            });
        }
    }
    transaction.commit()?;
    let snapshot = Arc::new(Snapshot::of(database)?);
    *current.write().unwrap_or_else(PoisonError::into_inner) = snapshot;
    Ok(existed)
}

/// The store as one commit left it: nothing in it changes.
///
/// While it is in use, the database keeps its pages; a new one takes its place with every commit.
pub struct Snapshot {
    table: Arc<Table>,
    validated: RwLock<Validated>,
}

#[derive(Default)]
struct Validated {
    trees: HashMap<String, StoredTree>,
    bytes: usize,
}

impl Snapshot {
    fn of(database: &Database) -> Result<Self, StoreError> {
        let table = redb::ReadableDatabase::begin_read(database)?.open_table(TREES)?;
        Ok(Self { table: Arc::new(table), validated: RwLock::default() })
    }

    /// A tree that was read before; this never waits for the disk.
    pub fn validated(&self, name: &str) -> Option<StoredTree> {
        self.validated.read().unwrap_or_else(PoisonError::into_inner).trees.get(name).cloned()
    }

    /// Reads a tree, and validates it, if that was not done before.
    ///
    /// # Errors
    ///
    /// The database failed, or what is stored is no tree.
    pub fn get(&self, name: &str) -> Result<Option<StoredTree>, StoreError> {
        if let Some(tree) = self.validated(name) {
            return Ok(Some(tree));
        }
        let Some(value) = self.table.get(name)? else { return Ok(None) };
        let bytes = Bytes::from_owner(Page { value, _table: Arc::clone(&self.table) });
        let tree = Packed::from_bytes_with(bytes, &Limits::DEFAULT).map_err(StoreError::Damaged)?;
        self.keep(name, &tree);
        Ok(Some(tree))
    }

    /// Remembers that a tree is valid, within bounds: a page that is remembered cannot be let go of.
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

    /// The names that follow this one, in order, and how long their trees are; at most so many.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn list(&self, after: &str, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let range = (std::ops::Bound::Excluded(after), std::ops::Bound::Unbounded);
        let entries = self.table.range::<&str>(range)?.take(limit);
        let entry = |(name, value): (redb::AccessGuard<'_, &str>, redb::AccessGuard<'_, &[u8]>)| Entry {
            name: name.value().into(),
            bytes: value.value().len() as u64,
        };
        entries.map(|item| Ok(entry(item?))).collect()
    }

    /// How many trees there are.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn len(&self) -> Result<u64, StoreError> {
        Ok(self.table.len()?)
    }

    /// Whether there are none.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.table.is_empty()?)
    }
}

/// A value in the database's own page, and the transaction that keeps the page.
struct Page {
    value: redb::AccessGuard<'static, &'static [u8]>,
    _table: Arc<Table>,
}

impl AsRef<[u8]> for Page {
    fn as_ref(&self) -> &[u8] {
        self.value.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::right_most;

    fn tree(n: i64) -> StoredTree {
        let packed = Packed::<Tree, Indexed>::pack(&Tree::node(Tree::Leaf(-n), Tree::Leaf(n)));
        Packed::from_bytes(packed.into_inner().into()).unwrap()
    }

    #[tokio::test]
    async fn what_is_stored_is_read_in_the_page_of_the_database() {
        let store = Store::in_memory().unwrap();
        assert!(!store.put("a".into(), tree(1)).await.unwrap());
        let snapshot = store.snapshot();
        let first = snapshot.get("a").unwrap().unwrap();
        let second = snapshot.get("a").unwrap().unwrap();
        assert_eq!(right_most(&first), 1);
        assert_eq!(first.as_bytes().as_ptr(), second.as_bytes().as_ptr(), "no copy");
        // Not a copy that is kept, either: the database gives the same address.
        let guard = snapshot.table.get("a").unwrap().unwrap();
        assert_eq!(first.as_bytes().as_ptr(), guard.value().as_ptr());
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
    async fn what_is_damaged_is_an_error() {
        let store = Store::in_memory().unwrap();
        store.change("a".into(), Some(Bytes::from_static(&[1, 9, 9]))).await.unwrap();
        let Err(StoreError::Damaged(error)) = store.snapshot().get("a") else { panic!("a damaged tree was read") };
        assert_eq!(error.offset(), 2);
    }

    #[tokio::test]
    async fn what_is_kept_is_bounded() {
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
