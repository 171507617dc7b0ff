//! The same computation as a loop, in one thread, with records in memory.

use crate::answer::{Answer, Window};
use crate::model::{Event, Log, User, minute};

/// Computes the answer.
pub(crate) fn run(log: &Log) -> Answer {
    let mut users = Vec::new();
    for number in 0..log.users {
        let mut user = User::default();
        log.user(number, &mut user);
        users.push(user);
    }
    let mut answer = Answer::default();
    let (mut event, mut window, mut current) = (Event::default(), Window::default(), 0);
    for number in 0..log.events {
        log.event(number, &mut event);
        if minute(event.time) != current {
            answer.rows.extend(std::mem::take(&mut window).rows(current));
            current = minute(event.time);
        }
        let user = &users[event.user as usize];
        let (country, path) = (user.country.as_bytes(), event.path.as_bytes());
        window.add(country, path, user.is_paying, event.action.is_failure(), event.action.cents());
    }
    answer.rows.extend(window.rows(current));
    answer
}
