/* ban.h: people and channels that the operator does not let play (`talon ctl ban`).
 *
 * A ban is for a person by their account, for guests by a mask of nick!user@host with * and ?,
 * or for a tenant (the owner of channels: a server of Discord). A ban of a tenant covers all of
 * its channels, and people in private talks who were last seen in one of them (seen.h).
 *
 * The bot gives banned people no answer at all, or they could make it talk. The store keeps
 * bans, in the scope "ban". */
#ifndef TALON_BOT_PEOPLE_BAN_H
#define TALON_BOT_PEOPLE_BAN_H

#include <stdbool.h>

struct adapter_impl;
struct chat_event;
struct chat_user;
struct people;
struct network;

enum { BANS_MAX = 1000 };

enum ban_kind { BAN_PERSON, BAN_MASK, BAN_GUILD };

/* One of people->bans. */
struct ban {
    struct ban *next;
    enum ban_kind kind;
    char *network; /* the network's name; this process need not have it now */
    char *what;    /* as it was given */
};

/* The newest ban; ->next is the one made before it. NULL: nobody is banned. */
const struct ban *ban_first(const struct people *people);
/* Finds the kind by its word: "person", "mask", "guild". Returns false for any other word. */
bool ban_kind_find(const char *word, enum ban_kind *kind);
const char *ban_kind_name(enum ban_kind kind);

/* A row of store_load_settings() in the scope "ban". */
void ban_load(struct people *people, const char *key);
/* Drops that ban, because the store no longer has its row. */
void ban_unload(struct people *people, const char *key);
void ban_finish(struct people *people);

/* Adds a ban, unless there is one like it. Returns NULL if the ban holds now, else the reason why
 * not, to be shown to the operator. This process need not have the network; `impl` is its
 * adapter's. */
const char *ban_set(struct people *people, enum ban_kind kind, const char *network,
                    const struct adapter_impl *impl, const char *what);
/* Removes the bans like that. Returns false if there was none. */
bool ban_lift(struct people *people, enum ban_kind kind, const char *network, const char *what);

/* True if the user is banned by account or mask. For the channel see ban_of_tenant(). */
bool ban_of_user(const struct network *network, const struct chat_user *user);
bool ban_is_tenant(const struct network *network, const char *tenant);
bool ban_of_tenant(const struct network *network, const char *channel);

#endif
