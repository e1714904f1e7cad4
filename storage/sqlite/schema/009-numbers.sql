-- The number of a person is never given to anybody else (AUTOINCREMENT, as for rounds), because it
-- is the address of their page. SQLite cannot add that to a table, so the table is made again;
-- references to persons stay valid (migrate.c).
CREATE TABLE person_numbered (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    verified INTEGER NOT NULL,
    named INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO person_numbered (id, name, name_key, verified, named, hidden)
    SELECT id, name, name_key, verified, named, hidden FROM person ORDER BY id;
DROP TABLE person;
ALTER TABLE person_numbered RENAME TO person;
CREATE INDEX person_name ON person (name_key);

-- Numbers that were given before, as far as the data still tells.
DELETE FROM sqlite_sequence WHERE name = 'person';
INSERT INTO sqlite_sequence (name, seq) SELECT 'person', coalesce(max(number), 0) FROM (
    SELECT max(id) AS number FROM person UNION ALL SELECT max(person) FROM result
    UNION ALL SELECT max(person) FROM rated UNION ALL SELECT max(source) FROM rated);
