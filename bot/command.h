/* command.h: what people type, as rows of one table.
 *
 * A row names a command, its aliases (English and French, and the bare two-letter words of old IRC
 * bots), who may give it, what it needs, its flood cost and its help. One check runs before every
 * handler. A handler answers through the call; errors go to the one who typed, and change nothing.
 */
#ifndef TALON_BOT_COMMAND_H
#define TALON_BOT_COMMAND_H

#include "bot/code.h"
#include "bot/host.h"
#include "bot/table.h"

/* Who may give a command. */
enum command_who {
    WHO_ANYONE,
    WHO_SEATED, /* sits at the table */
    WHO_DECIDER /* sits at the table, and decides with the others; or rules it (call_rules()) */
};

/* What must be there. */
enum command_needs { NEEDS_CHANNEL, NEEDS_TABLE, NEEDS_ROUND, NEEDS_NOTHING };

struct call;

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
    void (*run)(struct call *call);
};

/* One command being carried out. Strings live as long as the call. */
struct call {
    struct host *host;
    struct network *network;
    const struct chat_event *event;
    const struct command *command;
    const char *arguments;           /* what stands behind the command, without outer blanks */
    char name[PERSON_NAME_MAX];      /* of who typed, cleaned, to show */
    const char *channel;             /* the matter's channel: where it was typed, or of the table */
    struct table *table;             /* NULL: none there */
    struct person *person;           /* who typed, when known to a table; see call_person() */
    struct person *claimed;          /* whom they would be, but for what they lack; or NULL */
    enum people_lack lack;           /* of `claimed` */
    unsigned seat;                   /* theirs, or SEAT_NONE */
    struct taste taste;              /* the typist's */
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
const char *call_kept(const struct person *person, const struct chat_user *user);
/* The alias that a language shows. */
const char *command_name(const struct command *command, const struct language *language);
/* The n-th row, NULL behind the last; and by name or alias. */
const struct command *command_at(unsigned n);
const struct command *command_find(const char *word);

/* -- for handlers (call.c) -- */

/* Finds who typed, their table, seat and language (call.c); host, network and event are set. And
 * lets go of them. */
void call_begin(struct call *call);
void call_end(struct call *call);
/* Tells what somebody lacks to act for whom they would be; false: nothing. */
bool call_tell_lack(struct call *call);
/* Who typed, made known if need be; NULL (and the reason told) when that cannot be. */
struct person *call_person(struct call *call);
/* Finds out in what language the typist is answered. */
void call_choose_language(struct call *call);
/* Whether it was said in a talk with us, where its answer belongs: a notice would stand in the
 * window of the table's channel. */
bool call_is_talk(const struct call *call);
/* A line back to the typist alone, or to the channel. NULL: memory is out, or they are hushed. */
struct message *call_private(struct call *call);
struct message *call_public(struct call *call);
/* Whether what they ask is answered to them alone: in private, where the channel is quiet, and
 * where who gives a command sees its answer alone (chat_event.answers). */
bool call_is_alone(const struct call *call);
void call_say(struct call *call, struct message *message);
/* What cannot be taken back is not done for who may have meant something else: whether nothing
 * stands behind the command; told when not. */
bool call_stands_alone(struct call *call);
/* One private line of the catalogue; {p} is the prefix. */
void call_tell(struct call *call, const char *pattern);
/* What the event says that we lack, in that language; NULL: nothing. */
const char *command_lacks(const struct chat_event *event, const struct language *language);
/* What the typist owes, in seconds of their flood bucket; who owes too much hears so once
 * (command.c). */
void call_charge(struct call *call, unsigned cost);
/* Told once, to who is likely to have set the channel up for it. */
void call_tell_lacks(struct call *call);
/* Whether everybody there can read what they typed. */
bool call_is_overheard(const struct call *call);
/* Whether they said a code of !link where everybody could read it: it is dead, which they are told.
 */
bool call_says_code(struct call *call, const char *text);
/* That we are not heard in the channel, and for want of what. */
void call_tell_unheard(struct call *call);
/* Whether the typist opened the table and sits there, is an operator of the channel or an
 * administrator (host.h), as far as that is known. */
bool call_rules(const struct call *call);
/* The same; told when not, unless that is still asked for. */
bool call_may_rule(struct call *call);
/* Why a table refused, as a message of the catalogue; {p} is the prefix. */
const char *table_refusal_words(enum table_refusal refusal);
/* A seat by name (whole, or a beginning that only one has); SEAT_NONE when there is none. */
unsigned call_seat_named(const struct call *call, const char *name);
/* Tells that there is none, or whom it may mean. */
void call_tell_nobody(struct call *call, const char *name);

/* -- what a channel keeps beside switches: "rules", "language", "theme", "quiet" (command_set.c) --
 */

/* What holds in the call's channel: its own value, else what holds for all. */
const char *channel_value(const struct call *call, const char *key);
/* The value that somebody typed as it is kept; NULL: it is none. */
const char *channel_read(const char *key, const char *typed);
/* Whether that asks for what holds where nothing is kept. */
bool says_default(const char *typed);
bool channel_is_mono(const struct call *call);
/* Answers in the channel are whispered there (!quiet). */
bool channel_is_quiet(const struct call *call);
/* Keeps a value and gives it to the open table; false when the typist may not, who was told. */
bool channel_set(struct call *call, const char *key, const char *value);
/* Tells the channel. */
void channel_say_set(struct call *call, const char *name, const char *value);

/* Before somebody sits down: a seat word for who has no account and none yet (else ""); and behind
 * that, whispers it (command_seat.c). */
void call_make_word(struct call *call, char word[CODE_SIZE]);
void call_tell_word(struct call *call, char word[CODE_SIZE]);
/* Whether they sit down where their seat is kept, for its word was never told: they have it again,
 * and another word. */
bool call_sits_again(struct call *call);

/* Carries out a command of which `words` are another one's: the same is checked (command.c). */
void command_again(struct call *call, const char *words);

/* Whether who leaves in mid-round is asked once more, or has just answered that (command_panel.c).
 */
bool call_asks_leave(struct call *call);
bool call_means_leave(struct call *call);
/* Handlers, by file. */
void run_new(struct call *call); /* command_table.c */
void run_uno(struct call *call);
void run_join(struct call *call);
void run_leave(struct call *call);
void run_start(struct call *call);
void run_bots(struct call *call);
void run_away(struct call *call);
void run_back(struct call *call);
void run_wait(struct call *call);
void run_stop(struct call *call); /* command_vote.c */
void run_kick(struct call *call);
void run_pause(struct call *call);
void run_resume(struct call *call);
void run_yes(struct call *call);
void run_no(struct call *call);
/* The command whose bare word that is from this player; NULL: it is talk. */
const struct command *command_bare(const struct call *call, const char *word);
void run_play(struct call *call); /* command_play.c */
void run_draw(struct call *call);
void run_keep(struct call *call);
void run_challenge(struct call *call);
void run_accept(struct call *call);
void run_colour(struct call *call);
void run_target(struct call *call);
void run_catch(struct call *call);
/* Anything a seated player says without a command: an answer to what they were asked? */
bool run_answer(struct call *call, const char *text);
void run_hand(struct call *call); /* command_info.c */
void run_table(struct call *call);
void run_order(struct call *call);
void run_clock(struct call *call);
void run_rules(struct call *call);
void run_score(struct call *call);
void run_fair(struct call *call); /* command_fair.c */
void run_cut(struct call *call);
/* Cuts with what stands behind !start; false: it is no such word, and they were told. */
bool call_cuts(struct call *call);
void run_help(struct call *call);
void run_lang(struct call *call); /* command_self.c */
void run_theme(struct call *call);
void run_whisper(struct call *call);
void run_quiet(struct call *call);
void run_pings(struct call *call);
void run_set(struct call *call);      /* command_set.c */
void run_settings(struct call *call); /* command_panel.c */
void run_seat(struct call *call);     /* command_seat.c */
void run_swap(struct call *call);
void run_watch(struct call *call); /* command_channel.c */
void run_notify(struct call *call);
void run_link(struct call *call);  /* command_link.c */
void run_links(struct call *call); /* command_links.c */
void run_unlink(struct call *call);
void run_name(struct call *call);
void run_top(struct call *call); /* command_board.c */
void run_stats(struct call *call);

#endif
