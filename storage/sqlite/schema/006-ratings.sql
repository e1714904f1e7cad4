-- Ratings of people (storage/rating.h), for each rule set and ('') for all of them together.
CREATE TABLE rating (
    person INTEGER NOT NULL REFERENCES person (id),
    rule_set TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rounds INTEGER NOT NULL,
    PRIMARY KEY (person, rule_set)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_order ON rating (rule_set, (mu - 3 * sigma) DESC);

-- What made the ratings, in this order: a round that ended; or, if round is NULL, a link or its
-- end. A link gave `person` the rating of `source`, who is gone; an end (stays = 1) gave `person`,
-- who is new, the rating of `source`. A replay of all rows gives the same ratings again. Rows of
-- deleted results are deleted, too.
CREATE TABLE rated (
    id INTEGER PRIMARY KEY,
    round INTEGER,
    person INTEGER,
    source INTEGER,
    stays INTEGER,
    CHECK ((round IS NULL) = (person IS NOT NULL AND source IS NOT NULL AND stays IS NOT NULL))
) STRICT;

-- The order of finish, and the person at that time, who may be joined to another by now. NULL: not
-- rated.
ALTER TABLE result ADD COLUMN place INTEGER;
ALTER TABLE result ADD COLUMN person INTEGER;
