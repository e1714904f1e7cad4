-- A row has all actions of a commit, packed (sqlite/journal_rows.h), so a commit of many tables
-- writes one row. sqlite_journal_begin() fills it from the old rows.
ALTER TABLE journal RENAME TO journal_by_action;
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    actions BLOB NOT NULL
) STRICT;
