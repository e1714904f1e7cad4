/* leak.h: what no log may hold: the secrets of a configuration, and what one player alone was told.
 *
 * A test says what is secret, or lets this see what people were told; then every log of it is
 * searched. A secret is found as it is and in base64, a hand by any four neighbours of its cards,
 * whatever brackets, colours and blanks are around them. All of it may be called from any thread.
 */
#ifndef TALON_TESTS_LEAK_LEAK_H
#define TALON_TESTS_LEAK_LEAK_H

#include <stdbool.h>
#include <stddef.h>

enum { LEAK_TEXT = 256 };

/* A password, a token; at least 4 bytes. */
void leak_keep(const char *secret);
/* What the file holds, without its line end, unless there is no such file. */
void leak_keep_file(const char *path);
/* The files that keys of this configuration name, "password_file" and so on: absolute, or in its
 * folder. */
void leak_keep_configured(const char *config);
/* Text that one person was told: a hand and codes ("!seat WORD", "link CODE", the tokens of links
 * to seats and of their cookies) in it are kept. */
void leak_whispered(const char *text);
/* The same of a line of IRC, when it is to a nick. */
void leak_heard(const char *line);

/* Copies the first line of the text that holds any of it, cut, into `found`; false: none does. */
bool leak_in(const char *text, char found[LEAK_TEXT]);
/* The same of a file; one that is not there holds nothing. */
bool leak_in_file(const char *path, char found[LEAK_TEXT]);
/* All that was kept is forgotten. */
void leak_forget(void);

/* Looks at a record of this process's own log, and remembers the first that holds any of it. */
void leak_note(const char *record);
/* That record; NULL: none did. Forgotten with the rest. */
const char *leak_logged(void);

#endif
