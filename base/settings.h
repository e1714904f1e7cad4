/* settings.h: typed keys and their values.
 *
 * A module with settings has one public array of keys. bot/cli/config/config.c reads the
 * configuration file against it. An unknown key, a wrong type or a value out of range is refused
 * with file and line, before the module sees it. */
#ifndef TALON_BASE_SETTINGS_H
#define TALON_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "fault.h"

enum setting_type {
    SETTING_TEXT,
    SETTING_NUMBER, /* a whole number from min to max; if the fallback is a word, that word, too */
    SETTING_SWITCH, /* on/off, yes/no, true/false */
    SETTING_CHOICE, /* one of a few words, in any case */
    SETTING_LIST,   /* words separated by spaces or commas; kept as typed */
    SETTING_SECRET  /* name of a credential, or path of a file, that holds a secret; not readable by
                       others */
};

/* One key. An array of keys ends with name NULL. Errors, the example file and the manual page
 * take all their texts from this row (bot/cli/config/config_page.h). */
struct setting_key {
    const char *topic; /* heading before this key in the example and the page; NULL: that of the key
                          before */
    const char *name;
    enum setting_type type;
    const char *fallback; /* as text; NULL: none */
    long min, max;        /* of a number */
    bool required;
    bool live;           /* true: a reload applies a change; false: only a restart does */
    const char *unit;    /* unit of a number: "seconds"; NULL: `help` says what it counts */
    const char *choices; /* values of a SETTING_CHOICE, separated by blanks or commas */
    const char *help;    /* plain sentences for the administrator; the first one is the gist */
    const char *absent;  /* what holds without the key ("nobody"); only for keys without a
                          * fallback */
    const char *example; /* a value to show if there is no fallback; NULL: none */
};

/* Values by index of the key array. */
struct settings {
    const struct setting_key *keys;
    char **values; /* owned; NULL: the key's fallback holds */
    int *lines;    /* line numbers in the file; 0: unknown */
    char why[128]; /* memory for the answer of settings_put() */
};

/* Called for each fault that a module finds in its settings. `text` is one clear line about a
 * key, or about all keys together (key -1). It never holds a secret, nor a value that stands
 * where a file name belongs. */
typedef void settings_fault_fn(void *arg, int key, const char *text);

/* Keeps only the first fault. `arg` is a struct fault that is empty at first. */
settings_fault_fn settings_keep_first;

/* False when memory is out. */
bool settings_init(struct settings *settings, const struct setting_key *keys);
void settings_finish(struct settings *settings);

/* Index of a key, or -1. */
int settings_find(const struct settings *settings, const char *name);
/* Drops the value of a key, so that its fallback applies. */
void settings_drop(struct settings *settings, int key);
/* Writes which values a key allows: "1 to 3600 seconds", "0 to 60000, or auto", "on or off",
 * "error, warn, info or debug"; "" if any text is allowed. */
void settings_range(const struct setting_key *key, char *text, size_t size);
/* Checks a value and stores a copy. For a list it is added to the values that are there. Returns
 * NULL, or why the value is refused ("must be 1 to 3600 seconds"; valid until the next call). A
 * refused value changes nothing. */
const char *settings_put(struct settings *settings, int key, const char *value);

/* Whether a value stands in quotes. They would be part of the value, and no value needs them. */
bool settings_is_quoted(const char *value);

/* Whether both have the same value of a key, fallbacks included. */
bool settings_same(const struct settings *one, const struct settings *other, int key);
/* Swaps the values of a key between the two. */
void settings_swap(struct settings *one, struct settings *other, int key);

/* The value or its fallback; NULL if there is neither. */
const char *settings_text(const struct settings *settings, int key);
/* The value of a number; 0 if there is neither value nor fallback, or if it is a word. */
long settings_number(const struct settings *settings, int key);
bool settings_switch(const struct settings *settings, int key);
/* Calls `word` for each word of a list. */
void settings_each(const struct settings *settings, int key,
                   void (*word)(void *arg, const char *word), void *arg);

/* The line of the file that sets a key, the first one for a list; 0: unknown. */
void settings_set_line(struct settings *settings, int key, int line);
int settings_line(const struct settings *settings, int key);

/* Reads the secret of a SETTING_SECRET key into `out`. The value of the key is the name of a
 * credential, or an absolute path. Credentials are the files of one folder
 * (settings_secret_folder()); a service finds the copies that systemd made in
 * $CREDENTIALS_DIRECTORY.
 *
 * One line end at the end of the file is dropped. A file is refused if group or others may read
 * it, if it is empty, or if it does not fit `size`. From then on every log masks the secret. On
 * failure `out` is empty, and `why` is one clear line that begins with the key: who may not read
 * which file, and what to do. It never shows the value of the key if there is no such file,
 * because that value may be the secret itself. */
bool settings_secret(const struct settings *settings, int key, char *out, size_t size,
                     struct fault *why);
/* Writes the path of the file with the secret, for a library that reads it itself. Refuses a file
 * that this process may not read, or that group or others may read. */
bool settings_secret_path(const struct settings *settings, int key, char *path, size_t size,
                          struct fault *why);
/* Sets the folder of credentials (copied), which is that of the configuration file. NULL: none. */
void settings_secret_folder(const char *folder);
/* Opens the configuration file for reading. If this process may not read it, opens the
 * credential of the same name instead. -1 with errno. */
int settings_open_beside(const char *path);

/* Whether a file exists and can be read. On false `why` says what is wrong. */
bool settings_file(const char *path, struct fault *why);
/* Writes why this process cannot read a file or folder: its user, the path, the owner and the
 * mode. */
void settings_deny(const char *path, struct fault *why);

#endif
