/* stage.h: who is where on the script's network. */
#ifndef TALON_TESTS_DOUBLES_SCRIPT_STAGE_H
#define TALON_TESTS_DOUBLES_SCRIPT_STAGE_H

#include <stdbool.h>
#include <stddef.h>

struct stage_channel {
    char *name;
    bool inside; /* we are in it */
};

/* A person in a channel; one who is in several has a row for each. */
struct stage_member {
    char *channel;
    char *id;
    char *account; /* NULL: none */
    char *host;
    char *certificate; /* NULL: none */
    char *connection;  /* NULL: the network hides it */
    bool looked_up;    /* it was asked for, since we are connected */
    bool is_operator;
};

struct stage {
    struct stage_channel *channels;
    struct stage_member *members; /* in the order of joining */
    char **deaf;                  /* ids that no whisper reaches */
    size_t channel_count, member_count, deaf_count;
};

void stage_finish(struct stage *stage);

/* Each false when memory is out. */
bool stage_enter(struct stage *stage, const char *channel, bool inside);
bool stage_join(struct stage *stage, const char *channel, const char *id, const char *account,
                bool is_operator);
bool stage_rename(struct stage *stage, const char *id, const char *new_id);
bool stage_move(struct stage *stage, const char *id, const char *host);
bool stage_identify(struct stage *stage, const char *id, const char *account);
bool stage_certify(struct stage *stage, const char *id, const char *print);
bool stage_connect(struct stage *stage, const char *id, const char *connection);
/* Somebody was asked for; `id` NULL: nobody was, any more. */
void stage_look_up(struct stage *stage, const char *id);
bool stage_deafen(struct stage *stage, const char *id, bool deaf);

/* `channel` NULL: from all. */
void stage_leave(struct stage *stage, const char *channel, const char *id);

bool stage_inside(const struct stage *stage, const char *channel);
bool stage_is_deaf(const struct stage *stage, const char *id);
/* In `channel`, or anywhere when that is NULL. NULL: not there. */
const struct stage_member *stage_find(const struct stage *stage, const char *channel,
                                      const char *id);

#endif
