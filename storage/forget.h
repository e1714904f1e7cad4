/* forget.h: takes a person out of the database.
 *
 * What goes: account, name and mark of all identities of the person; their links and settings;
 * their records, and the head to head of other people with them (record.h); their identities in the
 * setups of rounds; the names of their private talks.
 *
 * What stays: a person without a name ("") on the boards, because the scores of others depend on
 * it. The public text of a setup keeps the name that the channel saw: it is part of the seed, so
 * without it nobody could prove the round (bot/table/setup.h). The text is deleted together with
 * the replay (keep_replays). If a setup cannot be read without the identities, its replay is
 * dropped at once.
 *
 * Copies of the database are not changed. */
#ifndef TALON_STORAGE_FORGET_H
#define TALON_STORAGE_FORGET_H

#include "query.h"

enum store_forgets {
    STORE_NAMES_NOBODY,  /* the text does not name them */
    STORE_FORGOT,        /* `out` is the text without them; "": delete the text */
    STORE_KNOWS_FOR_GOOD /* they cannot be taken out of this text */
};

struct store_setting {
    const char *scope, *key, *value;
};

/* The host writes the texts in the store, so it supplies the functions that read them. Of `who`
 * only network, account and `verified` are used. */
struct store_forget_texts {
    /* Whether the state of a table, whose home is that network, names them. */
    bool (*table)(const struct store_identity *who, const char *network, const char *state);
    bool (*channel)(const struct store_identity *who, const char *channel); /* is it their talk */
    enum store_forgets (*setup)(const struct store_identity *who, const char *text, char *out,
                                size_t size);
    enum store_forgets (*setting)(const struct store_identity *who,
                                  const struct store_setting *setting, char *out, size_t size);
};

/* -- with no daemon -- */

struct store_forget {
    const char *network, *account;
    const struct store_forget_texts *texts;
    /* Set by the call: how many of each were changed or deleted. */
    int64_t identities, settings, setups, replays; /* replays: dropped */
};
/* Forgets the person of that account, or else of that nick: all of it or, on an error, nothing.
 * Takes the database's lock, so no daemon may use it. STORE_FAILED: they sit at an open table, or
 * nothing is known of them. */
enum store_error store_forget(const char *path, struct store_forget *forget, struct fault *why);

/* -- while the daemon runs -- */

/* An open table, or one with a running round, that names an identity of a person. */
struct store_seated {
    int64_t table;
    unsigned known; /* index in the links; 0, too, if these are empty: the identity of the question
                     */
};

/* All identities of a person, and the rounds and tables that name them. The search ended at round
 * `last`; store_forget_person() searches later rounds itself. */
struct store_traces {
    struct store_links links; /* count 0: nobody knows the identity */
    const int64_t *rounds;    /* ascending; valid during the callback */
    size_t round_count;
    int64_t last;
    /* Tables as they are on disk, also those of other processes. The caller knows better about a
     * table that it has in memory. A table may be listed twice. Valid during the callback. */
    const struct store_seated *seated;
    size_t seated_count;
};
typedef void store_traces_fn(void *arg, bool ok, const struct store_traces *traces);
/* A question as in query.h. It reads all rounds and then all tables in steps of one transaction
 * each, so other questions wait for one step at most. All `texts` except `texts->setting` are
 * called off the loop. */
void store_ask_traces(struct store *store, const struct store_identity *who,
                      const struct store_forget_texts *texts, store_traces_fn *done, void *arg);
/* Adds to the open batch that a person is forgotten. `traces` is the answer about the same
 * identity; it is copied. Forgets the person of exactly that identity, with all identities that are
 * linked to it when the batch is written. The caller makes sure, in the same turn of the loop, that
 * they sit at none of its tables, and that `traces` names no other table. The caller also deletes
 * their settings. */
void store_forget_person(struct store *store, const struct store_identity *who,
                         const struct store_forget_texts *texts, const struct store_traces *traces);

#endif
