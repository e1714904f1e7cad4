/* poster.h: what the picture of a page shows, for who is sent its address (Open Graph).
 *
 * Facts alone, cleaned and in the reader's language. An adapter that serves pages draws them
 * (page_request.draws). It is zeroed before it is filled, so that two are the same when their bytes
 * are. */
#ifndef TALON_BASE_POSTER_H
#define TALON_BASE_POSTER_H

#include "message.h"

enum {
    POSTER_WIDTH = 1200, /* pixels */
    POSTER_HEIGHT = 630,
    POSTER_ROWS = 6,
    POSTER_WORDS = 160, /* bytes, NUL included */
    POSTER_CELL = 24    /* likewise */
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
