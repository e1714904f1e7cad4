/* preferences.h: what people have set for themselves, kept in the store. */
#ifndef TALON_BOT_PEOPLE_PREFERENCES_H
#define TALON_BOT_PEOPLE_PREFERENCES_H

#include <stdbool.h>
#include <stdint.h>

struct chat_user;
struct language;
struct message;
struct network;
struct person;

/* What somebody chose for whispers to them. All zero if they chose nothing. */
struct preferences {
    const struct language *language; /* NULL: the channel's */
    uint8_t look;                    /* enum look */
    uint8_t way;                     /* enum way (message.h) */
    bool silent;                     /* do not call them when it is their turn */
    bool page_alone;                 /* whisper no hands while a page of the seat is open */
};

enum look { LOOK_OF_CHANNEL, LOOK_COLOURS, LOOK_MONO };

/* "language", "theme", "whisper", "pings", "web_chat"; NULL behind the last. */
extern const char *const preference_keys[];
/* Set or return one preference by its key, in the form of the store; NULL: they chose none. */
void preference_set(struct preferences *preferences, const char *key, const char *value);
const char *preference_get(const struct preferences *preferences, const char *key);

/* What a user chose, with a seat or without. */
struct preferences preferences_of(const struct network *network, const struct chat_user *user);
/* What the owner of an identity chose, who need not be here. */
struct preferences preferences_by(const struct network *network, const char *key, bool verified);
/* Sets how a whisper looks and by which way it is sent, as its reader wants; `mono` is the
 * channel's look. `preferences` may be NULL. */
void preferences_dress(struct message *message, const struct preferences *preferences, bool mono);
/* Sets person->preferences from what is kept for the person. */
void preferences_load(struct person *person);
/* Sets a preference of a person (value NULL: unsets it), with effect at once. For an account the
 * store keeps it, if there is room. For a nick it is saved with their seats, and remembered for a
 * while as a passing setting. */
void preferences_choose(struct person *person, const char *key, const char *value);

#endif
