-- The achievements that an identity earned (storage/achievement.h): which one, in which round, and
-- when that round ended; round and time 0: earlier than is known. Older programs add none. If one of
-- them forgets somebody, the rows stay with an identity that no longer names anybody.
-- beside 1
CREATE TABLE achievement (
    identity BIGINT NOT NULL REFERENCES identity (id),
    what BIGINT NOT NULL,
    round BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (identity, what)
);
