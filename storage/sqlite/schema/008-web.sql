-- Who is to be on no page of the web (!hide), and who was forgotten.
ALTER TABLE person ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
UPDATE person SET hidden = 1 WHERE name = '' AND named = 1;

-- The last rounds of a channel.
CREATE INDEX round_channel ON round (network, channel) WHERE ended_at IS NOT NULL;
