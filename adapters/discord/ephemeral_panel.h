/* ephemeral_panel.h: the panels that people have opened beside tables (PURPOSE_PANEL of message.h):
 * one for each person at a table.
 *
 * A panel is an ephemeral message, reached by an interaction's token for fifteen minutes. When its
 * user opens another at the same table, the one before goes. Bound: EPHEMERAL_PANELS_MOST are
 * known, half a kilobyte each, the oldest is forgotten first, and all are when their token is; one
 * that is forgotten stays where it is, and what is pressed in it is judged by its stamp. Pure but
 * for the request. */
#ifndef TALON_ADAPTERS_DISCORD_EPHEMERAL_PANEL_H
#define TALON_ADAPTERS_DISCORD_EPHEMERAL_PANEL_H

#include "interaction_response.h"

enum { EPHEMERAL_PANELS_MOST = 4096 };

/* All zero: none. */
struct ephemeral_panels {
    struct ephemeral_panel *all;
};

void ephemeral_panels_finish(struct ephemeral_panels *panels);
/* A panel of that user at that address (channel_message.h) is reached by `at` from now on. */
void ephemeral_panels_open(struct ephemeral_panels *panels, const char *address, const char *user,
                           const struct interaction_response *at, struct rest *rest, uint64_t now);
/* How many are known. */
unsigned ephemeral_panels_count(const struct ephemeral_panels *panels);

#endif
