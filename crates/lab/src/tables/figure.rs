//! One published figure next to ours, rows of them, sections of rows.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::grid::{Alignment, Grid};
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
            // The lower end, which makes the ratio one that is reached at least.
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

/// What is known of a ratio if only a limit of the time was published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The ratio itself.
    None,
    /// It is so much or more.
    Least,
    /// It is so much or less.
    Most,
}

impl Limit {
    fn mark(self) -> &'static str {
        match self {
            Limit::None => "",
            Limit::Least => "≥ ",
            Limit::Most => "≤ ",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Limit::None => "times_faster",
            Limit::Least => "times_faster_at_least",
            Limit::Most => "times_faster_at_most",
        }
    }
}

/// How ours compares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Comparison {
    /// A fact that must be met, and whether it is.
    Exact(bool),
    /// A count that need not be met but should not be exceeded, and whether it is not.
    NoMore(bool),
    /// A time, and how many times faster ours is.
    Faster(Limit, f64),
    /// A figure that the report tells of a tree which only its picture shows,
    /// and whether it fits a tree that we made up: no fact, and no proof.
    OwnTree(bool),
    /// Nothing was published to compare with.
    Told,
}

/// What we found.
#[derive(Clone, PartialEq, Debug)]
pub struct Ours {
    /// By which algorithm or means.
    pub by: String,
    /// What.
    pub value: Value,
    /// How it compares with what was published.
    pub verdict: Comparison,
}

/// One published figure next to ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// What the report says.
    pub published: Option<Value>,
    /// What we found, each compared by itself.
    pub ours: Vec<Ours>,
}

impl Figure {
    fn single(
        name: &'static str,
        published: Option<Value>,
        by: &str,
        value: Value,
        verdict: Comparison,
    ) -> Figure {
        Figure { name, published, ours: vec![Ours { by: by.to_owned(), value, verdict }] }
    }

    /// A fact that must be met.
    pub fn exact(name: &'static str, published: Value, by: &str, ours: Value) -> Figure {
        let verdict = Comparison::Exact(published == ours);
        Figure::single(name, Some(published), by, ours, verdict)
    }

    /// Something that must hold, and whether it does.
    pub(super) fn held(
        name: &'static str,
        published: Value,
        by: &str,
        ours: Value,
        holds: bool,
    ) -> Figure {
        Figure::single(name, Some(published), by, ours, Comparison::Exact(holds))
    }

    /// A count that none of ours should exceed.
    pub(super) fn no_more(
        name: &'static str,
        published: Value,
        ours: Vec<(&str, Value)>,
    ) -> Figure {
        let most = published.size();
        let ours = ours.into_iter().map(|(by, value)| {
            let holds = most.zip(value.size()).is_some_and(|(most, size)| size <= most);
            Ours { by: by.to_owned(), value, verdict: Comparison::NoMore(holds) }
        });
        Figure { name, ours: ours.collect(), published: Some(published) }
    }

    /// A time.
    pub(super) fn time(published: Option<Value>, by: &str, ours: f64) -> Figure {
        let ratio = published.as_ref().and_then(Value::size).map(|time| time / ours.max(1e-9));
        let limit = match published {
            Some(Value::Under(_)) => Limit::Most,
            Some(Value::Over(_) | Value::Between(..)) => Limit::Least,
            _ => Limit::None,
        };
        let verdict = ratio.map_or(Comparison::Told, |ratio| Comparison::Faster(limit, ratio));
        Figure::single("time", published, by, Value::Seconds(ours), verdict)
    }

    /// A figure of a picture, met on a tree of our own.
    pub(super) fn own_tree(name: &'static str, published: Value, by: &str, ours: Value) -> Figure {
        let verdict = Comparison::OwnTree(published == ours);
        Figure::single(name, Some(published), by, ours, verdict)
    }

    /// Something only we measured, or that is not to be compared.
    pub(super) fn told(
        name: &'static str,
        published: Option<Value>,
        ours: Vec<(&str, Value)>,
    ) -> Figure {
        let ours = ours.into_iter().map(|(by, value)| Ours {
            by: by.to_owned(),
            value,
            verdict: Comparison::Told,
        });
        Figure { name, published, ours: ours.collect() }
    }
}

impl Comparison {
    fn mark(self) -> String {
        match self {
            Comparison::Exact(true) => "✓".to_owned(),
            Comparison::Exact(false) => "✗ WRONG".to_owned(),
            Comparison::NoMore(true) => "≤".to_owned(),
            Comparison::NoMore(false) => "> more".to_owned(),
            Comparison::Faster(limit, ratio) => format!("{}{} times", limit.mark(), times(ratio)),
            Comparison::OwnTree(true) => "†".to_owned(),
            Comparison::OwnTree(false) => "† differs".to_owned(),
            Comparison::Told => String::new(),
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("figure", self.name)?;
        map.serialize_entry("published", &self.published)?;
        let ours: std::collections::BTreeMap<&str, &Value> =
            self.ours.iter().map(|ours| (ours.by.as_str(), &ours.value)).collect();
        map.serialize_entry("ours", &ours)?;
        let no_more: std::collections::BTreeMap<&str, bool> = self
            .ours
            .iter()
            .filter_map(|ours| match ours.verdict {
                Comparison::NoMore(holds) => Some((ours.by.as_str(), holds)),
                _ => None,
            })
            .collect();
        if !no_more.is_empty() {
            map.serialize_entry("no_more", &no_more)?;
        }
        for ours in &self.ours {
            match ours.verdict {
                Comparison::Exact(holds) => map.serialize_entry("exact", &holds)?,
                Comparison::Faster(limit, ratio) => map.serialize_entry(limit.key(), &ratio)?,
                Comparison::OwnTree(fits) => map.serialize_entry("fits_our_own_tree", &fits)?,
                Comparison::NoMore(_) | Comparison::Told => {}
            }
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
    /// All verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = Comparison> {
        let figures = self.rows.iter().flat_map(|row| &row.figures);
        figures.flat_map(|figure| &figure.ours).map(|ours| ours.verdict)
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
        let mut sides = vec![Alignment::Left; self.labels.len()];
        let mut names: Vec<String> = vec![String::new(); self.labels.len()];
        let mut heads: Vec<String> = self.labels.iter().map(|&label| label.to_owned()).collect();
        let shape = self.rows.first().map_or(&[][..], |row| &row.figures);
        for figure in shape {
            let mut name = figure.name.to_owned();
            let mut column = |side, head: &str| {
                sides.push(side);
                names.push(std::mem::take(&mut name));
                heads.push(head.to_owned());
            };
            if figure.published.is_some() {
                column(Alignment::Right, "report");
            }
            for ours in &figure.ours {
                column(Alignment::Right, &ours.by);
                // The verdict's own narrow column.
                column(Alignment::Left, "");
            }
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
                for ours in &figure.ours {
                    cells.extend([ours.value.text(), ours.verdict.mark()]);
                }
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
