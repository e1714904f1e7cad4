/* guest_mark.h: guests as a page calls them that is not read in the language of their table, in
 * which their names are marked (bot/command/handlers/invite.h): "Zoé (guest)", "Zoé (invité)". */
#ifndef TALON_BOT_PAGES_HTML_GUEST_MARK_H
#define TALON_BOT_PAGES_HTML_GUEST_MARK_H

struct cJSON;
struct language;
struct table;

/* In all texts of a document. Where memory is out, a name stays as it is. */
void guest_mark(struct cJSON *json, const struct table *table, const struct language *language);

#endif
