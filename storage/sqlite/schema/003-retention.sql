-- Old data is deleted as configured: the replays (setup and archive) of old rounds, their results,
-- and past periods of the boards.
CREATE INDEX round_replay ON round (ended_at) WHERE ended_at IS NOT NULL AND archive <> x'';
CREATE INDEX round_ended ON round (ended_at) WHERE ended_at IS NOT NULL;
