/* face.h: the web adapter in a process of its own, under a host that answers by
 * what is asked:
 *
 *     /echo        the request, a line for each of its texts
 *     /embed/...   the same
 *     /big/N       N bytes that cannot be packed
 *     /text/N      N bytes of text that can
 *     /moved       301 to /echo
 *     /bad-move    301 to another site
 *     /never       no answer until /release is asked for
 *     /count       how many documents were asked for before this one
 *     /kept        200 with max_age 60
 *     /poster/T    a picture with the title T, and max_age 60
 *     /push/ID     a new version of table ID for all who watch it: "ID version N ", with as many
 *                  bytes behind as the query says
 *     /last/ID     it is shown no more
 *     /watched     how many tables are watched
 *
 * and 404 for all else. A table that is watched has version 1; there is none with number 404. The
 * process ends with the test. */
#ifndef TALON_TESTS_ADAPTERS_WEB_FACE_H
#define TALON_TESTS_ADAPTERS_WEB_FACE_H

#include <sys/types.h>

/* Whether what it takes is its own: sanitizers take more. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { FACE_IS_PLAIN = 0 };
#else
enum { FACE_IS_PLAIN = 1 };
#endif

struct face {
    pid_t pid;
    unsigned port; /* 0: a UNIX socket */
};

/* Runs it with these lines of its section ("listen = 127.0.0.1:0\n..."); returns when it listens.
 */
void face_begin(struct face *face, const char *lines);
/* Ends it as the daemon does; it must free all it had (the sanitizers tell). */
void face_end(struct face *face);
/* SIGKILL. */
void face_kill(struct face *face);
/* Milliseconds of the processor that it has used so far. */
unsigned long face_worked(const struct face *face);
/* Bytes of memory that it has. */
unsigned long face_memory(const struct face *face);

#endif
