/* components.h: the controls of a message as Discord's components, and what a user does with them.
 *
 * The custom_id and values of a component say all that it means: the version of this format, the
 * stamp of the state, and the words. We store nothing, so buttons from before a restart still work.
 * Each menu takes a row; buttons share rows. A menu of more than 25 choices has pages; its first
 * and last option lead to the other pages. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_COMPONENTS_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/message.h"

struct card_emoji;

enum {
    COMPONENTS_ROWS = 5,    /* rows of a message without a container */
    COMPONENTS_MAX = 40,    /* components of a message with a container, including the container and
                             * its texts */
    COMPONENTS_BUTTONS = 5, /* buttons in a row */
    COMPONENTS_OPTIONS = 25,
    COMPONENTS_ID = 100, /* characters */
    FORM_SUBJECTS = 5,
    FORM_GROUP = 10, /* a subject with more options is a menu, not radio buttons or boxes */
    COMPONENTS_WORDS_MAX = 200
};

enum component_use_kind {
    USE_WORDS, /* `words` are said */
    USE_MODAL, /* show a modal with the title `words` */
    USE_PAGE,  /* show the menus at `page` */
    USE_FORM   /* a filled form; `words` begin the command */
};

struct component_use {
    enum component_use_kind kind;
    uint64_t stamp;
    unsigned page;
    char words[CONTROL_SAYS];
};

/* How many rows and components may still be added. A row is a component, and so is each button and
 * menu in it. */
struct components_room {
    unsigned rows, components;
};

/* Adds the rows with the controls of a message to an array. If there is no room for all, the last
 * controls are left out. `left_out` gets their number. `emoji`: the emoji of cards (card_emoji.h);
 * NULL: cards get squares. False: memory is out. */
bool components_add(const struct message *message, unsigned page,
                    const struct components_room *room, const struct card_emoji *emoji,
                    cJSON *array, unsigned *left_out);
/* Reads what a user wants who pressed the button `custom_id`, or chose `value` in the menu
 * `custom_id`. `value` NULL: it is a button. False: another version of Talon made the component, or
 * it is not ours. */
bool components_read(const char *custom_id, const char *value, struct component_use *use);

/* Returns the data of the modal that USE_MODAL asks for; NULL: memory is out. */
cJSON *components_modal(const struct component_use *use);
/* Returns the data of a modal for a message of PURPOSE_FORM. NULL: it has no subject, or memory is
 * out. Subjects beyond FORM_SUBJECTS are left out. */
cJSON *components_form(const struct message *message);
/* Reads the custom_id of a modal that a user has sent. Sets `use->kind` to USE_MODAL or USE_FORM.
 * False: the modal is not ours. */
bool components_read_modal(const char *custom_id, struct component_use *use);

#endif
