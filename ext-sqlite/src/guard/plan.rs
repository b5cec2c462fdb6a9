//! How is a table function planned? Arguments are hidden columns, and each is one of four cases.
//!
//! | the constraint `hidden = x` | what happens |
//! | --- | --- |
//! | is there and usable | it is an argument; SQLite need not check it again |
//! | is there twice (`f(2) WHERE n = 3`) | one is the argument, and SQLite checks both against the column |
//! | is there and not usable (its table comes later) | SQLITE_CONSTRAINT: this join order is no plan. Skipping it would give the rows of another call |
//! | is not there, though required | a plan so dear that any other wins; xFilter then names the argument |
//!
//! `IS`, `>` and the like are no arguments: SQLite checks them against the column, which shows the argument again.
//! A visible column is bound only where its comparison is bytewise; under NOCASE other rows would be equal too.

use std::ffi::{c_int, CStr};
use std::slice;

use sqlite3ext_sys::{sqlite3_index_info, SQLITE_INDEX_CONSTRAINT_EQ};
use sqlite_loadable::table::IndexInfo;
use sqlite_loadable::BestIndexError;

use super::{Bound, TableFunction};
use crate::host::call;

/// What a call without a required argument is said to cost.
const DEAR: f64 = 1e15;

pub(super) fn bound<T: TableFunction>(bits: i32) -> Bound {
    Bound {
        bits,
        arguments: T::ARGUMENTS.len(),
        bindable: T::BINDABLE,
    }
}

/// sqlite-loadable wraps the one pointer and gives no way to ask for a collation.
fn raw(info: &IndexInfo) -> *mut sqlite3_index_info {
    const { assert!(size_of::<IndexInfo>() == size_of::<*mut sqlite3_index_info>()) };
    // SAFETY: a struct with a single field of pointer size is that field.
    unsafe {
        std::ptr::from_ref(info)
            .cast::<*mut sqlite3_index_info>()
            .read()
    }
}

pub(super) fn plan<T: TableFunction>(info: &IndexInfo) -> Result<(), BestIndexError> {
    let info = raw(info);
    // SAFETY: SQLite passes arrays of nConstraint elements, alive for this call; for none the pointers may be
    // anything, so they are not made into slices.
    let (constraints, usages) = unsafe {
        let count = usize::try_from((*info).nConstraint).unwrap_or(0);
        if count == 0 {
            (&[][..], &mut [][..])
        } else {
            (
                slice::from_raw_parts((*info).aConstraint, count),
                slice::from_raw_parts_mut((*info).aConstraintUsage, count),
            )
        }
    };
    let equalities = |column: usize| {
        constraints
            .iter()
            .enumerate()
            .filter(move |(_, constraint)| {
                u32::from(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
                    && usize::try_from(constraint.iColumn) == Ok(column)
            })
    };

    let mut bits = 0;
    let mut places = 0;
    let mut missing = false;
    for (at, argument) in T::ARGUMENTS.iter().enumerate() {
        let column = T::COLUMNS.len() + at;
        let all = equalities(column).count();
        match equalities(column).find(|(_, constraint)| constraint.usable != 0) {
            Some((index, _)) => {
                places += 1;
                usages[index].argvIndex = places;
                usages[index].omit = u8::from(all == 1);
                bits |= 1 << at;
            }
            None if all > 0 => return Err(BestIndexError::Constraint),
            None => missing |= argument.required,
        }
    }
    for (at, column) in T::BINDABLE.iter().enumerate() {
        let usable = equalities(*column)
            .find(|(index, constraint)| constraint.usable != 0 && is_bytewise(info, *index));
        if let Some((index, _)) = usable {
            places += 1;
            usages[index].argvIndex = places;
            usages[index].omit = 0;
            bits |= 1 << (T::ARGUMENTS.len() + at);
        }
    }

    let (cost, rows) = if missing {
        (DEAR, 1_000_000_000)
    } else {
        T::cost(bound::<T>(bits))
    };
    // SAFETY: as above.
    unsafe {
        (*info).idxNum = bits;
        (*info).estimatedCost = cost;
        (*info).estimatedRows = rows;
    }
    Ok(())
}

fn is_bytewise(info: *mut sqlite3_index_info, index: usize) -> bool {
    let Ok(index) = c_int::try_from(index) else {
        return false;
    };
    // SAFETY: asked during xBestIndex about one of its constraints, as SQLite demands.
    unsafe {
        let name = call!(vtab_collation(info, index));
        !name.is_null()
            && CStr::from_ptr(name)
                .to_bytes()
                .eq_ignore_ascii_case(b"BINARY")
    }
}
