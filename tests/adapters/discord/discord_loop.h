/* discord_loop.h: the whole adapter between a gateway (gate.h) and a REST server (web.h), on one
 * loop; the test is its host. What is raised is kept as text; waiting fails the test after half a
 * minute. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_DISCORD_LOOP_H
#define TALON_TESTS_ADAPTERS_DISCORD_DISCORD_LOOP_H

#include "adapters/discord/discord.h"
#include "gate.h"
#include "web.h"

enum { SCENE_EVENTS = 512, SCENE_KEPT = 32, SCENE_WILL = 8 };

struct discord_loop_kept {
    char *key, *value;
};

struct discord_loop {
    struct loop *loop;
    struct gate gate;
    struct web *web;
    struct settings settings;
    struct adapter *adapter; /* NULL: none yet */
    char folder[64], token[96], base[64], bot[256];
    unsigned sequence;           /* of dispatches */
    unsigned beats[GATE_VISITS]; /* frames of each visit that were looked at for beats */
    unsigned count, next;
    char *events[SCENE_EVENTS];
    unsigned next_request;
    uint32_t answers; /* of the last event that had one */
    uint64_t stamp;
    const char *rights;  /* that interactions say we have; NULL: they do not say */
    const char *pressed; /* the id of the message that is clicked; NULL: 900 */
    unsigned will_count;
    struct message *will[SCENE_WILL]; /* said from inside the next event with an answer */
    struct discord_loop_kept kept[SCENE_KEPT];
    const struct chat_command *commands;
    const struct chat_languages *languages; /* of their texts; NULL: only English */
    unsigned command_count;
    unsigned parts; /* adapter_setup.parts */
    /* Called for each event, with the number of what it waits for; NULL: none. */
    void (*watch)(void *arg, const struct chat_event *event);
    void *arg;
};

/* The servers; further keys of the configuration and their values, NULL at the end (NULL: none). */
void discord_loop_open(struct discord_loop *scene, const char *const *values);
/* From now on who asks is told where the gateway is, and that no command is registered. */
void discord_loop_welcome(struct discord_loop *scene);
/* An adapter, that starts. */
void discord_loop_start(struct discord_loop *scene);
/* HELLO, the wait for IDENTIFY, READY, and CONNECTED; the visits are counted from 0. */
void discord_loop_let_in(struct discord_loop *scene, unsigned visit);
/* All of these, and a guild 50 with the channels 10 and 11; every request there was is passed. */
void discord_loop_begin(struct discord_loop *scene, const char *const *values);
/* stop(), its end within two seconds, destroy(). Whether all was told. */
bool discord_loop_stop(struct discord_loop *scene);
/* Stops what there is; all memory must be free. */
void discord_loop_close(struct discord_loop *scene);

/* Those of a test: `*state` is a scene that has begun. */
int discord_loop_set_up_with(void **state, const char *const *values);
int discord_loop_set_up(void **state);
/* The same for an adapter with one command, "play": a card that is suggested, and "uno" or not. */
int discord_loop_set_up_command(void **state);
/* What discord_loop_slash() sends of it to play r5, and discord_loop_click() of a control that
 * draws. */
extern const char discord_loop_play_r5[], discord_loop_draw[];
int discord_loop_tear_down(void **state);

void discord_loop_turn(struct discord_loop *scene);
uint64_t discord_loop_now(void); /* ms */
/* A dispatch on the last visit. */
void discord_loop_tell(struct discord_loop *scene, const char *name, const char *json);
__attribute__((format(printf, 3, 4))) void
discord_loop_tellf(struct discord_loop *scene, const char *name, const char *format, ...);
/* Until an event matches (fnmatch): "KIND channel who name text", then where they are " stamp",
 * " late", " command", " operator", " locale", " silent", " tried", " lacks WORDS". Passes those
 * before it. */
const char *discord_loop_event(struct discord_loop *scene, const char *pattern);
/* Until a request's line and body match; passes those before it. */
const struct web_request *discord_loop_request(struct discord_loop *scene, const char *line,
                                               const char *body);
/* How many requests match, of all there were. */
unsigned discord_loop_requests(const struct discord_loop *scene, const char *line,
                               const char *body);
/* The value that is kept under a key; NULL: none. */
const char *discord_loop_kept(const struct discord_loop *scene, const char *key);
/* What channel 10 keeps as its board, once it is another than `before` (NULL: none). */
const char *discord_loop_board_after(struct discord_loop *scene, const char *before);
/* Until that is so. */
#define SCENE_UNTIL(scene, condition)                                                              \
    do {                                                                                           \
        uint64_t end_ = discord_loop_now() + 30000;                                                \
        while (!(condition)) {                                                                     \
            if (discord_loop_now() > end_)                                                         \
                fail_msg("it does not come: %s", #condition);                                      \
            discord_loop_turn(scene);                                                              \
        }                                                                                          \
    } while (0)

/* Messages of a host. `user` NULL: to the channel. */
struct message *discord_loop_line(const char *channel, const char *user, const char *text);
/* A hand (`user`) or a board (NULL), with that stamp and one button "draw". */
struct message *discord_loop_table(const char *channel, const char *user, const char *text,
                                   uint64_t stamp);
/* A board of channel 10 on which that user is called. */
struct message *discord_loop_call(const char *text, const char *user, uint64_t stamp);
void discord_loop_say(struct discord_loop *scene, struct message *message);
/* As an answer to the last event. */
void discord_loop_answer(struct discord_loop *scene, struct message *message);
/* From inside the next event that waits for an answer. */
void discord_loop_will(struct discord_loop *scene, struct message *message);

/* From now on channels take messages, and number them; user 7 has the talk 20. */
void discord_loop_numbers(struct discord_loop *scene);
void discord_loop_talks(struct discord_loop *scene);

/* User 7 writes to us: in the talk 20, or in a channel of the guild. */
void discord_loop_write(struct discord_loop *scene, unsigned id, const char *channel,
                        const char *words);
/* Interactions. `where`: "guild 10", or "talk 20"; by user 7. The token is "token-ID". */
void discord_loop_slash(struct discord_loop *scene, const char *id, const char *where,
                        const char *data);
/* Of a component: `flags` 64 in an ephemeral message, 0 in one of all. */
void discord_loop_click(struct discord_loop *scene, const char *id, const char *where,
                        unsigned flags, const char *data);

#endif
