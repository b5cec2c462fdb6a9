//! A script of calls that both engines get, one a line: `["pc_forget", "scope", "memory", 3, "entry", 1700000000000000]`.
//!
//! An argument is a string, an integer or null; an object or an array is passed as its JSON text, so that evidence,
//! channels and options are written as what they are. Empty lines and lines that begin with `//` are skipped.

use crate::backend::Backend;
use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};
use crate::surface::READS;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub name: String,
    pub arguments: Vec<Cell>,
}

impl Step {
    pub fn new(name: &str, arguments: Vec<Cell>) -> Step {
        Step {
            name: name.to_owned(),
            arguments,
        }
    }

    pub fn run(&self, db: &mut Backend) -> Result<Rows> {
        let is_read = READS.iter().any(|(name, _)| *name == self.name);
        if is_read || self.name == "pc_validity" {
            db.read(&self.name, &self.arguments)
        } else {
            db.call(&self.name, &self.arguments)
        }
    }

    /// The call as a person would write it, cut where it is long.
    pub fn shown(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(shown).collect();
        format!("{}({})", self.name, arguments.join(", "))
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if text.chars().count() > 60 => {
            let start: String = text.chars().take(57).collect();
            format!("'{start}...'")
        }
        Cell::Text(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

pub fn parse(text: &str) -> Result<Vec<Step>> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("//"))
        .map(|(at, line)| step(line).map_err(|what| Error::usage(format!("line {at}: {what}"))))
        .collect()
}

fn step(line: &str) -> std::result::Result<Step, String> {
    let value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let items = value
        .as_array()
        .ok_or("a step is an array: a name and its arguments")?;
    let (name, arguments) = items.split_first().ok_or("a step has a name")?;
    let name = name.as_str().ok_or("a step's name is a string")?;
    let arguments = arguments
        .iter()
        .map(cell)
        .collect::<std::result::Result<_, _>>()?;
    Ok(Step::new(name, arguments))
}

fn cell(value: &Value) -> std::result::Result<Cell, String> {
    Ok(match value {
        Value::Null => Cell::Null,
        Value::String(text) => Cell::Text(text.clone()),
        Value::Number(number) => Cell::Int(number.as_i64().ok_or("numbers are integers")?),
        Value::Bool(_) => return Err("no argument is a boolean".into()),
        json => Cell::Text(json.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_passed_as_text() {
        let steps =
            parse("// a note\n\n[\"pc_rank\", [{\"name\": \"fts\"}], {\"limit\": 3}, null, 7]")
                .unwrap();
        assert_eq!(
            steps[0].arguments,
            [
                "[{\"name\":\"fts\"}]".into(),
                "{\"limit\":3}".into(),
                Cell::Null,
                Cell::Int(7)
            ]
        );
    }

    #[test]
    fn the_line_of_a_mistake_is_named() {
        let message = parse("\n[1]").unwrap_err().to_string();
        assert!(message.starts_with("line 2: "), "{message}");
    }
}
