/* ways.h: how a reader of a page comes to a table: by their chat client, by an invitation to the
 * network, as a guest, or by bringing the bot to a place of their own.
 *
 * Pages show only the ways that are known: the key join_url of a network (join_url.h), its page for
 * administrators (adapter_impl.install_address), and tables that seat strangers (live.h). */
#ifndef TALON_BOT_PAGES_HTML_WAYS_H
#define TALON_BOT_PAGES_HTML_WAYS_H

#include "bot/pages/join_url.h"
#include "frame.h"

struct cJSON;
struct network;
struct people;
struct tables;

/* A link out of our pages. */
struct way_in {
    const char *kind;    /* "join", "add": what scripts and style sheets call it */
    const char *words;   /* of the catalogue */
    const char *network; /* its name in the configuration */
    char address[JOIN_URL_MAX];
};

/* Returns true if people bring the bot to places of their own there, as to a server of Discord. */
bool way_has_servers(const struct network *network);
/* Fill in the way to a channel of the network (NULL: to the network), and the way to bring the bot
 * to a place of one's own. Return false if the network has none. */
bool way_join(const struct network *network, const char *channel, struct way_in *way);
bool way_add(const struct network *network, struct way_in *way);
/* Writes the link as a button, with the name of the network beside it. */
void way_button(struct html *html, const struct page_frame *frame, const struct way_in *way);

/* Write all ways to a channel, or to a running table (its document, table_json.h), as a list of
 * buttons. Without any way they write nothing. */
void ways_to_channel(struct html *html, const struct page_frame *frame, struct people *people,
                     const char *network, const char *channel);
void ways_to_table(struct html *html, const struct page_frame *frame, const struct tables *tables,
                   const struct cJSON *table);
/* Writes the path of the page where strangers sit down at a table: "/seat#table=7&at=%23cards".
 * Returns "" if it does not fit. */
const char *way_to_sit(const struct page_frame *frame, const struct cJSON *table,
                       char href[ADDRESS_MAX]);

#endif
