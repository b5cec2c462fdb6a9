//! Are two answers the same row for row?
//!
//! Refusals are answers too: two equal `pc: …` lines agree, a refusal and rows do not. Any other failure (a lost
//! connection, an unknown function) agrees with nothing, not even with itself: it means that nothing was compared.

use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};
use std::fmt;

/// The first place where two answers differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    Columns(Vec<String>, Vec<String>),
    /// Rows at this position differ, in these columns; a row that only one side has stands against nothing.
    Row {
        at: usize,
        columns: Vec<String>,
        left: Option<Vec<Cell>>,
        right: Option<Vec<Cell>>,
        all: Vec<String>,
    },
    /// One side refused or failed where the other did not, or they did so in other words.
    Outcome(String, String),
}

pub fn first_difference(left: &Rows, right: &Rows) -> Option<Difference> {
    if left.columns != right.columns {
        return Some(Difference::Columns(
            left.columns.clone(),
            right.columns.clone(),
        ));
    }
    let at =
        (0..left.len().max(right.len())).find(|&at| left.rows.get(at) != right.rows.get(at))?;
    let (a, b) = (left.rows.get(at), right.rows.get(at));
    let columns = left
        .columns
        .iter()
        .enumerate()
        .filter(|(i, _)| a.map(|row| &row[*i]) != b.map(|row| &row[*i]))
        .map(|(_, name)| name.clone())
        .collect();
    Some(Difference::Row {
        at,
        columns,
        left: a.cloned(),
        right: b.cloned(),
        all: left.columns.clone(),
    })
}

/// The same for what two calls gave.
pub fn outcomes(left: &Result<Rows>, right: &Result<Rows>) -> Option<Difference> {
    match (left, right) {
        (Ok(a), Ok(b)) => first_difference(a, b),
        (Err(a), Err(b)) if a.refusal().is_some() && a.refusal() == b.refusal() => None,
        _ => Some(Difference::Outcome(describe(left), describe(right))),
    }
}

fn describe(outcome: &Result<Rows>) -> String {
    match outcome {
        Ok(rows) if rows.len() == 1 && rows.columns.len() == 1 => rows.scalar().to_string(),
        Ok(rows) => format!("{} rows", rows.len()),
        Err(Error::Refused(line)) => line.clone(),
        Err(other) => other.to_string(),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Columns(a, b) => {
                write!(f, "columns {} against {}", a.join(", "), b.join(", "))
            }
            Difference::Row { at, columns, .. } => {
                write!(f, "row {} differs in {}", at + 1, columns.join(", "))
            }
            Difference::Outcome(a, b) => write!(f, "{a} against {b}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[f64]) -> Rows {
        Rows {
            columns: vec!["rank".into(), "score".into()],
            rows: values
                .iter()
                .enumerate()
                .map(|(i, v)| vec![Cell::Int(i as i64 + 1), Cell::Real(*v)])
                .collect(),
        }
    }

    #[test]
    fn one_bit_in_a_score_is_found() {
        let a = rows(&[0.5, 0.25]);
        assert_eq!(first_difference(&a, &a.clone()), None);
        let b = rows(&[0.5, f64::from_bits(0.25f64.to_bits() + 1)]);
        let difference = first_difference(&a, &b).unwrap();
        assert_eq!(difference.to_string(), "row 2 differs in score");
    }

    #[test]
    fn a_missing_row_is_a_difference() {
        let difference = first_difference(&rows(&[0.5]), &rows(&[])).unwrap();
        assert!(matches!(
            difference,
            Difference::Row {
                at: 0,
                right: None,
                ..
            }
        ));
    }

    #[test]
    fn only_refusals_agree_with_each_other() {
        let refused = || Err(Error::Refused("pc: conflict: x".into()));
        let failed = || Err(Error::Server("gone".into()));
        assert_eq!(outcomes(&refused(), &refused()), None);
        assert!(outcomes(&failed(), &failed()).is_some());
        assert!(outcomes(&Ok(rows(&[])), &refused()).is_some());
    }
}
