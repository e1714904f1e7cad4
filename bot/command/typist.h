/* typist.h: finds the identity under which somebody gives a command. */
#ifndef TALON_BOT_COMMAND_TYPIST_H
#define TALON_BOT_COMMAND_TYPIST_H

#include <stdbool.h>

#include "bot/people/people.h"
#include "storage/store.h"

struct command_context;

/* The nick under which they sit, else their account, else their nick. `who` points to the texts
 * behind it. */
struct typist {
    struct store_identity who;
    char account[PERSON_ID_MAX];
    char name[PERSON_NAME_MAX];
    char mark[HASH_HEX];
};
bool typist_of(const struct command_context *context, struct typist *self);
/* Writes only the account that the network vouches for. Returns false if there is none. */
bool typist_account(const struct command_context *context, struct typist *self);
/* Writes only their nick, even if they have an account. */
bool typist_nick(const struct command_context *context, struct typist *self);

#endif
