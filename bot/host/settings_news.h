/* settings_news.h: applies settings of the store that are new here.
 *
 * At a start all settings are read. Where several processes share the store, it tells a little
 * later what another one has set (storage/lease.h). Nothing is written back. */
#ifndef TALON_BOT_HOST_SETTINGS_NEWS_H
#define TALON_BOT_HOST_SETTINGS_NEWS_H

struct host;

/* A row that is read at the start. */
void settings_load(struct host *host, const char *scope, const char *key, const char *value);
/* It is so by now (`value` NULL: there is none any more), for tables and people here, too. */
void settings_news(struct host *host, const char *scope, const char *key, const char *value);
/* Of that network many may be others by now (setting_read()): tables and people here hear of it
 * once.
 */
void settings_tell(const struct host *host, const char *network);

#endif
