//! One value and one result set, in the same form from both engines.
//!
//! Equality is what conformance means by equal: two doubles are equal when their bits are, NULL equals NULL,
//! and 1 is not 1.0. OceanBase sends identities as VARBINARY and integer arithmetic as DECIMAL; both arrive
//! here as what they are (text, integer), so that the same row compares equal on both engines.

use std::fmt;

#[derive(Debug, Clone)]
pub enum Cell {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Cell::Null, Cell::Null) => true,
            (Cell::Int(a), Cell::Int(b)) => a == b,
            (Cell::Real(a), Cell::Real(b)) => a.to_bits() == b.to_bits(),
            (Cell::Text(a), Cell::Text(b)) => a == b,
            (Cell::Blob(a), Cell::Blob(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Cell {}

impl Cell {
    pub fn is_null(&self) -> bool {
        matches!(self, Cell::Null)
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Cell::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_real(&self) -> Option<f64> {
        match self {
            Cell::Real(value) => Some(*value),
            Cell::Int(value) => Some(*value as f64),
            _ => None,
        }
    }

    /// Bytes as the text they are, else as a blob.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Cell {
        String::from_utf8(bytes).map_or_else(|e| Cell::Blob(e.into_bytes()), Cell::Text)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Null => f.write_str("NULL"),
            Cell::Int(value) => write!(f, "{value}"),
            Cell::Real(value) => write!(f, "{value:?}"),
            Cell::Text(text) => f.write_str(text),
            Cell::Blob(bytes) => {
                f.write_str("x'")?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_str("'")
            }
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Cell::Int(value)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Cell::Real(value)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}

/// A result set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rows {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

impl Rows {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// The cell of a row; NULL where the row or column does not exist.
    pub fn get(&self, row: usize, column: &str) -> &Cell {
        self.position(column)
            .and_then(|at| self.rows.get(row)?.get(at))
            .unwrap_or(&Cell::Null)
    }

    pub fn text(&self, row: usize, column: &str) -> Option<&str> {
        self.get(row, column).as_text()
    }

    pub fn int(&self, row: usize, column: &str) -> Option<i64> {
        self.get(row, column).as_int()
    }

    /// One column, top to bottom; empty where there is no such column.
    pub fn column(&self, column: &str) -> Vec<Cell> {
        match self.position(column) {
            Some(at) => self.rows.iter().map(|row| row[at].clone()).collect(),
            None => Vec::new(),
        }
    }

    /// The first cell of the first row, which is how a write answers.
    pub fn scalar(&self) -> &Cell {
        self.rows
            .first()
            .and_then(|row| row.first())
            .unwrap_or(&Cell::Null)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_equal_by_bits_only() {
        assert_ne!(Cell::Real(0.1 + 0.2), Cell::Real(0.3));
        assert_ne!(Cell::Real(0.0), Cell::Real(-0.0));
        assert_eq!(Cell::Real(f64::NAN), Cell::Real(f64::NAN));
        assert_ne!(Cell::Int(1), Cell::Real(1.0));
    }

    #[test]
    fn a_cell_is_found_by_name() {
        let rows = Rows {
            columns: vec!["rank".into(), "entry_id".into()],
            rows: vec![vec![Cell::Int(1), "e".into()]],
        };
        assert_eq!(rows.text(0, "entry_id"), Some("e"));
        assert_eq!(rows.get(1, "rank"), &Cell::Null);
        assert_eq!(rows.column("rank"), [Cell::Int(1)]);
        assert_eq!(rows.scalar(), &Cell::Int(1));
    }
}
