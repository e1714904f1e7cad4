-- A board by rating has provisional people behind the others, in order of their rounds
-- (rating_standing()).
DROP INDEX rating_order;
CREATE INDEX rating_order ON rating (rule_set, season,
    (CASE WHEN rounds < 10 THEN rounds - 1e6 ELSE mu - 3 * sigma END) DESC, person);
