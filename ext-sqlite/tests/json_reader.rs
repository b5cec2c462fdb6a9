//! Does the reader of JSON arguments accept exactly what serde_json accepts (down to the hundredth bracket), and read
//! the same from it? On hand-picked traps, on random documents, and on documents broken in one place.

use pc_lifecycle::json::{decimal, read, significant_digits, Json, NotJson};
use proptest::prelude::*;
use serde_json::Value;

fn deep(brackets: usize) -> String {
    format!("{}{}", "[".repeat(brackets), "]".repeat(brackets))
}

/// The same document as serde_json holds it: the last of repeated keys, numbers as doubles or integers.
fn same(ours: &Json, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Json::Null, Value::Null) => true,
        (Json::Bool(a), Value::Bool(b)) => a == b,
        (Json::Number(a), Value::Number(b)) => match b.as_i64() {
            Some(b) => ours.integer() == Some(b),
            // serde_json rounds long numbers correctly only with a feature that this crate does not need.
            None => a.parse::<f64>().is_ok_and(|a| {
                let b = b.as_f64().unwrap_or(f64::NAN);
                (a - b).abs() <= a.abs() * 1e-15
            }),
        },
        (Json::Text(a), Value::String(b)) => a == b,
        (Json::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(members), Value::Object(map)) => {
            let known = members
                .iter()
                .all(|(key, _)| map.contains_key(key.as_ref()));
            let mut pairs = map.iter();
            known && pairs.all(|(key, b)| ours.get(key).is_some_and(|a| same(a, b)))
        }
        _ => false,
    }
}

fn agrees(text: &str) -> Result<(), String> {
    match (read(text), serde_json::from_str::<Value>(text)) {
        (Ok(ours), Ok(theirs)) if same(&ours, &theirs) => Ok(()),
        (Err(NotJson), Err(_)) => Ok(()),
        (ours, theirs) => Err(format!("{text}: {ours:?} and {theirs:?}")),
    }
}

#[test]
fn digits_are_counted_as_written() {
    let cases = [
        ("0", 0),
        ("0.000", 0),
        ("0.0012", 2),
        ("-1.50", 3),
        ("10e7", 2),
        ("1.5E+300", 2),
        ("1234567890123456", 16),
        ("0.1234567890123450", 16),
    ];
    for (written, digits) in cases {
        assert_eq!(significant_digits(written), digits, "{written}");
    }
}

#[test]
fn a_decimal_is_one_json_number_and_nothing_else() {
    assert_eq!(decimal("0.016393442622950820"), Some(1.0 / 61.0));
    assert_eq!(decimal("1.6393442622950821e-02"), Some(1.0 / 61.0));
    let half_way = "9007199254740993.0000000000000000000000000000000000000000000000001";
    assert_eq!(decimal(half_way), Some(9007199254740994.0));
    for text in [
        "", " 1", "1 ", "+1", "01", "1.", "1e999", "inf", "0x10", "1_0", "1\0",
    ] {
        assert_eq!(decimal(text), None, "{text}");
    }
}

#[test]
fn a_repeated_key_keeps_its_last_value() {
    let value = read(r#"{"a":1,"b":2,"\u0061":3}"#).unwrap();
    assert_eq!(value.get("a").and_then(Json::integer), Some(3));
}

#[test]
fn an_integer_is_written_as_one() {
    let integers = [("7", Some(7)), ("-9223372036854775808", Some(i64::MIN))];
    let others = ["9223372036854775808", "1.0", "1e3", "\"1\"", "true"].map(|text| (text, None));
    for (text, number) in integers.into_iter().chain(others) {
        assert_eq!(read(text).unwrap().integer(), number, "{text}");
    }
}

#[test]
fn the_hundredth_bracket_is_the_last() {
    assert!(read(&deep(100)).is_ok());
    assert_eq!(read(&deep(101)), Err(NotJson));
    assert_eq!(read(&"[".repeat(1_000_000)), Err(NotJson));
    assert_eq!(read(&"{\"a\":".repeat(1_000_000)), Err(NotJson));
}

#[test]
fn strings_are_unescaped_and_otherwise_borrowed() {
    let value = read(r#""\u00e9\ud83d\ude00\n\u0000\/""#).unwrap();
    assert_eq!(value.text(), Some("é😀\n\0/"));
    let plain = read("\"é 😀\"").unwrap();
    assert!(matches!(
        plain,
        Json::Text(std::borrow::Cow::Borrowed("é 😀"))
    ));
}

#[test]
fn a_string_ends_where_it_ends_at_any_place() {
    // Strings are read eight bytes at a time.
    for length in 0..=24 {
        for piece in [
            "", "\\\"", "\\n", "\\u0041", "é", "\u{7f}", "\u{80}", "😀", "\u{1f}", "\u{0}", "!",
            "[", "]",
        ] {
            for after in 0..=9 {
                let text = format!(
                    "[\"{}{piece}{}\",\"x\"]",
                    "a".repeat(length),
                    "b".repeat(after)
                );
                agrees(&text).unwrap();
            }
        }
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let bad = [
        "",
        " ",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\"}",
        "{1:2}",
        "01",
        "-01",
        "1.",
        ".5",
        "+1",
        "-",
        "1e",
        "1e+",
        "1e999",
        "-1e999",
        "[1e400]",
        "NaN",
        "Infinity",
        "nul",
        "truex",
        "True",
        "[1] 2",
        "[1 2]",
        "{\"a\" 1}",
        "\"\t\"",
        "\"\u{0}\"",
        "1\u{0}",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800x\"",
        "\"\\u12g4\"",
        "\"\\u+123\"",
        "\"\\x\"",
        "\"open",
        "\"\\",
        "\"\\u00",
        "\u{feff}1",
        "\u{a0}1",
        "//1",
        "'a'",
    ];
    for text in bad {
        assert_eq!(read(text), Err(NotJson), "{text}");
        agrees(text).unwrap();
    }
    let long = "9".repeat(400);
    assert_eq!(read(&long), Err(NotJson));
    assert!(read(&format!("0.{}1", "0".repeat(400))).is_ok());
}

fn a_document() -> impl Strategy<Value = Value> {
    let text = prop_oneof![any::<String>(), "[a-c\"\\\\\u{0}-\u{1f}é😀]{0,6}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        let object = prop::collection::vec(("[a-c]{0,2}", inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Value::from),
            object.prop_map(Value::from_iter),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn it_agrees_with_serde_json(document in a_document(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
        prop_assert_eq!(agrees(&text.unwrap()), Ok(()));
    }

    #[test]
    fn it_agrees_on_broken_documents(document in a_document(), at in any::<prop::sample::Index>(), piece in "[\\[\\]{}:,\"\\\\ntuf0-9eE.+\\- \\u{0}]{0,3}", cut in 0..4_usize) {
        let mut letters: Vec<char> = document.to_string().chars().collect();
        let at = at.index(letters.len());
        let end = (at + cut).min(letters.len());
        letters.splice(at..end, piece.chars());
        prop_assert_eq!(agrees(&String::from_iter(letters)), Ok(()));
    }

    #[test]
    fn it_agrees_on_soup(text in "[\\[\\]{}:,\"\\\\ntuflse0-9ad.+\\- ]{0,12}") {
        prop_assert_eq!(agrees(&text), Ok(()));
    }
}

#[test]
fn an_array_beyond_its_bound_is_read_and_counted_but_not_kept() {
    use pc_lifecycle::json::read_within;
    let Ok(Json::Array(kept)) = read_within("[1, [1, 2, 3], 2]", 3) else {
        panic!("not kept");
    };
    assert!(matches!(&kept[1], Json::Array(inner) if inner.len() == 3));
    assert_eq!(read_within("[1, [1, 2], 2]", 2), Ok(Json::Long(3)));
    let inner = read_within("[[1, 2, 3]]", 2);
    assert_eq!(inner, Ok(Json::Array(vec![Json::Long(3)])));
    assert!(read_within("[1, 2, nil]", 1).is_err());
}
