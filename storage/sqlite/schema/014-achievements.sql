-- The achievements that an identity earned (storage/achievement.h): which one, in which round, and
-- when that round ended; round and time 0: earlier than is known.
CREATE TABLE achievement (
    identity INTEGER NOT NULL REFERENCES identity (id),
    what INTEGER NOT NULL,
    round INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (identity, what)
) STRICT, WITHOUT ROWID;
