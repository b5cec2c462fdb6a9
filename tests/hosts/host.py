"""An SQLite host for the tests: one JSON line in, one JSON line out.

    python3 host.py MODULE DATABASE EXTENSION

MODULE is sqlite3, pysqlite3 or apsw. The first line out names the SQLite version, or what is missing. A request is
{"sql": …, "parameters": [cell…]}; an answer {"columns": …, "rows": [[cell…]…]} or {"error": …}. A cell is null or
one of {"i": integer}, {"r": "hex bits of the double"}, {"t": text}, {"b": [byte…]}.
"""
import importlib
import json
import struct
import sys


def to_cell(value):
    if value is None:
        return None
    if isinstance(value, int):
        return {"i": value}
    if isinstance(value, float):
        return {"r": struct.pack(">d", value).hex()}
    if isinstance(value, str):
        return {"t": value}
    return {"b": list(value)}


def from_cell(cell):
    if cell is None:
        return None
    (kind, value), = cell.items()
    if kind == "r":
        return struct.unpack(">d", bytes.fromhex(value))[0]
    return bytes(value) if kind == "b" else value


def open_host(name, database, extension):
    """Returns the SQLite version and a function from (sql, parameters) to (columns, rows)."""
    module = importlib.import_module(name)
    if name == "apsw":
        connection = module.Connection(database)
        # apsw before 3.41 spells its names without underscores.
        old = not hasattr(connection, "load_extension")
        (connection.enableloadextension if old else connection.enable_load_extension)(True)
        (connection.loadextension if old else connection.load_extension)(extension)

        def run(sql, parameters):
            columns = []
            cursor = connection.cursor()

            def trace(cursor, _sql, _bindings):
                columns[:] = [column[0] for column in cursor.getdescription()]
                return True

            if old:
                cursor.setexectrace(trace)
            else:
                cursor.exec_trace = trace
            rows = [list(row) for row in cursor.execute(sql, parameters)]
            return columns, rows

        return (module.sqlitelibversion if old else module.sqlite_lib_version)(), run

    connection = module.connect(database, isolation_level=None)
    connection.enable_load_extension(True)
    connection.load_extension(extension)

    def run(sql, parameters):
        cursor = connection.execute(sql, parameters)
        rows = [list(row) for row in cursor.fetchall()]
        return [column[0] for column in cursor.description or []], rows

    return module.sqlite_version, run


def answer(**fields):
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def main():
    try:
        version, run = open_host(*sys.argv[1:])
    except Exception as error:  # whatever it is, the tests are told
        answer(error=f"{type(error).__name__}: {error}")
        return
    answer(version=version)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            columns, rows = run(request["sql"], [from_cell(cell) for cell in request["parameters"]])
            answer(columns=columns, rows=[[to_cell(value) for value in row] for row in rows])
        except Exception as error:
            answer(error=str(error))


main()
