/* scene.h: the whole daemon on a scripted network, for tests.
 *
 * A scene is a loop, a store (memory, or SQLite in a folder of its own), a host and one network of
 * tests/doubles/script (with room for another one, which a test adds). A test says what people type
 * and looks at what was said. Nothing waits for a time: scene_settle() runs the loop until all that
 * was caused has been said.
 *
 * Every message is watched as it is made: a card may only be named to the channel when it lies on
 * the discard pile, and in a whisper when it is the reader's own as well; what else is told, but
 * for what and W-2 show, fails the test. The tests' executables are linked with
 * --wrap=outbox_put for that. The watch reads English. What the daemon logs meanwhile, at whatever
 * level, may hold neither a hand nor a code that was whispered (tests/leak/leak.h). */
#ifndef TALON_TESTS_BOT_SCENE_H
#define TALON_TESTS_BOT_SCENE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/command/commands.h"
#include "bot/command/commands_state.h"
#include "bot/command/context.h"
#include "bot/host/daemon_state.h"
#include "bot/people/people_state.h"
#include "bot/show/show_state.h"
#include "bot/table/round/replay.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/seat.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"
#include "tests/doubles/script/script.h"

enum scene_store { SCENE_MEMORY, SCENE_SQLITE };

struct scene {
    struct loop *loop;
    struct store *store;
    struct host host;
    struct host_options options;
    struct settings settings; /* of the script, by enum script_key */
    struct network *network;
    struct adapter *adapter;
    const struct adapter_impl *impl; /* script_adapter, or what a test sets before scene_begin() */
    void (*more)(struct scene *scene); /* adds a second network before tables are read; or NULL */
    enum scene_store kind;
    uint32_t answers; /* given so far to what waits for an answer */
    bool running;
    char name[24]; /* of the network: another for each scene, so that flood buckets are fresh */
    char folder[64], path[96];
    size_t mark;          /* lines before it have been looked at */
    unsigned long tokens; /* cards seen in messages: the watch is awake */
    bool whisper_first;   /* the last whisper goes before others */
    bool line_first;      /* likewise the last line to the channel */
    enum company company; /* of the last message */
};

/* Everything at once, no clocks, and the same shuffles in each run: change scene->options and
 * scene->settings, then scene_begin(). */
void scene_init(struct scene *scene, enum scene_store kind);
void scene_begin(struct scene *scene);
void scene_finish(struct scene *scene);

/* Of several scenes that run at once, the watch is over this one. */
void scene_watch(struct scene *scene);
/* Told when it begins to look at a message and when it has; NULL: nobody is. */
extern void (*scene_looks_on)(bool begins);

/* The daemon ends in mid-play (nothing is said) and starts again on the same store. Between: */
void scene_down(struct scene *scene);
void scene_up(struct scene *scene);
/* Both, and all that is said of it. */
void scene_restart(struct scene *scene);

/* -- people -- */
void scene_join(struct scene *scene, const char *who);
void scene_type(struct scene *scene, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void scene_whisper(struct scene *scene, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Types and settles; what is looked at begins with this. */
void scene_do(struct scene *scene, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same in private. */
void scene_tell(struct scene *scene, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An operator of the channel ends the match: its players would have to vote. */
void scene_stop(struct scene *scene);

/* Likewise a slash command, and a control of the newest hand or board that says so (there must be
 * one). Each waits for an answer: its number. */
uint32_t scene_command(struct scene *scene, const char *who, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
uint32_t scene_press(struct scene *scene, const char *who, const char *words);

/* -- looking -- */
struct table *scene_table(struct scene *scene);
/* Runs until nothing more happens without people or time; fails after some seconds. */
void scene_settle(struct scene *scene);
/* One turn of the loop. */
void scene_turn(struct scene *scene);
/* Runs until the flag has that value; fails after some seconds. */
void scene_await(struct scene *scene, const bool *flag, bool value);
/* Looks at nothing said up to now. */
void scene_mark(struct scene *scene);
/* The first line since the mark that contains `part`, or NULL. */
const char *scene_said(const struct scene *scene, const char *part);
/* Runs until a line since the mark contains `part`; fails after some seconds. */
const char *scene_wait(struct scene *scene, const char *part);
/* How many lines since the mark begin with `start` ("@alice", "#table", "" for all). */
unsigned scene_count(const struct scene *scene, const char *start);
/* Fails unless something said since the mark contains `part`. */
#define assert_said(scene, part)     scene_assert_said((scene), (part), true, __FILE__, __LINE__)
#define assert_not_said(scene, part) scene_assert_said((scene), (part), false, __FILE__, __LINE__)
void scene_assert_said(const struct scene *scene, const char *part, bool said, const char *file,
                       int line);
/* The command gets one private line that contains `part`, nobody else hears of it, and neither the
 * table nor its round changes. */
#define assert_refused(scene, who, text, part)                                                     \
    scene_assert_refused((scene), (who), (text), (part), __FILE__, __LINE__)
void scene_assert_refused(struct scene *scene, const char *who, const char *text, const char *part,
                          const char *file, int line);

/* -- a person who plays by what was whispered to them, and by nothing else -- */
struct actor {
    const char *name;
    size_t read;      /* lines before it have been read */
    unsigned forgets; /* per cent of the last cards but one that are played without UNO */
    unsigned moves;
};

/* Reads on and answers what is asked; true when something was typed. */
bool actor_step(struct scene *scene, struct actor *actor, unsigned *chance);
/* Lets the actors play until a line since the mark contains `part`; fails after `moves` moves. */
void scene_play(struct scene *scene, struct actor *actors, unsigned count, const char *part,
                unsigned moves);

#endif
