-- The journal grows at its end alone: rounds that run at the same time write to the same page, and not
-- each to one of its own. `before` is the row of the same round's action before (0: it has none), so
-- that a round is found without an index, which would be written at every move. Rows of rounds that
-- are over stay until those of all rounds that are older have gone, too.
ALTER TABLE journal RENAME TO journal_by_round;
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    before INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    hash INTEGER NOT NULL
) STRICT;
INSERT INTO journal
    SELECT row, lag(row, 1, 0) OVER (PARTITION BY round ORDER BY seq), round, seq, at, action, hash
    FROM (SELECT row_number() OVER (ORDER BY round, seq) AS row, * FROM journal_by_round)
    ORDER BY row;
DROP TABLE journal_by_round;
