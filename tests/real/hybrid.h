/* hybrid.h: what is special about an ircd-hybrid of a test (ircd.h). */
#ifndef TALON_TESTS_REAL_HYBRID_H
#define TALON_TESTS_REAL_HYBRID_H

#include "ircd.h"
#include "process.h"

/* Whether what the program needs is there: its modules, and libltdl below $TALON_SERVERS or
 * installed. */
bool hybrid_complete(const char *program);
bool hybrid_configure(const struct ircd *ircd, const char *program,
                      const struct ircd_options *options);
/* `base` has program, log and drop. */
pid_t hybrid_start(const struct ircd *ircd, const struct process *base);

#endif
