/* !seat and !swap: seat words of people without account, and the nicks of an account. */
#include <stdio.h>
#include <string.h>

#include "bot/command/dispatch.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/refused.h"
#include "bot/people/code.h"
#include "bot/people/nick.h"
#include "bot/show/outbox.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_word_delivery.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

static const char *purpose_of(const struct network *network, char purpose[64])
{
    snprintf(purpose, 64, "seat %s", network->name);
    return purpose;
}

static void save_tables(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL)
        save_table(table);
}

static void draw_word(struct command_context *context, char word[CODE_SIZE],
                      uint8_t hash[FAIR_SIZE])
{
    char purpose[64];
    purpose_of(context->network, purpose);
    if (!people_make_code(context->host->people, "seat", word) || !code_hash(purpose, word, hash)) {
        log_fatal(&context->host->log,
                  "no randomness from the system, no seat would be safe: ending");
    }
}

/* Makes a new word for somebody's seats and cancels the one before. */
static void make_word(struct command_context *context, struct person *person, char word[CODE_SIZE])
{
    uint8_t hash[FAIR_SIZE];
    draw_word(context, word, hash);
    person_set_word(person, hash);
    seat_word_delivery_drop(context->host->show, person);
}

/* Whispers the word before the hand, and wipes it, because we keep only its hash. */
static void tell_word(struct command_context *context, char word[CODE_SIZE], const char *pattern)
{
    struct message *message =
        message_create(context->channel, context->event->user.id, URGENCY_HAND);
    if (message != NULL) {
        preferences_dress(message, &context->preferences, false);
        PHRASE(message, tr(context->language, pattern),
               arg_text("p", network_prefix(context->network)), arg_strong("word", word));
        context_say(context, message);
    }
    code_wipe(word, CODE_SIZE);
}

void command_seat_make_word(struct command_context *context, char word[CODE_SIZE])
{
    word[0] = '\0';
    if (!context->person->verified && !context->person->has_word)
        make_word(context, context->person, word);
    context->person->untold = word[0] != '\0' || context->person->untold;
}

/* Tells somebody who uses a linked nick that they have not proved who they are. */
static void tell_unknown(struct command_context *context)
{
    const struct person *person = context->person;
    const char *words = nick_sits(person, &context->event->user);
    struct message *message = words != NULL ? context_private(context) : NULL;
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, words), arg_name("player", person->name),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

/* True if the word goes out with the first hand: the network limits the bot, and whispers hands. */
static bool waits_for_hand(const struct command_context *context)
{
    const struct adapter *adapter = context->network->adapter;
    struct adapter_load load = {.lines_max = 0};
    if (adapter->impl->load == NULL || adapter->impl->caps.boards || context->table == NULL ||
        context->table->match_on || context_at_private_table(context))
        return false;
    adapter->impl->load(adapter, &load);
    return load.lines_max > 0;
}

void command_seat_tell_word(struct command_context *context, char word[CODE_SIZE])
{
    if (!context_at_private_table(context)) /* no board counts those */
        tell_unknown(context);
    if (word[0] == '\0')
        return;
    if (waits_for_hand(context) &&
        seat_word_delivery_hold(context->host->show, context->person, word)) {
        code_wipe(word, CODE_SIZE);
        return;
    }
    seat_word_delivery_wait(context->host->show, context->person);
    tell_word(context, word, seat_word_sentence);
}

/* Makes the typist `person` from now on. Returns false, and tells them, if this nick has a seat of
 * its own. */
static bool become(struct command_context *context, struct person *person)
{
    struct host *host = context->host;
    char old[PERSON_NAME_MAX];
    char id[PERSON_ID_MAX];
    char mark[FAIR_HEX];
    people_mark(person, mark);
    snprintf(old, sizeof(old), "%s", person->name);
    snprintf(id, sizeof(id), "%s", person->id != NULL ? person->id : "");
    if (!people_prove(host->people, person, &context->event->user)) {
        context_tell(context, N_("This nick has a seat of its own: {p}leave it first."));
        return false;
    }
    nick_moved(person, mark);
    /* Messages that wait for the old nick must not reach its new owner. */
    outbox_forget(host->outbox, context->network->adapter, id);
    if (context->person != person) {
        person_hold(person);
        if (context->person != NULL)
            person_release(host->people, context->person);
        context->person = person;
    }
    context_choose_language(context);
    if (people_set_account(host->people, person, context->event->user.account))
        save_tables_of(person);
    lines_renamed(person, old);
    presence_back(person);
    return true;
}

bool command_seat_reclaim(struct command_context *context)
{
    char word[CODE_SIZE];
    struct person *person = context->claimed;
    if (person == NULL || context->event->user.account != NULL ||
        context->lack != PEOPLE_LACK_WORD || !person->has_word || !person->untold ||
        !people_seems_back(person, &context->event->user) || !become(context, person))
        return false;
    person->has_word = false;
    command_seat_make_word(context, word);
    save_tables(person);
    command_seat_tell_word(context, word);
    render_hands_of(person);
    return true;
}

static const char overheard[] =
    N_("Everybody here could read that word, so I replaced it. Your new seat word is {word}.");

/* Called when the typist has said the word of their linked nick. If others could read that word,
 * gives them a new one. */
static void be_known(struct command_context *context)
{
    struct person *person = context->person;
    char word[CODE_SIZE] = "";
    uint8_t hash[FAIR_SIZE];
    bool aloud = context_is_overheard(context);
    if (aloud)
        draw_word(context, word, hash);
    if (person != NULL && !person->verified && person->has_word) {
        if (aloud) {
            person_set_word(person, hash);
            seat_word_delivery_drop(context->host->show, person);
        }
        nick_word(person);
        save_tables(person);
    } else if (aloud) {
        nick_set_word(context->network, context->event->user.id, hash);
    }
    context_tell(context, N_("I know you again: what you win under this nick counts for all that "
                             "is linked with it."));
    if (aloud)
        tell_word(context, word, overheard);
}

/* The typist has lost their seat word, but their nick already proves who they are. Gives them a new
 * word. */
static void renew_word(struct command_context *context)
{
    char word[CODE_SIZE];
    struct person *person = context->person;
    if (person == NULL || person->id == NULL || person->table_count == 0) {
        context_tell(context, N_("Send me {p}seat WORD in private, with the word that I whispered "
                                 "when you sat down."));
        return;
    }
    if (person->verified) {
        context_tell(context, N_("Your account keeps your seat: you need no word."));
        return;
    }
    make_word(context, person, word);
    person->untold = true;
    nick_word(person);
    save_tables(person);
    seat_word_delivery_wait(context->host->show, person);
    tell_word(context, word,
              N_("Your new seat word is {word}; the old one no longer works. If you lose this "
                 "nick, send me {p}seat {word} in private."));
}

/* Carries out the command that they typed before they gave the word. */
static void carry_out_refused(const struct command_context *context)
{
    char room[REFUSED_MAX];
    struct chat_event event;
    if (refused_take(context, &event, room))
        dispatch_run(context->host, context->network, &event);
}

void run_seat(struct command_context *context)
{
    char purpose[64];
    char word[CODE_SIZE];
    uint8_t hash[FAIR_SIZE];
    if (*context->arguments == '\0') {
        renew_word(context);
        return;
    }
    struct person *person = NULL;
    if (strlen(context->arguments) == CODE_LENGTH &&
        code_hash(purpose_of(context->network, purpose), context->arguments, hash))
        person = people_by_word(context->host->people, context->network, hash);
    if (person == NULL && strlen(context->arguments) == CODE_LENGTH &&
        nick_proves(context->network, &context->event->user, hash)) {
        be_known(context);
        return;
    }
    if (person == NULL) {
        context_tell(context,
                     N_("I know no seat with that word. I whispered yours when you sat down."));
        return;
    }
    /* A word that was said in private stays valid. If we made a new one each time, the owner would
     * be locked out when the daemon dies after it writes the word to the disk and before it
     * whispers it. */
    bool aloud = context_is_overheard(context);
    bool back = become(context, person);
    word[0] = '\0';
    if (back)
        tell_word(context, word, N_("The seat is yours again."));
    if (aloud)
        make_word(context, person, word);
    if (back || aloud) {
        person->untold = back && aloud; /* otherwise somebody knows it */
        nick_word(person);
        save_tables(person);
    }
    if (aloud && back)
        seat_word_delivery_wait(context->host->show, person);
    if (aloud)
        tell_word(context, word, overheard);
    if (back) {
        render_hands_of(person);
        carry_out_refused(context);
    }
}

void run_swap(struct command_context *context)
{
    if (context->claimed == NULL || context->lack != PEOPLE_LACK_SWAP) {
        context_tell(context, N_("No other nick of your account holds a seat."));
        return;
    }
    if (!become(context, context->claimed))
        return;
    context_tell(context, N_("You play from this nick now."));
    render_hands_of(context->person);
}
