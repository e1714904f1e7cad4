/* settings.h: typed keys and their values.
 *
 * A module that can be configured has one visible array of keys; the configuration file is read
 * against it (bot/config.c), so an unknown key, a wrong type or a value out of range is refused
 * with file and line before the module ever sees it. */
#ifndef TALON_BASE_SETTINGS_H
#define TALON_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

enum setting_type {
    SETTING_TEXT,
    SETTING_NUMBER, /* a whole number within min..max */
    SETTING_SWITCH, /* on/off, yes/no, true/false */
    SETTING_LIST,   /* words parted by blanks or commas; kept as typed */
    SETTING_SECRET  /* path of a file (or name of a systemd credential) that holds a secret; not
                       readable by others */
};

/* One key; an array of them ends with name NULL. */
struct setting_key {
    const char *name;
    enum setting_type type;
    const char *fallback; /* as text; NULL: none */
    long min, max;        /* of a number */
    bool required;
};

/* Values by index of the key array. */
struct settings {
    const struct setting_key *keys;
    char **values; /* owned; NULL: the key's fallback holds */
    char why[96];  /* memory for the answer of settings_put() */
};

/* False when memory is out. */
bool settings_init(struct settings *settings, const struct setting_key *keys);
void settings_finish(struct settings *settings);

/* Index of a key, or -1. */
int settings_find(const struct settings *settings, const char *name);
/* Checks and stores a value (copied); what is put to a list comes behind what is there. NULL, or
 * why it is refused ("is not a number from 1 to 65535"), valid until the next call; the value
 * before stays then. */
const char *settings_put(struct settings *settings, int key, const char *value);
/* Name of the first required key without a value, or NULL. */
const char *settings_missing(const struct settings *settings);

/* Value or fallback; NULL when there is neither. */
const char *settings_text(const struct settings *settings, int key);
/* Of a number; 0 without value and fallback. */
long settings_number(const struct settings *settings, int key);
bool settings_switch(const struct settings *settings, int key);
/* Calls `word` for each word of a list. */
void settings_each(const struct settings *settings, int key,
                   void (*word)(void *arg, const char *word), void *arg);

/* Reads the secret of a SETTING_SECRET key into `out`: its value is an absolute path, or the name
 * of a systemd credential, a file below $CREDENTIALS_DIRECTORY. One line end at its end goes; a
 * file that group or others may read is refused, so are an empty one and one that does not fit
 * `size`. The secret is hidden from every log from then on. False with one clear line in `why`,
 * `out` empty. */
bool settings_secret(const struct settings *settings, int key, char *out, size_t size, char *why,
                     size_t why_size);
/* For a library that reads the secret by itself: only the path of its file, refused as above. */
bool settings_secret_path(const struct settings *settings, int key, char *path, size_t size,
                          char *why, size_t why_size);

#endif
