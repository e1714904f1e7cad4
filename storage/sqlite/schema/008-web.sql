-- People who must be on no web page: those who hide (!hide) and forgotten ones.
ALTER TABLE person ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
UPDATE person SET hidden = 1 WHERE name = '' AND named = 1;

-- To find the last rounds of a channel.
CREATE INDEX round_channel ON round (network, channel) WHERE ended_at IS NOT NULL;
