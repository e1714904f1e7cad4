-- Identities of one person are joined by !link.

-- By what a nick without account is known again (a hash of whence it came): its scores may be joined
-- to an account only from there. Empty: it played from several places, or nobody knows.
ALTER TABLE identity ADD COLUMN mark TEXT;
UPDATE identity SET mark = '' WHERE verified = 0;

-- What was joined. The person that had `identity` before is gone; `person` has its scores. A nick
-- that was joined is free again: in identity.account a line end and its id stand behind it.
CREATE TABLE link (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    identity INTEGER NOT NULL REFERENCES identity (id),
    person INTEGER NOT NULL REFERENCES person (id)
) STRICT;
CREATE INDEX link_person ON link (person);
