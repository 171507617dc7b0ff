//! Every shape of the suites, in every layout.

use packed_data::Packed;
use test_suite::steps::Work;
use test_suite::{Sample, TestLayout, each_shape};

use crate::SIZES;
use crate::typed::{Input, LIMITS, print_worst, with_stack};

/// Checks one sample of a shape, and as many samples in a sequence as fit into certain sizes.
pub(crate) fn samples_are_linear<T: Sample, L: TestLayout>(name: &'static str) {
    let sample = Packed::<T, L>::pack(&T::sample());
    let size = sample.as_bytes().len();
    Input { name: format!("{name}, a sample"), bytes: sample.as_bytes(), factor: 1, by_level: &[] }.read::<T, L>();
    for bytes in SIZES.map(|size| size / 4) {
        // (The samples of a shape may take no bytes; then the elements are charged.)
        let count = (bytes / size.max(1)).max(1);
        let values = Packed::<Vec<T>, L>::with_limits(&LIMITS).pack(&vec![T::sample(); count]);
        let values = values.unwrap_or_else(|error| panic!("{name}: {error}"));
        let input =
            Input { name: format!("{name}, {count} samples"), bytes: values.as_bytes(), factor: 1, by_level: &[] };
        if size == 0 {
            let charged = bytes;
            input.count(Work::Check, charged, 1, || Packed::<Vec<T>, L, _>::from_bytes(values.as_bytes()).is_ok());
            input.count(Work::Unpack, charged, 1, || values.within(&LIMITS).unpack().is_ok());
            continue;
        }
        input.operate::<Vec<T>, L>();
    }
}

#[test]
fn every_shape_is_linear_in_every_layout() {
    with_stack(|| {
        let _all: Vec<()> = each_shape!(samples_are_linear);
        print_worst();
    });
}
