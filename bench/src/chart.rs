//! The chart of a task.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::harness::full_name;
use crate::{Error, Figure, Measured, Results, Scale, ratio, report, scale};

/// Draws lines over the sizes if these are numbers. Otherwise draws bars, with a panel for each size.
pub(crate) fn draw(file: &Path, task: &str, results: &[Results], scale: Option<Scale>) -> Result<(), Error> {
    let numbered: Vec<&Results> = results.iter().filter(|results| results.size.parse::<u32>().is_ok()).collect();
    let timed = results.iter().flat_map(|results| &results.measured).all(|m| matches!(m.figure, Figure::Times(_)));
    let drawn =
        if numbered.len() > 1 && timed { lines(file, task, &numbered, scale) } else { bars(file, task, results) };
    drawn.map_err(|error| format!("{}: {error}", file.display()).into())
}

type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const TEXT: &str = "sans-serif";
const OURS: RGBColor = RGBColor(20, 80, 200);
const LIMIT: RGBColor = RGBColor(60, 60, 60);
const OTHERS: RGBColor = RGBColor(165, 165, 165);

/// Colours of lines, all of them dark enough on white.
const COLOURS: [RGBColor; 12] = [
    RGBColor(20, 80, 200),
    RGBColor(200, 60, 20),
    RGBColor(20, 130, 60),
    RGBColor(140, 40, 160),
    RGBColor(170, 110, 0),
    RGBColor(0, 130, 140),
    RGBColor(200, 30, 110),
    RGBColor(90, 90, 200),
    RGBColor(110, 130, 20),
    RGBColor(130, 70, 40),
    RGBColor(60, 110, 150),
    RGBColor(110, 110, 110),
];

/// Returns whether a contestant only moves or reads bytes.
fn is_limit(contestant: &str) -> bool {
    contestant.starts_with("memcpy") || contestant == "plain-read"
}

/// The line of a contestant.
struct Line {
    name: &'static str,
    layout: &'static str,
    /// The figures, over the index of the size.
    points: Vec<(i32, f64)>,
}

impl Line {
    /// Returns its colour and its width.
    fn style(&self, index: usize) -> (RGBColor, u32) {
        match self.name {
            limit if is_limit(limit) => (LIMIT, 2),
            name if name.starts_with("packed") => (COLOURS[index % COLOURS.len()], 3),
            _ => (COLOURS[index % COLOURS.len()], 1),
        }
    }
}

/// Draws lines over the size, with logarithmic axes: the cost of a unit, or without units the ratio to the time of the
/// best contestant. Each line is labelled at its right end.
fn lines(file: &Path, task: &str, results: &[&Results], scale: Option<Scale>) -> Drawn {
    let all: Vec<Line> = all_lines(results, scale);
    let values = || all.iter().flat_map(|line| &line.points).map(|point| point.1);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    let title = match scale {
        Some(scale) => format!("{task}: nanoseconds a {}", scale.unit),
        None => format!("{task}: time, beside that of the fastest"),
    };
    let root = SVGBackend::new(file, (1000, 560.max(80 + 17 * all.len() as u32))).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, (TEXT, 20))
        .margin(12)
        .margin_right(220)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0..results.len() as i32 - 1, (least * 0.85..most * 1.15).log_scale())?;
    let x_description = if scale.is_some() { "size, as a power of two" } else { "size" };
    let size = |index: &i32| results.get(*index as usize).map_or(String::new(), |results| results.size.clone());
    chart
        .configure_mesh()
        .x_desc(x_description)
        .x_labels(results.len())
        .x_label_formatter(&size)
        .y_label_formatter(&|y| format!("{y}"))
        .label_style((TEXT, 13))
        .bold_line_style(BLACK.mix(0.12))
        .light_line_style(BLACK.mix(0.04))
        .draw()?;
    let mut ends = Vec::new();
    for (index, line) in all.iter().enumerate() {
        let (colour, width) = line.style(index);
        chart.draw_series(LineSeries::new(line.points.iter().copied(), colour.stroke_width(width)))?;
        if let Some(last) = line.points.last() {
            ends.push((chart.backend_coord(last), full_name(line.name, line.layout), colour));
        }
    }
    label(&root, ends)?;
    Ok(root.present()?)
}

fn all_lines(results: &[&Results], scale: Option<Scale>) -> Vec<Line> {
    let height = |results: &Results, one: &Measured| match scale {
        Some(scale) => one.value() / (scale.units)(&results.size),
        None => results.best().map_or(1.0, |best| ratio(one, best)),
    };
    let names = scale::names(results.iter().copied());
    let line = |(name, layout)| {
        let points = results.iter().zip(0..).filter_map(|(r, index)| Some((index, height(r, r.find(name, layout)?))));
        Line { name, layout, points: points.collect() }
    };
    names.into_iter().map(line).collect()
}

/// Writes a name at the right end of each line, with space between the names.
fn label(root: &Area<'_>, mut ends: Vec<((i32, i32), String, RGBColor)>) -> Drawn {
    const HEIGHT: i32 = 16;
    ends.sort_by_key(|end| end.0.1);
    let (width, height) = root.dim_in_pixel();
    let (x, lowest) = (width as i32 - 210, height as i32 - 20);
    let mut ys: Vec<i32> = ends.iter().map(|end| end.0.1).collect();
    for index in 1..ys.len() {
        ys[index] = ys[index].max(ys[index - 1] + HEIGHT);
    }
    if let Some(last) = ys.last_mut() {
        *last = (*last).min(lowest);
    }
    for index in (1..ys.len()).rev() {
        ys[index - 1] = ys[index - 1].min(ys[index] - HEIGHT);
    }
    for ((end, name, colour), y) in ends.into_iter().zip(ys) {
        root.draw(&PathElement::new([end, (x - 4, y)], colour.mix(0.4)))?;
        let style = TextStyle::from((TEXT, 13)).color(&colour).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw_text(&name, &style, (x, y))?;
    }
    Ok(())
}

const PANEL: u32 = 470;
const ROW: u32 = 18;

/// Draws a bar for each contestant, the best one on top. The length of a bar is the logarithm of a time, or a size.
fn bars(file: &Path, task: &str, results: &[Results]) -> Drawn {
    let columns = results.len().clamp(1, 3);
    let rows = results.chunks(columns).map(|chunk| chunk.iter().map(|r| r.measured.len()).max().unwrap_or(0) as u32);
    let heights: Vec<u32> = rows.map(|rows| (rows + 2) * ROW).collect();
    let size = (PANEL * columns as u32 + 20, heights.iter().sum::<u32>() + 50);
    let root = SVGBackend::new(file, size).into_drawing_area();
    root.fill(&WHITE)?;
    let timed = results.iter().flat_map(|results| &results.measured).all(|m| matches!(m.figure, Figure::Times(_)));
    let title = if timed { format!("{task}: time; bars are logarithms") } else { format!("{task}: bytes") };
    root.draw_text(&title, &TextStyle::from((TEXT, 20)), (12, 12))?;
    let mut y = 46;
    for (chunk, height) in results.chunks(columns).zip(&heights) {
        for (column, results) in chunk.iter().enumerate() {
            panel(&root, results, (12 + column as i32 * PANEL as i32, y), timed)?;
        }
        y += *height as i32;
    }
    Ok(root.present()?)
}

fn panel(root: &Area<'_>, results: &Results, (x, mut y): (i32, i32), logarithms: bool) -> Drawn {
    const BARS: i32 = 190;
    const LONGEST: f64 = 160.0;
    root.draw_text(&results.size, &TextStyle::from((TEXT, 16)), (x, y))?;
    let mut sorted: Vec<&Measured> = results.measured.iter().collect();
    sorted.sort_by(|a, b| a.value().total_cmp(&b.value()));
    let best = sorted.first().map_or(1.0, |one| one.value());
    let worst = sorted.last().map_or(1.0, |one| one.value());
    let length = |value: f64| match logarithms {
        true => (value / best * 1.3).ln() / (worst / best * 1.3).ln(),
        false => value / worst.max(1.0),
    };
    y += 4;
    for one in sorted {
        y += ROW as i32;
        let end = x + BARS + (length(one.value()) * LONGEST) as i32;
        let colour = match one.contestant {
            name if name.starts_with("packed") => OURS,
            name if is_limit(name) => LIMIT,
            _ => OTHERS,
        };
        let middle = |hpos| TextStyle::from((TEXT, 12)).pos(Pos::new(hpos, VPos::Center));
        root.draw_text(&one.full_name(), &middle(HPos::Right), (x + BARS - 6, y + 7))?;
        root.draw(&Rectangle::new([(x + BARS, y + 1), (end, y + 13)], colour.filled()))?;
        root.draw_text(&report::show(one), &middle(HPos::Left), (end + 5, y + 7))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_of_both_kinds_are_drawn() {
        let results = |size: &str, figure: fn() -> Figure| Results {
            task: "sum",
            size: size.into(),
            measured: vec![Measured { contestant: "packed-fold", layout: "Compact", figure: figure() }],
        };
        let times = || Figure::Times(vec![2.0, 3.0]);
        let directory = std::env::temp_dir().join(format!("bench-charts-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        for (name, sizes, figure) in [
            ("lines.svg", ["1", "2"], times as fn() -> Figure),
            ("bars.svg", ["one", "random"], times),
            ("bytes.svg", ["1", "2"], || Figure::Bytes(0)),
        ] {
            let file = directory.join(name);
            draw(&file, "sum", &sizes.map(|size| results(size, figure)), None).unwrap();
            assert!(std::fs::read_to_string(&file).unwrap().contains("packed-fold (Compact)"));
        }
        std::fs::remove_dir_all(directory).unwrap();
    }
}
