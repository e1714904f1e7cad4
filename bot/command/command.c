#include "command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bot/base/text.h"
#include "bot/command/aim.h"
#include "bot/command/typed.h"
#include "bot/people/flood.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/show/panel.h"
#include "bot/show/render.h"
#include "bot/table/pause.h"
#include "bot/table/round.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/words.h"

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
static bool is_unheard(const struct command_context *context)
{
    return context->table != NULL && !context->table->heard;
}

static bool may(struct command_context *context)
{
    const struct command *command = context->command;
    if (command->needs == NEEDS_CHANNEL && context->channel == NULL) {
        context_tell(context, N_("Say that in the channel where you want to play."));
        return false;
    }
    if ((command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND) &&
        context->table == NULL) {
        if (context->event->channel != NULL || !context_tell_lack(context))
            context_tell(context, N_("There is no table here: {p}uno opens one."));
        return false;
    }
    if (is_unheard(context) && command->needs != NEEDS_CHANNEL && command->needs != NEEDS_NOTHING) {
        context_tell_unheard(context);
        return false;
    }
    if (command->who == WHO_SEATED && context->seat == SEAT_NONE) {
        if (!context_tell_lack(context))
            context_tell(context, N_("You have no seat at this table: {p}join takes one."));
        return false;
    }
    if (command->needs == NEEDS_ROUND && context->table->round == NULL) {
        context_tell(context, N_("No round is running: {p}start deals one."));
        return false;
    }
    return command->who != WHO_DECIDER || context->seat != SEAT_NONE || context_may_rule(context);
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

static void listen_to(struct command_context *context, const char *text, struct said *said)
{
    const char *behind = typed_name(context->network->adapter, text);
    *said = (struct said){.text = behind != NULL ? behind : text, .named = behind != NULL};
    behind = typed_prefix(context->host->options.prefix, said->text);
    said->prefixed = behind != NULL;
    said->text = behind != NULL ? behind : said->text;
    context->arguments = first_word(said->text, said->word);
    said->meant =
        (said->named || said->prefixed || context->event->command ||
         context->event->channel == NULL || context->network->adapter->impl->caps.bare_words) &&
        !is_noise(said->word);
    for (size_t length = strlen(said->word); length > 0 && said->word[length - 1] == '!';)
        said->word[--length] = '\0'; /* "uno!" */
}

static bool is_playing(const struct command_context *context)
{
    return context->table != NULL && context->table->round != NULL && context->seat != SEAT_NONE;
}

/* The command in a text; NULL: there is none. */
static const struct command *recognise(const struct command_context *context,
                                       const struct said *said)
{
    bool told = context->event->command;
    if (said->prefixed || said->named || told || context->event->channel == NULL ||
        context->network->adapter->impl->caps.bare_words) {
        const struct command *command = command_find(said->word);
        if (command != NULL)
            return command;
    }
    const struct command *command =
        (is_playing(context) || told) && !said->prefixed ? command_bare(context, said->word) : NULL;
    /* "tu dors ?" is talk: a bare word that takes no arguments stands alone. */
    bool talk = command != NULL && *command->arguments == '\0' && *context->arguments != '\0';
    return talk ? NULL : command;
}

/* A card alone is played: "!r5"; and "r5" where no prefix is needed. */
static const struct command *find_card(struct command_context *context, const struct said *said)
{
    struct play_words words;
    if (!is_playing(context) ||
        words_play(context->table->round->rules, said->text, &words) != WORDS_OK)
        return NULL;
    context->arguments = said->text;
    return command_find("play");
}

/* -- what is no command -- */

/* As what the flood limits see it: those who look on do not type for who sits there. */
static struct flood flood_of(const struct command_context *context)
{
    return (struct flood){.network = context->network->name,
                          .user = &context->event->user,
                          .channel = context->seat != SEAT_NONE ? NULL : context->event->channel};
}

/* The move that a player missed by one letter; NULL: none. */
static const struct command *find_slip(const struct command_context *context,
                                       const struct said *said)
{
    char word[WORD_MAX * 2];
    struct buf buf;
    buf_init(&buf, word, sizeof(word));
    if (!is_playing(context) || !text_fold(&buf, said->word, strlen(said->word)))
        return NULL;
    for (unsigned i = 0; i < alias_count; i++)
        if (aliases[i].command->needs == NEEDS_ROUND && typed_slip(word, aliases[i].word))
            return aliases[i].command;
    return NULL;
}

static void tell_slip(struct command_context *context, const struct said *said,
                      const struct command *meant)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, N_("There is no {p}{word}: do you mean {p}{command}?")),
           arg_text("p", network_prefix(context->network)), arg_text("word", said->word),
           arg_text("command", command_name(meant, context->language)));
    context_say(context, message);
}

/* "!seen bob" is another bot's in a channel, whoever says it: only a player who misses a move by a
 * letter hears so, since that costs them time. What is surely for us is answered, but to whom we do
 * not know from a table only once in a while: two bots would answer each other for ever. */
static void tell_unknown(struct command_context *context, const struct said *said)
{
    const struct command *slip = find_slip(context, said);
    const struct flood flood = flood_of(context);
    bool seated = context->table != NULL && context->seat != SEAT_NONE;
    bool ours = context->network->adapter->impl->caps.bare_words || context->event->command ||
                (seated && context->event->channel == NULL);
    if (slip != NULL)
        tell_slip(context, said, slip);
    else if (ours || ((said->named || context->event->channel == NULL) &&
                      flood_first(context->host->loop, &flood)))
        context_tell(context,
                     N_("I do not know that command: {p}help says what you can type now."));
}

/* A fact about the daemon: it waits for no commit. */
static void tell_trouble(struct command_context *context)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    message_text(message,
                 tr(context->language, N_("My journal cannot be written just now; nothing is "
                                          "lost. Please wait.")));
    host_say_now(context->network, message);
}

static void tell_slow(struct command_context *context)
{
    context_tell(context, N_("You type faster than I listen: please wait half a minute."));
}

void context_charge(struct command_context *context, unsigned cost)
{
    const struct flood flood = flood_of(context);
    if (context->network->adapter->impl->caps.local || context->moved || context->hushed)
        return;
    if (flood_charge(context->host->loop, &flood, cost))
        tell_slow(context);
}

/* A control of an earlier state would do what nobody meant any more. */
static bool is_stale(const struct command_context *context)
{
    uint64_t stamp = context->event->stamp;
    if (panel_is_stamp(stamp)) /* which says so itself, but to whom it can show nothing */
        return context->event->late;
    return stamp != 0 && context->table != NULL &&
           (context->table->round != NULL || context->event->late) &&
           stamp != table_stamp(context->table);
}

static void tell_stale(struct command_context *context)
{
    context_tell(context, N_("That was an earlier state of the table; here is your hand."));
    if (context->seat != SEAT_NONE)
        hand_due(context->table, context->seat);
}

static bool is_move(const struct command *command)
{
    return command->run == run_play || command->run == run_draw || command->run == run_keep ||
           command->run == run_challenge || command->run == run_accept ||
           command->run == run_colour || command->run == run_target;
}

/* Nothing is played at a table that is paused: a move, a call, a catch. */
static bool is_paused(const struct command_context *context)
{
    const struct command *command = context->command;
    return context->table != NULL && pause_is_on(context->table) &&
           (is_move(command) || command->run == run_catch ||
            (command->run == run_uno && context->table->round != NULL));
}

/* Whoever typed too much may still play, and say the UNO that counts: what is legal is done. */
static bool is_never_eaten(const struct command_context *context)
{
    const struct command *command = context->command;
    if (command == NULL || context->table == NULL || !seat_in_round(context->table, context->seat))
        return false;
    const struct game *game = &context->table->round->game;
    bool owes_word = (game->exposed >> context->seat & 1) != 0 ||
                     (game->turn == context->seat && game->hand_count[context->seat] <= 2);
    return is_move(command) || (command->run == run_uno && owes_word);
}

/* Words that were asked for and are not the right ones. */
static bool asks_again(struct command_context *context)
{
    if (context->event->answers == 0 || context->seat == SEAT_NONE ||
        hand_lacks(context->table, context->seat) != REFUSED_PROCLAIM)
        return false;
    context_tell(context, refusal_words(REFUSED_PROCLAIM));
    return true;
}

/* Whoever gives a command under a nick is that nick. */
static void bind_typist(const struct command_context *context)
{
    if (context->person != NULL && context->person->id == NULL)
        people_of(&context->host->people, context->network, &context->event->user);
}

static void carry_out(struct command_context *context)
{
    if (context->host->trouble)
        tell_trouble(context);
    else if (!may(context))
        return;
    else if (is_paused(context))
        context_tell(context, pause_words);
    else if ((is_move(context->command) || context->event->late) && is_stale(context))
        tell_stale(context);
    else
        context->command->run(context);
}

/* A card alone, at whatever table it is one. */
static bool is_card_somewhere(struct command_context *context, const struct said *said)
{
    struct table *table = NULL;
    unsigned at = 0;
    bool card = false;
    if (context->event->channel != NULL || context->table != NULL || context->person == NULL)
        return false;
    while (!card && (table = person_table(context->person, &at)) != NULL) {
        context->table = table;
        context->seat = seat_of(table, context->person);
        card = find_card(context, said) != NULL;
    }
    context->table = NULL;
    context->seat = SEAT_NONE;
    return card;
}

void command_again(struct command_context *context, const char *words)
{
    char word[WORD_MAX * 2];
    context->arguments = first_word(words, word);
    context->command = command_find(word);
    if (context->command != NULL && may(context))
        context->command->run(context);
}

/* Whose command it is sees what comes of it: no need to call them. */
static void note_pressed(const struct command_context *context)
{
    if (context->event->answers != 0 && context->table != NULL && context->seat != SEAT_NONE)
        board_pressed(context->table, context->seat);
}

static void run(struct command_context *context, const char *text)
{
    struct said said;
    bool aimed = aim_named(context, &text);
    listen_to(context, text, &said);
    const struct command *command = recognise(context, &said);
    bool meant = said.meant || context->event->answers != 0;
    context->command = command;
    note_pressed(context);
    if (command == NULL && context->seat != SEAT_NONE && !context->host->trouble &&
        !is_stale(context) && !is_unheard(context) && !pause_is_on(context->table) &&
        run_answer(context, said.text)) {
        bind_typist(context);
        return;
    }
    if (command == NULL && (meant || context->event->channel == NULL))
        command = context->command = find_card(context, &said);
    aimed = aimed || (command != NULL && aim_named(context, &context->arguments));
    const struct flood flood = flood_of(context);
    bool card = command == NULL && is_card_somewhere(context, &said);
    if (command == NULL && !card && !meant)
        return;
    context->hushed = flood_full(context->host->loop, &flood);
    if (context->hushed && !is_never_eaten(context)) {
        context->hushed = false;
        if (context->event->answers != 0 &&
            !context->event->written) /* their client waits for it */
            tell_slow(context);
        return;
    }
    if (command != NULL)
        bind_typist(context);
    if (command != NULL) {
        if (aimed || aim(context))
            carry_out(context);
    } else if (card)
        aim_ask(context);
    else if (is_stale(context))
        tell_stale(context);
    else if (!asks_again(context))
        tell_unknown(context, &said);
    context_charge(context, command != NULL ? command->cost : 1);
}

/* Whoever plays sees their hand anew with each answer. The table may be gone by now. */
static void answer_hand(const struct command_context *context, int64_t id)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (context->person != NULL && (table = person_table(context->person, &at)) != NULL) {
        unsigned seat = seat_of(table, context->person);
        if (table->id == id && seat != SEAT_NONE)
            hand_answer(table, seat);
    }
}

void command_run(struct host *host, struct network *network, const struct chat_event *event)
{
    char text[600];
    struct buf buf;
    struct command_context context = {.host = host, .network = network, .event = event};
    buf_init(&buf, text, sizeof(text));
    if (event->text == NULL || !text_clean(&buf, event->text, strlen(event->text)) ||
        buf_length(&buf) == 0)
        return;
    context_begin(&context);
    if (context_says_code(&context, text)) {
        context_end(&context);
        return;
    }
    int64_t table = context.table != NULL && context.seat != SEAT_NONE ? context.table->id : 0;
    run(&context, text);
    context_tell_lacks(&context);
    if (event->answers != 0 && !host->trouble && !context.shown)
        answer_hand(&context, table);
    context_end(&context);
}
