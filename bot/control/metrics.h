/* metrics.h: the daemon in Prometheus' text format, version 0.0.4.
 *
 * Names begin with talon_. What is counted is in base/count.h; the rest is how things stand. No
 * label holds a person, a channel or a card: labels are networks of the configuration, reasons of
 * the rules, and the version. */
#ifndef TALON_BOT_CONTROL_METRICS_H
#define TALON_BOT_CONTROL_METRICS_H

struct control_setup;

/* All of it, to be freed; NULL: memory is out. */
char *metrics_print(const struct control_setup *setup);

#endif
