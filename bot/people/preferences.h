/* preferences.h: what people have set for themselves, kept in the store. */
#ifndef TALON_BOT_PEOPLE_PREFERENCES_H
#define TALON_BOT_PEOPLE_PREFERENCES_H

#include <stdbool.h>
#include <stdint.h>

struct chat_user;
struct host;
struct language;
struct message;
struct network;
struct person;

/* What somebody chose for whispers to them. All zero if they chose nothing. */
struct preferences {
    const struct language *language; /* NULL: the channel's */
    uint8_t look;                    /* enum look */
    uint8_t way;                     /* enum way (message.h) */
    bool silent;                     /* not to be called when it is their turn */
    bool page_alone;                 /* whisper no hands while a page of the seat is open */
};

enum look { LOOK_OF_CHANNEL, LOOK_COLOURS, LOOK_MONO };

/* "language", "theme", "whisper", "pings", "web_chat"; NULL behind the last. */
extern const char *const preference_keys[];
/* A value by its key, in the form of the store; NULL if they chose none. */
void preference_set(struct preferences *preferences, const char *key, const char *value);
const char *preference_get(const struct preferences *preferences, const char *key);

/* What a user chose, with a seat or without. */
struct preferences preferences_of(struct host *host, const struct network *network,
                                  const struct chat_user *user);
/* The same for an identity that is not here as a user. */
struct preferences preferences_by(const struct host *host, const struct network *network,
                                  const char *key, bool verified);
/* Sets how a whisper looks and travels, as its reader wants; `mono` is the channel's look. Accepts
 * NULL. */
void preferences_dress(struct message *message, const struct preferences *preferences, bool mono);
/* Gives a person what is kept of them. */
void preferences_load(struct host *host, struct person *person);
/* Sets a preference of a person (value NULL: unset), at once. The store keeps it for accounts,
 * while there is room. For nicks it is saved with their seats, and remembered for a while. */
void preferences_choose(struct host *host, struct person *person, const char *key,
                        const char *value);

#endif
