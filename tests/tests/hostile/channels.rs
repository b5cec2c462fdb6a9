//! One channel in otherwise good channels; more of everything than fits.
use super::*;

pub fn rows(table: &mut Table) {
    table.channels("a number for a channel", "[1]", "element_type", &["$[0]"]);
    table.channel(
        "unknown key",
        json!({"Weight": 1}),
        "key_unknown",
        &["$[1]", "Weight"],
    );
    table.channel(
        "no name",
        json!({"name": "-"}),
        "key_missing",
        &["$[1]", "name"],
    );
    table.channel(
        "no hits",
        json!({"hits": "-"}),
        "key_missing",
        &["$[1]", "hits"],
    );
    for bad in [
        json!(""),
        json!("a,b"),
        json!("é"),
        json!("a\tb"),
        json!("n".repeat(65)),
        json!(null),
        json!(1),
    ] {
        table.channel(
            &format!("name {bad:.12}"),
            json!({ "name": bad }),
            "key_invalid",
            &["$[1]", "name"],
        );
    }
    for bad in [
        json!(-1),
        json!(-0.5),
        json!(1_000_001),
        json!("x"),
        json!(null),
        json!(true),
        json!("1e999"),
        json!("-1e-9"),
    ] {
        table.channel(
            &format!("weight {bad}"),
            json!({ "weight": bad }),
            "key_invalid",
            &["$[1]", "weight"],
        );
    }
    table.channels(
        "weight of 16 digits",
        r#"[{"name":"a","weight":0.1234567890123456,"hits":[]}]"#,
        "number_digits",
        &["$[0]", "weight"],
    );
    for bad in [json!(null), json!({}), json!("[]"), json!(0)] {
        table.channel(
            &format!("hits {bad}"),
            json!({ "hits": bad }),
            "key_invalid",
            &["$[1]", "hits"],
        );
    }
    let scored = json!({"hits": [changed(hit("A"), &json!({"score": 1}))]});
    table.channel(
        "a score in a channel",
        scored,
        "key_unknown",
        &["$[1].hits[0]", "score"],
    );
    table.channel(
        "a bad hit",
        json!({"hits": [hit("A"), 7]}),
        "element_type",
        &["$[1].hits[1]"],
    );
    table.channel(
        "a bad hit in a channel of weight 0",
        json!({"weight": 0, "hits": [{}]}),
        "key_missing",
        &["$[1].hits[0]", "memory_artifact_id"],
    );
    table.channel(
        "one name twice",
        json!({"name": "fts"}),
        "channel_duplicate",
        &["fts"],
    );
    let unscoped = json!([{"name": "a", "hits": [hit("A")]}]).to_string();
    table.read(
        "pc_rank",
        "no scope",
        &[text(&unscoped), text(r#"{"limit":5}"#)],
        "scope_missing",
        &["$[0].hits[0]"],
    );
    let view = |channels: Value, view: i64| {
        [
            text(&channels.to_string()),
            text(&json!({"scope_id": "s", "limit": 5, "view": view}).to_string()),
        ]
    };
    let one = json!([{"name": "a", "hits": [hit("A")]}]);
    table.read("pc_rank", "view of a Memory that is not there", &view(json!([{"name": "a", "hits": [changed(hit("A"), &json!({"memory_artifact_id": "nowhere"}))]}]), 1), "view_revision", &["1", "0"]);
    table.read(
        "pc_rank",
        "view 0",
        &view(one.clone(), 0),
        "view_revision",
        &["0", "1"],
    );
    table.read(
        "pc_rank",
        "view after the head",
        &view(one, 2),
        "view_revision",
        &["2", "1"],
    );
    let two = json!([{"name": "a", "hits": [hit("A"), changed(hit("A"), &json!({"memory_artifact_id": "n"}))]}]);
    table.read(
        "pc_rank",
        "view of two Memories",
        &view(two, 1),
        "view_many_memories",
        &[],
    );
}

pub fn too_long(table: &mut Table) {
    let many = |count: usize| Value::Array((0..count).map(|n| hit(&format!("E{n}"))).collect());
    table.pool(
        "1,001 hits",
        &many(1001).to_string(),
        "pool_too_many",
        &["1001"],
    );
    table.channel(
        "1,001 hits in a channel",
        json!({"hits": many(1001)}),
        "hits_too_many",
        &["$[1]", "1001"],
    );
    let channels: Vec<Value> = (0..17)
        .map(|n| json!({"name": format!("c{n}"), "hits": []}))
        .collect();
    table.channels(
        "17 channels",
        &Value::Array(channels).to_string(),
        "channels_too_many",
        &["17"],
    );
    let million = format!("[{}1]", "1,".repeat(1_000_000));
    table.pool("a million numbers", &million, "pool_too_many", &["1000001"]);
    let million = format!("[{}1]", "123,".repeat(1_100_000));
    table.pool("4.4 million bytes", &million, "json_too_long", &["pool"]);
    let options = format!("{{\"limit\":5{}}}", " ".repeat(4_194_304));
    table.options("options of 4 MiB", &options, "json_too_long", &["options"]);
}
