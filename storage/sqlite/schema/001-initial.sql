-- What Talon remembers. Times are milliseconds since 1970, UTC.

-- Open tables. AUTOINCREMENT keeps the largest id ever given, so no id is given twice.
CREATE TABLE game_table (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    state TEXT NOT NULL
) STRICT;

-- Rounds. The actions of a running round are rows of the journal; its end packs them into
-- `archive`.
CREATE TABLE round (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_table INTEGER NOT NULL,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    setup TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    commitment BLOB NOT NULL CHECK (length(commitment) = 32),
    deal_hash INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    counts INTEGER,
    archive BLOB,
    CHECK ((ended_at IS NULL) = (outcome IS NULL) AND (ended_at IS NULL) = (archive IS NULL))
) STRICT;
CREATE INDEX round_running ON round (id) WHERE ended_at IS NULL;

CREATE TABLE journal (
    round INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    hash INTEGER NOT NULL,
    PRIMARY KEY (round, seq)
) STRICT, WITHOUT ROWID;

-- People. An identity is how a network knows somebody; scores belong to the person behind it. An
-- unverified nick is never the account of the same name. *_key: folded, to find people by name.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    verified INTEGER NOT NULL
) STRICT;

CREATE TABLE identity (
    id INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    account TEXT NOT NULL,
    verified INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    account_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    UNIQUE (network, account, verified)
) STRICT;
CREATE INDEX identity_account ON identity (network, account_key);
CREATE INDEX identity_name ON identity (network, name_key);
CREATE INDEX identity_person ON identity (person);

-- identity NULL: a computer player.
CREATE TABLE result (
    round INTEGER NOT NULL REFERENCES round (id),
    seat INTEGER NOT NULL,
    identity INTEGER REFERENCES identity (id),
    points INTEGER NOT NULL,
    won INTEGER NOT NULL,
    match_over INTEGER NOT NULL,
    match_won INTEGER NOT NULL,
    PRIMARY KEY (round, seat)
) STRICT, WITHOUT ROWID;

-- Leaderboards: the sums of each board. A board is a scope (kind: 0 channel, 1 network, 2 overall;
-- unused text is empty), a span (0 day, 1 week, 2 month, 3 season, 4 all) and the first day of that
-- span, counted from 1970 in the configured time zone (0 for all).
CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    network TEXT NOT NULL,
    channel TEXT NOT NULL,
    UNIQUE (kind, network, channel)
) STRICT;

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
    PRIMARY KEY (scope, span, start, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX score_order ON score (scope, span, start, points DESC, rounds_won DESC, rounds);
CREATE INDEX score_person ON score (person);

CREATE TABLE setting (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
