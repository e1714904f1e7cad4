#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "engine/notation.h"
#include "transcript.h"

bool transcript_refuse(struct transcript_proof *proof, unsigned line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(proof->why, sizeof(proof->why), format, args);
    va_end(args);
    proof->line = line;
    proof->verdict = TRANSCRIPT_NOT;
    return false;
}

static bool none(struct transcript_proof *proof, const char *why)
{
    transcript_refuse(proof, 0, "%s", why);
    proof->verdict = TRANSCRIPT_NONE;
    return false;
}

/* -- the reveal -- */

static bool is_whole(const struct transcript_token *token)
{
    return token->length == FAIR_HEX - 1;
}

/* Whether a hash begins with the token's digits. */
static bool fits(const struct transcript_token *token, const uint8_t hash[FAIR_SIZE])
{
    char hex[FAIR_HEX];
    hash_hex(hash, hex);
    return memcmp(hex, token->value, token->length) == 0;
}

/* The parts of one value from token `at` on, of which that is the first, joined; NULL: some are
 * missing, or memory is out. To be freed. */
static char *join_parts(const struct transcript *transcript, unsigned at)
{
    const struct transcript_token *first = &transcript->tokens[at];
    size_t length = 0;
    unsigned part = 0;
    char *text = malloc(1);
    for (; text != NULL && at < transcript->token_count && part < first->parts; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind != first->kind || token->number != first->number ||
            token->parts != first->parts || token->part != part + 1)
            continue;
        char *more = realloc(text, length + token->length + 1);
        if (more == NULL)
            break;
        text = more;
        memcpy(text + length, token->value, token->length);
        length += token->length;
        part++;
    }
    if (text == NULL || part < first->parts || part == 0) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    return text;
}

/* The next token of that kind for the shuffle from `at` on; token_count: there is none. */
static unsigned next_token(const struct transcript *transcript, unsigned at, char kind,
                           unsigned number)
{
    while (at < transcript->token_count &&
           (transcript->tokens[at].kind != kind || transcript->tokens[at].number != number))
        at++;
    return at;
}

static char *read_value(const struct transcript *transcript, unsigned at, char kind,
                        unsigned number)
{
    at = next_token(transcript, at, kind, number);
    return at < transcript->token_count && transcript->tokens[at].part == 1
               ? join_parts(transcript, at)
               : NULL;
}

static bool keep(char *to, size_t size, char *value)
{
    bool ok = value != NULL && strlen(value) < size;
    if (ok)
        memcpy(to, value, strlen(value) + 1);
    free(value);
    return ok;
}

/* The reveal that begins with the setup of token `at`: the secret stands before it, the people and
 * the moves behind. */
static bool read_reveal(const struct transcript *transcript, unsigned at,
                        struct transcript_proof *proof)
{
    unsigned number = transcript->tokens[at].number;
    unsigned secret = at;
    while (secret > 0 &&
           (transcript->tokens[secret].kind != 's' || transcript->tokens[secret].number != number ||
            !is_whole(&transcript->tokens[secret])))
        secret--;
    if (number == 0 || transcript->tokens[at].part != 1 || transcript->tokens[secret].kind != 's' ||
        transcript->tokens[secret].number != number || !is_whole(&transcript->tokens[secret]) ||
        !fair_unhex(transcript->tokens[secret].value, FAIR_SIZE, proof->secret))
        return false;
    char *moves = NULL;
    bool whole = keep(proof->text, sizeof(proof->text), join_parts(transcript, at)) &&
                 keep(proof->who, sizeof(proof->who), read_value(transcript, at, 'w', number)) &&
                 (moves = read_value(transcript, at, 'm', number)) != NULL;
    if (!whole)
        return false;
    free(proof->moves);
    proof->moves = moves;
    proof->shuffle = number;
    proof->end_line = transcript->tokens[secret].line + 1;
    return true;
}

/* The last whole one. */
static bool find_reveal(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned at = transcript->token_count; at > 0; at--)
        if (transcript->tokens[at - 1].kind == 't' && read_reveal(transcript, at - 1, proof))
            return true;
    return none(proof, "no round is revealed in it whole: !fair tells a round's secret, setup, "
                       "people and moves when it is over");
}

/* -- what bound it -- */

/* Secret number `number` of the chain, by the one that was shown. */
static bool chain_at(const struct transcript_proof *proof, unsigned number, uint8_t hash[FAIR_SIZE])
{
    return fair_climb(proof->secret, proof->shuffle - number, hash);
}

static bool bind_given(const uint8_t *commitment, struct transcript_proof *proof)
{
    uint8_t hash[FAIR_SIZE];
    for (unsigned number = proof->shuffle; number > 0; number--) {
        if (!chain_at(proof, number - 1, hash))
            return none(proof, "out of memory");
        if (memcmp(hash, commitment, FAIR_SIZE) == 0) {
            proof->bound = true;
            proof->bond = number - 1;
            return true;
        }
    }
    return transcript_refuse(proof, 0, "the secret does not fit the commitment that was given");
}

/* The first whole commitment in it that the secret fits. */
static bool find_bond(const struct transcript *transcript, struct transcript_proof *proof)
{
    uint8_t hash[FAIR_SIZE];
    unsigned brief = 0;
    unsigned other = 0;
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind != 's' || token->number >= proof->shuffle || token->line >= proof->end_line)
            continue;
        if (!chain_at(proof, token->number, hash))
            return none(proof, "out of memory");
        if (is_whole(token) && fits(token, hash)) {
            proof->bound = true;
            proof->bond = token->number;
            proof->bond_line = token->line + 1;
            return true;
        }
        if (is_whole(token))
            other = token->line + 1;
        else if (fits(token, hash))
            brief = token->line + 1;
    }
    if (other > 0)
        return transcript_refuse(proof, other, "the secret does not fit the commitment");
    return brief > 0
               ? transcript_refuse(proof, brief,
                                   "only 8 digits of a commitment are in it, which can be forged: "
                                   "the whole is told when a table opens and by !fair, and "
                                   "--commitment takes it from elsewhere")
               : transcript_refuse(proof, 0,
                                   "no commitment is in it, nor was one given with "
                                   "--commitment");
}

/* -- what was told in between -- */

static bool is_within(const struct transcript_proof *proof, const struct transcript_token *token)
{
    return token->line + 1 >= proof->bond_line && token->line < proof->end_line;
}

/* Where the deal was told: with the hash of its setup, and all that is told of it must fit. */
static bool find_deal(const struct transcript *transcript, struct transcript_proof *proof)
{
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind != 'd' || token->number != proof->shuffle || !is_within(proof, token))
            continue;
        if (!fits(token, proof->told))
            return transcript_refuse(proof, token->line + 1,
                                     "the setup is not the one whose hash was told at the deal");
        if (proof->deal_line == 0)
            proof->deal_line = token->line + 1;
        if (token->length > proof->told_digits)
            proof->told_digits = (unsigned)token->length;
    }
    return true;
}

/* Whoever tells several commitments could keep to the one that suits: only the newest before the
 * deal counts, of the ends and of all that are whole. */
static bool check_newest(const struct transcript *transcript, struct transcript_proof *proof)
{
    const struct transcript_token *newest[2] = {NULL, NULL};
    uint8_t hash[FAIR_SIZE];
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind != 's' || token->number >= proof->shuffle ||
            token->line >= proof->deal_line)
            continue;
        if (token->number == 0)
            newest[0] = token;
        if (is_whole(token))
            newest[1] = token;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (newest[i] == NULL)
            continue;
        if (!chain_at(proof, newest[i]->number, hash))
            return none(proof, "out of memory");
        if (!fits(newest[i], hash))
            return transcript_refuse(proof, newest[i]->line + 1,
                                     "the secret does not fit the commitment that was told there, "
                                     "before the deal");
    }
    return true;
}

/* Whether the deal or the secret of a shuffle was told between its commitment and this deal. */
static bool was_used(const struct transcript *transcript, const struct transcript_proof *proof,
                     unsigned number, const uint8_t hash[FAIR_SIZE])
{
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->number == number && is_within(proof, token) && token->line < proof->deal_line &&
            (token->kind == 'd' || (token->kind == 's' && fits(token, hash))))
            return true;
    }
    return false;
}

/* None of the chain was passed over, and the secret that was told at the end is the one. */
static bool check_chain(const struct transcript *transcript, struct transcript_proof *proof)
{
    uint8_t hash[FAIR_SIZE];
    for (unsigned number = proof->bond + 1; number < proof->shuffle; number++) {
        if (!chain_at(proof, number, hash))
            return none(proof, "out of memory");
        if (!was_used(transcript, proof, number, hash))
            return transcript_refuse(proof, 0,
                                     "shuffle %u lies between the commitment and the round, and is "
                                     "not in it: it may have been passed over",
                                     number);
    }
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        if (token->kind == 's' && token->number == proof->shuffle &&
            token->line >= proof->deal_line && is_within(proof, token) &&
            !fits(token, proof->secret))
            return transcript_refuse(proof, token->line + 1, "another secret s%u is told there",
                                     proof->shuffle);
    }
    return true;
}

/* Cut number `index` of the setup, as its token has it. */
static bool write_cut(const struct setup_cut *cut, char *text, size_t size)
{
    char name[3 * PERSON_NAME_MAX];
    char word[3 * CUT_SIZE];
    struct buf buf;
    buf_init(&buf, text, size);
    return setup_encode(cut->name, name, sizeof(name)) &&
           setup_encode(cut->word, word, sizeof(word)) && buf_printf(&buf, "%s.%s", name, word);
}

/* The cuts that were told are those of the setup, in that order, and came before the deal. */
static bool check_cuts(const struct transcript *transcript, struct transcript_proof *proof)
{
    char wanted[3 * (PERSON_NAME_MAX + CUT_SIZE)];
    unsigned count = 0;
    for (unsigned at = 0; at < transcript->token_count; at++) {
        const struct transcript_token *token = &transcript->tokens[at];
        unsigned line = token->line + 1;
        if (token->kind != 'c' || token->number != proof->shuffle || !is_within(proof, token))
            continue;
        if (line > proof->deal_line)
            return transcript_refuse(proof, line, "that cut was told after the deal");
        if (token->part != count + 1 || count == proof->setup.cut_count)
            return transcript_refuse(proof, line, "that cut is not in the setup, or not there");
        if (!write_cut(&proof->setup.cuts[count], wanted, sizeof(wanted)) ||
            strlen(wanted) != token->length || memcmp(wanted, token->value, token->length) != 0)
            return transcript_refuse(proof, line, "that cut is another one in the setup");
        count++;
    }
    return count == proof->setup.cut_count ||
           transcript_refuse(proof, 0, "the setup has a cut that was not told before the deal");
}

/* -- the round -- */

static void note_cards(struct transcript_proof *proof)
{
    const struct events *events = &proof->replay.events;
    for (unsigned i = 0; i < events->count && proof->card_count < TRANSCRIPT_PLAYS; i++) {
        const struct event *event = &events->at[i];
        if (event->kind != EVENT_PLAYED && event->kind != EVENT_TURNED)
            continue;
        proof->cards[proof->card_count++] = (struct transcript_card){
            .seat = event->kind == EVENT_PLAYED ? event->seat : SEAT_NONE,
            .face = event->face,
            .turned = event->kind == EVENT_TURNED ? (uint8_t)(event->count + 1) : 0};
    }
}

static bool deal(struct transcript_proof *proof)
{
    struct replay *replay = &proof->replay;
    uint8_t seed[FAIR_SIZE];
    if (rules_init(&replay->rules, proof->setup.set, &proof->setup.switches,
                   proof->setup.players) != RULES_OK)
        return transcript_refuse(proof, 0, "the setup's switches contradict each other");
    if (!rules_set_version(&replay->rules, proof->setup.rules_version))
        return none(proof, "it was played by another version of the rules than this program's");
    if (!fair_seed(proof->secret, proof->text, seed))
        return none(proof, "out of memory");
    fair_init(&replay->chance, seed);
    game_deal(&replay->rules, &replay->game, proof->setup.players, proof->setup.dealer,
              &replay->chance.base, &replay->events);
    proof->dealt = replay->game;
    note_cards(proof);
    return true;
}

static bool play(struct transcript_proof *proof)
{
    struct replay *replay = &proof->replay;
    for (const char *at = proof->moves; *at != '\0';) {
        char text[ACTION_TEXT];
        at = reveal_move(at, text, sizeof(text));
        if (at == NULL || action_parse(&replay->rules, text, strlen(text), &replay->action) != NULL)
            return transcript_refuse(proof, 0, "move %u of the record cannot be read",
                                     proof->move_count + 1);
        if (game_apply(&replay->rules, &replay->game, &replay->action, &replay->chance.base,
                       &replay->events) != REFUSED_NOT)
            return transcript_refuse(proof, 0, "move %u of the record (%s) could not be made",
                                     proof->move_count + 1, text);
        proof->move_count++;
        replay_note_end(replay);
        note_cards(proof);
    }
    return true;
}

/* Cards that are shown and fit tie the setup to the round as well as its hash does. */
enum { CARDS_ENOUGH = 5 };

static bool prove(const struct transcript *transcript, const uint8_t *commitment,
                  struct transcript_proof *proof)
{
    if (!find_reveal(transcript, proof))
        return false;
    const char *wrong = setup_read(proof->text, &proof->setup);
    if (wrong != NULL)
        return transcript_refuse(proof, 0, "%s", wrong);
    if (!fair_told(proof->text, proof->who, proof->told))
        return none(proof, "out of memory");
    if (!deal(proof) || !play(proof))
        return false;
    if (!(commitment != NULL ? bind_given(commitment, proof) : find_bond(transcript, proof)) ||
        !find_deal(transcript, proof) || !transcript_compare(transcript, proof))
        return false;
    if (proof->told_digits == 0 && proof->seen < CARDS_ENOUGH)
        return transcript_refuse(proof, 0, "the deal is not in it");
    if (proof->bond_line > proof->deal_line)
        return transcript_refuse(proof, proof->bond_line, "the commitment was told after the deal");
    return check_newest(transcript, proof) && check_chain(transcript, proof) &&
           check_cuts(transcript, proof) && transcript_check_facts(transcript, proof);
}

void transcript_prove(const struct transcript *transcript, const uint8_t *commitment,
                      struct transcript_proof *proof)
{
    memset(proof, 0, sizeof(*proof));
    if (prove(transcript, commitment, proof))
        proof->verdict = TRANSCRIPT_PROVEN;
}

void transcript_proof_finish(struct transcript_proof *proof)
{
    free(proof->moves);
    proof->moves = NULL;
}
