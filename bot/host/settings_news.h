/* settings_news.h: applies settings of the store that are new here.
 *
 * At a start all settings are read. Where several processes share the store, it reports a little
 * later what another one has set (storage/lease.h). Nothing is written back. */
#ifndef TALON_BOT_HOST_SETTINGS_NEWS_H
#define TALON_BOT_HOST_SETTINGS_NEWS_H

struct host;

/* A row that is read at the start. */
void settings_load(struct host *host, const char *scope, const char *key, const char *value);
/* Applies a setting of the store to the tables and people here, too (`value` NULL: it is unset). */
void settings_news(struct host *host, const char *scope, const char *key, const char *value);
/* Call it when many settings of that network may have changed (setting_read()). It applies them
 * once to the tables and people here. */
void settings_tell(const struct host *host, const char *network);

#endif
