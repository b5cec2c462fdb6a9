"""Pack PowerContext databases and PowerContext's own answers for the tests.

    python3 tests/data/pack.py DIRECTORY

DIRECTORY holds NAME.sqlite, NAME.oceanbase.sql.gz and NAME.expected.json as README.md describes them. Databases are
compressed as they are, dumps but for the name of their database. Of the answers the tests keep what they compare: the state and reason of every entry, the compacted
ones, and the hits of every search; texts, logs and readiness reports go.
"""
import gzip
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
ENTRY = ("entry_id", "entry_version_id", "version", "previous_version_id", "created_in_revision", "state",
         "inactive_reason", "artifact_id", "revision", "state_version", "merged_into_id")
HIT = ("artifact_id", "revision", "entry_id", "entry_version_id", "score")
SEARCH = ("api", "scope_id", "memories", "query", "limit", "used_mode")


def pick(record, names):
    return {name: record[name] for name in names if name in record}


def trim(answers):
    kept = pick(answers, ("powercontext_version", "backend", "server", "model"))
    for group in ("memories", "collections"):
        if group in answers:
            kept[group] = [dict(pick(memory, ("scope_id", "artifact_id", "head", "compacted")),
                                entries=[pick(entry, ENTRY) for entry in memory["entries"]])
                           for memory in answers[group]]
    kept["searches"] = [dict(pick(search, SEARCH), hits=[pick(hit, HIT) for hit in search["hits"]])
                        for search in answers["searches"]]
    return kept


def write(name, content):
    # mtime 0: the same input packs to the same bytes.
    with open(HERE / name, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(content)


source = pathlib.Path(sys.argv[1])
for path in sorted(source.glob("*.sqlite")):
    write(path.name + ".gz", path.read_bytes())
for path in sorted(source.glob("*.oceanbase.sql.gz")):
    # A foreign key names the database that was dumped; without the name it means the one that is loaded.
    dump = gzip.decompress(path.read_bytes())
    lines = [re.sub(rb"REFERENCES `[^`]+`\.", b"REFERENCES ", line) if line.startswith(b"CREATE TABLE") else line
             for line in dump.split(b"\n")]
    write(path.name, b"\n".join(lines))
for path in sorted(source.glob("*.expected.json")):
    text = json.dumps(trim(json.loads(path.read_text())), ensure_ascii=False, separators=(",", ":"))
    write(path.name + ".gz", text.encode())
