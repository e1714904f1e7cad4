/* ban.h: whom the operator does not let play (`talon ctl ban`).
 *
 * A person is banned by their account, a nick without one by a mask of nick!user@host with * and ?,
 * and a tenant of a network (a server of Discord) with all of its channels, and in private who was
 * seen last in one of these (seen.h). Who is banned is not
 * heard: what they type and press there does nothing and gets no answer, or there would be a way to
 * make us talk. Bans are kept in the store. */
#ifndef TALON_BOT_PEOPLE_BAN_H
#define TALON_BOT_PEOPLE_BAN_H

#include <stdbool.h>

struct adapter_impl;
struct chat_event;
struct chat_user;
struct host;
struct network;

enum { BANS_MAX = 1000 };

enum ban_kind { BAN_PERSON, BAN_MASK, BAN_GUILD };

/* One of host->people->bans. */
struct ban {
    struct ban *next;
    enum ban_kind kind;
    char *network; /* its name; it need not be there just now */
    char *what;    /* as it was given */
};

/* The newest; ->next is the one before it. NULL: nobody is banned. */
const struct ban *ban_first(const struct host *host);
/* "person", "mask", "guild"; false: it is none of these. */
bool ban_kind_find(const char *word, enum ban_kind *kind);
const char *ban_kind_name(enum ban_kind kind);

/* A row of store_load_settings() in the scope "ban". */
void ban_load(struct host *host, const char *key);
/* It is not there any more. */
void ban_unload(struct host *host, const char *key);
void ban_finish(struct host *host);

/* NULL: it holds from now on, or did already; else why not. The network, with its adapter, need not
 * be there. */
const char *ban_set(struct host *host, enum ban_kind kind, const char *network,
                    const struct adapter_impl *impl, const char *what);
/* False: there is none like that. */
bool ban_lift(struct host *host, enum ban_kind kind, const char *network, const char *what);

/* Whether that user is banned there; of whose a channel is, ban_of_tenant() asks. */
bool ban_of_user(const struct network *network, const struct chat_user *user);
bool ban_is_tenant(const struct network *network, const char *tenant);
bool ban_of_tenant(const struct network *network, const char *channel);

#endif
