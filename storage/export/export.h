/* export.h: a whole database as text, for another machine, version or program.
 *
 * JSON, one object a line, in this order. The first key says what kind of line it is; its value is
 * the id, if that kind has one:
 *
 *     talon      "export"; "format" 1; the highest numbers ever used for tables, rounds and persons
 *     person     name, verified, named (chose it with !name), hidden (!hide)
 *     identity   its person, network, account, verified, name, seen_at, rounds, mark
 *     link       what was joined, at, to whom
 *     setting    its key; scope, value
 *     round      table, network, channel, set, rules (version), started_at, ended_at, outcome,
 *                counts; its proof: secret, commitment, deal (hash), setup, actions as [at, text,
 *                hash]; results as [seat, identity, points, won, match_over, match_won, place,
 *                person, rating, rating_off, set_rating, set_rating_off, plays, cards, duels_won,
 *                duels_lost, bluffs]. place to set_rating_off (the ratings after the round, as
 *                people read them) are null if the seat was not rated; the rest is null if it is
 *                not known. setup and actions are null if the replay is no longer kept; ended_at
 *                and outcome are null while the round runs; identity is null for a computer player
 *     score      its kind of board (0 a channel, 1 a network, 2 all), network, channel, span,
 *                start, person, and the sums: they outlive results that were deleted
 *     rating     its rule set ("": all), person, season (4 * year + 0..3), mu, sigma, rounds
 *     rated      what made the ratings, in that order: a round with its season, or a link (person,
 *                source, stays)
 *     feat       records (record.h) in its rule set ("": all), person, and the columns of the table
 *     versus     head to head: the other person, person, rounds, ahead, behind
 *     achievement  its number (achievement.h), identity, the round that earned it (0: not known),
 *                and when that ended (0: not known)
 *     table      network, channel, state
 *     end        how many lines come before it: an export without it is incomplete
 *
 * Older exports have no lines rating and rated, or no seasons in them, or no lines feat and versus:
 * the import computes these from the rounds.
 *
 * Times are milliseconds since 1970, hashes and secrets are digits. The same database gives the
 * same bytes. Like the database, an export holds the secrets of running rounds and the states of
 * private tables: keep it for its owner only. */
#ifndef TALON_STORAGE_EXPORT_EXPORT_H
#define TALON_STORAGE_EXPORT_EXPORT_H

#include <stdio.h>

#include "storage/store.h"

enum { EXPORT_FORMAT = 1 };

struct store_export {
    FILE *out;
    void (*left_out)(void *arg, const char *line); /* called for each, see below */
    void *arg;
    int64_t lines, left; /* set: lines written, rounds of which something was left out */
};
/* Writes one moment of the database at `path`, which may be in use. A finished round with a damaged
 * replay is written without it, and a round that cannot be read is left out; left_out() is called
 * for each. The caller checks `out` for errors. */
enum store_error store_export(const char *path, struct store_export *to, struct fault *why);

#endif
