//! A thin client for memory quality and lifecycle inside the database: it installs, asks and compares the two
//! engines, SQLite with the `pc_lifecycle` extension and OceanBase in MySQL mode. All rules live in the engines;
//! nothing here decides what is valid or how anything is ranked.

pub mod backend;
pub mod cell;
pub mod compare;
pub mod conform;
pub mod data;
pub mod error;
pub mod extension;
pub mod migrate;
pub mod mysql;
pub mod records;
pub mod script;
pub mod seekdb;
pub mod sqlite;
pub mod surface;
pub mod url;

pub use backend::Backend;
pub use cell::{Cell, Rows};
pub use error::{Error, Result};
