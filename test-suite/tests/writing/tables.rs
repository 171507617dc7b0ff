//! Tables of ends in `Indexed`, whose entries are written while the elements are written. Whatever number of elements
//! was expected, and however wide the entries were at first, the bytes are those of a naive writer.

use std::collections::{BTreeMap, HashMap};

use packed_data::build::ItemWriter;
use packed_data::packed::build_into;
use packed_data::{Cursor, Done, Filled, Indexed, Layout, Limits, Needs, Packed};

/// Returns a short varint.
fn varint(number: usize) -> Vec<u8> {
    match number {
        0..0xFC => vec![number as u8],
        0xFC..=0xFFFF => [&[0xFC], &(number as u16).to_le_bytes()[..]].concat(),
        _ => [&[0xFD], &(number as u32).to_le_bytes()[..]].concat(),
    }
}

/// Returns a sequence with a table of ends, given the bytes of its elements.
fn naive(elements: &[Vec<u8>]) -> Vec<u8> {
    let ends: Vec<usize> =
        elements.iter().scan(0, |end, element| Some(*end + element.len()).inspect(|e| *end = *e)).collect();
    let width_log = match ends.last().copied().unwrap_or(0) {
        0..=0xFF => 0,
        0x100..=0xFFFF => 1,
        _ => 2,
    };
    let mut bytes = varint(elements.len() * 4 + width_log);
    ends.iter().for_each(|end| bytes.extend(&end.to_le_bytes()[..1 << width_log]));
    elements.iter().for_each(|element| bytes.extend(element));
    bytes
}

fn naive_texts(texts: &[String]) -> Vec<u8> {
    naive(&texts.iter().map(|text| [varint(text.len()), text.clone().into_bytes()].concat()).collect::<Vec<_>>())
}

/// An iterator that claims to have another number of items.
struct Lying<I>(I, usize);

impl<I: Iterator> Iterator for Lying<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

/// Returns lists of texts whose tables change their width at different elements, or nearly do.
fn lists() -> Vec<Vec<String>> {
    let same = |len: usize, count| vec!["x".repeat(len); count];
    let mut lists = vec![vec![], same(0, 1), same(0, 255), same(0, 256), same(3, 63), same(3, 64), same(3, 65)];
    for len in [84, 85, 253, 254, 255, 256] {
        lists.push(same(len, 1));
        lists.push(same(len, 3));
        lists.push([same(len, 1), same(1, 3)].concat());
        lists.push([same(1, 3), same(len, 1)].concat());
        lists.push([same(0, 70), same(len, 2), same(0, 500)].concat());
    }
    if !cfg!(miri) {
        for len in [65_529, 65_530, 65_531, 65_532, 65_533] {
            lists.push(same(len, 1));
            lists.push([same(1, 2), same(len, 1), same(2, 90)].concat());
            lists.push([same(len, 1), same(1, 2)].concat());
        }
        lists.extend([same(120, 540), same(1, 5000), same(40, 5000)]);
        lists.push([same(1, 600), same(300, 300)].concat());
        lists.push([same(300, 2), same(0, 6000)].concat());
    }
    lists
}

/// Returns numbers of elements to expect: the right one, fewer and more.
fn expectations(count: usize) -> [usize; 9] {
    [count, count.saturating_sub(1), count + 1, 0, 1, count / 3, count * 3, 700, usize::MAX]
}

fn push_all<'id, L: Layout>(
    items: ItemWriter<'id, packed_data::__private::shape::Sequence<String>, L>,
    texts: &[String],
) -> Filled<'id> {
    texts.iter().fold(items, |items, text| items.push(|needs| needs.put(text))).done()
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri several minutes")]
fn the_bytes_are_those_of_a_naive_writer() {
    for texts in lists() {
        let expected = naive_texts(&texts);
        assert_eq!(Packed::<Vec<String>, Indexed>::pack(&texts).as_bytes(), expected);
        for count in expectations(texts.len()) {
            let built = Packed::<Vec<String>, Indexed>::build(|needs| push_all(needs.sequence(count), &texts));
            assert!(built.as_bytes() == expected, "{} texts, {count} expected", texts.len());
            let built = Packed::<Vec<String>, Indexed>::build(|needs| {
                needs.items(Lying(texts.iter(), count), |needs, text| needs.put(text))
            });
            assert!(built.as_bytes() == expected, "{} texts, {count} claimed", texts.len());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri several minutes")]
fn elements_that_are_left_out() {
    for texts in lists() {
        for every in [1, 2, 3] {
            let kept: Vec<String> = texts.iter().step_by(every).cloned().collect();
            let expected = naive_texts(&kept);
            let built = Packed::<Vec<String>, Indexed>::build(|needs| {
                let items = texts.iter().enumerate().fold(needs.sequence(texts.len()), |items, (index, text)| {
                    items.push_option(|needs| {
                        let filled = needs.put(text);
                        index.is_multiple_of(every).then_some(filled)
                    })
                });
                items.done()
            });
            assert!(built.as_bytes() == expected);
            let mut index = 0;
            let all = Packed::<Vec<String>, Indexed>::pack(&texts);
            let retained = all.transform(|all, needs| {
                all.retain(needs, |_| {
                    index += 1;
                    (index - 1) % every == 0
                })
            });
            assert!(retained.as_bytes() == expected);
            let both: Packed<[String], Indexed> = all.transform(|all, needs| {
                all.append(needs, |items| kept.iter().fold(items, |items, text| items.put(text)))
            });
            assert!(both.as_bytes() == naive_texts(&[&texts[..], &kept].concat()));
        }
    }
}

/// Sequences in sequences: each in a small or large list of others, with right and wrong expectations.
#[test]
#[cfg_attr(miri, ignore = "takes Miri several minutes")]
fn nested() {
    fn build<'id>(lists: &[Vec<String>], needs: Needs<'id, [Vec<String>], Indexed>, more: usize) -> Filled<'id> {
        let items = needs.sequence(lists.len() + more);
        lists
            .iter()
            .fold(items, |items, texts| items.push(|needs| push_all(needs.sequence(texts.len() / 2 + more), texts)))
            .done()
    }
    let lists = lists();
    for part in [&lists[..], &lists[3..], &lists[..9], &lists[lists.len() - 3..], &lists[5..6]] {
        let expected = naive(&part.iter().map(|texts| naive_texts(texts)).collect::<Vec<_>>());
        assert!(Packed::<Vec<Vec<String>>, Indexed>::pack(&part.to_vec()).as_bytes() == expected);
        for more in [0, 1, 400] {
            let built = Packed::<[Vec<String>], Indexed>::build(|needs| build(part, needs, more));
            assert!(built.as_bytes() == expected);
        }
        let all = Packed::<[Vec<Vec<String>>; 1], Indexed>::pack(&[part.to_vec()]);
        assert!(all.as_bytes() == expected);
    }
}

/// Entries of maps, in order and in any order.
#[test]
#[cfg_attr(miri, ignore = "takes Miri several minutes")]
fn maps() {
    for texts in lists() {
        let map: BTreeMap<u16, String> = (0..).zip(texts).collect();
        let entry =
            |(key, text): (&u16, &String)| [&key.to_le_bytes()[..], &varint(text.len()), text.as_bytes()].concat();
        let expected = naive(&map.iter().map(entry).collect::<Vec<_>>());
        assert!(Packed::<BTreeMap<u16, String>, Indexed>::pack(&map).as_bytes() == expected);
        let hash: HashMap<u16, String> = map.clone().into_iter().collect();
        assert!(Packed::<HashMap<u16, String>, Indexed>::pack(&hash).as_bytes() == expected);
        for count in expectations(map.len()) {
            let built = Packed::<BTreeMap<u16, String>, Indexed>::build(|needs| {
                let entries = map.iter().rev();
                needs.items(Lying(entries, count), |needs, (key, text)| needs.fields().put(key).put(text).done())
            });
            assert!(built.as_bytes() == expected);
        }
    }
}

/// A value that fails leaves nothing behind, wherever it fails.
#[test]
fn failures() {
    let texts = vec!["x".repeat(30); 40];
    let packed = Packed::<Vec<String>, Indexed>::pack(&texts);
    let mut buffer = b"before".to_vec();
    for bytes in [0, 1, 100, packed.as_bytes().len() - 1, packed.as_bytes().len()] {
        for count in expectations(texts.len()) {
            let limits = Limits { bytes, ..Limits::DEFAULT };
            let built = build_into::<Vec<String>, Indexed>(&mut buffer, &limits, |needs| {
                push_all(needs.sequence(count), &texts)
            });
            assert_eq!(built.is_ok(), bytes == packed.as_bytes().len());
            let after = buffer.split_off(6);
            assert!(buffer == b"before" && after == if built.is_ok() { packed.as_bytes() } else { &[] });
        }
    }
}

/// Views and cursors find the elements by their ends, from the front and from the back, and skip those that are left.
#[test]
#[cfg_attr(miri, ignore = "takes Miri several minutes")]
fn reading() {
    fn some<'id, L: Layout>(texts: Cursor<'_, 'id, [String], L>, count: usize) -> Done<'id, Vec<String>, L> {
        let mut items = texts.items();
        let some = (0..count).map_while(|_| items.next(|text| text.read()).map(str::to_owned)).collect();
        items.done(some)
    }
    for texts in lists() {
        let pair = Packed::<(Vec<String>, u16), Indexed>::pack(&(texts.clone(), 7));
        let (seq, seven) = pair.view();
        assert_eq!(seven, 7);
        assert!(seq.iter().eq(&texts) && seq.iter().rev().eq(texts.iter().rev()));
        assert!(seq.views().map(|view| view.to_packed()).eq(texts.iter().map(|text| Packed::pack(&text[..]))));
        assert!(seq.slice(..).iter().eq(&texts));
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut both = seq.iter();
        while let Some(text) = both.next() {
            front.push(text);
            back.extend(both.next_back());
        }
        front.extend(back.into_iter().rev());
        assert!(front.iter().eq(&texts));
        for count in [0, 1, 2, texts.len() / 2, texts.len(), texts.len() + 1] {
            let (read, after) = pair.read(|pair| {
                let (read, fields) = pair.fields().with(|texts| some(texts, count));
                let (after, fields) = fields.read();
                fields.done((read, after))
            });
            assert!(read == texts[..count.min(texts.len())] && after == 7);
        }
    }
}
