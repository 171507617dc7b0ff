//! A packed value together with views into it: a dictionary with a trie and features, as that of a tokenizer.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;
use packed_data::packed::{Buffer, OwnedBuffer, OwnedViews, Views};
use packed_data::view::{MapView, Scalars, Seq};
use packed_data::{Compact, Indexed, Layout, Packable, Packed, View};

/// A word of the dictionary in the trie: what was read so far ends at this node.
#[derive(Packable)]
struct Node {
    byte: u8,
    /// The index of the first feature plus one, if a word ends here.
    word: u32,
    children: Vec<u32>,
}

#[derive(Packable)]
struct Lexicon {
    trie: Vec<Node>,
    costs: Vec<i16>,
    features: Vec<String>,
}

#[derive(Packable)]
struct Dictionary {
    name: String,
    system: Lexicon,
    user: Option<Lexicon>,
    unknown: BTreeMap<String, String>,
}

fn lexicon(words: &[&str]) -> Lexicon {
    let mut trie = vec![Node { byte: 0, word: 0, children: vec![] }];
    for (number, word) in words.iter().enumerate() {
        let mut at = 0;
        for &byte in word.as_bytes() {
            let child = trie[at].children.iter().map(|&child| child as usize).find(|&child| trie[child].byte == byte);
            at = child.unwrap_or_else(|| {
                let new = trie.len();
                trie[at].children.push(new as u32);
                trie.push(Node { byte, word: 0, children: vec![] });
                new
            });
        }
        trie[at].word = number as u32 + 1;
    }
    let costs = words.iter().map(|word| -(word.len() as i16)).collect();
    Lexicon { trie, costs, features: words.iter().map(|word| format!("feature of {word}")).collect() }
}

fn dictionary() -> Dictionary {
    Dictionary {
        name: "small".into(),
        system: lexicon(&["be", "bee", "to"]),
        user: Some(lexicon(&["tokyo"])),
        unknown: BTreeMap::from([("DIGIT".into(), "a number".into())]),
    }
}

/// What is read of a lexicon for each word.
#[derive(Clone, Copy)]
struct Words<'a> {
    trie: Seq<'a, Node, Indexed>,
    costs: Scalars<'a, i16, Indexed>,
    features: Seq<'a, String, Indexed>,
}

#[derive(Clone, Copy)]
struct Parts<'a> {
    system: Words<'a>,
    user: Option<Words<'a>>,
    unknown: MapView<'a, String, String, Indexed>,
}

impl Views for Parts<'static> {
    type At<'a> = Parts<'a>;

    fn shorten<'short, 'long: 'short>(parts: Parts<'long>) -> Parts<'short> {
        parts
    }
}

impl<'a> Words<'a> {
    fn new(lexicon: View<'a, Lexicon, Indexed>) -> Self {
        let LexiconView { trie, costs, features } = lexicon.fields();
        Self { trie, costs: costs.scalars(), features }
    }

    /// The number of the longest word at the beginning of a text.
    fn longest(self, text: &str) -> Option<usize> {
        let mut node = self.trie.get(0)?.fields();
        let mut found = None;
        for byte in text.bytes() {
            let mut children = node.children.iter().filter_map(|child| Some(self.trie.get(child as usize)?.fields()));
            let Some(child) = children.find(|child| child.byte == byte) else { break };
            node = child;
            if node.word > 0 {
                found = Some(node.word as usize - 1);
            }
        }
        found
    }
}

/// The dictionary, as a program keeps it: without a lifetime.
struct Tokenizer<B> {
    dictionary: OwnedViews<Parts<'static>, Packed<Dictionary, Indexed, B>>,
}

impl<B: Buffer> Tokenizer<B> {
    fn new(bytes: B) -> Self {
        let packed = Packed::<Dictionary, Indexed, B>::from_bytes(bytes).expect("it was packed just now");
        let dictionary = OwnedViews::new(packed, |packed| {
            let DictionaryView { system, user, unknown, .. } = packed.view().fields();
            Parts { system: Words::new(system), user: user.map(Words::new), unknown }
        });
        Self { dictionary }
    }

    /// The result borrows from the dictionary, and not from a view of it.
    fn feature(&self, text: &str) -> Option<&str> {
        let Parts { system, user, unknown } = self.dictionary.views();
        let of_user = user.and_then(|user| user.features.get(user.longest(text)?));
        let of_system = || system.features.get(system.longest(text)?);
        let is_number = text.starts_with(|first: char| first.is_ascii_digit());
        of_user.or_else(of_system).or_else(|| unknown.get(if is_number { "DIGIT" } else { "" }))
    }
}

/// Looks words up, moves the tokenizer, and looks them up again.
fn is_read_after_moves<B: Buffer>(bytes: B) {
    fn look<B: Buffer>(tokenizer: &Tokenizer<B>) {
        assert_eq!(tokenizer.feature("beer"), Some("feature of bee"));
        assert_eq!(tokenizer.feature("bet"), Some("feature of be"));
        assert_eq!(tokenizer.feature("tokyo"), Some("feature of tokyo"));
        assert_eq!(tokenizer.feature("toko"), Some("feature of to"));
        assert_eq!(tokenizer.feature("7"), Some("a number"));
        assert_eq!(tokenizer.feature("x"), None);
        assert_eq!(tokenizer.dictionary.views().system.costs.get(1), Some(-3));
        assert_eq!(tokenizer.dictionary.packed().view().fields().name, "small");
    }
    let tokenizer = Tokenizer::new(bytes);
    look(&tokenizer);
    let boxed = Box::new(tokenizer); // moved
    look(&boxed);
    let other = Tokenizer::new(Packed::<_, Indexed>::pack(&dictionary()).into_inner());
    look(&other);
    let mut two = vec![*boxed];
    two.reserve(100); // moved again
    look(&two[0]);
    let packed = two.remove(0).dictionary.into_packed(); // the buffer comes back
    assert_eq!(packed.view().fields().name, "small");
}

#[test]
fn a_dictionary_in_each_buffer() {
    let bytes = Packed::<_, Indexed>::pack(&dictionary()).into_inner();
    is_read_after_moves(bytes.clone());
    is_read_after_moves(bytes.as_slice());
    is_read_after_moves(bytes.clone().into_boxed_slice());
    is_read_after_moves(Rc::<[u8]>::from(bytes.as_slice()));
    is_read_after_moves(Arc::<[u8]>::from(bytes.as_slice()));
    is_read_after_moves(Bytes::from(bytes.clone()));
    is_read_after_moves(OwnedBuffer::new(bytes.clone()));
    is_read_after_moves(&mut bytes.clone()[..]);
    // The bytes of an array are in the owner itself.
    let array: Packed<(u8, u32), Compact, [u8; 5]> = Packed::from_bytes([7, 1, 0, 0, 0]).expect("two numbers");
    let number = OwnedViews::<u32, _>::new(array, |pair| pair.view().1);
    let number = Box::new(number);
    assert_eq!((number.views(), number.packed().view()), (1, (7, 1)));
}

#[test]
fn a_dictionary_that_is_sent_to_a_thread() {
    let tokenizer = Tokenizer::new(Packed::<_, Indexed>::pack(&dictionary()).into_inner());
    let tokenizer = std::thread::spawn(move || {
        assert_eq!(tokenizer.feature("be"), Some("feature of be"));
        tokenizer
    });
    let tokenizer = Arc::new(tokenizer.join().expect("no panic"));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(tokenizer.feature("to"), Some("feature of to")));
        }
    });
}

/// Bytes that note when they are dropped.
struct Noted<'n>(Vec<u8>, &'n Cell<u32>);

impl AsRef<[u8]> for Noted<'_> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Noted<'_> {
    fn drop(&mut self) {
        self.0.fill(0xFF);
        self.1.set(self.1.get() + 1);
    }
}

#[test]
fn the_owner_is_dropped_once() {
    let drops = Cell::new(0);
    let new = || Packed::<str, Compact, _>::from_bytes(OwnedBuffer::new(Noted(b"\x02hi".to_vec(), &drops))).unwrap();
    fn consume<P>(views: OwnedViews<&'static str, P>) -> usize {
        views.views().len()
    } // dropped here, within the function whose argument it is
    assert_eq!(consume(OwnedViews::new(new(), |text| text.view())), 2);
    assert_eq!(drops.get(), 1);
    drop(OwnedViews::<&'static str, _>::new(new(), |text| text.view()).into_packed());
    assert_eq!(drops.get(), 2);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        OwnedViews::<&'static str, _>::new(new(), |_| panic!("no view"))
    }));
    assert!(panicked.is_err());
    assert_eq!(drops.get(), 3);
}

/// Views of the library's own types, alone and together; in a layout without random access too.
#[test]
fn tuples_of_views() {
    fn of_layout<L: Layout>() {
        let packed = Packed::<(u8, Vec<String>, Option<Vec<u16>>), L>::pack(&(7, vec!["a".into()], Some(vec![1, 2])));
        type Kept<L> = (u32, Seq<'static, String, L>, Option<Scalars<'static, u16, L>>);
        let kept = OwnedViews::<Kept<L>, _>::new(packed, |packed| {
            let (number, words, numbers) = packed.view();
            (number.into(), words, numbers.map(|numbers| numbers.scalars()))
        });
        let (number, words, numbers) = kept.views();
        assert_eq!((number, words.iter().collect::<Vec<_>>()), (7, vec!["a"]));
        assert_eq!(numbers.expect("some").iter().collect::<Vec<_>>(), [1, 2]);
        assert!(format!("{kept:?}").starts_with("OwnedViews"));
    }
    of_layout::<Compact>();
    of_layout::<Indexed>();
    of_layout::<packed_data::Cbor>();
}

#[test]
fn what_may_be_sent_and_shared() {
    fn both<T: Send + Sync>() {}
    both::<OwnedViews<Parts<'static>, Packed<Dictionary, Indexed>>>();
    both::<OwnedViews<&'static str, Packed<str, Compact, Arc<[u8]>>>>();
}
