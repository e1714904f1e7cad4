/* import_lines.h: the lines of an export, and the two parts of the import. Each part reads all
 * lines. */
#ifndef TALON_STORAGE_EXPORT_IMPORT_LINES_H
#define TALON_STORAGE_EXPORT_IMPORT_LINES_H

#include <stdio.h>

#include "storage/sqlite/sqlite_base.h"

/* The lines and the current one; `text` has it without its line end. */
struct import_lines {
    FILE *kept;
    char *text;
    size_t room;
    int64_t number;    /* from 1 */
    struct fault *why; /* gets one line of text if a line was refused or the disk failed */
};

/* Keeps the text of `in` in a nameless file beside `path`. */
enum store_error import_keep(struct import_lines *lines, FILE *in, const char *path);
void import_drop(struct import_lines *lines);
void import_rewind(struct import_lines *lines);
/* Reads the next line. False: there is none, or it cannot be read (then ferror(lines->kept)). */
bool import_next(struct import_lines *lines);
/* Refuses the line that was read last. */
__attribute__((format(printf, 2, 3))) enum store_error import_refuse(struct import_lines *lines,
                                                                     const char *format, ...);

/* Checks every line, and puts the rounds into a new database at `path`. It opens a store for that,
 * because the store knows how to pack rounds. */
enum store_error import_rounds(struct import_lines *lines, const char *path);
/* Puts all other data into the database, in one transaction. */
enum store_error import_rows(struct import_lines *lines, const char *path);

#endif
