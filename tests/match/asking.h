/* asking.h: a daemon's page of health and measurements, asked for as a program does. All of it
 * asserts. */
#ifndef TALON_TESTS_MATCH_ASKING_H
#define TALON_TESTS_MATCH_ASKING_H

#include <stdbool.h>

enum { ASKING_PAGE = 65536 };

extern char asking_page[ASKING_PAGE]; /* the last that came, head and all */
extern unsigned asking_port;          /* of 127.0.0.1 */

/* A connection; -1: nobody is there yet. */
int asking_come(void);
/* All that comes until the daemon hangs up, which it does; closes. */
const char *asking_take(int fd);
const char *asking_get(const char *request);
/* What stands behind the head. */
const char *asking_body(void);
/* Every measurement that the text of that file names is one that the daemon prints now: a dashboard
 * or alert rules. `leases`: look only at those of leases, which only a shared database has; else
 * only at all others. Fails if it names fewer than `least`. */
void asking_expect_names(const char *path, bool leases, unsigned least);
/* That measurement, labels and all, as it is now. */
double asking_measured(const char *name);

#endif
