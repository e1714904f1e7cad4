/* options.h: what [talon] comes to for the daemon. */
#ifndef TALON_BOT_CLI_CONFIG_OPTIONS_H
#define TALON_BOT_CLI_CONFIG_OPTIONS_H

#include "base/log.h"

struct config;
struct host_options;

/* Texts in it are those of the configuration. */
void options_of_config(const struct config *config, struct host_options *options);
enum log_level options_level(const struct config *config);

#endif
