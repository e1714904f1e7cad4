#include "command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/alone.h"
#include "bot/base/text.h"
#include "bot/flood.h"
#include "bot/language.h"
#include "bot/phrase.h"
#include "bot/replay.h"
#include "bot/split.h"
#include "bot/table.h"

static const struct command commands[] = {
    {N_("uno"), "", "uno", WHO_ANYONE, NEEDS_NOTHING, 1, N_("[set]"),
     N_("opens a table; in a round: says UNO, or catches who forgot it"), run_uno},
    {N_("new"), "nouveau nouvelle ouvrir", NULL, WHO_ANYONE, NEEDS_NOTHING, 3, N_("[set]"),
     N_("opens a table for a set of rules; in private one against computer players"), run_new},
    {N_("join"), "j rejoindre rejoins joindre", "jo", WHO_ANYONE, NEEDS_TABLE, 1, "",
     N_("takes a seat"), run_join},
    {N_("leave"), "quitter quitte partir", NULL, WHO_SEATED, NEEDS_TABLE, 1, "",
     N_("gives the seat back"), run_leave},
    {N_("start"), "deal commencer commence demarrer demarre distribuer lancer", NULL, WHO_SEATED,
     NEEDS_TABLE, 2, "", N_("deals the first round, or a rematch"), run_start},
    {N_("bots"), "bot robots robot ordis ordi", NULL, WHO_SEATED, NEEDS_TABLE, 2, N_("N [level]"),
     N_("seats N computer players"), run_bots},
    {N_("play"), "p pl jouer joue poser pose", "pl", WHO_SEATED, NEEDS_ROUND, 1,
     N_("CARD [colour] [uno]"), N_("plays a card: r5, red 5, b+2, g skip, w red, w+4 blue"),
     run_play},
    {N_("draw"), "d dr pickup piger pige piocher pioche tirer", "dr", WHO_SEATED, NEEDS_ROUND, 1,
     "", N_("draws a card, or the cards asked for"), run_draw},
    {N_("keep"), "pass k garder garde passer passe", "pa", WHO_SEATED, NEEDS_ROUND, 1, "",
     N_("keeps the drawn card and ends the turn"), run_keep},
    {N_("challenge"), "ch defi defier defie contester", NULL, WHO_SEATED, NEEDS_ROUND, 1, "",
     N_("doubts the wild +4 played on you"), run_challenge},
    {N_("accept"), "ok accepter accepte", NULL, WHO_SEATED, NEEDS_ROUND, 1, "",
     N_("takes the wild +4 played on you"), run_accept},
    {N_("colour"), "color co couleur", "co", WHO_SEATED, NEEDS_ROUND, 1, N_("COLOUR"),
     N_("names the colour asked for"), run_colour},
    {N_("target"), "ta cible cibler", NULL, WHO_SEATED, NEEDS_ROUND, 1, N_("NAME"),
     N_("chooses the player asked for"), run_target},
    {N_("catch"), "callout contre-uno contre attraper", NULL, WHO_SEATED, NEEDS_ROUND, 1,
     N_("[NAME]"), N_("catches a player who forgot to say UNO"), run_catch},
    {N_("hand"), "cards main cartes jeu", "ca", WHO_SEATED, NEEDS_ROUND, 1, "",
     N_("whispers your hand to you"), run_hand},
    {N_("table"), "cd tapis", "cd", WHO_ANYONE, NEEDS_TABLE, 2, "",
     N_("shows the top card, the piles and whose turn it is"), run_table},
    {N_("order"), "turn count od tu ct ordre tour", "od tu ct", WHO_ANYONE, NEEDS_TABLE, 2, "",
     N_("shows the players in order with their cards"), run_order},
    {N_("rules"), "regles regle", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[set]"),
     N_("explains a set of rules"), run_rules},
    {N_("score"), "scores pointage total totaux points", NULL, WHO_ANYONE, NEEDS_TABLE, 2, "",
     N_("shows the totals of this match"), run_score},
    {N_("top"), "leaderboard unotop10 classement palmares", NULL, WHO_ANYONE, NEEDS_CHANNEL, 3,
     N_("[day|week|month|season|all] [channel|network|overall]"), N_("shows the best players"),
     run_top},
    {N_("stats"), "unostats stat statistiques", NULL, WHO_ANYONE, NEEDS_CHANNEL, 3, N_("[player]"),
     N_("shows what a player has won"), run_stats},
    {N_("lang"), "language langue", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[en|fr] [channel]"),
     N_("sets the language of your private lines, or of the channel"), run_lang},
    {N_("theme"), "apparence", NULL, WHO_ANYONE, NEEDS_NOTHING, 2,
     N_("[colours|mono|default] [channel]"),
     N_("sets whether cards are coloured for you, or in the channel"), run_theme},
    {N_("whisper"), "chuchoter chuchote", NULL, WHO_ANYONE, NEEDS_NOTHING, 2,
     N_("[notice|pm|default]"), N_("sets how your private lines come"), run_whisper},
    {N_("quiet"), "calme silence", NULL, WHO_ANYONE, NEEDS_CHANNEL, 2, N_("[on|off]"),
     N_("keeps the channel quiet: one line a turn, answers in private"), run_quiet},
    {N_("set"), "option options reglage regler", NULL, WHO_ANYONE, NEEDS_CHANNEL, 2,
     N_("[channel] [name [value]]"),
     N_("shows or changes a rule before the deal, or what the channel keeps"), run_set},
    {N_("kick"), "remove exclure expulser virer", NULL, WHO_RULER, NEEDS_TABLE, 1, N_("NAME"),
     N_("takes a player's seat away"), run_kick},
    {N_("stop"), "end unostop arreter arret fin", NULL, WHO_RULER, NEEDS_TABLE, 1, "",
     N_("ends the match; once more: closes the table"), run_stop},
    {N_("away"), "absence absent", NULL, WHO_SEATED, NEEDS_TABLE, 1, "",
     N_("lets a computer player keep your seat"), run_away},
    {N_("back"), "retour revenir", NULL, WHO_SEATED, NEEDS_TABLE, 1, "", N_("takes your seat back"),
     run_back},
    {N_("seat"), "siege place", NULL, WHO_ANYONE, NEEDS_NOTHING, 10, N_("WORD"),
     N_("takes your seat back with its seat word"), run_seat},
    {N_("swap"), "echange echanger permuter", NULL, WHO_ANYONE, NEEDS_NOTHING, 3, "",
     N_("plays your account's seat from this nick"), run_swap},
    {N_("link"), "lier relier", NULL, WHO_ANYONE, NEEDS_NOTHING, 10, N_("[code [yes]]"),
     N_("makes your accounts, networks or nick one player"), run_link},
    {N_("help"), "h aide commands commandes", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[command]"),
     N_("lists the commands, or explains one"), run_help},
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]), ALIASES_MAX = 224, WORD_MAX = 24 };

/* Every name and alias, sorted, for bsearch. */
struct alias {
    char word[WORD_MAX];
    const struct command *command;
};

static struct alias aliases[ALIASES_MAX];
static unsigned alias_count;

const struct command *command_at(unsigned n)
{
    return n < COMMANDS ? &commands[n] : NULL;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct alias *)a)->word, ((const struct alias *)b)->word);
}

static bool add_words(const struct command *command, const char *words)
{
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (length >= WORD_MAX || alias_count == ALIASES_MAX)
            return false;
        struct alias *alias = &aliases[alias_count++];
        memcpy(alias->word, words, length);
        alias->word[length] = '\0';
        alias->command = command;
        words += length + strspn(words + length, " ");
    }
    return true;
}

bool command_setup(void)
{
    alias_count = 0;
    for (unsigned i = 0; i < COMMANDS; i++)
        if (!add_words(&commands[i], commands[i].name) ||
            !add_words(&commands[i], commands[i].aliases))
            return false;
    qsort(aliases, alias_count, sizeof(aliases[0]), compare);
    for (unsigned i = 1; i < alias_count; i++)
        if (compare(&aliases[i - 1], &aliases[i]) == 0)
            return false;
    return true;
}

const char *command_name(const struct command *command, const struct language *language)
{
    return tr(language, command->name);
}

const struct command *command_find(const char *word)
{
    struct alias wanted = {.command = NULL};
    struct buf buf;
    buf_init(&buf, wanted.word, sizeof(wanted.word));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    const struct alias *found = bsearch(&wanted, aliases, alias_count, sizeof(aliases[0]), compare);
    return found != NULL ? found->command : NULL;
}

static bool is_bare(const struct command *command, const char *word)
{
    const char *at = command->bare;
    size_t length = strlen(word);
    while (at != NULL && *at != '\0') {
        size_t span = strcspn(at, " ");
        if (span == length && strncasecmp(at, word, length) == 0)
            return true;
        at += span + strspn(at + span, " ");
    }
    return false;
}

static const struct command *find_bare(const char *word)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (is_bare(&commands[i], word))
            return &commands[i];
    return NULL;
}

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
    if (table == NULL && call->channel == NULL && person != NULL) /* of two tables, the first */
        table = person_table(person, &at);
    if (call->language == NULL && table != NULL)
        call->language = table->language;
    if (call->language == NULL)
        call->language = host_channel_language(call->host, call->network, call->channel);
}

struct message *call_private(struct call *call)
{
    struct message *message = message_create(call->channel, call->event->user.id, URGENCY_INFO);
    host_dress(message, &call->taste, channel_is_mono(call));
    return message;
}

struct message *call_public(struct call *call)
{
    if (call->event->channel == NULL || channel_is_quiet(call))
        return call_private(call);
    struct message *message = message_create(call->channel, NULL, URGENCY_INFO);
    if (message != NULL)
        message->mono = channel_is_mono(call);
    return message;
}

void call_say(struct call *call, struct message *message)
{
    host_say(call->host, call->network, message);
}

void call_tell(struct call *call, const char *pattern)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    PHRASE(message, tr(call->language, pattern), arg_text("p", network_prefix(call->network)));
    call_say(call, message);
}

/* What somebody lacks to act for whom they would be; false: nothing. */
static bool tell_lack(struct call *call)
{
    if (call->claimed == NULL || call->claimed->table_count == 0)
        return false;
    call_tell(call, call->lack == PEOPLE_LACK_SWAP
                        ? N_("Another nick of your account holds the seat: {p}swap plays it from "
                             "here.")
                        : N_("A seat is kept for this nick: say {p}seat WORD to me in private, "
                             "with its seat word."));
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
        replay_save(table);
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
    if (!own && tell_lack(call))
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
    char wanted[64];
    char other[64];
    struct buf buf;
    unsigned whole = SEAT_NONE;
    unsigned start = SEAT_NONE;
    unsigned wholes = 0;
    unsigned starts = 0;
    buf_init(&buf, wanted, sizeof(wanted));
    if (!text_fold(&buf, name, strlen(name)) || buf_length(&buf) == 0)
        return SEAT_NONE;
    for (unsigned i = 0; i < call->table->seat_count; i++) {
        if (call->table->seats[i].leaving)
            continue;
        buf_init(&buf, other, sizeof(other));
        text_fold(&buf, seat_name(call->table, i), strlen(seat_name(call->table, i)));
        if (strcmp(wanted, other) == 0) {
            whole = i;
            wholes++;
        } else if (strncmp(wanted, other, strlen(wanted)) == 0) {
            start = i;
            starts++;
        }
    }
    if (wholes > 0)
        return wholes == 1 ? whole : SEAT_NONE;
    return starts == 1 ? start : SEAT_NONE;
}

bool call_may_rule(struct call *call)
{
    /* Of two nicks of an account both are who opened it. */
    const struct person *person = call->lack == PEOPLE_LACK_SWAP ? call->claimed : call->person;
    if (call->event->user.is_operator || network_is_admin(call->network, &call->event->user) ||
        (call->table != NULL && person != NULL && person == call->table->opener))
        return true;
    call_tell(call, call->table != NULL
                        ? N_("Only who opened the table, an operator of the channel or an "
                             "administrator of mine may do that.")
                        : N_("Only an operator of the channel or an administrator of mine may do "
                             "that."));
    return false;
}

/* -- from text to a handler -- */

static bool may(struct call *call)
{
    const struct command *command = call->command;
    if (command->needs == NEEDS_CHANNEL && call->channel == NULL) {
        call_tell(call, N_("Say that in the channel where you want to play."));
        return false;
    }
    if ((command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND) && call->table == NULL) {
        if (call->event->channel != NULL || !tell_lack(call))
            call_tell(call, N_("There is no table here: {p}uno opens one."));
        return false;
    }
    if (command->who == WHO_SEATED && call->seat == SEAT_NONE) {
        if (!tell_lack(call))
            call_tell(call, N_("You have no seat at this table: {p}join takes one."));
        return false;
    }
    if (command->needs == NEEDS_ROUND && call->table->round == NULL) {
        call_tell(call, N_("No round is running: {p}start deals one."));
        return false;
    }
    return command->who != WHO_RULER || call_may_rule(call);
}

/* The table that a private word is about: that of the private talk, else the one where its author
 * sits, if it is the only one. */
static struct table *table_of_person(const struct person *person)
{
    struct table *found = NULL;
    struct table *table = NULL;
    unsigned at = 0;
    unsigned count = 0;
    while (person != NULL && (table = person_table(person, &at)) != NULL) {
        if (table_seat_of(table, person) == SEAT_NONE)
            continue;
        if (alone_is(table->channel))
            return table;
        found = ++count == 1 ? table : NULL;
    }
    return found;
}

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
        call->person = people_of(people, call->network, user);
    if (call->person != NULL) {
        host_note_account(call->person, user);
        if (call->person->id != NULL) {
            split_back(call->host, call->person);
            alone_back(call->person);
        }
        person_hold(call->person); /* a handler may take away their last seat */
    }
    if (call->claimed != NULL)
        person_hold(call->claimed);
}

static void prepare(struct call *call)
{
    const struct chat_event *event = call->event;
    find_typist(call);
    call->channel = event->channel;
    if (event->channel != NULL)
        call->table = table_at(call->host, call->network, event->channel);
    else
        call->table = table_of_person(call->person);
    if (call->table != NULL && call->channel == NULL)
        call->channel = call->table->channel;
    call->seat = call->table != NULL ? table_seat_of(call->table, call->person) : SEAT_NONE;
    call_choose_language(call);
}

/* Splits off the first word. */
static const char *first_word(const char *text, char word[WORD_MAX * 2])
{
    size_t length = strcspn(text, " ");
    size_t kept = length < WORD_MAX * 2 ? length : WORD_MAX * 2 - 1;
    memcpy(word, text, kept);
    word[kept] = '\0';
    return text + length + strspn(text + length, " ");
}

/* The command in a text, or NULL: it was not meant for us, or (`meant`) is unknown. */
static const struct command *recognise(struct call *call, const char *text, bool *meant)
{
    char word[WORD_MAX * 2];
    const char *prefix = call->host->options.prefix;
    bool prefixed = strncmp(text, prefix, strlen(prefix)) == 0;
    bool bare = call->network->adapter->impl->caps.bare_words;
    *meant = prefixed;
    if (prefixed)
        text += strlen(prefix);
    call->arguments = first_word(text, word);
    if (prefixed || bare || call->event->channel == NULL) {
        const struct command *command = command_find(word);
        if (command != NULL)
            return command;
    }
    size_t length = strlen(word);
    if (length > 0 && word[length - 1] == '!')
        word[length - 1] = '\0'; /* "uno!" */
    bool playing = call->table != NULL && call->table->round != NULL && call->seat != SEAT_NONE;
    const struct command *command = playing && !prefixed ? find_bare(word) : NULL;
    /* "tu dors ?" is talk: a bare word that takes no arguments stands alone. */
    bool talk = command != NULL && *command->arguments == '\0' && *call->arguments != '\0';
    return talk ? NULL : command;
}

static void tell_unknown(struct call *call)
{
    if (call->network->adapter->impl->caps.bare_words ||
        (call->table != NULL && call->seat != SEAT_NONE))
        call_tell(call, N_("I do not know that command: {p}help lists them."));
}

/* A fact about the daemon: it waits for no commit. */
static void tell_trouble(struct call *call)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    message_text(message, tr(call->language, N_("My journal cannot be written just now; nothing is "
                                                "lost. Please wait.")));
    host_say_now(call->network, message);
}

/* As what the flood limits see it. */
static struct flood flood_of(const struct call *call)
{
    bool move =
        call->command != NULL && call->command->needs == NEEDS_ROUND && call->seat != SEAT_NONE;
    return (struct flood){.network = call->network->name,
                          .user = &call->event->user,
                          .channel = move ? NULL : call->event->channel};
}

/* What the typist owes for it; who owes too much hears so once. */
static void charge(struct call *call, unsigned cost)
{
    const struct flood flood = flood_of(call);
    if (call->network->adapter->impl->caps.local || call->moved)
        return;
    if (flood_charge(call->host->loop, &flood, cost))
        call_tell(call, N_("You type faster than I listen: please wait half a minute."));
}

/* Whoever gives a command under a nick is that nick. */
static void bind_typist(const struct call *call)
{
    if (call->person != NULL && call->person->id == NULL)
        people_of(&call->host->people, call->network, &call->event->user);
}

static void run(struct call *call, const char *text)
{
    bool meant = false;
    const struct command *command = recognise(call, text, &meant);
    meant = meant || call->network->adapter->impl->caps.bare_words;
    call->command = command;
    if (command == NULL && call->seat != SEAT_NONE && !call->host->trouble &&
        run_answer(call, text)) {
        bind_typist(call);
        return;
    }
    const struct flood flood = flood_of(call);
    if ((command == NULL && !meant) || flood_full(call->host->loop, &flood))
        return;
    if (command != NULL)
        bind_typist(call);
    if (command == NULL)
        tell_unknown(call);
    else if (call->host->trouble)
        tell_trouble(call);
    else if (may(call))
        command->run(call);
    charge(call, command != NULL ? command->cost : 1);
}

void command_run(struct host *host, struct network *network, const struct chat_event *event)
{
    char text[600];
    struct buf buf;
    struct call call = {.host = host, .network = network, .event = event};
    buf_init(&buf, text, sizeof(text));
    if (event->text == NULL || !text_clean(&buf, event->text, strlen(event->text)) ||
        buf_length(&buf) == 0)
        return;
    prepare(&call);
    run(&call, text);
    if (call.person != NULL)
        person_release(&host->people, call.person);
    if (call.claimed != NULL)
        person_release(&host->people, call.claimed);
}
