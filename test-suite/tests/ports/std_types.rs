//! Types of the standard library that ports have: paths, cells, atomics and locks.

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicUsize};
use std::sync::{Mutex, OnceLock, RwLock};

use packed_data::{Cbor, Compact, ErrorKind, Fingerprint, Indexed, Limits, Packable, Packed, Unpack};

/// A value has the bytes of another one, and comes back.
fn is_packed_as<T, A>(value: &T, other: &A)
where
    T: Packable + for<'a> Unpack<'a> + Debug,
    A: Packable,
{
    fn one<T, A, L>(value: &T, other: &A)
    where
        T: Packable + for<'a> Unpack<'a> + Debug,
        A: Packable,
        L: packed_data::Layout,
    {
        let packed = Packed::<T, L>::pack(value);
        assert_eq!(packed.as_bytes(), Packed::<A, L>::pack(other).as_bytes());
        let read = Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(format!("{:?}", read.unpack().unwrap()), format!("{value:?}"));
    }
    one::<T, A, Compact>(value, other);
    one::<T, A, Indexed>(value, other);
    one::<T, A, Cbor>(value, other);
    assert_eq!(Fingerprint::of::<T>(), Fingerprint::of::<A>());
}

#[test]
fn cells_and_locks_are_packed_as_what_they_contain() {
    is_packed_as(&Cell::new(7_u16), &7_u16);
    is_packed_as(&RefCell::new(vec![1_u8]), &vec![1_u8]);
    is_packed_as(&Mutex::new("text".to_owned()), &"text".to_owned());
    is_packed_as(&RwLock::new(Some(1_u8)), &Some(1_u8));
    is_packed_as(&OnceLock::from(3_u8), &Some(3_u8));
    is_packed_as(&OnceLock::<u8>::new(), &None::<u8>);
    is_packed_as(&OnceCell::from(String::from("x")), &Some(String::from("x")));
    is_packed_as(&AtomicU8::new(9), &9_u8);
    is_packed_as(&AtomicI64::new(-9), &-9_i64);
    is_packed_as(&AtomicUsize::new(9), &9_usize);
    is_packed_as(&AtomicBool::new(true), &true);
}

#[test]
fn what_is_locked_is_refused() {
    fn refused<T: Packable>(value: &T) -> &'static str {
        let error = Packed::<T>::with_limits(&Limits::DEFAULT).pack(value).unwrap_err();
        match error.kind() {
            ErrorKind::Refused { message } => message,
            kind => panic!("{kind:?}"),
        }
    }

    let cell = RefCell::new(1_u8);
    let borrowed = cell.borrow_mut();
    assert_eq!(refused(&cell), "a `RefCell` is borrowed mutably");
    drop(borrowed);
    let mutex = Mutex::new(1_u8);
    let poisoned = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _guard = mutex.lock().unwrap();
        panic!("poisons it");
    }));
    assert!(poisoned.is_err());
    assert_eq!(refused(&mutex), "a mutex is poisoned");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;

        let text = OsStr::from_bytes(b"\xFF");
        assert_eq!(refused(&PathBuf::from(text)), "a path is not Unicode");
        assert_eq!(refused(&text.to_owned()), "a string of the operating system is not Unicode");
    }
}

#[test]
fn paths_are_packed_as_text() {
    is_packed_as(&PathBuf::from("a/b"), &"a/b".to_owned());
    is_packed_as(&OsString::from("a"), &"a".to_owned());
    is_packed_as(&PathBuf::from("a").into_boxed_path(), &"a".to_owned());
    let packed = Packed::<(PathBuf, OsString), Indexed>::pack(&("a/b".into(), "c".into()));
    let (path, name) = packed.view();
    assert_eq!((path, name), (Path::new("a/b"), OsStr::new("c")));
    let packed = Packed::<(&Path, &OsStr)>::pack(&(path, name));
    assert_eq!(packed.unpack(), Ok((path, name)));
}
