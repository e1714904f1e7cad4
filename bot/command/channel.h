/* channel.h: what a channel keeps beside the switches of its tables: "rules", "language", "theme",
 * "quiet", "web", "records", "achievements", "proofs", "guests" (invite.h), "autostart"
 * (autostart.h), "turn_limit", "board".
 *
 * Each is a row: what may be typed for it in each language, how that is kept among the
 * settings (setting_store.h), what holds where nothing is kept, and what a value means in words.
 */
#ifndef TALON_BOT_COMMAND_CHANNEL_H
#define TALON_BOT_COMMAND_CHANNEL_H

#include <stdbool.h>

struct language;
struct message;
struct network;

/* channel_key() returns the n-th key, or NULL behind the last one. channel_has_key() returns true
 * if a word is a key. */
const char *channel_key(unsigned n);
bool channel_has_key(const char *word);
/* True if the key has an effect on that network. */
bool channel_key_counts(const struct network *network, const char *key);
/* True if only operators set it, and not the player who opened the table. */
bool channel_is_of_operators(const char *key);
/* Returns the values of a key in the form that we show. */
const char *channel_values(const char *key);
/* Returns the stored form of a value that somebody typed, or NULL if it is no value of the key. */
const char *channel_read(const char *key, const char *typed);
/* Returns "on" or "off" for what somebody typed; NULL if it means neither. */
const char *channel_read_state(const char *typed);
/* Returns the value in force in a channel: its own, else the one set for all channels. NULL as the
 * channel: the one for all. */
const char *channel_value(struct network *network, const char *channel, const char *key);
/* Returns true if cards are plain text there (theme mono). */
bool channel_is_mono(struct network *network, const char *channel);
/* Returns true if we whisper answers there (quiet on). */
bool channel_is_quiet(struct network *network, const char *channel);
/* Adds the meaning of a value as a clause without a full stop. */
void channel_add_meaning(struct message *message, const struct language *language,
                         const struct network *network, const char *key, const char *value);

#endif
