/* export_person.h: everything that the database has about one person as text, to give to them.
 *
 * JSON, one object a line, in this order. The first key says what kind of line it is:
 *
 *     talon      "person"; "format" 1
 *     person     name, verified, named (chose it with !name), hidden (!hide)
 *     identity   account; network, verified, name, seen_at, rounds, mark
 *     link       when a link was made; network, account
 *     setting    its key; scope, value: the part of it that is about them
 *     round      its number; network, channel, set, started_at, ended_at, outcome; seat, seen (the
 *                name that the channel saw), points, won, match_over, match_won, place (if it was
 *                rated); actions as [at, text]: their own moves. What is not known, or no longer
 *                kept, is null
 *     score      its kind of board (0 a channel, 1 a network, 2 all), network, channel, span,
 *                start, and the sums
 *     rating     its rule set ("": all); season (4 * year + 0..3), mu, sigma, rounds
 *     feat       records (record.h) in its rule set ("": all); the columns of the table. Head to
 *                head is left out, because it is about others, too
 *     table      an open one; network, channel, theirs: the part of its state that is about them
 *     end        how many lines come before it
 *
 * Data of other people is left out, and so are the secrets of rounds, which would show hands. */
#ifndef TALON_STORAGE_EXPORT_EXPORT_PERSON_H
#define TALON_STORAGE_EXPORT_EXPORT_PERSON_H

#include <stdio.h>

#include "storage/forget.h"

/* The host writes the texts in the store, so it supplies the functions that read them. Of `who`
 * only network, account and `verified` are used. Functions with `out` write the part that belongs
 * to that identity, and return false if nothing does. */
struct store_person_texts {
    /* Returns the seats that the identity has in a round with that setup: bit N is seat N. */
    uint32_t (*seats)(const struct store_identity *who, const char *setup);
    /* The name under which the channel saw that seat. */
    bool (*seen)(const char *setup, unsigned seat, char *out, size_t size);
    /* The seat of an action, from 0. */
    unsigned (*actor)(const char *action);
    bool (*setting)(const struct store_identity *who, const struct store_setting *setting,
                    char *out, size_t size);
    /* `network` is the home of the table. */
    bool (*table)(const struct store_identity *who, const char *network, const char *state,
                  char *out, size_t size);
};

struct store_export_person {
    FILE *out;
    const char *network, *account; /* the account of the person, or else their nick */
    const struct store_person_texts *texts;
    int64_t lines; /* set: lines written */
};
/* Writes what the database at `path` has at one moment; a daemon may use it. STORE_FAILED: it has
 * nothing about the person, and nothing is written. The caller checks `out` for errors. */
enum store_error store_export_person(const char *path, struct store_export_person *to,
                                     struct fault *why);

#endif
