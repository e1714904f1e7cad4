/* live_watch.h: the watcher that the host connects to tables for live.h. */
#ifndef TALON_BOT_PAGES_LIVE_WATCH_H
#define TALON_BOT_PAGES_LIVE_WATCH_H

#include "adapters/pages.h"
#include "bot/table/watcher.h"

/* Hears every change of every table, and keeps the pages of tables and of seats up to date. */
extern const struct table_watcher page_watcher;

/* Is page_source.watch, `host` a struct host. */
bool live_watch(void *host, struct adapter *adapter, int64_t table, bool on);

#endif
