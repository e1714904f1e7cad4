/* request.h: the requests of the control socket, and their handlers. A request is one line of JSON,
 * {"command": NAME, "arguments": [TEXT...], "after": NUMBER}; the last two may be missing.
 * docs/control.md lists the commands and their answers. */
#ifndef TALON_BOT_CONTROL_REQUEST_H
#define TALON_BOT_CONTROL_REQUEST_H

#include <stdint.h>

#include "bot/control/answer.h"
#include "bot/control/control.h"

/* The most arguments of a request, and the most rows of tables or people in an answer. The client
 * asks for further rows with "after". Rows of one table are never split, so an answer may have a
 * few more. */
enum { REQUEST_WORDS_MAX = 4, REQUEST_ROWS_MAX = 100 };

struct backup;

struct request {
    const struct control_setup *setup;
    struct backup **backup; /* the copy that is being made (backup.h); NULL: none */
    const char *words[REQUEST_WORDS_MAX];
    unsigned count;
    int64_t after; /* wants rows of tables above that number; 0: from the first */
    struct answer answer;
    bool changes; /* a handler sets it after a change, so that the answer waits for the disk */
    /* Sends an answer that is not ready at once. */
    void (*answered)(void *client, const struct answer *answer);
    void *client;
};

/* Carries out a line that ends with a NUL. The caller has set `setup`, `backup`, `answered` and
 * `client`. Returns true if request->answer holds the answer, which the caller finishes. Returns
 * false if the answer goes to answered() in a later turn of the loop. */
bool request_run(struct request *request, const char *line);

/* The commands. Each takes a request whose words are read, and returns true or false as
 * request_run() does. */
bool look_status(struct request *request);
bool look_tables(struct request *request);
bool look_people(struct request *request);
bool direct_say(struct request *request);
bool direct_end(struct request *request);
bool direct_log(struct request *request);
bool direct_reload(struct request *request);
bool bans_set(struct request *request);
bool bans_lift(struct request *request);
bool backup_begin(struct request *request);
bool fleet_look(struct request *request);
bool fleet_drain(struct request *request);
bool fleet_undrain(struct request *request);
bool fleet_give(struct request *request);

#endif
