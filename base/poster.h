/* poster.h: what the preview picture of a page shows, for people who receive its address (Open
 * Graph).
 *
 * It holds only facts, cleaned and in the reader's language. Adapters that serve pages draw it
 * (page_request.draws). Zero it before you fill it: two posters are equal if their bytes are. */
#ifndef TALON_BASE_POSTER_H
#define TALON_BASE_POSTER_H

#include "message.h"

enum {
    POSTER_WIDTH = 1200, /* pixels */
    POSTER_HEIGHT = 630,
    POSTER_ROWS = 6,
    POSTER_WORDS = 160, /* bytes, NUL included */
    POSTER_CELL = 24    /* bytes, NUL included */
};

struct poster {
    char title[POSTER_WORDS];
    char note[POSTER_WORDS]; /* below the title; "": nothing */
    bool is_table;           /* `snapshot` is shown, else the rows */
    struct snapshot snapshot;
    unsigned count;
    struct {
        char rank[POSTER_CELL];
        char name[SNAPSHOT_NAME];
        char value[POSTER_CELL];
    } rows[POSTER_ROWS];
};

#endif
