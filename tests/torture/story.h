/* story.h: an evening at a table, the same every time, for tests of its storage.
 *
 * Three people play rounds; one links a nick with an account, takes a name, parts again; a board is
 * read, replays and results that are old go, the log is written back, a copy is made, the daemon
 * ends in mid-round and goes on. It is the daemon itself on a scripted network (tests/bot/scene.h):
 * shuffles, words and times are the same in each run, and so is what stands in the database after
 * each batch. The writer's rest between two tries is short.
 *
 * One story a process. */
#ifndef TALON_TESTS_TORTURE_STORY_H
#define TALON_TESTS_TORTURE_STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run.h"

enum { STORY_BATCHES = 1024, STORY_SAID = 1 << 18 };

/* What is told of it to another process. */
struct story_report {
    bool ended;
    bool copied;             /* there is a copy, and this was told */
    int starts;              /* of the daemon, that succeeded */
    int refused;             /* starts that did not, with a reason */
    uint64_t announced;      /* batches that the host has heard of, since the last start */
    unsigned troubles, ends; /* of trouble, that the table was told */
    unsigned long errors;    /* that the disk gave */
    unsigned long count;     /* of what the disk did */
    unsigned batches;        /* of the journal, since the beginning */
    struct story_batch {
        int start;       /* since which start, from 1 */
        uint64_t number; /* of the batch; 0: the start itself */
        uint64_t book;   /* what the database held then (book_hash()) */
    } batch[STORY_BATCHES];
    uint64_t book; /* at the end */
    size_t said_length;
    char said[STORY_SAID]; /* all that was said, but of trouble */
};

/* Plays it in `folder`. With `watches` what the database holds is looked at after each batch. In a
 * power cut it ends there, and the process with it. */
void story_play(const char *folder, bool watches, struct story_report *report);
/* Opens what is left of it there and plays on. There must be a copy if that was told; one that is
 * there must be whole. report->book is what the database held at the start. */
void story_go_on(const char *folder, bool copied, struct story_report *report);

/* The database and its copy in a folder. */
void story_path(char *path, size_t size, const char *folder, const char *name);
#define STORY_DATABASE "talon.db"
#define STORY_COPY     "copy.db"

/* The daemon's clock, at the end of the story. */
int64_t story_now(void);

#endif
