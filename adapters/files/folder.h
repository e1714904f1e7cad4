/* folder.h: the folder to which a site is written.
 *
 * A list in the folder names the files that Talon wrote there. The next run may replace these
 * files, and removes those that it no longer writes (the page of a forgotten player, for example).
 * A folder with other content and without such a list is never touched.
 *
 * New files first go to a hidden folder inside it. Only folder_settle() moves them into place. If
 * the process ends before that, the site stays as it was. */
#ifndef TALON_ADAPTERS_FILES_FOLDER_H
#define TALON_ADAPTERS_FILES_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"

struct folder;

/* Opens the folder, and makes it if it does not exist. Returns NULL, with one clear line in `why`,
 * if the folder holds something else or cannot be written. */
struct folder *folder_open(const char *path, struct fault *why);
/* Writes a file under its name in the folder ("rules/flex.html"), and makes the folders above it.
 * Returns false, after a line on standard error, if the file cannot be written. */
bool folder_put(struct folder *folder, const char *name, const void *bytes, size_t length);
/* Moves all new files into place, removes old files that were not written this time, and writes the
 * list. Returns false, after a line on standard error, if some of that failed. */
bool folder_settle(struct folder *folder);
/* Deletes new files that were not settled. Accepts NULL. */
void folder_close(struct folder *folder);

#endif
