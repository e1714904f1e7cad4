/* scene.h: the whole adapter between a gateway (gate.h) and a REST server (web.h), on one loop; the
 * test is its host. What is raised is kept as text; waiting fails the test after half a minute. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_SCENE_H
#define TALON_TESTS_ADAPTERS_DISCORD_SCENE_H

#include "adapters/discord/discord.h"
#include "gate.h"
#include "web.h"

enum { SCENE_EVENTS = 512, SCENE_KEPT = 32, SCENE_WILL = 8 };

struct scene_kept {
    char *key, *value;
};

struct scene {
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
    struct scene_kept kept[SCENE_KEPT];
    const struct chat_command *commands;
    unsigned command_count;
    unsigned parts; /* adapter_setup.parts */
    /* Called for each event, with the number of what it waits for; NULL: none. */
    void (*watch)(void *arg, const struct chat_event *event);
    void *arg;
};

/* The servers; further keys of the configuration and their values, NULL at the end (NULL: none). */
void scene_open(struct scene *scene, const char *const *values);
/* From now on who asks is told where the gateway is, and that no command is registered. */
void scene_welcome(struct scene *scene);
/* An adapter, that starts. */
void scene_start(struct scene *scene);
/* HELLO, the wait for IDENTIFY, READY, and CONNECTED; the visits are counted from 0. */
void scene_let_in(struct scene *scene, unsigned visit);
/* All of these, and a guild 50 with the channels 10 and 11; every request there was is passed. */
void scene_begin(struct scene *scene, const char *const *values);
/* stop(), its end within two seconds, destroy(). Whether all was told. */
bool scene_stop(struct scene *scene);
/* Stops what there is; all memory must be free. */
void scene_close(struct scene *scene);

/* Those of a test: `*state` is a scene that has begun. */
int scene_set_up_with(void **state, const char *const *values);
int scene_set_up(void **state);
/* The same for an adapter with one command, "play": a card that is suggested, and "uno" or not. */
int scene_set_up_command(void **state);
/* What scene_slash() sends of it to play r5, and scene_click() of a control that draws. */
extern const char scene_play_r5[], scene_draw[];
int scene_tear_down(void **state);

void scene_turn(struct scene *scene);
uint64_t scene_now(void); /* ms */
/* A dispatch on the last visit. */
void scene_tell(struct scene *scene, const char *name, const char *json);
__attribute__((format(printf, 3, 4))) void scene_tellf(struct scene *scene, const char *name,
                                                       const char *format, ...);
/* Until an event matches (fnmatch): "KIND channel who name text", then where they are " stamp",
 * " late", " command", " operator", " locale", " silent", " tried", " lacks WORDS". Passes those
 * before it. */
const char *scene_event(struct scene *scene, const char *pattern);
/* Until a request's line and body match; passes those before it. */
const struct web_request *scene_request(struct scene *scene, const char *line, const char *body);
/* How many requests match, of all there were. */
unsigned scene_requests(const struct scene *scene, const char *line, const char *body);
/* The value that is kept under a key; NULL: none. */
const char *scene_kept(const struct scene *scene, const char *key);
/* What channel 10 keeps as its board, once it is another than `before` (NULL: none). */
const char *scene_board_after(struct scene *scene, const char *before);
/* Until that is so. */
#define SCENE_UNTIL(scene, condition)                                                              \
    do {                                                                                           \
        uint64_t end_ = scene_now() + 30000;                                                       \
        while (!(condition)) {                                                                     \
            if (scene_now() > end_)                                                                \
                fail_msg("it does not come: %s", #condition);                                      \
            scene_turn(scene);                                                                     \
        }                                                                                          \
    } while (0)

/* Messages of a host. `user` NULL: to the channel. */
struct message *scene_line(const char *channel, const char *user, const char *text);
/* A hand (`user`) or a board (NULL), with that stamp and one button "draw". */
struct message *scene_table(const char *channel, const char *user, const char *text,
                            uint64_t stamp);
/* A board of channel 10 on which that user is called. */
struct message *scene_call(const char *text, const char *user, uint64_t stamp);
void scene_say(struct scene *scene, struct message *message);
/* As an answer to the last event. */
void scene_answer(struct scene *scene, struct message *message);
/* From inside the next event that waits for an answer. */
void scene_will(struct scene *scene, struct message *message);

/* From now on channels take messages, and number them; user 7 has the talk 20. */
void scene_numbers(struct scene *scene);
void scene_talks(struct scene *scene);

/* User 7 writes to us: in the talk 20, or in a channel of the guild. */
void scene_write(struct scene *scene, unsigned id, const char *channel, const char *words);
/* Interactions. `where`: "guild 10", or "talk 20"; by user 7. The token is "token-ID". */
void scene_slash(struct scene *scene, const char *id, const char *where, const char *data);
/* Of a component: `flags` 64 in an ephemeral message, 0 in one of all. */
void scene_click(struct scene *scene, const char *id, const char *where, unsigned flags,
                 const char *data);

#endif
