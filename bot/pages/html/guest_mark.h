/* guest_mark.h: translates the mark in the names of guests. A table marks them in its own language
 * (bot/command/handlers/invite.h); a page marks them in its reader's: "Zoé (guest)", "Zoé
 * (invité)". */
#ifndef TALON_BOT_PAGES_HTML_GUEST_MARK_H
#define TALON_BOT_PAGES_HTML_GUEST_MARK_H

struct cJSON;
struct language;
struct table;

/* Translates the mark in all texts of a document. If memory is out, a name stays as it is. */
void guest_mark(struct cJSON *json, const struct table *table, const struct language *language);

#endif
