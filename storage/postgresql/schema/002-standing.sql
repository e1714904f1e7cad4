-- A board by rating has who is new behind the others, by their rounds (rating_standing()). Programs of
-- before sort their boards without the index that they knew: slower, and as they did.
-- beside 1
DROP INDEX rating_order;
CREATE INDEX rating_order ON rating (rule_set, season,
    (CASE WHEN rounds < 10 THEN rounds - 1e6 ELSE mu - 3 * sigma END) DESC, person);
