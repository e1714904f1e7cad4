/* settings_news.h: applies settings of the store that are new here.
 *
 * At a start all settings are read. If several processes share the store, the store reports after a
 * moment what another process has set (storage/lease.h). This file writes nothing back. */
#ifndef TALON_BOT_HOST_FLEET_SETTINGS_NEWS_H
#define TALON_BOT_HOST_FLEET_SETTINGS_NEWS_H

struct host;

/* A row that is read at the start. */
void settings_load(struct host *host, const char *scope, const char *key, const char *value);
/* Takes a setting from the store into memory (`value` NULL: unsets it), and applies it to the
 * tables and people here. */
void settings_news(struct host *host, const char *scope, const char *key, const char *value);
/* Call it when many settings of that network may have changed (setting_read()). It applies them
 * once to the tables and people here. */
void settings_tell(const struct host *host, const char *network);

#endif
