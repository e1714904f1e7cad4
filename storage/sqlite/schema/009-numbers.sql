-- The number of a person is theirs for ever (AUTOINCREMENT, as of rounds): it is the address of their
-- page, which would come to show somebody else. Made anew, as SQLite cannot change it; what refers
-- to persons goes on doing so (migrate.c).
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

-- Numbers that were given before, as far as anything tells of them.
DELETE FROM sqlite_sequence WHERE name = 'person';
INSERT INTO sqlite_sequence (name, seq) SELECT 'person', coalesce(max(number), 0) FROM (
    SELECT max(id) AS number FROM person UNION ALL SELECT max(person) FROM result
    UNION ALL SELECT max(person) FROM rated UNION ALL SELECT max(source) FROM rated);
