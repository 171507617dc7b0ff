//! Reading: cursors, views, folds, keys that are sought, parts of values, and how values are shown.

mod fields_by_name;
mod fold_depths;
mod groups;
mod inspect;
mod lazy;
mod lookup;
mod one_error;
mod owner;
mod parts;
