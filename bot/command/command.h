/* command.h: what people type, as rows of one table.
 *
 * A row names a command, its aliases (English and French, and the bare two-letter words of old IRC
 * bots), who may give it, what it needs, its flood cost and its help. One check runs before every
 * handler. A handler answers through the call; errors go to the one who typed, and change nothing.
 */
#ifndef TALON_BOT_COMMAND_COMMAND_H
#define TALON_BOT_COMMAND_COMMAND_H

#include "bot/host/host.h"
#include "bot/people/code.h"
#include "bot/table/table.h"

/* Who may give a command. */
enum command_who {
    WHO_ANYONE,
    WHO_SEATED, /* sits at the table */
    WHO_DECIDER /* sits at the table, and decides with the others; or rules it (context_rules()) */
};

/* What must be there. */
enum command_needs { NEEDS_CHANNEL, NEEDS_TABLE, NEEDS_ROUND, NEEDS_NOTHING };

struct command_context;

struct command {
    const char *name;    /* a catalogue's word for it is the alias to show in that language */
    const char *aliases; /* parted by blanks; folded (lower case, no accents) */
    const char *bare;    /* words that need no prefix from seated players in a round, or NULL;
                            "?word" only as the answer to what they are asked: else it is talk */
    enum command_who who;
    enum command_needs needs;
    unsigned cost;         /* of the typist's flood bucket, in seconds */
    const char *arguments; /* as help shows them: N_("[set]"); "" none */
    const char *help;      /* one line of the catalogue */
    void (*run)(struct command_context *context);
};

/* One command being carried out. Strings live as long as the call. */
struct command_context {
    struct host *host;
    struct network *network;
    const struct chat_event *event;
    const struct command *command;
    const char *arguments;           /* what stands behind the command, without outer blanks */
    char name[PERSON_NAME_MAX];      /* of who typed, cleaned, to show */
    const char *channel;             /* the matter's channel: where it was typed, or of the table */
    struct table *table;             /* NULL: none there */
    struct person *person;           /* who typed, when known to a table; see context_person() */
    struct person *claimed;          /* whom they would be, but for what they lack; or NULL */
    enum people_lack lack;           /* of `claimed` */
    unsigned seat;                   /* theirs, or SEAT_NONE */
    struct preferences preferences;  /* the typist's */
    const struct language *language; /* of private answers */
    bool returned;                   /* a computer player kept their seat until they typed this */
    bool moved;  /* a move of the game was made: turns limit those, no flood bucket */
    bool shown;  /* the answer is a panel: the hand need not come with it */
    bool hushed; /* they typed too much: a legal move is made, and they are told nothing else */
};

/* Sorts the aliases; once. False when two commands share one (a mistake in the table). */
bool command_setup(void);

/* A message somebody wrote: finds out whether it is a command, checks, runs it. */
void command_run(struct host *host, struct network *network, const struct chat_event *event);

/* What is told where a table's channel does not hear us. */
extern const char command_unheard[];
/* With what whoever runs the channel can do about it: {permissions}. */
extern const char command_silent[];
/* What is told to a user who bears the nick of somebody whose seat waits (call.c). */
const char *context_kept(const struct person *person, const struct chat_user *user);
/* The alias that a language shows. */
const char *command_name(const struct command *command, const struct language *language);
/* The n-th row, NULL behind the last; and by name or alias. */
const struct command *command_at(unsigned n);
const struct command *command_find(const char *word);

/* -- for handlers (call.c) -- */

/* Finds who typed, their table, seat and language (call.c); host, network and event are set. And
 * lets go of them. */
void context_begin(struct command_context *context);
void context_end(struct command_context *context);
/* Tells what somebody lacks to act for whom they would be; false: nothing. */
bool context_tell_lack(struct command_context *context);
/* Who typed, made known if need be; NULL (and the reason told) when that cannot be. */
struct person *context_person(struct command_context *context);
/* Finds out in what language the typist is answered. */
void context_choose_language(struct command_context *context);
/* Whether it was said in a talk with us, where its answer belongs: a notice would stand in the
 * window of the table's channel. */
bool context_is_talk(const struct command_context *context);
/* A line back to the typist alone, or to the channel. NULL: memory is out, or they are hushed. */
struct message *context_private(struct command_context *context);
struct message *context_public(struct command_context *context);
/* Whether what they ask is answered to them alone: in private, where the channel is quiet, and
 * where who gives a command sees its answer alone (chat_event.answers). */
bool context_is_alone(const struct command_context *context);
void context_say(struct command_context *context, struct message *message);
/* What cannot be taken back is not done for who may have meant something else: whether nothing
 * stands behind the command; told when not. */
bool context_stands_alone(struct command_context *context);
/* One private line of the catalogue; {p} is the prefix. */
void context_tell(struct command_context *context, const char *pattern);
/* What the event says that we lack, in that language; NULL: nothing. */
const char *command_lacks(const struct chat_event *event, const struct language *language);
/* What the typist owes, in seconds of their flood bucket; who owes too much hears so once
 * (command.c). */
void context_charge(struct command_context *context, unsigned cost);
/* Told once, to who is likely to have set the channel up for it. */
void context_tell_lacks(struct command_context *context);
/* Whether everybody there can read what they typed. */
bool context_is_overheard(const struct command_context *context);
/* Whether they said a code of !link where everybody could read it: it is dead, which they are told.
 */
bool context_says_code(struct command_context *context, const char *text);
/* That we are not heard in the channel, and for want of what. */
void context_tell_unheard(struct command_context *context);
/* Whether the typist opened the table and sits there, is an operator of the channel or an
 * administrator (host.h), as far as that is known. */
bool context_rules(const struct command_context *context);
/* The same; told when not, unless that is still asked for. */
bool context_may_rule(struct command_context *context);
/* Why a table refused, as a message of the catalogue; {p} is the prefix. */
const char *table_refusal_words(enum table_refusal refusal);
/* A seat by name (whole, or a beginning that only one has); SEAT_NONE when there is none. */
unsigned context_seat_named(const struct command_context *context, const char *name);
/* Tells that there is none, or whom it may mean. */
void context_tell_nobody(struct command_context *context, const char *name);

/* -- what a channel keeps beside switches: "rules", "language", "theme", "quiet" (command_set.c) --
 */

/* What holds in the call's channel: its own value, else what holds for all. */
const char *channel_value(const struct command_context *context, const char *key);
/* The value that somebody typed as it is kept; NULL: it is none. */
const char *channel_read(const char *key, const char *typed);
/* Whether that asks for what holds where nothing is kept. */
bool says_default(const char *typed);
bool channel_is_mono(const struct command_context *context);
/* Answers in the channel are whispered there (!quiet). */
bool channel_is_quiet(const struct command_context *context);
/* Keeps a value and gives it to the open table; false when the typist may not, who was told. */
bool channel_set(struct command_context *context, const char *key, const char *value);
/* Tells the channel. */
void channel_say_set(struct command_context *context, const char *name, const char *value);

/* Before somebody sits down: a seat word for who has no account and none yet (else ""); and behind
 * that, whispers it (command_seat.c). */
void context_make_word(struct command_context *context, char word[CODE_SIZE]);
void context_tell_word(struct command_context *context, char word[CODE_SIZE]);
/* Whether they sit down where their seat is kept, for its word was never told: they have it again,
 * and another word. */
bool context_sits_again(struct command_context *context);

/* Carries out a command of which `words` are another one's: the same is checked (command.c). */
void command_again(struct command_context *context, const char *words);

/* Whether who leaves in mid-round is asked once more, or has just answered that (command_panel.c).
 */
bool context_asks_leave(struct command_context *context);
bool context_means_leave(struct command_context *context);
/* Handlers, by file. */
void run_new(struct command_context *context); /* command_table.c */
void run_uno(struct command_context *context);
void run_join(struct command_context *context);
void run_leave(struct command_context *context);
void run_start(struct command_context *context);
void run_bots(struct command_context *context);
void run_away(struct command_context *context);
void run_back(struct command_context *context);
void run_wait(struct command_context *context);
void run_stop(struct command_context *context); /* command_vote.c */
void run_kick(struct command_context *context);
void run_pause(struct command_context *context);
void run_resume(struct command_context *context);
void run_yes(struct command_context *context);
void run_no(struct command_context *context);
/* The command whose bare word that is from this player; NULL: it is talk. */
const struct command *command_bare(const struct command_context *context, const char *word);
void run_play(struct command_context *context); /* command_play.c */
void run_draw(struct command_context *context);
void run_keep(struct command_context *context);
void run_challenge(struct command_context *context);
void run_accept(struct command_context *context);
void run_colour(struct command_context *context);
void run_target(struct command_context *context);
void run_catch(struct command_context *context);
/* Anything a seated player says without a command: an answer to what they were asked? */
bool run_answer(struct command_context *context, const char *text);
void run_hand(struct command_context *context); /* command_info.c */
void run_table(struct command_context *context);
void run_order(struct command_context *context);
void run_clock(struct command_context *context);
void run_rules(struct command_context *context);
void run_score(struct command_context *context);
void run_fair(struct command_context *context); /* command_fair.c */
void run_cut(struct command_context *context);
/* Cuts with what stands behind !start; false: it is no such word, and they were told. */
bool context_cuts(struct command_context *context);
void run_help(struct command_context *context);
void run_lang(struct command_context *context); /* command_self.c */
void run_theme(struct command_context *context);
void run_whisper(struct command_context *context);
void run_quiet(struct command_context *context);
void run_pings(struct command_context *context);
void run_set(struct command_context *context);      /* command_set.c */
void run_settings(struct command_context *context); /* command_panel.c */
void run_seat(struct command_context *context);     /* command_seat.c */
void run_swap(struct command_context *context);
void run_watch(struct command_context *context); /* command_channel.c */
void run_notify(struct command_context *context);
void run_link(struct command_context *context);  /* command_link.c */
void run_links(struct command_context *context); /* command_links.c */
void run_unlink(struct command_context *context);
void run_name(struct command_context *context);
void run_top(struct command_context *context); /* command_board.c */
void run_stats(struct command_context *context);

#endif
