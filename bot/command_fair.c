/* How to check that nobody chose the shuffles (fair.h). */
#include "bot/language.h"
#include "bot/phrase.h"
#include "bot/round.h"
#include "command.h"

/* The shuffle that is played with now, or that comes next. */
static void add_open(struct message *message, const struct call *call, const char *commitment)
{
    const struct round *round = call->table->round;
    if (round == NULL)
        PHRASE(message, tr(call->language, N_("Next shuffle: commitment {hex}.")),
               arg_text("hex", commitment));
    else
        PHRASE(message,
               tr(call->language, N_("Round {round}, kept as {id}: commitment {hex}; its secret is "
                                     "shown when it ends.")),
               arg_number("round", (long)round_number(call->table)),
               arg_number("id", (long)round->id), arg_text("hex", commitment));
}

static void add_last(struct message *message, const struct call *call)
{
    const struct last_round *last = &call->table->last;
    uint8_t commitment[FAIR_SIZE];
    char secret[FAIR_HEX];
    char hex[FAIR_HEX];
    if (last->id == 0 || !fair_commitment(last->secret, commitment))
        return;
    fair_hex(last->secret, secret);
    fair_hex(commitment, hex);
    message_text(message, "\n");
    PHRASE(
        message,
        tr(call->language, N_("Round {round}, kept as {id}: secret {secret}, commitment {hex}.")),
        arg_number("round", (long)last->number), arg_number("id", (long)last->id),
        arg_text("secret", secret), arg_text("hex", hex));
    message_text(message, "\n");
    PHRASE(
        message,
        tr(call->language,
           N_("To check it: the commitment, shown before the deal, is the SHA-256 of the secret; "
              "whoever runs me replays the whole round with talon verify {id}.")),
        arg_number("id", (long)last->id));
}

void run_fair(struct call *call)
{
    uint8_t commitment[FAIR_SIZE];
    char hex[FAIR_HEX];
    struct message *message = call_private(call);
    if (message == NULL || !fair_commitment(call->table->secret, commitment)) {
        message_destroy(message);
        return;
    }
    fair_hex(commitment, hex);
    add_open(message, call, hex);
    add_last(message, call);
    call_say(call, message);
}
