/* watch_table.h: shows people the news of tables. */
#ifndef TALON_BOT_SHOW_WATCH_TABLE_H
#define TALON_BOT_SHOW_WATCH_TABLE_H

#include "bot/table/watcher.h"

extern const struct table_watcher show_watcher;

#endif
