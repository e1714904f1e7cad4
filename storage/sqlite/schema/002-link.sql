-- !link joins identities of one person.

-- How a nick without account is known again: a hash of where it comes from. Only from there can its
-- scores be joined to an account. Empty: it played from several places, or it is not known.
ALTER TABLE identity ADD COLUMN mark TEXT;
UPDATE identity SET mark = '' WHERE verified = 0;

-- Links. The person that had `identity` before is gone; `person` has its scores. The joined nick is
-- free again, so identity.account has a line end and the id added to it.
CREATE TABLE link (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    identity INTEGER NOT NULL REFERENCES identity (id),
    person INTEGER NOT NULL REFERENCES person (id)
) STRICT;
CREATE INDEX link_person ON link (person);
