/* import.h: a database made from what export.h wrote. */
#ifndef TALON_STORAGE_EXPORT_IMPORT_H
#define TALON_STORAGE_EXPORT_IMPORT_H

#include <stdio.h>

#include "storage/store.h"

/* Makes the database at `path` from the lines of `in`: all of them or, on an error, none, and then
 * `path` is as it was. There must be no database there, or one without people, rounds, tables and
 * settings, which no daemon uses. A line that cannot be taken is refused with its number, and
 * `count` is how many were read. What root imports belongs to whom the old database belonged, or
 * its folder does. It is first made beside its place (`path`.import), which takes up to twice the
 * room of the text. */
enum store_error store_import(const char *path, FILE *in, int64_t *count, struct fault *why);

#endif
