-- A round changes fifteen rows of each person. They are stored together now; before, each was on a
-- page of its own and in an index by person. A round without points no longer changes the order of
-- a board: people who are equal so far are sorted when somebody asks.
DROP INDEX score_order;
DROP INDEX score_person;
ALTER TABLE score RENAME TO score_by_board;
CREATE TABLE score (
    scope INTEGER NOT NULL REFERENCES scope (id),
    span INTEGER NOT NULL,
    start INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    rounds INTEGER NOT NULL,
    rounds_won INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    matches_won INTEGER NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (person, scope, span, start)
) STRICT, WITHOUT ROWID;
INSERT INTO score SELECT * FROM score_by_board ORDER BY person, scope, span, start;
DROP TABLE score_by_board;
CREATE INDEX score_order ON score (scope, span, start, points DESC, rounds_won DESC);
