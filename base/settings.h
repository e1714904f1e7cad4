/* settings.h: typed keys and their values.
 *
 * A module that can be configured has one visible array of keys; the configuration file is read
 * against it (bot/cli/config/config.c), so an unknown key, a wrong type or a value out of range is
 * refused with file and line before the module ever sees it. */
#ifndef TALON_BASE_SETTINGS_H
#define TALON_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "fault.h"

enum setting_type {
    SETTING_TEXT,
    SETTING_NUMBER, /* a whole number within min..max, or its fallback, where that is a word */
    SETTING_SWITCH, /* on/off, yes/no, true/false */
    SETTING_CHOICE, /* one of a few words, in capitals or not */
    SETTING_LIST,   /* words separated by spaces or commas; kept as typed */
    SETTING_SECRET  /* name of a credential, or path of a file, that holds a secret; not readable by
                       others */
};

/* One key; an array of them ends with name NULL. All that people read of a key comes from its row:
 * errors, the example and the manual page (bot/cli/config/config_page.h). */
struct setting_key {
    const char
        *topic; /* heading before this key in the example and the page; NULL: as the key before */
    const char *name;
    enum setting_type type;
    const char *fallback; /* as text; NULL: none */
    long min, max;        /* of a number */
    bool required;
    bool live;           /* a change holds at once when the file is read again, else from the next
                            start on */
    const char *unit;    /* of a number: "seconds"; NULL: it counts what `help` says */
    const char *choices; /* of a SETTING_CHOICE, parted by blanks */
    const char *help;    /* plain sentences for who edits the file; begins with the gist */
    const char *absent;  /* what holds without the key ("nobody"), where no fallback tells it */
    const char *example; /* a value to be shown where there is no fallback; NULL: none */
};

/* Values by index of the key array. */
struct settings {
    const struct setting_key *keys;
    char **values; /* owned; NULL: the key's fallback holds */
    int *lines;    /* of the file they were read from; 0: not told */
    char why[128]; /* memory for the answer of settings_put() */
};

/* Called for each fault that a module finds in its settings, with one clear line about a key, or
 * (key -1) about all of them. The line never holds a secret, nor what stands in place of one. */
typedef void settings_fault_fn(void *arg, int key, const char *text);

/* Keeps only the first fault. `arg` is a struct fault that is empty at first. */
settings_fault_fn settings_keep_first;

/* False when memory is out. */
bool settings_init(struct settings *settings, const struct setting_key *keys);
void settings_finish(struct settings *settings);

/* Index of a key, or -1. */
int settings_find(const struct settings *settings, const char *name);
/* Forgets the value of a key: its fallback holds. */
void settings_drop(struct settings *settings, int key);
/* What a value of the key may be, in words: "1 to 3600 seconds", "0 to 60000, or auto", "on or
 * off", "error, warn, info or debug"; "" where it is free. */
void settings_range(const struct setting_key *key, char *text, size_t size);
/* Checks and stores a value (copied); what is put to a list comes behind what is there. NULL, or
 * why it is refused ("must be 1 to 3600 seconds"), valid until the next call; the value before
 * stays then. */
const char *settings_put(struct settings *settings, int key, const char *value);

/* Whether quotes stand round a value: they would be part of it, and nothing needs any. */
bool settings_is_quoted(const char *value);

/* Whether both come to the same for a key. */
bool settings_same(const struct settings *one, const struct settings *other, int key);
/* Gives each what the other has of a key. */
void settings_swap(struct settings *one, struct settings *other, int key);

/* Value or fallback; NULL when there is neither. */
const char *settings_text(const struct settings *settings, int key);
/* The value of a number; 0 when there is neither value nor fallback, or when it is a word. */
long settings_number(const struct settings *settings, int key);
bool settings_switch(const struct settings *settings, int key);
/* Calls `word` for each word of a list. */
void settings_each(const struct settings *settings, int key,
                   void (*word)(void *arg, const char *word), void *arg);

/* The line of the file where a key stands, for a list its first one; 0: not known. */
void settings_set_line(struct settings *settings, int key, int line);
int settings_line(const struct settings *settings, int key);

/* Reads the secret of a SETTING_SECRET key into `out`: its value is the name of a credential, or an
 * absolute path. Credentials are the files of one folder (settings_secret_folder()), whichever way
 * they are written; a service finds what systemd made of them below $CREDENTIALS_DIRECTORY. One
 * line end at its end goes; a file that group or others may read is refused, so are an empty one
 * and one that does not fit `size`. The secret is hidden from every log from then on. False with
 * one clear line in `why` that begins with the key, `out` empty: who may not read which file, and
 * what helps; never the value where no such file is, which may be the secret itself. */
bool settings_secret(const struct settings *settings, int key, char *out, size_t size,
                     struct fault *why);
/* For a library that reads the secret by itself: only the path of its file, refused as above. */
bool settings_secret_path(const struct settings *settings, int key, char *path, size_t size,
                          struct fault *why);
/* The folder of credentials (copied), that of the configuration file; NULL: none. */
void settings_secret_folder(const char *folder);
/* Opens the configuration file for reading. Where we may not read it, the credential of the
 * same name is opened instead. -1 with errno. */
int settings_open_beside(const char *path);

/* Whether a file is there and can be read; false with one clear line in `why`. */
bool settings_file(const char *path, struct fault *why);
/* Writes one clear line about a file or folder that we may not read: who we are, which it is,
 * whose, and its mode. */
void settings_deny(const char *path, struct fault *why);

#endif
