/* options.h: turns the keys of [talon] into the options of the daemon. */
#ifndef TALON_BOT_CLI_CONFIG_OPTIONS_H
#define TALON_BOT_CLI_CONFIG_OPTIONS_H

#include "base/log.h"

struct config;
struct host_options;

/* Fills in the host's options. Their texts point into `config`, which must outlive them. */
void options_of_config(const struct config *config, struct host_options *options);
/* Returns the level that the key log_level names. */
enum log_level options_level(const struct config *config);

#endif
