/* components.h: the controls of a message as Discord's components, and what a user does with them.
 *
 * The custom_id and values of a component hold all that it means: the version of this form, the
 * stamp of the state, and the words. We store nothing, so buttons of before a restart still work.
 * Menus take a row each, buttons share rows. A menu of more than 25 choices has pages; its first
 * and last option turn them. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_COMPONENTS_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/message.h"

enum {
    COMPONENTS_ROWS = 5,
    COMPONENTS_BUTTONS = 5, /* in a row */
    COMPONENTS_OPTIONS = 25,
    COMPONENTS_ID = 100, /* characters */
    COMPONENTS_WORDS_MAX = 200
};

enum component_use_kind {
    USE_WORDS, /* `words` are said */
    USE_MODAL, /* a modal with the title `words` is to be shown */
    USE_PAGE   /* the menus are to be shown at `page` */
};

struct component_use {
    enum component_use_kind kind;
    uint64_t stamp;
    unsigned page;
    char words[CONTROL_SAYS];
};

/* Adds "components" to a body. Without controls it is an empty array, so that an edited message
 * loses its old ones. `left_out` gets the number of controls that found no room. False: memory is
 * out. */
bool components_json(const struct message *message, unsigned page, cJSON *body, unsigned *left_out);
/* Reads what a user did who pressed `custom_id`, or chose `value` there (NULL: no choice). False:
 * the component is not ours, or of another version. */
bool components_read(const char *custom_id, const char *value, struct component_use *use);

/* The data of a modal for USE_MODAL; NULL: memory is out. */
cJSON *components_modal(const struct component_use *use);
/* Reads the stamp of a modal that comes back. False: it is not ours. */
bool components_read_modal(const char *custom_id, uint64_t *stamp);

#endif
