-- Ratings of each season (a quarter of a year: 4 * year + 0..3). The row of a past season is the
-- rating at its end. season 0: not known yet (sqlite_ratings_settle()).
DROP INDEX rating_order;
ALTER TABLE rating RENAME TO rating_before;
CREATE TABLE rating (
    person INTEGER NOT NULL REFERENCES person (id),
    rule_set TEXT NOT NULL,
    season INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rounds INTEGER NOT NULL,
    PRIMARY KEY (person, rule_set, season)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_order ON rating (rule_set, season, (mu - 3 * sigma) DESC);
INSERT INTO rating SELECT person, rule_set, 0, mu, sigma, rounds FROM rating_before;
DROP TABLE rating_before;

-- The season in which the round ended.
ALTER TABLE rated ADD COLUMN season INTEGER;

-- The rating after the round as people read it (rating_shown(), rating_off()): in all rule sets,
-- and in that of the round. NULL: not rated.
ALTER TABLE result ADD COLUMN rating INTEGER;
ALTER TABLE result ADD COLUMN rating_off INTEGER;
ALTER TABLE result ADD COLUMN set_rating INTEGER;
ALTER TABLE result ADD COLUMN set_rating_off INTEGER;
