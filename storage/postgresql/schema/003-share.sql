-- How processes share leases (storage/lease.h). A member that does not know these columns takes no
-- part in it: others give it nothing.
-- beside 1
ALTER TABLE member ADD COLUMN shares BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN room BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN welcomes TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE lease ADD COLUMN heir TEXT COLLATE "C",
    ADD COLUMN by_hand BIGINT NOT NULL DEFAULT 0;
