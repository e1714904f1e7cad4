/* turns.h: gives adapters their turn in a sequence that all processes sharing a store take one
 * after another (adapter_setup.ask_turn). */
#ifndef TALON_BOT_HOST_FLEET_TURNS_H
#define TALON_BOT_HOST_FLEET_TURNS_H

#include <stdbool.h>
#include <stdint.h>

struct adapter;

/* adapter_setup.ask_turn; `arg` is the host. */
bool turns_ask(void *arg, struct adapter *adapter, const char *name, uint64_t pause);

#endif
