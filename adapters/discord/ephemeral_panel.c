#include "ephemeral_panel.h"

#include <stdio.h>
#include <stdlib.h>

#include "channel_message.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

enum { KEY = CHANNEL_ADDRESS + SNOWFLAKE_MAX + 2 };

struct ephemeral_panel {
    UT_hash_handle hh;
    char key[KEY]; /* address, a blank, user */
    struct interaction_response at;
    uint64_t opened_by; /* the id of the interaction that it answered */
};

static void drop(struct ephemeral_panels *panels, struct ephemeral_panel *panel)
{
    HASH_DEL(panels->all, panel); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(panel);
}

void ephemeral_panels_finish(struct ephemeral_panels *panels)
{
    while (panels->all != NULL)
        drop(panels, panels->all);
}

unsigned ephemeral_panels_count(const struct ephemeral_panels *panels)
{
    return HASH_COUNT(panels->all);
}

/* The first was opened longest ago. */
static void make_room(struct ephemeral_panels *panels, uint64_t now)
{
    /* NOLINTNEXTLINE(clang-analyzer-*): of uthash's making */
    while (panels->all != NULL &&
           (panels->all->at.until <= now || HASH_COUNT(panels->all) >= EPHEMERAL_PANELS_MOST))
        drop(panels, panels->all);
}

void ephemeral_panels_open(struct ephemeral_panels *panels, const char *address, const char *user,
                           const struct interaction_response *at, struct rest *rest, uint64_t now)
{
    char key[KEY];
    struct ephemeral_panel *panel = NULL;
    uint64_t opened_by = at->interaction;
    if (snprintf(key, sizeof key, "%s %s", address, user) >= KEY)
        return;
    HASH_FIND_STR(panels->all, key, panel);
    if (panel != NULL) {
        if (at->pressed > panel->opened_by) /* in this one, which the answer changed */
            opened_by = panel->opened_by;
        else if (panel->at.until > now)
            interaction_response_remove(&panel->at, rest);
        drop(panels, panel);
    }
    make_room(panels, now);
    panel = calloc(1, sizeof *panel);
    if (panel == NULL)
        return;
    snprintf(panel->key, sizeof panel->key, "%s", key);
    panel->at = *at;
    panel->opened_by = opened_by;
    HASH_ADD_STR(panels->all, key, panel);
    if (panel->hh.tbl == NULL)
        free(panel);
}
