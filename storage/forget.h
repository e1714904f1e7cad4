/* forget.h: a person taken out of the database.
 *
 * All identities of the person lose account, name and mark and stand as nobody from then on; the
 * person stays on the boards without a name (""), for what others won is measured by it. Their
 * records are deleted, and so is what others have against them (record.h). Links,
 * settings, and what names them in the texts of the host go: identities out of the setups of
 * rounds, and the names of private talks. What the channel saw is kept: the public text of a setup
 * has the name that was seen and is hashed into the seed, so that without it nobody could prove
 * that round any more (bot/table/setup.h); it goes with the replay (keep_replays). The replay of a
 * round whose setup cannot be read without them is dropped at once. Copies of the database know
 * nothing of this. */
#ifndef TALON_STORAGE_FORGET_H
#define TALON_STORAGE_FORGET_H

#include "query.h"

enum store_forgets {
    STORE_NAMES_NOBODY,  /* the text does not name them */
    STORE_FORGOT,        /* `out` is the text without them; "": it goes */
    STORE_KNOWS_FOR_GOOD /* they cannot be taken out of it */
};

struct store_setting {
    const char *scope, *key, *value;
};

/* The texts are the host's, and so is what they mean; of `who` network, account and `verified`
 * count. */
struct store_forget_texts {
    bool (*table)(const struct store_identity *who, const char *state); /* whether it names them */
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
    /* set: what was found and taken out */
    int64_t identities, settings, setups, replays; /* replays: dropped */
};
/* All of it or, on an error, nothing. The person of that account, or else of that nick. Takes the
 * lock: no daemon may use the database. Refused (STORE_FAILED) while they are at an open table, and
 * when nothing is kept of them. */
enum store_error store_forget(const char *path, struct store_forget *forget, struct fault *why);

/* -- while the daemon runs -- */

/* Who they are, and which rounds name them. `rounds` are those up to number `last`: later ones are
 * looked through when they are forgotten. */
struct store_traces {
    struct store_links links; /* count 0: nobody knows the identity that was asked for */
    const int64_t *rounds;    /* in order; valid during the callback */
    size_t round_count;
    int64_t last;
};
typedef void store_traces_fn(void *arg, bool ok, const struct store_traces *traces);
/* A question as those of query.h. It reads all rounds, in many steps: nobody but who asks waits for
 * more than one of them. Of `texts` setup() and channel() are called off the loop. */
void store_ask_traces(struct store *store, const struct store_identity *who,
                      const struct store_forget_texts *texts, store_traces_fn *done, void *arg);
/* Gathers it as the calls of store.h do; `traces` is an answer about the same identity, and copied.
 * The person of exactly that identity, with all that is linked with it by then. They sit at no
 * table and in no round that runs: this is for the caller to see to, in the same turn of the loop.
 * Settings are the caller's, too. */
void store_forget_person(struct store *store, const struct store_identity *who,
                         const struct store_forget_texts *texts, const struct store_traces *traces);

#endif
