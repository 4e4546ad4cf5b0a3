//! Tables in plain text, columns aligned.

/// Where a column's text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alignment {
    Left,
    Right,
}

/// A table under construction.
pub(crate) struct Grid {
    sides: Vec<Alignment>,
    rows: Vec<Vec<String>>,
    /// Rows below which a line is drawn.
    rules: Vec<usize>,
}

/// What stands between two columns.
const GAP: &str = "  ";

impl Grid {
    /// An empty table with columns aligned so.
    pub(crate) fn new(sides: impl IntoIterator<Item = Alignment>) -> Grid {
        Grid { sides: sides.into_iter().collect(), rows: Vec::new(), rules: Vec::new() }
    }

    /// Adds a row; missing cells are empty.
    pub(crate) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Draws a line below the last row.
    pub(crate) fn rule(&mut self) {
        self.rules.push(self.rows.len());
    }

    /// The table, every line ended, no line with spaces at its end.
    pub(crate) fn text(&self) -> String {
        let columns = self.sides.len();
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| wide(cell)).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let total = widths.iter().sum::<usize>() + GAP.len() * columns.saturating_sub(1);
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, &width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                let padding = " ".repeat(width - wide(cell));
                if column > 0 {
                    line.push_str(GAP);
                }
                match self.sides[column] {
                    Alignment::Left => line.extend([cell, &padding]),
                    Alignment::Right => line.extend([&padding, cell]),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
            if self.rules.contains(&(index + 1)) {
                text.push_str(&"─".repeat(total));
                text.push('\n');
            }
        }
        text
    }
}

/// How many columns of a terminal a text takes; none of our signs is double width.
fn wide(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut grid = Grid::new([Alignment::Left, Alignment::Right, Alignment::Left]);
        grid.row(["who", "nodes", "✓"]);
        grid.rule();
        grid.row(["minimax", "9"]);
        assert_eq!(grid.text(), "who      nodes  ✓\n─────────────────\nminimax      9\n");
    }
}
