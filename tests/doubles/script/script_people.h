/* script_people.h: who is where on the script's network. */
#ifndef TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_PEOPLE_H
#define TALON_TESTS_DOUBLES_SCRIPT_SCRIPT_PEOPLE_H

#include <stdbool.h>
#include <stddef.h>

struct script_people_channel {
    char *name;
    bool inside; /* we are in it */
};

/* A person in a channel; one who is in several has a row for each. */
struct script_people_member {
    char *channel;
    char *id;
    char *account; /* NULL: none */
    char *host;
    char *certificate; /* NULL: none */
    char *connection;  /* NULL: the network hides it */
    bool looked_up;    /* it was asked for, since we are connected */
    bool is_operator;
};

struct script_people {
    struct script_people_channel *channels;
    struct script_people_member *members; /* in the order of joining */
    char **deaf;                          /* ids that no whisper reaches */
    size_t channel_count, member_count, deaf_count;
};

void script_people_finish(struct script_people *stage);

/* Each false when memory is out. */
bool script_people_enter(struct script_people *stage, const char *channel, bool inside);
bool script_people_join(struct script_people *stage, const char *channel, const char *id,
                        const char *account, bool is_operator);
bool script_people_rename(struct script_people *stage, const char *id, const char *new_id);
bool script_people_move(struct script_people *stage, const char *id, const char *host);
bool script_people_identify(struct script_people *stage, const char *id, const char *account);
bool script_people_certify(struct script_people *stage, const char *id, const char *print);
bool script_people_connect(struct script_people *stage, const char *id, const char *connection);
/* Somebody was asked for; `id` NULL: nobody was, any more. */
void script_people_look_up(struct script_people *stage, const char *id);
bool script_people_deafen(struct script_people *stage, const char *id, bool deaf);

/* `channel` NULL: from all. */
void script_people_leave(struct script_people *stage, const char *channel, const char *id);

bool script_people_inside(const struct script_people *stage, const char *channel);
bool script_people_is_deaf(const struct script_people *stage, const char *id);
/* In `channel`, or anywhere when that is NULL. NULL: not there. */
const struct script_people_member *script_people_find(const struct script_people *stage,
                                                      const char *channel, const char *id);

#endif
