-- What is old goes, as far as the configuration says so: the replays (setup and archive) of rounds that
-- ended long ago, and their results and closed windows of the boards.
CREATE INDEX round_replay ON round (ended_at) WHERE ended_at IS NOT NULL AND archive <> x'';
CREATE INDEX round_ended ON round (ended_at) WHERE ended_at IS NOT NULL;
