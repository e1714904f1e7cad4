/* adapter_asks.h: what adapters ask the host, and what they let it keep (struct adapter_setup,
 * adapters/adapter.h). `arg` is the host. */
#ifndef TALON_BOT_HOST_ADAPTER_ASKS_H
#define TALON_BOT_HOST_ADAPTER_ASKS_H

#include <stdbool.h>

struct adapter;

void adapter_keep(void *arg, struct adapter *adapter, const char *key, const char *value);
const char *adapter_kept(void *arg, struct adapter *adapter, const char *key);
bool adapter_waits(void *arg);
bool adapter_plays_in(void *arg, const struct adapter *adapter, const char *channel);
const char *adapter_words(void *arg, const struct adapter *adapter, const char *channel,
                          const char *text);

#endif
