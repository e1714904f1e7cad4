/* ctl_print.h: prints answers of the control socket (docs/control.md) for people. */
#ifndef TALON_BOT_CLI_CTL_PRINT_H
#define TALON_BOT_CLI_CTL_PRINT_H

#include <cjson/cJSON.h>

/* Prints the result of that command to standard output. Missing members print as nothing. */
void ctl_print(const char *command, const cJSON *result);

#endif
