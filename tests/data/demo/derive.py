#!/usr/bin/env python3
"""Make the demo's database from the project's PowerContext 1.2 fixture.

    python3 tests/data/demo/derive.py

What it adds to the real database is one thing that happens to real ones: a maintenance job withdrew the entries
that cite no source (one more Revision of each of the scope's two Memories, in PowerContext's own format: complete
manifest, changes, head moved by compare-and-set) and forgot the search index. PowerContext's full-text table still
finds the withdrawn entries, and PowerContext 1.2 returns them as ordinary hits. The other scopes are left alone.

The output is equal byte for byte at every run with the same SQLite.
"""

import gzip
import json
import pathlib
import sqlite3
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ORIGIN = HERE.parent / "powercontext-1.2.sqlite.gz"
OUTPUT = HERE / "powercontext-1.2-stale-index.sqlite.gz"
SCOPE = "scp_1s9hhfhhw8xdp9az73yhm00re4"
REASON = "no source on file"


def uncited(db, memory, manifest):
    """Active entries whose current version cites no source, in the manifest's order."""
    found = []
    for entry in manifest["entries"]:
        (refs, artifacts), = db.execute(
            "SELECT CAST(source_refs AS TEXT), CAST(artifact_refs AS TEXT) FROM pc_memory_entry_versions"
            " WHERE scope_id = ? AND memory_artifact_id = ? AND entry_version_id = ?",
            (SCOPE, memory, entry["entry_version_id"]))
        # An entry that leans on a Revision that made no version leans on nothing either.
        if entry["state"] == "active" and (json.loads(refs) == [] or json.loads(artifacts) != []):
            found.append(entry)
    return found


def withdraw(db, memory, revision):
    key = (SCOPE, memory, revision)
    (content,), = db.execute(
        "SELECT CAST(content AS TEXT) FROM pc_artifacts"
        " WHERE scope_id = ? AND family = 'memory' AND artifact_id = ? AND revision = ?", key)
    content = json.loads(content)
    gone = uncited(db, memory, content["manifest"])
    content["changes"] = [
        {"op": "deactivate", "entry_id": entry["entry_id"],
         "from_entry_version_id": entry["entry_version_id"], "to_entry_version_id": None, "reason": REASON}
        for entry in gone]
    for entry in gone:
        entry["state"] = "inactive"
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    db.execute("INSERT INTO pc_artifacts (scope_id, family, artifact_id, revision, content, memory_citations)"
               " VALUES (?, 'memory', ?, ?, ?, NULL)", (SCOPE, memory, revision + 1, text.encode()))
    moved = db.execute("UPDATE pc_artifact_heads SET revision = ? WHERE scope_id = ? AND family = 'memory'"
                       " AND artifact_id = ? AND revision = ?", (revision + 1, *key)).rowcount
    assert moved == 1, memory
    print(f"{memory}: revision {revision + 1} withdraws {len(gone)} entries")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "demo.sqlite")
        path.write_bytes(gzip.decompress(ORIGIN.read_bytes()))
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("BEGIN IMMEDIATE")
        heads = db.execute("SELECT artifact_id, revision FROM pc_artifact_heads"
                           " WHERE scope_id = ? AND family = 'memory' ORDER BY artifact_id", (SCOPE,)).fetchall()
        for memory, revision in heads:
            withdraw(db, memory, revision)
        db.execute("COMMIT")
        db.execute("VACUUM")
        db.close()
        OUTPUT.write_bytes(gzip.compress(path.read_bytes(), compresslevel=9, mtime=0))
        print(f"{OUTPUT.name}: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
