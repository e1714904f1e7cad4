/* request.h: the requests of the control socket, and their handlers. A request is one line of JSON,
 * {"command": NAME, "arguments": [TEXT...], "after": NUMBER}; the last two may be missing.
 * docs/control.md lists the commands and their answers. */
#ifndef TALON_BOT_CONTROL_REQUEST_H
#define TALON_BOT_CONTROL_REQUEST_H

#include <stdint.h>

#include "bot/control/answer.h"
#include "bot/control/control.h"

/* The most arguments of a request, and rows of tables or people in an answer. "after" asks for the
 * next rows. (Rows of one table come together.) */
enum { REQUEST_WORDS_MAX = 4, REQUEST_ROWS_MAX = 100 };

struct backup;

struct request {
    const struct control_setup *setup;
    struct backup **backup; /* the one that is being made (backup.h) */
    const char *words[REQUEST_WORDS_MAX];
    unsigned count;
    int64_t after; /* rows of tables above that number; 0: from the first */
    struct answer answer;
    bool changes; /* a handler sets it after a change: the answer waits until that is on the disk */
    /* Where an answer goes that comes later. */
    void (*answered)(void *client, const struct answer *answer);
    void *client;
};

/* Carries out a line (NUL-ended). The caller has set setup, backup, answered and client. True:
 * request->answer is the answer, for the caller to finish. False: answered() gets it in a later
 * turn of the loop. */
bool request_run(struct request *request, const char *line);

/* -- the commands: each likewise -- */
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

#endif
