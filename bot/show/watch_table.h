/* watch_table.h: what tables tell, shown. */
#ifndef TALON_BOT_SHOW_WATCH_TABLE_H
#define TALON_BOT_SHOW_WATCH_TABLE_H

#include "bot/table/watcher.h"

extern const struct table_watcher show_watcher;

#endif
