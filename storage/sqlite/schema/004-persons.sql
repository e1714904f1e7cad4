-- Links can be parted, and a person is shown as they want.

-- How its network shows it, and how many rounds it has played: a person who chose no name
-- (person.named) is called as the one of their identities that played most.
ALTER TABLE identity ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE identity ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN named INTEGER NOT NULL DEFAULT 0;

-- What an identity earned is summed up anew from its results when it is linked or parted.
CREATE INDEX result_identity ON result (identity) WHERE identity IS NOT NULL;
UPDATE identity SET
    rounds = (SELECT count(*) FROM result WHERE result.identity = identity.id),
    name = coalesce((SELECT person.name FROM person WHERE person.id = identity.person
                     AND person.name_key = identity.name_key), identity.name_key);

-- By name on any network.
DROP INDEX identity_account;
DROP INDEX identity_name;
CREATE INDEX identity_account ON identity (account_key, network);
CREATE INDEX identity_name ON identity (name_key, network);
CREATE INDEX person_name ON person (name_key);

-- A nick that is joined stays so for who comes from where it came from: behind its account stand a
-- line end and its mark (its id where none is known).
UPDATE OR IGNORE identity
    SET account = substr(account, 1, instr(account, char(10))) || mark
    WHERE verified = 0 AND mark <> '' AND instr(account, char(10)) > 0;
