//! The program that measures: its cases, its flags, its baselines and its errors.
#![cfg(not(miri))]

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod baselines;
mod cases;
mod flags;
