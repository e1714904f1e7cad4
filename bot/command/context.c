#include "context.h"

#include <stdio.h>
#include <string.h>

#include "bot/command/channel.h"
#include "bot/command/page_typist.h"
#include "bot/command/refused.h"
#include "bot/people/admin.h"
#include "bot/people/setting_store.h"
#include "bot/show/button_wording.h"
#include "bot/show/panel.h"
#include "bot/show/render/lines.h"
#include "bot/show/seat_names.h"
#include "bot/show/speak.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/own_tables.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/typed.h"

/* -- answers -- */

void context_choose_language(struct command_context *context)
{
    const struct person *person = context->person != NULL ? context->person : context->claimed;
    const struct table *table = context->table;
    unsigned at = 0;
    /* A person who sits at a table has their preferences loaded already. */
    context->preferences = context->person != NULL && context->person->table_count > 0
                               ? context->person->preferences
                               : preferences_of(context->network, &context->event->user);
    context->language = context->preferences.language;
    if (context->page != NULL)
        context->language = context->page->language;
    if (context->language == NULL)
        context->language = language_of_locale(context->event->user.locale);
    if (table == NULL && context->channel == NULL && person != NULL) /* of two tables, the first */
        table = person_table(person, &at);
    if (context->language == NULL && table != NULL)
        context->language = place_on(table, context->network)->language;
    if (context->language == NULL) {
        context->language = setting_channel_language(context->network, context->channel);
    }
}

/* True if no move can make the answer untrue, so that the typist can read it later. */
static bool is_read(const struct command *command)
{
    return command->needs == NEEDS_NOTHING || command->needs == NEEDS_CHANNEL || command->stays;
}

/* True if a player needs this answer to play on: it answers a command of the round, a word that the
 * bot asked for, or a command with one wrong letter. */
static bool is_of_play(const struct command_context *context)
{
    const struct command *command = context->command;
    if (context->seat == SEAT_NONE)
        return false;
    return command != NULL ? command->who == WHO_SEATED && command->needs == NEEDS_ROUND
                           : seat_in_round(context->table, context->seat);
}

bool context_is_private_message(const struct command_context *context)
{
    return context->event->channel == NULL && context->event->answers == 0;
}

struct message *context_private(struct command_context *context)
{
    if (context->throttled || context->event->user.relayed)
        return NULL;
    struct message *message = message_create(context->channel, context->answer_user, URGENCY_INFO);
    preferences_dress(message, &context->preferences,
                      channel_is_mono(context->network, context->channel));
    if (message != NULL)
        message->first = is_of_play(context);
    if (message != NULL && message->way == WAY_ANY && context_is_private_message(context))
        message->way = WAY_TALK;
    if (message != NULL)
        message->stays = context->command != NULL && is_read(context->command);
    if (context->table != NULL && context->seat != SEAT_NONE && context->command != NULL &&
        (context->command->needs == NEEDS_TABLE || context->command->needs == NEEDS_ROUND))
        lines_name_table(message, context->table, context->person);
    return message;
}

bool context_answers_in_private(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    bool shown = event->answers != 0 && !event->written;
    return event->channel == NULL || shown || channel_is_quiet(context->network, context->channel);
}

struct message *context_public(struct command_context *context)
{
    if (context_answers_in_private(context))
        return context_private(context);
    struct message *message = message_create(context->channel, NULL, URGENCY_INFO);
    if (message != NULL)
        message->mono = channel_is_mono(context->network, context->channel);
    return message;
}

void context_say(struct command_context *context, struct message *message)
{
    if (message != NULL && message->user == NULL && context->table != NULL)
        lines_unsaid(context_place(context)); /* the news comes before the answer */
    speak_durable(context->answer_network, message);
}

void context_tell(struct command_context *context, const char *pattern)
{
    const struct round *round = context->table != NULL ? context->table->round : NULL;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, button_wording(context->network, pattern)),
           arg_text("p", network_prefix(context->network)),
           arg_name("player", round != NULL ? seat_name(context->table, round->game.turn) : ""));
    context_say(context, message);
}

bool context_tell_slip(struct command_context *context, const char *typed, const char *meant)
{
    const struct command *command = context->command;
    struct message *message = meant != NULL ? context_private(context) : NULL;
    char before[40] = "";
    char wrong[128];
    char right[128];
    if (message == NULL)
        return meant != NULL;
    if (command != NULL)
        snprintf(before, sizeof(before), "%s ", command_name(command, context->language));
    snprintf(wrong, sizeof(wrong), "%s%.*s", before, (int)strcspn(typed, " "), typed);
    snprintf(right, sizeof(right), "%s%s", before, meant);
    PHRASE(message, tr(context->language, N_("There is no {p}{word}. Did you mean {p}{command}?")),
           arg_text("p", network_prefix(context->network)), arg_text("word", wrong),
           arg_text("command", right));
    context_say(context, message);
    return true;
}

bool context_tell_waits(struct command_context *context)
{
    if (context->channel == NULL || !network_waits_in(context->network, context->channel))
        return false;
    context_tell(context, N_("This channel's table is on another network too, and waits for it. "
                             "{p}stop gives it up."));
    return true;
}

const char *context_table_refusal_words(enum table_refusal refusal)
{
    static const char *const words[] = {
        [TABLE_FULL] = N_("There are no more seats: wait until somebody leaves, or {p}watch."),
        [TABLE_FULL_DECK] =
            N_("One deck has no more seats. For more players: {p}set two_decks on."),
        [TABLE_SEATED] = N_("You have a seat already."),
        [TABLE_NOT_SEATED] = N_("You have no seat: {p}join takes one."),
        [TABLE_RUNNING] = N_("Not while a match runs: {p}stop ends it."),
        [TABLE_NOT_RUNNING] = N_("No match is running: {p}start deals one."),
        [TABLE_TOO_FEW] = N_("It takes two to play: {p}join, or {p}bots 1."),
        [TABLE_RULES] = N_("These rules cannot be dealt."),
        [TABLE_NO_STORE] = N_("My database cannot be reached just now; nothing is lost. Please try "
                              "again in a minute."),
        [TABLE_NO_MEMORY] = N_("I am out of memory: try again in a minute."),
    };
    return words[refusal];
}

/* -- where we are not heard -- */

const char context_unheard_words[] = N_("I am not heard in the channel just now: the table waits.");

const char context_forbidden_words[] =
    N_("I cannot speak in this channel, so its table waits. Server admins can allow it in the "
       "channel's settings, under Permissions: {permissions}.");

const char *context_missing_permissions(const struct chat_event *event,
                                        const struct language *language,
                                        char words[PERMISSIONS_SIZE])
{
    const char *lacks = event->missing_permissions;
    return lacks != NULL ? tr_list(language, lacks, words, PERMISSIONS_SIZE) : NULL;
}

void context_tell_unheard(struct command_context *context)
{
    char words[PERMISSIONS_SIZE];
    const char *lacks = context_missing_permissions(context->event, context->language, words);
    struct message *message = lacks != NULL ? context_private(context) : NULL;
    if (lacks == NULL)
        context_tell(context, context_unheard_words);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, context_forbidden_words), arg_text("permissions", lacks));
    context_say(context, message);
}

void context_tell_permissions(struct command_context *context)
{
    char words[PERMISSIONS_SIZE];
    const char *lacks = context_missing_permissions(context->event, context->language, words);
    struct message *message =
        lacks != NULL && !context->event->muted ? context_private(context) : NULL;
    if (message == NULL)
        return;
    PHRASE(message,
           tr(context->language, N_("I lack a permission here: {permissions}. Server admins can "
                                    "allow it in the channel's settings, under Permissions.")),
           arg_text("permissions", lacks));
    context_say(context, message);
}

struct place *context_place(const struct command_context *context)
{
    return place_on(context->table, context->network);
}

bool context_has_controls(const struct command_context *context)
{
    return context->page != NULL || place_has_controls(context_place(context));
}

bool context_at_private_table(const struct command_context *context)
{
    return context->table != NULL && table_is_private(context->table);
}

bool context_is_overheard(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    return event->channel != NULL && (event->answers == 0 || event->written);
}

bool context_require_no_arguments(struct command_context *context)
{
    const struct command *command = context->command;
    char word[32];
    size_t length = strcspn(context->arguments, " ");
    if (*context->arguments == '\0' && !context->asks)
        return true;
    struct message *message = context_private(context);
    if (message == NULL)
        return false;
    PHRASE(message,
           tr(context->language,
              *context->arguments != '\0'
                  ? N_("{p}{command} {help}. It takes no words, so I did nothing.")
                  : N_("{p}{command} {help}. Say it without the question mark to have it done.")),
           arg_text("p", network_prefix(context->network)),
           arg_text("command", command_name(command, context->language)),
           arg_text("help", tr(context->language, command->help)));
    snprintf(word, sizeof(word), "%.*s", length < sizeof(word) ? (int)length : 0,
             context->arguments);
    const struct command *other = command_find(word);
    if (other != NULL && other != command) {
        PHRASE(message, tr(context->language, N_(" Did you mean {p}{command}?")),
               arg_text("p", network_prefix(context->network)),
               arg_text("command", command_name(other, context->language)));
    }
    context_say(context, message);
    return false;
}

/* True if all tables of the person are private. Nobody else can sit at those, so the person got no
 * seat word. */
static bool has_private_tables_only(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    bool alone = false;
    while ((table = person_table(person, &at)) != NULL) {
        if (!table_is_private(table))
            return false;
        alone = true;
    }
    return alone;
}

const char *context_claim_words(const struct person *person, const struct chat_user *user)
{
    return person->untold && people_seems_back(person, user)
               ? N_("A seat is kept for this nick: {p}join takes it.")
               : N_("A seat is kept for this nick. Send me its seat word in private: {p}seat WORD");
}

bool context_tell_claim(struct command_context *context)
{
    if (context->claimed == NULL || context->claimed->table_count == 0)
        return false;
    if (context->lack == PEOPLE_LACK_WORD && context->command != NULL &&
        context->command->who == WHO_SEATED)
        refused_note(context);
    context_tell(context,
                 context->lack == PEOPLE_LACK_SWAP
                     ? N_("Another nick of your account holds the seat: {p}swap plays it from "
                          "here.")
                 : !context->claimed->has_word && has_private_tables_only(context->claimed)
                     ? N_("This nick plays alone with me from another address: play from there, "
                          "or take another nick.")
                     : context_claim_words(context->claimed, &context->event->user));
    return true;
}

/* Takes the tables that `claimed` opened from them, because somebody else uses the nick now and
 * `claimed` has no seat any more. The tables then have no opener. */
static void disown(struct command_context *context)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(context->host->tables), table, next)
    {
        if (table->opener != context->claimed)
            continue;
        table->opener = NULL;
        save_table(table);
        person_release(context->host->people, context->claimed);
    }
    person_release(context->host->people, context->claimed);
    context->claimed = NULL;
}

/* Tells people behind a relay why they cannot play. They get no other answer, because the whole
 * channel would read what is meant for one person. */
static void tell_relayed(struct command_context *context)
{
    struct message *message =
        context->throttled ? NULL : message_create(context->channel, NULL, URGENCY_INFO);
    if (message == NULL)
        return;
    message->mono = channel_is_mono(context->network, context->channel);
    PHRASE(message,
           tr(setting_channel_language(context->network, context->channel),
              N_("{player}, I cannot whisper cards to you through a relay: come into the channel "
                 "to play.")),
           arg_name("player", context->name));
    context_say(context, message);
}

struct person *context_require_person(struct command_context *context)
{
    if (context->event->user.relayed) {
        tell_relayed(context);
        return NULL;
    }
    /* A user with an account needs no seat word of the nick that they use: the account is a person
     * of its own. */
    bool own = context->claimed == NULL ||
               (context->event->user.account != NULL && context->lack == PEOPLE_LACK_WORD &&
                !context->claimed->verified);
    if (!own && context_tell_claim(context))
        return NULL;
    if (!own)
        disown(context);
    if (context->person == NULL) {
        context->person = people_of(context->host->people, context->network, &context->event->user);
        if (context->person != NULL)
            person_hold(context->person);
    }
    if (context->person == NULL)
        context_tell(context, N_("Your nick is another player's here: choose another one first."));
    return context->person;
}

/* Returns the seats with that name; if there are none, those with the name without the signs around
 * it (typed.h). */
static uint64_t seats_meant(const struct command_context *context, const char *name)
{
    char meant[PERSON_NAME_MAX * 4];
    uint64_t seats = seats_named(context->table, name);
    return seats == 0 && typed_arguments(name, meant, sizeof(meant))
               ? seats_named(context->table, meant)
               : seats;
}

unsigned context_seat_named(const struct command_context *context, const char *name)
{
    uint64_t seats = seats_meant(context, name);
    bool one = seats != 0 && (seats & (seats - 1)) == 0;
    return one ? (unsigned)__builtin_ctzll(seats) : SEAT_NONE;
}

void context_tell_no_such_player(struct command_context *context, const char *name)
{
    uint64_t seats = seats_meant(context, name);
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

bool context_is_operator(const struct command_context *context)
{
    return context->page == NULL &&
           (context->event->user.is_operator || admin_is(context->network, &context->event->user));
}

bool context_has_rights(const struct command_context *context)
{
    /* Another nick of the opener's account has the opener's rights, too. */
    const struct person *person =
        context->lack == PEOPLE_LACK_SWAP ? context->claimed : context->person;
    return context_is_operator(context) ||
           (context->table != NULL && person != NULL && person == context->table->opener &&
            seat_of(context->table, person) != SEAT_NONE);
}

bool context_asks_who(const struct command_context *context)
{
    return context->page == NULL && admin_asks(context->network, context->event);
}

bool context_looks_up(const struct command_context *context)
{
    struct adapter *adapter = context->network->adapter;
    const struct chat_user *user = &context->event->user;
    bool owes = context->claimed != NULL && context->lack == PEOPLE_LACK_WORD;
    return context->page == NULL && user->connection == NULL && adapter->impl->identify != NULL &&
           (owes || (context->person == NULL &&
                     people_may_be_connected(context->host->people, context->network, user))) &&
           adapter->impl->identify(adapter, context->event);
}

bool context_require_rights(struct command_context *context)
{
    if (context_has_rights(context))
        return true;
    if (context_asks_who(context))
        return false;
    context_tell(
        context,
        context->command != NULL && context->command->who == WHO_DECIDER
            ? N_("Only players at this table, channel operators and the bot's admins may do that.")
        : context->table != NULL ? N_("Only the player who opened the table, channel operators and "
                                      "the bot's admins may do that.")
                                 : N_("Only channel operators and the bot's admins may do that."));
    return false;
}

/* -- what it costs -- */

/* True if the command comes from the page of a guest by a link, and we know the guest's address. */
static bool is_guests_page(const struct command_context *context)
{
    return context->page != NULL && *context->page->address != '\0';
}

struct flood context_flood(const struct command_context *context)
{
    return (struct flood){.network = context->network->name,
                          .user = &context->event->user,
                          .channel = context->seat != SEAT_NONE ? NULL : context->event->channel,
                          .address = is_guests_page(context) ? context->page->address : NULL};
}

void context_tell_slow(struct command_context *context)
{
    context_tell(context, N_("You type faster than I listen: please wait half a minute."));
}

/* True if a guest by a link says something that the channel can read, which costs more. */
static bool is_told_of_guest(const struct command_context *context)
{
    return is_guests_page(context) && context->command != NULL && !context->command->looks;
}

void context_charge(struct command_context *context, unsigned cost)
{
    enum { OF_GUESTS = 3 };
    const struct flood flood = context_flood(context);
    if (context->network->adapter->impl->caps.local || context->moved || context->throttled)
        return;
    if (is_told_of_guest(context))
        cost *= OF_GUESTS;
    if (flood_charge(context->host->loop, &flood, cost))
        context_tell_slow(context);
}

/* -- whose it is -- */

/* Finds the person who typed, or the person whom they would be if they proved it. */
static void find_typist(struct command_context *context)
{
    struct presence found;
    presence_find(context->network, &context->event->user, &found);
    context->person = found.person;
    context->claimed = found.claimed;
    context->lack = found.lack;
    context->returned = found.returned;
    if (context->person != NULL)
        person_hold(context->person); /* a handler may take away their last seat */
    if (context->person != NULL && !found.returned && !people_stable_ids(context->network) &&
        strcmp(found.old_name, context->person->name) != 0) {
        lines_renamed(context->person, found.old_name);
        save_tables_of(context->person);
    }
    if (context->claimed != NULL)
        person_hold(context->claimed);
}

/* Returns the typist's table to which the pressed button belongs: it was on a hand, a table message
 * or settings. NULL: the typist has no such table. */
static struct table *table_of_control(const struct person *person, uint64_t stamp)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (stamp != 0 && (table = own_tables_next(person, &at)) != NULL) {
        if (table_stamp(table) >> 16 == stamp >> 16 || panel_stamp(table) >> 20 == stamp >> 20)
            return table;
    }
    return NULL;
}

/* Chooses the table of a private command by the button or by the typist's seats; target.h may
 * choose another one later. */
static void find_own_table(struct command_context *context)
{
    const struct person *person = context->person;
    context->table = table_of_control(person, context->event->stamp);
    context->by_control = context->table != NULL;
    for (unsigned which = OWN_TABLES_ALL; context->table == NULL && which <= OWN_TABLES_PRIVATE;
         which++)
        context->table = own_tables_only(person, (enum own_tables)which);
}

void context_set_table(struct command_context *context, struct table *table)
{
    context->table = table;
    context->channel = table != NULL ? place_on(table, context->network)->channel : NULL;
    context->seat = table != NULL ? seat_of(table, context->person) : SEAT_NONE;
    context_choose_language(context);
}

/* A user with the session of a page is certainly the person for whom we made that page, even while
 * this person is not on their network. */
static void begin_page(struct command_context *context)
{
    const struct page_typist *page = context->page;
    context->network = page->network;
    context->event = &page->event;
    context->answer_user = page->answer_user;
    context->person = page->person;
    person_hold(context->person);
    people_clean_name(context->person->name, context->name);
    context->returned = presence_back(context->person);
    context->table = page->table;
    context->by_control = true;
    context->channel = context_place(context)->channel;
    context->seat = seat_of(context->table, context->person);
    context_choose_language(context);
}

void context_begin(struct command_context *context)
{
    const struct chat_event *event = context->event;
    context->answer_network = context->network;
    context->answer_user = event->user.id;
    if (context->page != NULL) {
        begin_page(context);
        return;
    }
    people_clean_name(event->user.name, context->name);
    find_typist(context);
    context->channel = event->channel;
    if (event->channel != NULL)
        context->table = table_at(context->host->tables, context->network, event->channel);
    else
        find_own_table(context);
    if (context->table != NULL && context->channel == NULL)
        context->channel = context_place(context)->channel;
    context->seat = context->table != NULL ? seat_of(context->table, context->person) : SEAT_NONE;
    context_choose_language(context);
}

void context_end(struct command_context *context)
{
    struct people *people = context->host->people;
    if (context->person != NULL)
        person_release(people, context->person);
    if (context->claimed != NULL)
        person_release(people, context->claimed);
}
