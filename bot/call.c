/* One command being carried out: who typed it, about what table, and how they are answered. */
#include <string.h>

#include "bot/admin.h"
#include "bot/aim.h"
#include "bot/alone.h"
#include "bot/grace.h"
#include "bot/language.h"
#include "bot/link.h"
#include "bot/named.h"
#include "bot/nick.h"
#include "bot/phrase.h"
#include "bot/pressed.h"
#include "bot/render.h"
#include "bot/save.h"
#include "bot/seat.h"
#include "bot/split.h"
#include "command.h"

/* -- answers -- */

void call_choose_language(struct call *call)
{
    const struct person *person = call->person != NULL ? call->person : call->claimed;
    const struct table *table = call->table;
    unsigned at = 0;
    /* A person is given it when they sit down. */
    call->taste = call->person != NULL && call->person->table_count > 0
                      ? call->person->taste
                      : host_taste_of(call->host, call->network, &call->event->user);
    call->language = call->taste.language;
    if (call->language == NULL)
        call->language = language_of_locale(call->event->user.locale);
    if (table == NULL && call->channel == NULL && person != NULL) /* of two tables, the first */
        table = person_table(person, &at);
    if (call->language == NULL && table != NULL)
        call->language = table->language;
    if (call->language == NULL)
        call->language = host_channel_language(call->host, call->network, call->channel);
}

/* What one reads at leisure, and no move makes untrue. */
static bool is_read(const struct command *command)
{
    return command->needs == NEEDS_NOTHING || command->needs == NEEDS_CHANNEL ||
           command->run == run_score || command->run == run_fair;
}

/* Whether a player waits for the answer to go on playing: to a command of the round, to the word
 * that was asked for, to a command missed by a letter. */
static bool is_of_play(const struct call *call)
{
    const struct command *command = call->command;
    if (call->seat == SEAT_NONE)
        return false;
    return command != NULL ? command->who == WHO_SEATED && command->needs == NEEDS_ROUND
                           : seat_in_round(call->table, call->seat);
}

bool call_is_talk(const struct call *call)
{
    return call->event->channel == NULL && call->event->answers == 0;
}

struct message *call_private(struct call *call)
{
    if (call->hushed)
        return NULL;
    struct message *message = message_create(call->channel, call->event->user.id, URGENCY_INFO);
    host_dress(message, &call->taste, channel_is_mono(call));
    if (message != NULL)
        message->first = is_of_play(call);
    if (message != NULL && message->way == WAY_ANY && call_is_talk(call))
        message->way = WAY_TALK;
    if (message != NULL)
        message->stays = call->command != NULL && is_read(call->command);
    if (call->seat != SEAT_NONE && call->command != NULL &&
        (call->command->needs == NEEDS_TABLE || call->command->needs == NEEDS_ROUND))
        aim_mark(message, call->table, call->person);
    return message;
}

bool call_is_alone(const struct call *call)
{
    const struct chat_event *event = call->event;
    bool shown = event->answers != 0 && !event->written;
    return event->channel == NULL || shown || channel_is_quiet(call);
}

struct message *call_public(struct call *call)
{
    if (call_is_alone(call))
        return call_private(call);
    struct message *message = message_create(call->channel, NULL, URGENCY_INFO);
    if (message != NULL)
        message->mono = channel_is_mono(call);
    return message;
}

void call_say(struct call *call, struct message *message)
{
    if (message != NULL && message->user == NULL && call->table != NULL)
        render_unsaid(call->table); /* an answer tells no newer state than was told */
    host_say(call->host, call->network, message);
}

void call_tell(struct call *call, const char *pattern)
{
    const struct round *round = call->table != NULL ? call->table->round : NULL;
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    PHRASE(message, tr(call->language, pressed_words(call->network, pattern)),
           arg_text("p", network_prefix(call->network)),
           arg_name("player", round != NULL ? seat_name(call->table, round->game.turn) : ""));
    call_say(call, message);
}

const char *command_lacks(const struct chat_event *event, const struct language *language)
{
    bool french = strcmp(language->code, "fr") == 0;
    return event->lacks[french ? CHAT_FRENCH : CHAT_ENGLISH];
}

void call_tell_unheard(struct call *call)
{
    const char *lacks = command_lacks(call->event, call->language);
    struct message *message = lacks != NULL ? call_private(call) : NULL;
    if (lacks == NULL)
        call_tell(call, command_unheard);
    if (message == NULL)
        return;
    PHRASE(message, tr(call->language, command_silent), arg_text("permissions", lacks));
    call_say(call, message);
}

void call_tell_lacks(struct call *call)
{
    const char *lacks = command_lacks(call->event, call->language);
    struct message *message = lacks != NULL && !call->event->silent ? call_private(call) : NULL;
    if (message == NULL)
        return;
    PHRASE(message,
           tr(call->language, N_("Here I do without {permissions}. Whoever runs the server can "
                                 "allow it in the settings of the channel, under Permissions.")),
           arg_text("permissions", lacks));
    call_say(call, message);
}

bool call_is_overheard(const struct call *call)
{
    const struct chat_event *event = call->event;
    return event->channel != NULL && (event->answers == 0 || event->written);
}

bool call_says_code(struct call *call, const char *text)
{
    if (!call_is_overheard(call) || !link_overheard(call->host, text))
        return false;
    call_tell(call, N_("Everybody here could read that code: it is worth nothing any more. Ask for "
                       "a new one, and say it to me in private."));
    return true;
}

bool call_stands_alone(struct call *call)
{
    if (*call->arguments != '\0')
        call_tell(call, N_("That command stands alone, without words behind it: nothing is done."));
    return *call->arguments == '\0';
}

/* At a table for one who has a host of their own no seat word is given. */
static bool has_private_tables_only(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    bool alone = false;
    while ((table = person_table(person, &at)) != NULL) {
        if (!alone_is(table->channel))
            return false;
        alone = true;
    }
    return alone;
}

const char *call_kept(const struct person *person, const struct chat_user *user)
{
    return person->untold && people_seems_back(person, user)
               ? N_("A seat is kept for this nick, and its word was not told: {p}join takes it.")
               : N_("A seat is kept for this nick: say {p}seat WORD to me in private, with its "
                    "seat "
                    "word.");
}

bool call_tell_lack(struct call *call)
{
    if (call->claimed == NULL || call->claimed->table_count == 0)
        return false;
    call_tell(call, call->lack == PEOPLE_LACK_SWAP
                        ? N_("Another nick of your account holds the seat: {p}swap plays it from "
                             "here.")
                    : !call->claimed->has_word && has_private_tables_only(call->claimed)
                        ? N_("This nick plays alone with me from another address: play from there, "
                             "or take another nick.")
                        : call_kept(call->claimed, &call->event->user));
    return true;
}

/* Somebody else acts under a nick whose owner has no seat any more: what the owner opened is
 * nobody's from now on. */
static void disown(struct call *call)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, call->host->tables, table, next)
    {
        if (table->opener != call->claimed)
            continue;
        table->opener = NULL;
        save_table(table);
        person_release(&call->host->people, call->claimed);
    }
    person_release(&call->host->people, call->claimed);
    call->claimed = NULL;
}

struct person *call_person(struct call *call)
{
    /* An account is somebody of its own, whatever its nick was to others. */
    bool own =
        call->claimed == NULL || (call->event->user.account != NULL && !call->claimed->verified);
    if (!own && call_tell_lack(call))
        return NULL;
    if (!own)
        disown(call);
    if (call->person == NULL) {
        call->person = people_of(&call->host->people, call->network, &call->event->user);
        if (call->person != NULL)
            person_hold(call->person);
    }
    if (call->person == NULL)
        call_tell(call, N_("Your nick is another player's here: choose another one first."));
    return call->person;
}

unsigned call_seat_named(const struct call *call, const char *name)
{
    return seat_named(call->table, name);
}

void call_tell_nobody(struct call *call, const char *name)
{
    uint16_t seats = seats_named(call->table, name);
    if (seats == 0) {
        call_tell(call, N_("Nobody of that name sits here: {p}order shows the players."));
        return;
    }
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    struct message *names = seats_piece(call->table, seats);
    PHRASE(message, tr(call->language, N_("Whom do you mean: {names}?")),
           arg_piece(message, "names", names));
    message_destroy(names);
    call_say(call, message);
}

bool call_rules(const struct call *call)
{
    /* Of two nicks of an account both are who opened it. */
    const struct person *person = call->lack == PEOPLE_LACK_SWAP ? call->claimed : call->person;
    return call->event->user.is_operator || admin_is(call->network, &call->event->user) ||
           (call->table != NULL && person != NULL && person == call->table->opener &&
            seat_of(call->table, person) != SEAT_NONE);
}

bool call_may_rule(struct call *call)
{
    if (call_rules(call))
        return true;
    if (admin_asks(call->network, call->event))
        return false;
    call_tell(call,
              call->command != NULL && call->command->who == WHO_DECIDER
                  ? N_("Only who sits here may do that, or an operator of the channel, or who "
                       "runs this bot.")
              : call->table != NULL
                  ? N_("Only who opened the table and sits here may do that, or an operator "
                       "of the channel, or who runs this bot.")
                  : N_("Only an operator of the channel may do that, or who runs this bot."));
    return false;
}

/* -- whose it is -- */

/* Who typed, or whom they would be. */
static void find_typist(struct call *call)
{
    const struct chat_user *user = &call->event->user;
    struct people *people = &call->host->people;
    call->person = people_find(people, call->network, user);
    if (call->person == NULL && user->account != NULL) { /* a nick of somebody without account */
        call->claimed = people_under_nick(people, call->network, user);
        call->lack = PEOPLE_LACK_WORD;
        if (call->claimed != NULL && call->claimed->id != NULL)
            call->claimed = NULL; /* who is here, under another one */
    } else if (call->person != NULL) {
        call->lack = people_lack(call->person, user);
    }
    if (call->person != NULL && call->lack != PEOPLE_LACK_NOTHING) {
        call->claimed = call->person;
        call->person = NULL;
    }
    /* Talk binds nobody whom only a nick names. */
    if (call->person != NULL && (call->person->id != NULL || people_is_back(call->person, user)))
        call->person = nick_follow(call->host, call->network, user, call->person);
    if (call->person != NULL) {
        host_note_account(call->person, user);
        if (call->person->id != NULL) {
            call->returned = grace_back(call->person);
            split_back(call->host, call->person);
            alone_back(call->person);
        }
        person_hold(call->person); /* a handler may take away their last seat */
    }
    if (call->claimed != NULL)
        person_hold(call->claimed);
}

void call_begin(struct call *call)
{
    const struct chat_event *event = call->event;
    people_clean_name(event->user.name, call->name);
    find_typist(call);
    call->channel = event->channel;
    if (event->channel != NULL)
        call->table = table_at(call->host, call->network, event->channel);
    else
        call->table = aim_first(call->person, event->stamp);
    if (call->table != NULL && call->channel == NULL)
        call->channel = call->table->channel;
    call->seat = call->table != NULL ? seat_of(call->table, call->person) : SEAT_NONE;
    call_choose_language(call);
}

void call_end(struct call *call)
{
    struct people *people = &call->host->people;
    if (call->person != NULL)
        person_release(people, call->person);
    if (call->claimed != NULL)
        person_release(people, call->claimed);
}
