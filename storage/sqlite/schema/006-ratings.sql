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

-- What made them, in this order: a round that ended; or, where round is NULL, that `person` took the
-- ratings of `source`, who is no more (joined) or goes on with the same (parted: stays = 1). Whoever
-- goes through it comes to the same ratings again. The rows of results that were deleted go.
CREATE TABLE rated (
    id INTEGER PRIMARY KEY,
    round INTEGER,
    person INTEGER,
    source INTEGER,
    stays INTEGER,
    CHECK ((round IS NULL) = (person IS NOT NULL AND source IS NOT NULL AND stays IS NOT NULL))
) STRICT;

-- Where they came in, and who they were then (they may be joined by now). NULL: not rated.
ALTER TABLE result ADD COLUMN place INTEGER;
ALTER TABLE result ADD COLUMN person INTEGER;
