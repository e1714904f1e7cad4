/* One command being carried out: who typed it, about what table, and how they are answered. */
#include <string.h>

#include "bot/command/aim.h"
#include "bot/people/admin.h"
#include "bot/people/link.h"
#include "bot/people/nick.h"
#include "bot/show/named.h"
#include "bot/show/pressed.h"
#include "bot/show/render.h"
#include "bot/table/grace.h"
#include "bot/table/private_table.h"
#include "bot/table/save.h"
#include "bot/table/seat.h"
#include "bot/table/split.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "command.h"

/* -- answers -- */

void context_choose_language(struct command_context *context)
{
    const struct person *person = context->person != NULL ? context->person : context->claimed;
    const struct table *table = context->table;
    unsigned at = 0;
    /* A person is given it when they sit down. */
    context->preferences =
        context->person != NULL && context->person->table_count > 0
            ? context->person->preferences
            : host_preferences_of(context->host, context->network, &context->event->user);
    context->language = context->preferences.language;
    if (context->language == NULL)
        context->language = language_of_locale(context->event->user.locale);
    if (table == NULL && context->channel == NULL && person != NULL) /* of two tables, the first */
        table = person_table(person, &at);
    if (context->language == NULL && table != NULL)
        context->language = table->language;
    if (context->language == NULL)
        context->language =
            host_channel_language(context->host, context->network, context->channel);
}

/* What one reads at leisure, and no move makes untrue. */
static bool is_read(const struct command *command)
{
    return command->needs == NEEDS_NOTHING || command->needs == NEEDS_CHANNEL ||
           command->run == run_score || command->run == run_fair;
}

/* Whether a player waits for the answer to go on playing: to a command of the round, to the word
 * that was asked for, to a command missed by a letter. */
static bool is_of_play(const struct command_context *context)
{
    const struct command *command = context->command;
    if (context->seat == SEAT_NONE)
        return false;
    return command != NULL ? command->who == WHO_SEATED && command->needs == NEEDS_ROUND
                           : seat_in_round(context->table, context->seat);
}

bool context_is_talk(const struct command_context *context)
{
    return context->event->channel == NULL && context->event->answers == 0;
}

struct message *context_private(struct command_context *context)
{
    if (context->hushed)
        return NULL;
    struct message *message =
        message_create(context->channel, context->event->user.id, URGENCY_INFO);
    host_dress(message, &context->preferences, channel_is_mono(context));
    if (message != NULL)
        message->first = is_of_play(context);
    if (message != NULL && message->way == WAY_ANY && context_is_talk(context))
        message->way = WAY_TALK;
    if (message != NULL)
        message->stays = context->command != NULL && is_read(context->command);
    if (context->seat != SEAT_NONE && context->command != NULL &&
        (context->command->needs == NEEDS_TABLE || context->command->needs == NEEDS_ROUND))
        aim_mark(message, context->table, context->person);
    return message;
}

bool context_is_alone(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    bool shown = event->answers != 0 && !event->written;
    return event->channel == NULL || shown || channel_is_quiet(context);
}

struct message *context_public(struct command_context *context)
{
    if (context_is_alone(context))
        return context_private(context);
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message != NULL)
        message->mono = channel_is_mono(context);
    return message;
}

void context_say(struct command_context *context, struct message *message)
{
    if (message != NULL && message->user == NULL && context->table != NULL)
        render_unsaid(context->table); /* an answer tells no newer state than was told */
    host_say(context->host, context->network, message);
}

void context_tell(struct command_context *context, const char *pattern)
{
    const struct round *round = context->table != NULL ? context->table->round : NULL;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, pressed_words(context->network, pattern)),
           arg_text("p", network_prefix(context->network)),
           arg_name("player", round != NULL ? seat_name(context->table, round->game.turn) : ""));
    context_say(context, message);
}

const char *command_lacks(const struct chat_event *event, const struct language *language)
{
    bool french = strcmp(language->code, "fr") == 0;
    return event->lacks[french ? CHAT_FRENCH : CHAT_ENGLISH];
}

void context_tell_unheard(struct command_context *context)
{
    const char *lacks = command_lacks(context->event, context->language);
    struct message *message = lacks != NULL ? context_private(context) : NULL;
    if (lacks == NULL)
        context_tell(context, command_unheard);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, command_silent), arg_text("permissions", lacks));
    context_say(context, message);
}

void context_tell_lacks(struct command_context *context)
{
    const char *lacks = command_lacks(context->event, context->language);
    struct message *message =
        lacks != NULL && !context->event->silent ? context_private(context) : NULL;
    if (message == NULL)
        return;
    PHRASE(message,
           tr(context->language, N_("Here I do without {permissions}. Whoever runs the server can "
                                    "allow it in the settings of the channel, under Permissions.")),
           arg_text("permissions", lacks));
    context_say(context, message);
}

bool context_is_overheard(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    return event->channel != NULL && (event->answers == 0 || event->written);
}

bool context_says_code(struct command_context *context, const char *text)
{
    if (!context_is_overheard(context) || !link_overheard(context->host, text))
        return false;
    context_tell(context,
                 N_("Everybody here could read that code: it is worth nothing any more. Ask for "
                    "a new one, and say it to me in private."));
    return true;
}

bool context_stands_alone(struct command_context *context)
{
    if (*context->arguments != '\0')
        context_tell(context,
                     N_("That command stands alone, without words behind it: nothing is done."));
    return *context->arguments == '\0';
}

/* At a table for one who has a host of their own no seat word is given. */
static bool has_private_tables_only(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    bool alone = false;
    while ((table = person_table(person, &at)) != NULL) {
        if (!private_table_is(table->channel))
            return false;
        alone = true;
    }
    return alone;
}

const char *context_kept(const struct person *person, const struct chat_user *user)
{
    return person->untold && people_seems_back(person, user)
               ? N_("A seat is kept for this nick, and its word was not told: {p}join takes it.")
               : N_("A seat is kept for this nick: say {p}seat WORD to me in private, with its "
                    "seat "
                    "word.");
}

bool context_tell_lack(struct command_context *context)
{
    if (context->claimed == NULL || context->claimed->table_count == 0)
        return false;
    context_tell(context,
                 context->lack == PEOPLE_LACK_SWAP
                     ? N_("Another nick of your account holds the seat: {p}swap plays it from "
                          "here.")
                 : !context->claimed->has_word && has_private_tables_only(context->claimed)
                     ? N_("This nick plays alone with me from another address: play from there, "
                          "or take another nick.")
                     : context_kept(context->claimed, &context->event->user));
    return true;
}

/* Somebody else acts under a nick whose owner has no seat any more: what the owner opened is
 * nobody's from now on. */
static void disown(struct command_context *context)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, context->host->tables, table, next)
    {
        if (table->opener != context->claimed)
            continue;
        table->opener = NULL;
        save_table(table);
        person_release(&context->host->people, context->claimed);
    }
    person_release(&context->host->people, context->claimed);
    context->claimed = NULL;
}

struct person *context_person(struct command_context *context)
{
    /* An account is somebody of its own, whatever its nick was to others. */
    bool own = context->claimed == NULL ||
               (context->event->user.account != NULL && !context->claimed->verified);
    if (!own && context_tell_lack(context))
        return NULL;
    if (!own)
        disown(context);
    if (context->person == NULL) {
        context->person =
            people_of(&context->host->people, context->network, &context->event->user);
        if (context->person != NULL)
            person_hold(context->person);
    }
    if (context->person == NULL)
        context_tell(context, N_("Your nick is another player's here: choose another one first."));
    return context->person;
}

unsigned context_seat_named(const struct command_context *context, const char *name)
{
    return seat_named(context->table, name);
}

void context_tell_nobody(struct command_context *context, const char *name)
{
    uint16_t seats = seats_named(context->table, name);
    if (seats == 0) {
        context_tell(context, N_("Nobody of that name sits here: {p}order shows the players."));
        return;
    }
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    struct message *names = seats_piece(context->table, seats);
    PHRASE(message, tr(context->language, N_("Whom do you mean: {names}?")),
           arg_piece(message, "names", names));
    message_destroy(names);
    context_say(context, message);
}

bool context_rules(const struct command_context *context)
{
    /* Of two nicks of an account both are who opened it. */
    const struct person *person =
        context->lack == PEOPLE_LACK_SWAP ? context->claimed : context->person;
    return context->event->user.is_operator || admin_is(context->network, &context->event->user) ||
           (context->table != NULL && person != NULL && person == context->table->opener &&
            seat_of(context->table, person) != SEAT_NONE);
}

bool context_may_rule(struct command_context *context)
{
    if (context_rules(context))
        return true;
    if (admin_asks(context->network, context->event))
        return false;
    context_tell(context,
                 context->command != NULL && context->command->who == WHO_DECIDER
                     ? N_("Only who sits here may do that, or an operator of the channel, or who "
                          "runs this bot.")
                 : context->table != NULL
                     ? N_("Only who opened the table and sits here may do that, or an operator "
                          "of the channel, or who runs this bot.")
                     : N_("Only an operator of the channel may do that, or who runs this bot."));
    return false;
}

/* -- whose it is -- */

/* Who typed, or whom they would be. */
static void find_typist(struct command_context *context)
{
    const struct chat_user *user = &context->event->user;
    struct people *people = &context->host->people;
    context->person = people_find(people, context->network, user);
    if (context->person == NULL && user->account != NULL) { /* a nick of somebody without account */
        context->claimed = people_under_nick(people, context->network, user);
        context->lack = PEOPLE_LACK_WORD;
        if (context->claimed != NULL && context->claimed->id != NULL)
            context->claimed = NULL; /* who is here, under another one */
    } else if (context->person != NULL) {
        context->lack = people_lack(context->person, user);
    }
    if (context->person != NULL && context->lack != PEOPLE_LACK_NOTHING) {
        context->claimed = context->person;
        context->person = NULL;
    }
    /* Talk binds nobody whom only a nick names. */
    if (context->person != NULL &&
        (context->person->id != NULL || people_is_back(context->person, user)))
        context->person = nick_follow(context->host, context->network, user, context->person);
    if (context->person != NULL) {
        host_note_account(context->person, user);
        if (context->person->id != NULL) {
            context->returned = grace_back(context->person);
            split_back(context->host, context->person);
            private_table_back(context->person);
        }
        person_hold(context->person); /* a handler may take away their last seat */
    }
    if (context->claimed != NULL)
        person_hold(context->claimed);
}

void context_begin(struct command_context *context)
{
    const struct chat_event *event = context->event;
    people_clean_name(event->user.name, context->name);
    find_typist(context);
    context->channel = event->channel;
    if (event->channel != NULL)
        context->table = table_at(context->host, context->network, event->channel);
    else
        context->table = aim_first(context->person, event->stamp);
    if (context->table != NULL && context->channel == NULL)
        context->channel = context->table->channel;
    context->seat = context->table != NULL ? seat_of(context->table, context->person) : SEAT_NONE;
    context_choose_language(context);
}

void context_end(struct command_context *context)
{
    struct people *people = &context->host->people;
    if (context->person != NULL)
        person_release(people, context->person);
    if (context->claimed != NULL)
        person_release(people, context->claimed);
}
