#include "command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/aim.h"
#include "bot/base/text.h"
#include "bot/board.h"
#include "bot/flood.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/panel.h"
#include "bot/pause.h"
#include "bot/phrase.h"
#include "bot/render.h"
#include "bot/round.h"
#include "bot/seat.h"
#include "bot/table.h"
#include "bot/typed.h"
#include "bot/words.h"

static const struct command commands[] = {
    {N_("uno"), "", "uno", WHO_ANYONE, NEEDS_NOTHING, 1, N_("[set]"),
     N_("opens a table; in a round: says UNO, or catches who forgot it"), run_uno},
    {N_("new"), "nouveau nouvelle ouvrir", NULL, WHO_ANYONE, NEEDS_NOTHING, 3, N_("[set]"),
     N_("opens a table for a set of rules; in private one against computer players"), run_new},
    {N_("join"), "j rejoindre rejoins joindre", "jo", WHO_ANYONE, NEEDS_TABLE, 1, "",
     N_("takes a seat"), run_join},
    {N_("leave"), "quitter quitte partir quit part", NULL, WHO_SEATED, NEEDS_TABLE, 1, "",
     N_("gives the seat back"), run_leave},
    {N_("start"), "deal commencer commence demarrer demarre distribuer lancer", NULL, WHO_SEATED,
     NEEDS_TABLE, 2, N_("[word]"), N_("deals the first round, or a rematch; a word cuts first"),
     run_start},
    {N_("cut"), "coupe couper", NULL, WHO_SEATED, NEEDS_TABLE, 2, N_("WORD"),
     N_("mixes a word of yours into the next shuffle"), run_cut},
    {N_("bots"), "bot robots robot ordis ordi", NULL, WHO_SEATED, NEEDS_TABLE, 2, N_("N [level]"),
     N_("seats N computer players"), run_bots},
    {N_("play"), "p pl jouer joue poser pose", "pl", WHO_SEATED, NEEDS_ROUND, 1,
     N_("CARD [colour] [uno]"), N_("plays a card: r5, red 5, b+2, g skip, w red, w+4 blue"),
     run_play},
    {N_("draw"), "d dr pe pick pickup piger pige piocher pioche tirer", "dr pe", WHO_SEATED,
     NEEDS_ROUND, 1, "", N_("draws a card, or the cards asked for"), run_draw},
    {N_("keep"), "pass k ke garder garde passer passe", "pa ke ?keep ?garder ?garde", WHO_SEATED,
     NEEDS_ROUND, 1, "", N_("keeps the drawn card and ends the turn"), run_keep},
    {N_("challenge"), "ch defi defier defie contester", "ch ?challenge ?defier", WHO_SEATED,
     NEEDS_ROUND, 1, "", N_("doubts the wild +4 played on you"), run_challenge},
    {N_("accept"), "ok ac accepter accepte", "ac ?accept ?accepter", WHO_SEATED, NEEDS_ROUND, 1, "",
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
    {N_("order"), "turn count who players od tu ct ordre tour qui joueurs", "od tu ct", WHO_ANYONE,
     NEEDS_TABLE, 2, "", N_("shows the players in order with their cards"), run_order},
    {N_("clock"), "time ti temps chrono", "ti", WHO_ANYONE, NEEDS_ROUND, 2, "",
     N_("shows how long the turn lasts, and what is left of it"), run_clock},
    {N_("rules"), "regles regle", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[set]"),
     N_("explains a set of rules"), run_rules},
    {N_("score"), "scores pointage total totaux points", NULL, WHO_ANYONE, NEEDS_TABLE, 2, "",
     N_("shows the totals of this match"), run_score},
    {N_("fair"), "equite shuffle commitment brassage engagement", NULL, WHO_ANYONE, NEEDS_TABLE, 2,
     N_("[last]"), N_("shows how to check the shuffles"), run_fair},
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
    {N_("pings"), "ping mention mentions appel appels", NULL, WHO_ANYONE, NEEDS_NOTHING, 2,
     N_("[on|off]"), N_("sets whether you are called when it is your turn"), run_pings},
    {N_("quiet"), "calme silence", NULL, WHO_ANYONE, NEEDS_CHANNEL, 2, N_("[on|off]"),
     N_("keeps the channel quiet: one line a turn, answers in private"), run_quiet},
    {N_("set"), "option options reglage regler", NULL, WHO_ANYONE, NEEDS_CHANNEL, 2,
     N_("[channel] [name [value]]"),
     N_("shows or changes a rule before the deal, or what the channel keeps"), run_set},
    {N_("settings"), "parametres", NULL, WHO_ANYONE, NEEDS_TABLE, 1, "",
     N_("opens what can be chosen for the table"), run_settings},
    {N_("kick"), "remove exclure expulser virer", NULL, WHO_DECIDER, NEEDS_TABLE, 1, N_("NAME"),
     N_("takes a player's seat away: at once, or by a vote of who sits there"), run_kick},
    {N_("stop"), "end unostop arreter arret fin", NULL, WHO_DECIDER, NEEDS_TABLE, 1, "",
     N_("ends the match, or closes the table: at once, or by a vote of who sits there"), run_stop},
    {N_("pause"), "suspendre suspend", NULL, WHO_DECIDER, NEEDS_TABLE, 2, "",
     N_("lets the clocks stand still: at once, or by a vote of who sits there"), run_pause},
    {N_("resume"), "continue unpause reprendre reprend continuer", NULL, WHO_DECIDER, NEEDS_TABLE,
     2, "", N_("ends the pause: at once, or by a vote of who sits there"), run_resume},
    {N_("watch"), "regarder regarde", NULL, WHO_ANYONE, NEEDS_TABLE, 2, "",
     N_("lists who looks on, with you or, said again, without you"), run_watch},
    {N_("notify"), "prevenir previens", NULL, WHO_ANYONE, NEEDS_CHANNEL, 2, N_("[on|off]"),
     N_("calls you when a table opens in the channel"), run_notify},
    {N_("yes"), "oui", NULL, WHO_SEATED, NEEDS_TABLE, 1, "", N_("agrees to what is voted on"),
     run_yes},
    {N_("no"), "non", NULL, WHO_SEATED, NEEDS_TABLE, 1, "",
     N_("does not agree to what is voted on"), run_no},
    {N_("wait"), "attendre attends", NULL, WHO_SEATED, NEEDS_ROUND, 2, "",
     N_("gives you your turn's time once more, once a round"), run_wait},
    {N_("away"), "absence absent", NULL, WHO_SEATED, NEEDS_TABLE, 1, "",
     N_("lets a computer player keep your seat"), run_away},
    {N_("back"), "retour revenir", NULL, WHO_SEATED, NEEDS_TABLE, 1, "", N_("takes your seat back"),
     run_back},
    {N_("seat"), "siege place", NULL, WHO_ANYONE, NEEDS_NOTHING, 10, N_("WORD"),
     N_("takes your seat back with its seat word"), run_seat},
    {N_("swap"), "echange echanger permuter", NULL, WHO_ANYONE, NEEDS_NOTHING, 3, "",
     N_("plays your account's seat from this nick"), run_swap},
    {N_("link"), "lier relier", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[code [yes]|yes|no]"),
     N_("makes your accounts, networks or nick one player"), run_link},
    {N_("links"), "liens identites", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, "",
     N_("tells with what you are linked"), run_links},
    {N_("unlink"), "delier separer", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[name] [network]"),
     N_("takes a link back: you, or the one named, are a player apart again"), run_unlink},
    {N_("name"), "nom appeler", NULL, WHO_ANYONE, NEEDS_NOTHING, 2, N_("[name|default]"),
     N_("chooses how the boards call you"), run_name},
    {N_("help"), "h aide commands commandes", NULL, WHO_ANYONE, NEEDS_NOTHING, 2,
     N_("[all|command]"), N_("says what helps now, lists all commands, or explains one"), run_help},
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]), ALIASES_MAX = 256, WORD_MAX = 24 };

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

/* -- from text to a handler -- */

const char command_unheard[] =
    N_("I am not heard in the channel just now: the table waits until I am.");

const char command_silent[] =
    N_("I cannot speak in this channel, and no table goes on here until I can. Whoever runs the "
       "server can allow it in the settings of the channel, under Permissions: {permissions}.");

/* What is done at such a table nobody would see. */
static bool is_unheard(const struct call *call)
{
    return call->table != NULL && !call->table->heard;
}

static bool may(struct call *call)
{
    const struct command *command = call->command;
    if (command->needs == NEEDS_CHANNEL && call->channel == NULL) {
        call_tell(call, N_("Say that in the channel where you want to play."));
        return false;
    }
    if ((command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND) && call->table == NULL) {
        if (call->event->channel != NULL || !call_tell_lack(call))
            call_tell(call, N_("There is no table here: {p}uno opens one."));
        return false;
    }
    if (is_unheard(call) && command->needs != NEEDS_CHANNEL && command->needs != NEEDS_NOTHING) {
        call_tell_unheard(call);
        return false;
    }
    if (command->who == WHO_SEATED && call->seat == SEAT_NONE) {
        if (!call_tell_lack(call))
            call_tell(call, N_("You have no seat at this table: {p}join takes one."));
        return false;
    }
    if (command->needs == NEEDS_ROUND && call->table->round == NULL) {
        call_tell(call, N_("No round is running: {p}start deals one."));
        return false;
    }
    return command->who != WHO_DECIDER || call->seat != SEAT_NONE || call_may_rule(call);
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

/* "!!" and "!?" are talk. */
static bool is_noise(const char *word)
{
    while (ispunct((unsigned char)*word))
        word++;
    return *word == '\0';
}

/* How a text was said: what of it is ours to read, and whether it is for us. */
struct said {
    const char *text;
    bool named;    /* it begins with our name */
    bool prefixed; /* or with the prefix of commands */
    bool meant;    /* it is for us, and if it is no command its author should know */
    char word[WORD_MAX * 2];
};

static void listen_to(struct call *call, const char *text, struct said *said)
{
    const char *behind = typed_name(call->network->adapter, text);
    *said = (struct said){.text = behind != NULL ? behind : text, .named = behind != NULL};
    behind = typed_prefix(call->host->options.prefix, said->text);
    said->prefixed = behind != NULL;
    said->text = behind != NULL ? behind : said->text;
    call->arguments = first_word(said->text, said->word);
    said->meant = (said->named || said->prefixed || call->event->command ||
                   call->event->channel == NULL || call->network->adapter->impl->caps.bare_words) &&
                  !is_noise(said->word);
    for (size_t length = strlen(said->word); length > 0 && said->word[length - 1] == '!';)
        said->word[--length] = '\0'; /* "uno!" */
}

static bool is_playing(const struct call *call)
{
    return call->table != NULL && call->table->round != NULL && call->seat != SEAT_NONE;
}

/* The command in a text; NULL: there is none. */
static const struct command *recognise(const struct call *call, const struct said *said)
{
    bool told = call->event->command;
    if (said->prefixed || said->named || told || call->event->channel == NULL ||
        call->network->adapter->impl->caps.bare_words) {
        const struct command *command = command_find(said->word);
        if (command != NULL)
            return command;
    }
    const struct command *command =
        (is_playing(call) || told) && !said->prefixed ? command_bare(call, said->word) : NULL;
    /* "tu dors ?" is talk: a bare word that takes no arguments stands alone. */
    bool talk = command != NULL && *command->arguments == '\0' && *call->arguments != '\0';
    return talk ? NULL : command;
}

/* A card alone is played: "!r5"; and "r5" where no prefix is needed. */
static const struct command *find_card(struct call *call, const struct said *said)
{
    struct play_words words;
    if (!is_playing(call) || words_play(call->table->round->rules, said->text, &words) != WORDS_OK)
        return NULL;
    call->arguments = said->text;
    return command_find("play");
}

/* -- what is no command -- */

/* As what the flood limits see it: those who look on do not type for who sits there. */
static struct flood flood_of(const struct call *call)
{
    return (struct flood){.network = call->network->name,
                          .user = &call->event->user,
                          .channel = call->seat != SEAT_NONE ? NULL : call->event->channel};
}

/* The move that a player missed by one letter; NULL: none. */
static const struct command *find_slip(const struct call *call, const struct said *said)
{
    char word[WORD_MAX * 2];
    struct buf buf;
    buf_init(&buf, word, sizeof(word));
    if (!is_playing(call) || !text_fold(&buf, said->word, strlen(said->word)))
        return NULL;
    for (unsigned i = 0; i < alias_count; i++)
        if (aliases[i].command->needs == NEEDS_ROUND && typed_slip(word, aliases[i].word))
            return aliases[i].command;
    return NULL;
}

static void tell_slip(struct call *call, const struct said *said, const struct command *meant)
{
    struct message *message = call_private(call);
    if (message == NULL)
        return;
    PHRASE(message, tr(call->language, N_("There is no {p}{word}: do you mean {p}{command}?")),
           arg_text("p", network_prefix(call->network)), arg_text("word", said->word),
           arg_text("command", command_name(meant, call->language)));
    call_say(call, message);
}

/* "!seen bob" is another bot's in a channel, whoever says it: only a player who misses a move by a
 * letter hears so, since that costs them time. What is surely for us is answered, but to whom we do
 * not know from a table only once in a while: two bots would answer each other for ever. */
static void tell_unknown(struct call *call, const struct said *said)
{
    const struct command *slip = find_slip(call, said);
    const struct flood flood = flood_of(call);
    bool seated = call->table != NULL && call->seat != SEAT_NONE;
    bool ours = call->network->adapter->impl->caps.bare_words || call->event->command ||
                (seated && call->event->channel == NULL);
    if (slip != NULL)
        tell_slip(call, said, slip);
    else if (ours || ((said->named || call->event->channel == NULL) &&
                      flood_first(call->host->loop, &flood)))
        call_tell(call, N_("I do not know that command: {p}help says what you can type now."));
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

static void tell_slow(struct call *call)
{
    call_tell(call, N_("You type faster than I listen: please wait half a minute."));
}

void call_charge(struct call *call, unsigned cost)
{
    const struct flood flood = flood_of(call);
    if (call->network->adapter->impl->caps.local || call->moved || call->hushed)
        return;
    if (flood_charge(call->host->loop, &flood, cost))
        tell_slow(call);
}

/* A control of an earlier state would do what nobody meant any more. */
static bool is_stale(const struct call *call)
{
    uint64_t stamp = call->event->stamp;
    if (panel_is_stamp(stamp)) /* which says so itself, but to whom it can show nothing */
        return call->event->late;
    return stamp != 0 && call->table != NULL && (call->table->round != NULL || call->event->late) &&
           stamp != table_stamp(call->table);
}

static void tell_stale(struct call *call)
{
    call_tell(call, N_("That was an earlier state of the table; here is your hand."));
    if (call->seat != SEAT_NONE)
        hand_due(call->table, call->seat);
}

static bool is_move(const struct command *command)
{
    return command->run == run_play || command->run == run_draw || command->run == run_keep ||
           command->run == run_challenge || command->run == run_accept ||
           command->run == run_colour || command->run == run_target;
}

/* Nothing is played at a table that is paused: a move, a call, a catch. */
static bool is_paused(const struct call *call)
{
    const struct command *command = call->command;
    return call->table != NULL && pause_is_on(call->table) &&
           (is_move(command) || command->run == run_catch ||
            (command->run == run_uno && call->table->round != NULL));
}

/* Whoever typed too much may still play, and say the UNO that counts: what is legal is done. */
static bool is_never_eaten(const struct call *call)
{
    const struct command *command = call->command;
    if (command == NULL || call->table == NULL || !seat_in_round(call->table, call->seat))
        return false;
    const struct game *game = &call->table->round->game;
    bool owes_word = (game->exposed >> call->seat & 1) != 0 ||
                     (game->turn == call->seat && game->hand_count[call->seat] <= 2);
    return is_move(command) || (command->run == run_uno && owes_word);
}

/* Words that were asked for and are not the right ones. */
static bool asks_again(struct call *call)
{
    if (call->event->answers == 0 || call->seat == SEAT_NONE ||
        hand_lacks(call->table, call->seat) != REFUSED_PROCLAIM)
        return false;
    call_tell(call, refusal_words(REFUSED_PROCLAIM));
    return true;
}

/* Whoever gives a command under a nick is that nick. */
static void bind_typist(const struct call *call)
{
    if (call->person != NULL && call->person->id == NULL)
        people_of(&call->host->people, call->network, &call->event->user);
}

static void carry_out(struct call *call)
{
    if (call->host->trouble)
        tell_trouble(call);
    else if (!may(call))
        return;
    else if (is_paused(call))
        call_tell(call, pause_words);
    else if ((is_move(call->command) || call->event->late) && is_stale(call))
        tell_stale(call);
    else
        call->command->run(call);
}

/* A card alone, at whatever table it is one. */
static bool is_card_somewhere(struct call *call, const struct said *said)
{
    struct table *table = NULL;
    unsigned at = 0;
    bool card = false;
    if (call->event->channel != NULL || call->table != NULL || call->person == NULL)
        return false;
    while (!card && (table = person_table(call->person, &at)) != NULL) {
        call->table = table;
        call->seat = seat_of(table, call->person);
        card = find_card(call, said) != NULL;
    }
    call->table = NULL;
    call->seat = SEAT_NONE;
    return card;
}

void command_again(struct call *call, const char *words)
{
    char word[WORD_MAX * 2];
    call->arguments = first_word(words, word);
    call->command = command_find(word);
    if (call->command != NULL && may(call))
        call->command->run(call);
}

/* Whose command it is sees what comes of it: no need to call them. */
static void note_pressed(const struct call *call)
{
    if (call->event->answers != 0 && call->table != NULL && call->seat != SEAT_NONE)
        board_pressed(call->table, call->seat);
}

static void run(struct call *call, const char *text)
{
    struct said said;
    bool aimed = aim_named(call, &text);
    listen_to(call, text, &said);
    const struct command *command = recognise(call, &said);
    bool meant = said.meant || call->event->answers != 0;
    call->command = command;
    note_pressed(call);
    if (command == NULL && call->seat != SEAT_NONE && !call->host->trouble && !is_stale(call) &&
        !is_unheard(call) && !pause_is_on(call->table) && run_answer(call, said.text)) {
        bind_typist(call);
        return;
    }
    if (command == NULL && (meant || call->event->channel == NULL))
        command = call->command = find_card(call, &said);
    aimed = aimed || (command != NULL && aim_named(call, &call->arguments));
    const struct flood flood = flood_of(call);
    bool card = command == NULL && is_card_somewhere(call, &said);
    if (command == NULL && !card && !meant)
        return;
    call->hushed = flood_full(call->host->loop, &flood);
    if (call->hushed && !is_never_eaten(call)) {
        call->hushed = false;
        if (call->event->answers != 0 && !call->event->written) /* their client waits for it */
            tell_slow(call);
        return;
    }
    if (command != NULL)
        bind_typist(call);
    if (command != NULL) {
        if (aimed || aim(call))
            carry_out(call);
    } else if (card)
        aim_ask(call);
    else if (is_stale(call))
        tell_stale(call);
    else if (!asks_again(call))
        tell_unknown(call, &said);
    call_charge(call, command != NULL ? command->cost : 1);
}

/* Whoever plays sees their hand anew with each answer. The table may be gone by now. */
static void answer_hand(const struct call *call, int64_t id)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (call->person != NULL && (table = person_table(call->person, &at)) != NULL) {
        unsigned seat = seat_of(table, call->person);
        if (table->id == id && seat != SEAT_NONE)
            hand_answer(table, seat);
    }
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
    call_begin(&call);
    if (call_says_code(&call, text)) {
        call_end(&call);
        return;
    }
    int64_t table = call.table != NULL && call.seat != SEAT_NONE ? call.table->id : 0;
    run(&call, text);
    call_tell_lacks(&call);
    if (event->answers != 0 && !host->trouble && !call.shown)
        answer_hand(&call, table);
    call_end(&call);
}
