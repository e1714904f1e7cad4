/* metrics.h: the daemon's measurements in Prometheus' text format, version 0.0.4. Names begin with
 * talon_. Counters come from base/count.h; gauges are read from the host. No label contains a
 * person, a channel or a card. Labels are networks of the configuration, reasons of the rules,
 * causes of count.h, uses of disks, the version and the process. */
#ifndef TALON_BOT_CONTROL_METRICS_H
#define TALON_BOT_CONTROL_METRICS_H

struct control_setup;

/* Returns the whole page, which the caller frees. NULL if memory is out. */
char *metrics_print(const struct control_setup *setup);

#endif
