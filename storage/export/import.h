/* import.h: makes a database from what export.h wrote. */
#ifndef TALON_STORAGE_EXPORT_IMPORT_H
#define TALON_STORAGE_EXPORT_IMPORT_H

#include <stdio.h>

#include "storage/store.h"

/* Makes the database at `path` from the lines of `in`: all of them or, after an error, none, and
 * `path` stays as it was. At `path` there must be no database, or one that has no people, rounds,
 * tables and settings, and that no daemon uses. A bad line is refused with its number; `count` says
 * how many were read. If root imports, the file gets the owner of the old one, or of its folder. It
 * is first made as `path`.import, which needs up to twice the size of the text. */
enum store_error store_import(const char *path, FILE *in, int64_t *count, struct fault *why);

#endif
