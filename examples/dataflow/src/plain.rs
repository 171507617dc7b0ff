//! The same computation as a loop, in one thread, with records in memory.

use std::error::Error;

use crate::answer::{Answer, Window};
use crate::feed::LogFile;
use crate::model::{Event, Log, User, minute};

/// Computes the answer: of the events in a file, if there is one.
pub(crate) fn run(log: &Log, file: Option<&LogFile>) -> Result<Answer, Box<dyn Error>> {
    let mut users = Vec::new();
    for number in 0..log.users {
        let mut user = User::default();
        log.user(number, &mut user);
        users.push(user);
    }
    let mut answer = Answer::default();
    let (mut event, mut window, mut current) = (Event::default(), Window::default(), 0);
    for number in 0..file.map_or(log.events, LogFile::len) {
        match file {
            Some(file) => event = file.event(number)?,
            None => log.event(number, &mut event),
        }
        if minute(event.time) != current {
            answer.rows.extend(std::mem::take(&mut window).rows(current));
            current = minute(event.time);
        }
        let user = users.get(event.user as usize).ok_or_else(|| format!("no user {}", event.user))?;
        let (country, path) = (user.country.as_bytes(), event.path.as_bytes());
        window.add(country, path, user.is_paying, event.action.is_failure(), event.action.cents());
    }
    answer.rows.extend(window.rows(current));
    Ok(answer)
}
