-- Links can be undone, and people choose the name that boards show.

-- The name that its network shows, and how many rounds the identity has played. A person who chose
-- no name (person.named) has that of the identity with the most rounds.
ALTER TABLE identity ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE identity ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN named INTEGER NOT NULL DEFAULT 0;

-- When an identity is linked or parted, its results are added up again.
CREATE INDEX result_identity ON result (identity) WHERE identity IS NOT NULL;
UPDATE identity SET
    rounds = (SELECT count(*) FROM result WHERE result.identity = identity.id),
    name = coalesce((SELECT person.name FROM person WHERE person.id = identity.person
                     AND person.name_key = identity.name_key), identity.name_key);

-- To find people by name on any network.
DROP INDEX identity_account;
DROP INDEX identity_name;
CREATE INDEX identity_account ON identity (account_key, network);
CREATE INDEX identity_name ON identity (name_key, network);
CREATE INDEX person_name ON person (name_key);

-- A joined nick stays joined for whoever comes from the same place: its account has a line end and
-- its mark added (its id if there is no mark).
UPDATE OR IGNORE identity
    SET account = substr(account, 1, instr(account, char(10))) || mark
    WHERE verified = 0 AND mark <> '' AND instr(account, char(10)) > 0;
