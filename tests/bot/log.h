/* log.h: what somebody's client saw of a scripted table, as a text that can be forged, and the
 * proof that it gives. */
#ifndef TALON_TESTS_BOT_LOG_H
#define TALON_TESTS_BOT_LOG_H

#include "engine/proof/proof.h"
#include "scene.h"

enum { LOG_MAX = 200000 };

struct log_text {
    char text[LOG_MAX];
};

/* How a client writes a line. */
enum dress { DRESS_PLAIN, DRESS_IRC, DRESS_DISCORD };

/* All that was said in the channel and whispered to `who`. */
void log_take(struct scene *scene, const char *who, enum dress dress, struct log_text *log);
/* Puts `with` in place of the n-th `part` (from 1; 0: of all); fails when it is not there. */
void log_change(struct log_text *log, const char *part, const char *with, unsigned n);
/* Takes out the lines that hold `part`; how many. */
unsigned log_drop(struct log_text *log, const char *part);
/* What it proves; of one proof at a time. */
const struct proof *log_prove(const struct log_text *log);

#define assert_proven(log) log_assert((log), NULL, __FILE__, __LINE__)
/* Not proven, and the reason contains `why`. */
#define assert_not_proven(log, why) log_assert((log), (why), __FILE__, __LINE__)
void log_assert(const struct log_text *log, const char *why, const char *file, int line);

#endif
