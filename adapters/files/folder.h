/* folder.h: the folder that a site is written into.
 *
 * A list in it names the files that were written, so that the next time they may be replaced and
 * those that are not written any more (of a player who was forgotten) are taken away. A folder that
 * holds anything and has no such list is not touched.
 *
 * All is written beside what is there, below a folder of its own in it, and put in its place by
 * folder_settle() alone: whoever stops before that leaves the site as it was. */
#ifndef TALON_ADAPTERS_FILES_FOLDER_H
#define TALON_ADAPTERS_FILES_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"

struct folder;

/* Makes the folder if there is none. NULL: it holds something else, or cannot be written; `why`
 * gets one clear line. */
struct folder *folder_open(const char *path, struct fault *why);
/* Writes a file by its name in the folder ("rules/flex.html"), making the folders above it. False,
 * and a line is told on the standard error: it cannot be written. */
bool folder_put(struct folder *folder, const char *name, const void *bytes, size_t length);
/* Puts all in its place, takes away what was there before and was not written now, and writes the
 * list. False: that failed, and was told. */
bool folder_settle(struct folder *folder);
/* What was not settled is gone. Accepts NULL. */
void folder_close(struct folder *folder);

#endif
