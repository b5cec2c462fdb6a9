//! What does one run of a table function get? The arguments that were given, and visible columns that were compared.

use super::Value;

/// Which arguments and visible columns a plan binds. The same bits are idxNum:
///
/// | bit | meaning |
/// | --- | --- |
/// | `i` | argument `i` is given |
/// | number of arguments + `k` | the visible column `BINDABLE[k]` is compared for equality |
///
/// Values come in the order of the bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    pub(super) bits: i32,
    pub(super) arguments: usize,
    pub(super) bindable: &'static [usize],
}

impl Bound {
    /// Is this argument given?
    pub fn argument(self, at: usize) -> bool {
        at < self.arguments && self.bits & (1 << at) != 0
    }

    /// Is this visible column bound?
    pub fn column(self, column: usize) -> bool {
        self.place(column)
            .is_some_and(|bit| self.bits & (1 << bit) != 0)
    }

    fn place(self, column: usize) -> Option<usize> {
        let at = self.bindable.iter().position(|known| *known == column)?;
        Some(self.arguments + at)
    }
}

/// The values of a run.
#[derive(Debug, Clone)]
pub struct Call {
    pub(super) bound: Bound,
    /// One for each bit, whether set or not.
    pub(super) values: Vec<Option<Value>>,
}

impl Call {
    /// The argument, unless it was left out. `NULL` given is `Some(Value::Null)`.
    pub fn argument(&self, at: usize) -> Option<&Value> {
        if at < self.bound.arguments {
            self.values.get(at)?.as_ref()
        } else {
            None
        }
    }

    /// What a visible column is compared with. SQLite compares again, so an answer may give more rows than that.
    pub fn bound(&self, column: usize) -> Option<&Value> {
        self.values.get(self.bound.place(column)?)?.as_ref()
    }
}
