/* Whose seat it is: seat words of those without account, and the nicks of an account. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/alone.h"
#include "bot/code.h"
#include "bot/grace.h"
#include "bot/language.h"
#include "bot/nick.h"
#include "bot/phrase.h"
#include "bot/save.h"
#include "bot/split.h"
#include "command.h"

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

/* A new word for somebody's seats; the one before is worth nothing. */
static void make_word(struct call *call, struct person *person, char word[CODE_SIZE])
{
    char purpose[64];
    uint8_t hash[FAIR_SIZE];
    purpose_of(call->network, purpose);
    if (!code_make(call->host->options.seed, "seat", call->host->codes++, word) ||
        !code_hash(purpose, word, hash))
        abort(); /* no randomness from the system: no seat would be safe */
    person_set_word(person, hash);
}

/* Whispers it, before the hand; it is known nowhere else then. */
static void tell_word(struct call *call, char word[CODE_SIZE], const char *pattern)
{
    struct message *message = message_create(call->channel, call->event->user.id, URGENCY_HAND);
    if (message != NULL) {
        host_dress(message, &call->taste, false);
        PHRASE(message, tr(call->language, pattern), arg_text("p", network_prefix(call->network)),
               arg_strong("word", word));
        call_say(call, message);
    }
    code_wipe(word);
}

void call_make_word(struct call *call, char word[CODE_SIZE])
{
    word[0] = '\0';
    if (!call->person->verified && !call->person->has_word)
        make_word(call, call->person, word);
    call->person->untold = word[0] != '\0' || call->person->untold;
}

void call_tell_word(struct call *call, char word[CODE_SIZE])
{
    if (!alone_is(call->channel)) /* no board counts those */
        nick_sits(call);
    if (word[0] == '\0')
        return;
    told_wait(call->host, call->person);
    tell_word(call, word,
              N_("Your seat word is {word}. If you lose this nick, say {p}seat {word} to me in "
                 "private: the seat is yours again."));
}

/* The channels hear under what name somebody plays now. */
static void say_renamed(struct call *call, const char *old)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (strcmp(old, call->person->name) != 0 &&
           (table = person_table(call->person, &at)) != NULL) {
        struct message *line = table_line(table, URGENCY_TABLE);
        if (line == NULL)
            return;
        PHRASE(line, tr(table->language, N_("{old} plays as {player} now.")), arg_name("old", old),
               arg_name("player", call->person->name));
        table_say(table, line);
    }
}

/* The typist is `person` from now on. */
static bool become(struct call *call, struct person *person)
{
    struct host *host = call->host;
    char old[PERSON_NAME_MAX];
    char id[PERSON_ID_MAX];
    char mark[FAIR_HEX];
    people_mark(person, mark);
    snprintf(old, sizeof(old), "%s", person->name);
    snprintf(id, sizeof(id), "%s", person->id != NULL ? person->id : "");
    if (!people_prove(&host->people, person, &call->event->user)) {
        call_tell(call, N_("This nick has a seat of its own: {p}leave it first."));
        return false;
    }
    nick_moved(host, person, mark);
    /* What waits for the nick before is not for its bearer. */
    outbox_forget(&host->outbox, call->network->adapter, id);
    if (call->person != person) {
        person_hold(person);
        if (call->person != NULL)
            person_release(&host->people, call->person);
        call->person = person;
    }
    call_choose_language(call);
    host_note_account(person, &call->event->user);
    grace_back(person);
    split_back(host, person);
    alone_back(person);
    say_renamed(call, old);
    return true;
}

bool call_sits_again(struct call *call)
{
    char word[CODE_SIZE];
    struct person *person = call->claimed;
    if (person == NULL || call->event->user.account != NULL || call->lack != PEOPLE_LACK_WORD ||
        !person->has_word || !person->untold || !people_seems_back(person, &call->event->user) ||
        !become(call, person))
        return false;
    person->has_word = false;
    call_make_word(call, word);
    save_tables(person);
    call_tell_word(call, word);
    host_welcome(person);
    return true;
}

void run_seat(struct call *call)
{
    char purpose[64];
    char word[CODE_SIZE];
    uint8_t hash[FAIR_SIZE];
    if (*call->arguments == '\0') {
        call_tell(call, N_("Say {p}seat WORD to me in private, with the word that I whispered "
                           "when you sat down."));
        return;
    }
    struct person *person = NULL;
    if (strlen(call->arguments) == CODE_LENGTH &&
        code_hash(purpose_of(call->network, purpose), call->arguments, hash))
        person = people_by_word(&call->host->people, call->network, hash);
    if (person == NULL && strlen(call->arguments) == CODE_LENGTH && nick_proves(call, hash)) {
        if (call->person != NULL && !call->person->verified)
            nick_word(call->host, call->person);
        call_tell(call, N_("I know you again: what you win under this nick counts for all that is "
                           "linked with it."));
        return;
    }
    if (person == NULL) {
        call_tell(call, N_("I know no seat with that word."));
        return;
    }
    /* A word that was said in private stays: with every new one the owner would be locked out when
     * the daemon dies after it is on the disk and before it is whispered. */
    bool aloud = call_is_overheard(call);
    bool back = become(call, person);
    word[0] = '\0';
    if (back)
        tell_word(call, word, N_("The seat is yours again."));
    if (aloud)
        make_word(call, person, word);
    if (back || aloud) {
        person->untold = false; /* somebody knows it */
        nick_word(call->host, person);
        save_tables(person);
    }
    if (aloud)
        tell_word(call, word,
                  N_("Everybody here could read that word: it is worth nothing any more. The new "
                     "seat word is {word}."));
    if (back)
        host_welcome(person);
}

void run_swap(struct call *call)
{
    if (call->claimed == NULL || call->lack != PEOPLE_LACK_SWAP) {
        call_tell(call, N_("No other nick of your account holds a seat."));
        return;
    }
    if (!become(call, call->claimed))
        return;
    call_tell(call, N_("You play from this nick now."));
    host_welcome(call->person);
}
