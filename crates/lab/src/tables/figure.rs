//! One published figure beside ours, rows of them, sections of rows.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::grid::{Grid, Side};
use crate::number::{grouped, listed, seconds, times};

/// Something that was published or measured.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// How many.
    Count(u64),
    /// How many at plies 1, 2, 3 …
    PerPly(Vec<u64>),
    /// A value in pawns.
    Pawns(f64),
    /// An average.
    Average(f64),
    /// A time.
    Seconds(f64),
    /// A time that was less than this.
    Under(f64),
    /// A time that was more than this.
    Over(f64),
    /// A time between these.
    Between(f64, f64),
    /// A move, or moves, or a word.
    Word(String),
}

impl Value {
    /// What is compared: the number, the sum over all plies, the time.
    fn size(&self) -> Option<f64> {
        match self {
            Value::Count(count) => Some(*count as f64),
            Value::PerPly(counts) => Some(counts.iter().sum::<u64>() as f64),
            Value::Pawns(x) | Value::Average(x) => Some(*x),
            Value::Seconds(x) | Value::Under(x) | Value::Over(x) => Some(*x),
            // The lower end: a ratio that can be relied on.
            Value::Between(least, _) => Some(*least),
            Value::Word(_) => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Value::Count(count) => grouped(*count),
            Value::PerPly(counts) => listed(counts),
            Value::Pawns(pawns) => format!("{pawns}"),
            Value::Average(average) if *average >= 100.0 => {
                format!("{}.{:.0}", grouped(*average as u64), (average.fract() * 10.0).floor())
            }
            Value::Average(average) => format!("{average:.3}"),
            Value::Seconds(time) => seconds(*time),
            Value::Under(time) => format!("< {}", seconds(*time)),
            Value::Over(time) => format!("> {}", seconds(*time)),
            Value::Between(least, most) => format!("{least}-{most} s"),
            Value::Word(word) => word.clone(),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Count(count) => serializer.serialize_u64(*count),
            Value::PerPly(counts) => counts.serialize(serializer),
            Value::Pawns(x) | Value::Average(x) | Value::Seconds(x) => serializer.serialize_f64(*x),
            Value::Under(x) => [("under", *x)].into_iter().collect::<Ends>().serialize(serializer),
            Value::Over(x) => [("over", *x)].into_iter().collect::<Ends>().serialize(serializer),
            Value::Between(least, most) => [("over", *least), ("under", *most)]
                .into_iter()
                .collect::<Ends>()
                .serialize(serializer),
            Value::Word(word) => serializer.serialize_str(word),
        }
    }
}

/// Named ends of a range.
type Ends = std::collections::BTreeMap<&'static str, f64>;

/// How ours compares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// A fact that must be met, and whether it is.
    Exact(bool),
    /// A count that need not be met but should not be exceeded, and whether it is not.
    NoMore(bool),
    /// A time, and how many times faster ours is.
    Faster(f64),
    /// Nothing was published to compare with.
    Told,
}

/// One published figure beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// What the report says.
    pub published: Option<Value>,
    /// What we found, and by which algorithm or means.
    pub ours: Vec<(String, Value)>,
    /// How they compare.
    pub verdict: Verdict,
}

impl Figure {
    /// A fact that must be met.
    pub(super) fn exact(name: &'static str, published: Value, by: &str, ours: Value) -> Figure {
        let verdict = Verdict::Exact(published == ours);
        Figure { name, published: Some(published), ours: vec![(by.to_owned(), ours)], verdict }
    }

    /// A count that the best of ours should not exceed.
    pub(super) fn no_more(
        name: &'static str,
        published: Value,
        ours: Vec<(String, Value)>,
    ) -> Figure {
        let least = ours.iter().filter_map(|(_, value)| value.size()).fold(f64::MAX, f64::min);
        let verdict = Verdict::NoMore(published.size().is_some_and(|most| least <= most));
        Figure { name, published: Some(published), ours, verdict }
    }

    /// A time.
    pub(super) fn time(published: Option<Value>, by: &str, ours: f64) -> Figure {
        let ratio = published.as_ref().and_then(Value::size).map(|time| time / ours.max(1e-9));
        Figure {
            name: "time",
            published,
            ours: vec![(by.to_owned(), Value::Seconds(ours))],
            verdict: ratio.map_or(Verdict::Told, Verdict::Faster),
        }
    }

    /// Something only we measured.
    pub(super) fn told(name: &'static str, by: &str, ours: Value) -> Figure {
        Figure { name, published: None, ours: vec![(by.to_owned(), ours)], verdict: Verdict::Told }
    }

    fn mark(&self) -> String {
        match self.verdict {
            Verdict::Exact(true) => "✓".to_owned(),
            Verdict::Exact(false) => "✗ WRONG".to_owned(),
            Verdict::NoMore(true) => "≤".to_owned(),
            Verdict::NoMore(false) => "> more".to_owned(),
            Verdict::Faster(ratio) => format!("{} times", times(ratio)),
            Verdict::Told => String::new(),
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("figure", self.name)?;
        map.serialize_entry("published", &self.published)?;
        let ours: std::collections::BTreeMap<&str, &Value> =
            self.ours.iter().map(|(by, value)| (by.as_str(), value)).collect();
        map.serialize_entry("ours", &ours)?;
        match self.verdict {
            Verdict::Exact(holds) => map.serialize_entry("exact", &holds)?,
            Verdict::NoMore(holds) => map.serialize_entry("no_more", &holds)?,
            Verdict::Faster(ratio) => map.serialize_entry("times_faster", &ratio)?,
            Verdict::Told => {}
        }
        map.end()
    }
}

/// Figures that belong together, such as those of one board at one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Which: a cell for each of the section's labels.
    pub label: Vec<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// One table of one report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    /// The report's letter.
    pub report: char,
    /// What the table shows.
    pub title: String,
    /// What the rows' labels are.
    pub labels: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What has to be said about them.
    pub notes: Vec<String>,
}

impl Section {
    /// All figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.rows.iter().flat_map(|row| &row.figures)
    }

    /// The table and its notes.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.report, self.title);
        text.push_str(&self.grid().text());
        for note in &self.notes {
            text.push('\n');
            text.push_str(&wrapped(note, 100));
        }
        text
    }

    fn grid(&self) -> Grid {
        let mut sides = vec![Side::Left; self.labels.len()];
        let mut names: Vec<String> = vec![String::new(); self.labels.len()];
        let mut heads: Vec<String> = self.labels.iter().map(|&label| label.to_owned()).collect();
        let shape = self.rows.first().map_or(&[][..], |row| &row.figures);
        for figure in shape {
            let mut columns: Vec<String> = Vec::new();
            if figure.published.is_some() {
                columns.push("report".to_owned());
            }
            columns.extend(figure.ours.iter().map(|(by, _)| by.clone()));
            for (index, column) in columns.into_iter().enumerate() {
                sides.push(Side::Right);
                names.push(if index == 0 { figure.name.to_owned() } else { String::new() });
                heads.push(column);
            }
            // The verdict's own narrow column.
            sides.push(Side::Left);
            names.push(String::new());
            heads.push(String::new());
        }
        let mut grid = Grid::new(sides);
        grid.row(names);
        grid.row(heads);
        grid.rule();
        for row in &self.rows {
            let mut cells = row.label.clone();
            for (figure, shape) in row.figures.iter().zip(shape) {
                if shape.published.is_some() {
                    cells.push(
                        figure.published.as_ref().map_or_else(|| "-".to_owned(), Value::text),
                    );
                }
                cells.extend(figure.ours.iter().map(|(_, value)| value.text()));
                cells.push(figure.mark());
            }
            grid.row(cells);
        }
        grid
    }
}

/// A paragraph in lines of at most `width` characters.
pub(super) fn wrapped(paragraph: &str, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
