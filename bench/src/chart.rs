//! A task's chart.

use std::path::Path;

use plotters::prelude::*;

use crate::{Error, Figure, Measured, Results};

/// Draws lines over the sizes where those are numbers, otherwise bars, a panel for each size.
pub(crate) fn draw(file: &Path, task: &str, results: &[Results]) -> Result<(), Error> {
    let sizes: Option<Vec<f64>> = results.iter().map(|results| results.size.parse().ok()).collect();
    let timed = results.iter().flat_map(|results| &results.measured).all(|m| matches!(m.figure, Figure::Times(_)));
    match sizes {
        Some(sizes) if sizes.len() > 1 && timed => lines(file, task, results, &sizes),
        _ => bars(file, task, results),
    }
    .map_err(|error| format!("{}: {error}", file.display()).into())
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Time over size, both in logarithms of the time.
fn lines(file: &Path, task: &str, results: &[Results], sizes: &[f64]) -> Drawn {
    let root = SVGBackend::new(file, (1000, 640)).into_drawing_area();
    root.fill(&WHITE)?;
    let all = || results.iter().flat_map(|results| &results.measured);
    let least = all().map(Measured::value).fold(f64::MAX, f64::min);
    let most = all().map(Measured::value).fold(0.0, f64::max);
    let wide = sizes[sizes.len() - 1] - sizes[0];
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{task}: nanoseconds"), ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(34)
        .y_label_area_size(64)
        .build_cartesian_2d(sizes[0]..sizes[sizes.len() - 1] + wide * 0.35, (least * 0.8..most * 1.3).log_scale())?;
    chart.configure_mesh().x_desc("size").light_line_style(BLACK.mix(0.05)).draw()?;
    let mut names: Vec<(&str, &str)> = Vec::new();
    for one in all() {
        if !names.contains(&(one.contestant, one.layout)) {
            names.push((one.contestant, one.layout));
        }
    }
    for (index, (name, layout)) in names.iter().enumerate() {
        let points = results.iter().zip(sizes);
        let points = points.filter_map(|(results, &size)| Some((size, results.find(name, layout)?.value())));
        let colour = Palette99::pick(index).to_rgba();
        let width = if name.starts_with("packed") { 3 } else { 1 };
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(width)))?
            .label(crate::harness::full_name(name, layout))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], colour.stroke_width(width)));
    }
    chart.configure_series_labels().position(SeriesLabelPosition::UpperRight).border_style(BLACK.mix(0.2)).draw()?;
    Ok(root.present()?)
}

/// A bar for each contestant, the best on top.
fn bars(file: &Path, task: &str, results: &[Results]) -> Drawn {
    let rows: usize = results.iter().map(|results| results.measured.len() + 3).sum();
    let root = SVGBackend::new(file, (900, 20 * rows as u32 + 40)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut y = 20;
    let text = |size: u32| ("sans-serif", size).into_font();
    root.draw_text(task, &text(22).into(), (12, y))?;
    for results in results {
        y += 36;
        root.draw_text(&results.size, &text(16).into(), (12, y))?;
        y += 4;
        let mut sorted: Vec<&Measured> = results.measured.iter().collect();
        sorted.sort_by(|a, b| a.value().total_cmp(&b.value()));
        let most = sorted.last().map_or(1.0, |one| one.value());
        for one in sorted {
            y += 20;
            let end = 300 + (one.value() / most * 460.0) as i32;
            let colour = if one.contestant.starts_with("packed") { BLUE.mix(0.7) } else { BLACK.mix(0.35) };
            root.draw_text(&one.full_name(), &text(13).into(), (24, y))?;
            root.draw(&Rectangle::new([(300, y), (end, y + 13)], colour.filled()))?;
            root.draw_text(&crate::report::show(one), &text(13).into(), (end + 6, y))?;
        }
    }
    Ok(root.present()?)
}
