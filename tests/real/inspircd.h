/* inspircd.h: InspIRCd 3 and Atheme for ircd.c: their configurations and start. */
#ifndef TALON_TESTS_REAL_INSPIRCD_H
#define TALON_TESTS_REAL_INSPIRCD_H

#include "ircd.h"
#include "process.h"

/* Whether its modules and the services are there as well. */
bool inspircd_complete(const char *program);
/* Writes the configurations into the folder. */
bool inspircd_configure(const struct ircd *ircd, const char *program,
                        const struct ircd_options *options);
/* `base` has program, log and drop. */
pid_t inspircd_start(const struct ircd *ircd, const struct process *base);
/* Starts the services; returns when the server offers their SASL. */
bool inspircd_services(struct ircd *ircd, int milliseconds);

#endif
