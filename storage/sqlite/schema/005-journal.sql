-- Rows are only added at the end of the journal, so rounds that run at the same time write to one
-- page. `before` is the row of the same round's previous action (0: none). It finds a round without
-- an index, which every move would have to write. Rows of finished rounds stay until the rows of
-- all older rounds can go, too.
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
