-- What a person did in a round (store_result). NULL: not known, or a computer player.
ALTER TABLE result ADD COLUMN plays INTEGER;
ALTER TABLE result ADD COLUMN cards INTEGER;
ALTER TABLE result ADD COLUMN duels_won INTEGER;
ALTER TABLE result ADD COLUMN duels_lost INTEGER;
ALTER TABLE result ADD COLUMN bluffs INTEGER;

-- Records and streaks of a person (storage/record.h), in each rule set and ('') in all.
CREATE TABLE feat (
    person INTEGER NOT NULL REFERENCES person (id),
    rule_set TEXT NOT NULL,
    rounds INTEGER NOT NULL,
    won INTEGER NOT NULL,
    duels_won INTEGER NOT NULL,
    duels_lost INTEGER NOT NULL,
    bluffs INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    plays INTEGER NOT NULL,
    lasted INTEGER NOT NULL,
    fast_round INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    cards_round INTEGER NOT NULL,
    PRIMARY KEY (person, rule_set)
) STRICT, WITHOUT ROWID;
CREATE INDEX feat_longest ON feat (rule_set, longest DESC);

-- Head to head: rounds that two people played at one table, and who finished first. Each pair has
-- two rows.
CREATE TABLE versus (
    person INTEGER NOT NULL REFERENCES person (id),
    other INTEGER NOT NULL REFERENCES person (id),
    rounds INTEGER NOT NULL,
    ahead INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;

-- To go through the rounds of one person in the order in which they ended.
CREATE INDEX rated_round ON rated (round) WHERE round IS NOT NULL;
