/* How to check that nobody chose the shuffles, and how to have a part in them (docs/fair.md). */
#include "bot/command/handlers/handlers.h"

#include <stdlib.h>

#include "base/text.h"
#include "bot/command/deferred.h"
#include "bot/command/page_link.h"
#include "bot/show/render/lines.h"
#include "bot/table/round/cut.h"
#include "bot/table/round/reveal.h"
#include "bot/table/round/round.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/typed.h"
#include "storage/web_query.h"

/* -- cutting -- */

static const char *const cut_words[] = {
    [CUT_EMPTY] = N_("Add a word that nobody can guess: {p}cut WORD"),
    [CUT_LONG] = N_("That word is too long to cut with: take a shorter one."),
    [CUT_TWICE] = N_("You have cut for the next deal already: your first word stands."),
    [CUT_FULL] = N_("Enough people have cut for the next deal."),
    [CUT_UNBOUND] = N_("The next shuffle is bound when this round is over: cut then."),
    [CUT_NO_MEMORY] = N_("I am out of memory: try again in a minute."),
};

static void say_cut(struct command_context *context)
{
    struct table *table = context->table;
    char token[CUT_TOKEN];
    save_table(table);
    if (!cut_token(table, token))
        return;
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        struct message *line = place_line(place, URGENCY_TABLE);
        if (line != NULL) {
            PHRASE(line, tr(place->language, N_("{player} cuts for the next deal: {token}")),
                   arg_name("player", seat_name(context->table, context->seat)),
                   arg_text("token", token));
        }
        place_say(place, line);
    }
}

static enum cut_refusal cut(struct command_context *context, bool anew)
{
    enum cut_refusal refusal = cut_take(context->table, context->person, context->arguments, anew);
    if (refusal == CUT_OK)
        say_cut(context);
    else
        context_tell(context, cut_words[refusal]);
    return refusal;
}

void run_cut(struct command_context *context)
{
    cut(context, false);
}

bool command_fair_cut(struct command_context *context)
{
    char words[CUT_SIZE];
    bool idle = typed_arguments(context->arguments, words, sizeof(words)) && *words == '\0';
    if (idle) /* "!start please" */
        return true;
    return cut(context, true) == CUT_OK;
}

/* -- checking -- */

/* Adds the commitment to the next shuffle, or to that of the running round. */
static void add_open(struct message *message, const struct command_context *context)
{
    const struct table *table = context->table;
    const struct round *round = table->round;
    uint8_t bond[FAIR_SIZE];
    unsigned number = 0;
    char token[FAIR_TOKEN];
    if (!round_bond(table, &number, bond)) {
        PHRASE(message,
               tr(context->language, N_("Round {round}, kept as {id}, was dealt before the "
                                        "shuffles here could be checked so.")),
               arg_number("round", (long)round_number(table)), arg_number("id", (long)round->id));
        return;
    }
    fair_token(number, bond, token);
    if (round == NULL) {
        PHRASE(message,
               tr(context->language, N_("Next shuffle: bound by {hex}; {p}cut WORD has a "
                                        "part in it.")),
               arg_text("hex", token), arg_text("p", network_prefix(context->network)));
    } else {
        PHRASE(
            message,
            tr(context->language, N_("Round {round}, kept as {id}: bound by {hex}; its secret is "
                                     "shown when it ends.")),
            arg_number("round", (long)round_number(table)), arg_number("id", (long)round->id),
            arg_text("hex", token));
    }
}

/* Adds the secret of the last round, which nobody could know before it ended. */
static void add_last(struct message *message, const struct language *language,
                     const struct last_round *last)
{
    char token[FAIR_TOKEN];
    message_text(message, "\n");
    if (last->shuffle > 0)
        fair_token(last->shuffle, last->secret, token);
    else
        hash_hex(last->secret, token);
    PHRASE(message, tr(language, N_("Round {round}, kept as {id}: secret {secret}.")),
           arg_number("round", (long)last->number), arg_number("id", (long)last->id),
           arg_text("secret", token));
}

/* An answer that waits until the store has read the setup and the actions of the last round. */
struct revealing {
    struct deferred answer; /* first */
    struct last_round last;
    struct message *message; /* what comes before it; owned */
};

static void add_replay(struct message *message, const struct revealing *revealing,
                       const char *setup, const char *actions)
{
    static struct setup_kept kept; /* too large for the stack */
    struct setup read;
    const struct language *language = revealing->answer.language;
    bool first = setup_read_kept(setup, &read, &kept) != NULL || read.version < 3;
    if (!first)
        reveal_add(message, &kept, actions);
    message_text(message, "\n");
    PHRASE(message,
           tr(language, first ? N_("The bot's admins can replay that round: talon verify {id}.")
                              : N_("To check it, save this channel's lines, from the one that "
                                   "opens the table up to these: talon verify --transcript FILE. "
                                   "The bot's admins: talon verify {id}.")),
           arg_number("id", (long)revealing->last.id));
}

static void replay_came(void *arg, bool ok, bool found, const struct store_replay *replay)
{
    struct revealing *revealing = arg;
    struct message *message = revealing->message;
    if (ok && found && replay->played.kept) {
        add_replay(message, revealing, replay->played.setup, replay->actions);
        page_link_round(message, &revealing->answer, revealing->last.id);
    } else {
        message_text(message, "\n");
        message_text(
            message,
            tr(revealing->answer.language,
               N_("Its moves cannot be read just now; of a round without a move none are kept.")));
    }
    deferred_say(&revealing->answer, message);
    deferred_finish(&revealing->answer);
    free(revealing);
}

/* Makes the answer a panel of its own for somebody whose client waits for it, so that the proofs do
 * not stand in their hand. */
static void make_panel(const struct command_context *context, struct message *message)
{
    bool waits = context->event->answers != 0 && !context->event->written;
    if (waits && context->page == NULL && context_has_controls(context))
        message->purpose = PURPOSE_PANEL;
}

static void reveal(struct command_context *context)
{
    struct revealing *revealing = calloc(1, sizeof(*revealing));
    if (revealing == NULL || !deferred_init(&revealing->answer, context, false)) {
        free(revealing);
        return;
    }
    revealing->last = context->table->last;
    revealing->last.words = NULL; /* the table's own */
    revealing->message = deferred_message(&revealing->answer);
    if (revealing->message == NULL) {
        deferred_finish(&revealing->answer);
        free(revealing);
        return;
    }
    make_panel(context, revealing->message);
    add_open(revealing->message, context);
    add_last(revealing->message, context->language, &revealing->last);
    store_ask_replay(context->host->store, revealing->last.id, replay_came, revealing);
}

static bool says_last(const char *word)
{
    return word_means(word, "last");
}

/* Answers !fair. While a round runs, only `!fair last` shows all of the last round. */
void run_fair(struct command_context *context)
{
    const struct last_round *last = &context->table->last;
    if (context->throttled)
        return;
    if (last->id != 0 && (context->table->round == NULL || says_last(context->arguments))) {
        reveal(context);
        return;
    }
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    make_panel(context, message);
    add_open(message, context);
    if (last->id != 0) {
        add_last(message, context->language, last);
        PHRASE(message, tr(context->language, N_(" {p}fair last shows how to check it.")),
               arg_text("p", network_prefix(context->network)));
    }
    context_say(context, message);
}
