//! Does every query shape that a SQLite user writes give the rows it should, or say what is wrong? For pc_fuse, pc_rank
//! and pc_reorder alike: each shape runs over all three.
//!
//! The list follows SQLite's own tests of its table-valued functions, and reports of such functions that answered with
//! no rows, or with another call's rows, where they should have refused.

use crate::cases::{connection, each, CASES, POOL};
use crate::host::rows;

#[test]
fn it_answers_in_order() {
    each(
        "SELECT rank, entry_id FROM TVF(:ALL, :OPT) ORDER BY rank",
        Ok(&["1 e1", "2 e2", "3 e3"]),
    );
    each("SELECT count(*) FROM TVF('[]', :OPT)", Ok(&["0"]));
}

#[test]
fn arguments_can_be_conditions() {
    each(
        "SELECT entry_id FROM TVF WHERE ARG = :ALL AND options = :OPT ORDER BY rank",
        Ok(&["e1", "e2", "e3"]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL) WHERE options = :OPT ORDER BY rank",
        Ok(&["e1", "e2", "e3"]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) WHERE rank = 2 AND entry_id <> 'x'",
        Ok(&["e2"]),
    );
}

#[test]
fn a_missing_argument_is_named() {
    each(
        "SELECT * FROM TVF",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
    each(
        "SELECT * FROM TVF()",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
    each(
        "SELECT * FROM TVF WHERE options = :OPT",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
    each(
        "SELECT * FROM TVF WHERE ARG > :ALL",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
    each(
        "SELECT * FROM TVF(NULL, :OPT)",
        Err("pc: bad_input: argument ARG is NULL; give it"),
    );
}

#[test]
fn too_many_arguments_are_refused_by_sqlite() {
    each(
        "SELECT * FROM TVF(:ALL, :OPT, 1)",
        Err("too many arguments on TVF() - max 2"),
    );
}

#[test]
fn options_can_be_left_out_or_null() {
    let connection = connection();
    let pool = POOL.replace("\"revision\"", "\"scope_id\":\"s\",\"revision\"");
    for options in ["", ", NULL", ", '{}'"] {
        let sql = format!("SELECT count(*) FROM pc_reorder('{pool}'{options})");
        assert_eq!(
            rows(&connection, &sql),
            Ok(vec!["3".to_owned()]),
            "{options}"
        );
        for function in ["pc_fuse", "pc_rank"] {
            let sql = format!("SELECT count(*) FROM {function}('[]'{options})");
            let line = "pc: bad_input: limit is missing; give limit or coarse_limit";
            assert_eq!(rows(&connection, &sql), Err(line.to_owned()), "{sql}");
        }
    }
}

#[test]
fn an_argument_may_come_from_another_table_in_either_order() {
    for shape in [
        "SELECT n, entry_id FROM t, TVF(:ONE, :OPT) ORDER BY n",
        "SELECT n, entry_id FROM TVF(:ONE, :OPT), t ORDER BY n",
        "SELECT n, entry_id FROM t JOIN TVF ON ARG = :ONE AND options = :OPT ORDER BY n",
        "SELECT n, entry_id FROM TVF JOIN t ON ARG = :ONE AND options = :OPT ORDER BY n",
        "SELECT n, entry_id FROM t LEFT JOIN TVF(:ONE, :OPT) ORDER BY n",
        "SELECT DISTINCT n, entry_id FROM TVF(:ONE, :OPT), t ORDER BY n",
        "SELECT n, (SELECT entry_id FROM TVF(:ONE, :OPT)) FROM t ORDER BY n",
        "SELECT n, x FROM t WHERE x IN (SELECT entry_id FROM TVF(:ONE, :OPT)) ORDER BY n",
        "SELECT n, x FROM t WHERE EXISTS (SELECT 1 FROM TVF(:ONE, :OPT) WHERE entry_id = t.x) ORDER BY n",
    ] {
        each(shape, Ok(&["1 e2", "2 e4"]));
    }
    // Where no order of the joins can give the argument it is named; rows of another call never come.
    each(
        "SELECT n FROM t CROSS JOIN TVF AS f CROSS JOIN TVF AS g WHERE f.ARG = g.entry_id AND g.ARG = f.entry_id",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
}

#[test]
fn an_argument_from_its_own_row_is_no_plan() {
    each(
        "SELECT * FROM TVF AS f WHERE f.ARG = f.entry_id",
        Err("pc: bad_input: argument ARG is missing; give it"),
    );
}

#[test]
fn outer_joins_keep_the_other_side() {
    each(
        "SELECT x, entry_id FROM t LEFT JOIN TVF(:ALL, :OPT) AS f ON f.entry_id = t.x ORDER BY n",
        Ok(&["e2 e2", "e4 NULL"]),
    );
    each(
        "SELECT entry_id, x FROM TVF(:ALL, :OPT) AS f LEFT JOIN t ON f.entry_id = t.x ORDER BY rank",
        Ok(&["e1 NULL", "e2 e2", "e3 NULL"]),
    );
    each(
        "SELECT x, entry_id FROM TVF(:ALL, :OPT) AS f RIGHT JOIN t ON f.entry_id = t.x ORDER BY n",
        Ok(&["e2 e2", "e4 NULL"]),
    );
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) AS f FULL JOIN t ON f.entry_id = t.x",
        Ok(&["4"]),
    );
    each(
        "SELECT x, entry_id FROM t JOIN TVF(:ALL, :OPT) AS f ON f.entry_id = t.x",
        Ok(&["e2 e2"]),
    );
}

#[test]
fn in_on_an_argument_answers_once_a_value() {
    each("SELECT entry_id, count(*) FROM TVF WHERE ARG IN (SELECT :ONE FROM t) AND options = :OPT GROUP BY 1", Ok(&["e2 1", "e4 1"]));
    each(
        "SELECT count(*) FROM TVF WHERE ARG IN (:ALL, :ALL) AND options = :OPT",
        Ok(&["3"]),
    );
    each(
        "SELECT x FROM t WHERE x IN (SELECT entry_id FROM TVF(:ALL, :OPT))",
        Ok(&["e2"]),
    );
}

#[test]
fn a_repeated_argument_must_agree() {
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) WHERE ARG = :ALL",
        Ok(&["3"]),
    );
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) WHERE ARG = '[]'",
        Ok(&["0"]),
    );
    each(
        "SELECT count(*) FROM TVF('[]', :OPT) WHERE ARG = :ALL",
        Ok(&["0"]),
    );
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) WHERE ARG IS :ALL",
        Ok(&["3"]),
    );
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) WHERE ARG IS '[]'",
        Ok(&["0"]),
    );
    each(
        "SELECT count(*) FROM TVF(:ALL, :OPT) WHERE ARG IS NOT NULL AND options LIKE '{%'",
        Ok(&["3"]),
    );
}

#[test]
fn arguments_show_themselves() {
    each(
        "SELECT DISTINCT ARG = :ALL, options = :OPT FROM TVF(:ALL, :OPT)",
        Ok(&["1 1"]),
    );
}

#[test]
fn limits_and_offsets_outside_work() {
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) ORDER BY rank LIMIT 1 OFFSET 1",
        Ok(&["e2"]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) ORDER BY rank LIMIT -1 OFFSET 2",
        Ok(&["e3"]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) ORDER BY rank LIMIT 9223372036854775807 OFFSET 1",
        Ok(&["e2", "e3"]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) LIMIT 9223372036854775807 OFFSET 9223372036854775807",
        Ok(&[]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) WHERE rank > 9223372036854775807",
        Ok(&[]),
    );
    each(
        "SELECT entry_id FROM TVF(:ALL, :OPT) WHERE rank >= -9223372036854775808 ORDER BY rank DESC",
        Ok(&["e3", "e2", "e1"]),
    );
}

#[test]
fn other_selects_around_it() {
    each(
        "SELECT max(rank), entry_id FROM TVF(:ALL, :OPT)",
        Ok(&["3 e3"]),
    );
    each(
        "SELECT count(DISTINCT memory_artifact_id) FROM TVF(:ALL, :OPT)",
        Ok(&["1"]),
    );
    each("WITH f AS MATERIALIZED (SELECT * FROM TVF(:ALL, :OPT)) SELECT a.entry_id FROM f AS a JOIN f AS b USING (rank) ORDER BY rank", Ok(&["e1", "e2", "e3"]));
    each("SELECT a.entry_id, b.entry_id FROM TVF(:ALL, :OPT) AS a JOIN TVF(:ALL, :OPT) AS b ON b.rank = a.rank + 1 ORDER BY a.rank", Ok(&["e1 e2", "e2 e3"]));
    each("SELECT entry_id FROM TVF(:ALL, :OPT) WHERE rank = 1 UNION ALL SELECT entry_id FROM TVF(:ONE, :OPT), (SELECT 'e4' AS x)", Ok(&["e1", "e4"]));
    each(
        "SELECT lag(entry_id) OVER (ORDER BY rank) FROM TVF(:ALL, :OPT) ORDER BY rank",
        Ok(&["NULL", "e1", "e2"]),
    );
    each(
        "SELECT entry_id FROM main.TVF(:ALL, :OPT) ORDER BY rank LIMIT 1",
        Ok(&["e1"]),
    );
    each(
        "SELECT rank FROM TVF(:ALL, :OPT) WHERE rank IN (3, 1, 7) ORDER BY rank",
        Ok(&["1", "3"]),
    );
    each(
        "SELECT count(DISTINCT rowid) FROM TVF(:ALL, :OPT)",
        Ok(&["3"]),
    );
}

#[test]
fn views_and_triggers_work_where_the_schema_is_not_trusted() {
    for case in &CASES {
        let connection = connection();
        let call = format!("{}('{}', '{}')", case.function, case.all, case.options);
        connection
            .execute_batch(&format!(
                "PRAGMA trusted_schema = 0; \
                 CREATE VIEW v AS SELECT rank, entry_id FROM {call}; \
                 CREATE TABLE log (entry_id TEXT); \
                 CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log SELECT entry_id FROM {call} ORDER BY rank; END; \
                 INSERT INTO t VALUES ('e9', 9);"
            ))
            .unwrap();
        for sql in [
            "SELECT entry_id FROM v ORDER BY rank",
            "SELECT entry_id FROM log ORDER BY rowid",
        ] {
            let expected = ["e1", "e2", "e3"].map(str::to_owned).to_vec();
            assert_eq!(
                rows(&connection, sql),
                Ok(expected),
                "{} {sql}",
                case.function
            );
        }
    }
}

#[test]
fn a_bound_parameter_is_an_argument_and_the_statement_can_run_again() {
    for case in &CASES {
        let connection = connection();
        let sql = format!("SELECT count(*) FROM {}(?1, ?2)", case.function);
        let mut statement = connection.prepare(&sql).unwrap();
        for (argument, expected) in [(case.all, 3), ("[]", 0), (case.all, 3)] {
            let count: i64 = statement
                .query_row([argument, case.options], |row| row.get(0))
                .unwrap();
            assert_eq!(count, expected, "{}", case.function);
        }
        let refused = statement
            .query_row(["[", case.options], |row| row.get::<_, i64>(0))
            .unwrap_err();
        assert!(
            refused.to_string().contains("is not JSON this reads"),
            "{refused}"
        );
        let count: i64 = statement
            .query_row([case.all, case.options], |row| row.get(0))
            .unwrap();
        assert_eq!(count, 3);
    }
}

#[test]
fn it_is_no_table() {
    for case in &CASES {
        let connection = connection();
        let function = case.function;
        for sql in [
            format!("INSERT INTO {function} (rank) VALUES (1)"),
            format!("UPDATE {function} SET rank = 1"),
            format!("DELETE FROM {function}"),
            format!("ALTER TABLE {function} RENAME TO other"),
            format!("DROP TABLE {function}"),
            format!("CREATE VIRTUAL TABLE other USING {function}"),
        ] {
            assert!(connection.execute_batch(&sql).is_err(), "{sql}");
        }
        assert_eq!(
            connection.query_row("SELECT count(*) FROM t", [], |row| row.get(0)),
            Ok(2)
        );
    }
}

#[test]
fn a_read_writes_nothing() {
    let connection = connection();
    connection.execute_batch("PRAGMA query_only = 1").unwrap();
    let changes = connection.total_changes();
    for case in &CASES {
        let sql = format!(
            "SELECT count(*) FROM {}('{}', '{}')",
            case.function, case.all, case.options
        );
        assert_eq!(rows(&connection, &sql), Ok(vec!["3".to_owned()]));
    }
    assert_eq!(connection.total_changes(), changes);
    assert!(connection.is_autocommit());
}
