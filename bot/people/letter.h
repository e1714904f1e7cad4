/* letter.h: what the processes of a fleet tell each other about tables that two networks share.
 *
 * One process has the home of the table and plays it. Another one has the table's other network.
 * Letters (storage/lease.h) go from the holder of one network to the holder of the other:
 * - messages, which the other process says on its network. A whisper goes only to its reader, as
 *   on any network, so the other process sees the hands of its own people only;
 * - events, which the table's process takes like those of its own networks;
 * - questions: which people are in a channel now, and from which connection a user comes.
 * A letter is a JSON text. */
#ifndef TALON_BOT_PEOPLE_LETTER_H
#define TALON_BOT_PEOPLE_LETTER_H

#include <stdbool.h>

#include "adapters/adapter.h"

struct people;

enum letter_kind {
    LETTER_MESSAGE,
    LETTER_EVENT,
    LETTER_ASK, /* the reader answers with events: that it is connected, its channels, the people
                   there */
    LETTER_LOOK /* adapter_impl.look_up() */
};

/* A letter that was read. */
struct letter {
    enum letter_kind kind;
    struct message *message; /* LETTER_MESSAGE; owned; NULL: somebody took it */
    struct chat_event event; /* LETTER_EVENT; its texts are valid until letter_finish() */
    const char *name;        /* LETTER_EVENT, of CHAT_CONNECTED: the bot's name there; NULL: not
                                known. LETTER_LOOK: whom */
    bool first;              /* LETTER_LOOK */
    struct cJSON *json;
};

/* Each sends a letter from the network `from` to the network `to`, in the open batch. If memory is
 * out the process ends: nobody has been told yet what would be lost. */
void letter_send_message(struct people *people, const char *to, const char *from,
                         const struct message *message);
void letter_send_event(struct people *people, const char *to, const char *from,
                       const struct chat_event *event, const char *own_name);
void letter_send_ask(struct people *people, const char *to, const char *from);
void letter_send_look(struct people *people, const char *to, const char *from, const char *id,
                      bool first);

/* Reads a letter. Returns false if the text is none that this version knows, or memory is out.
 * Call letter_finish() in any case. */
bool letter_read(const char *text, struct letter *letter);
void letter_finish(struct letter *letter);

#endif
