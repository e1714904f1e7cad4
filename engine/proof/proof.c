#include "proof.h"

#include <string.h>

#include "chain.h"
#include "engine/array_size.h"
#include "engine/notation.h"

static bool refuse_line(struct proof *proof, unsigned line, const char *why)
{
    proof->verdict = PROOF_NOT;
    proof->why = why;
    proof->line = line;
    return false;
}

static bool refuse_all(struct proof *proof, const char *why)
{
    refuse_line(proof, 0, why);
    proof->verdict = PROOF_NONE;
    return false;
}

/* -- the reveal -- */

/* Adds a part to the value being read. True if it was the last part: the value is complete. */
static bool add_part(struct proof_record *draft, const struct token *token, char *to, size_t size,
                     size_t *length)
{
    if (token->part == 1) {
        draft->parts = token->parts;
        draft->next = 1;
        *length = 0;
    }
    if (draft->parts != token->parts || draft->next != token->part ||
        token->length >= size - *length)
        return false;
    memcpy(to + *length, token->value, token->length);
    *length += token->length;
    to[*length] = '\0';
    return draft->next++ == draft->parts;
}

/* Reads a token of the record. A record tells the secret first, then the setup, then the moves. */
static void read_token(struct proof *proof, const struct token *token)
{
    struct proof_record *draft = &proof->draft;
    uint8_t secret[32];
    if (token_secret(token, secret)) {
        draft->secret_known = true;
        draft->shuffle = token->number;
        draft->text_length = draft->moves_length = 0;
        draft->parts = 0;
        memcpy(draft->secret, secret, sizeof(secret));
        return;
    }
    if (!draft->secret_known || token->number != draft->shuffle)
        return;
    if (token->kind == 't')
        add_part(draft, token, draft->text, sizeof(draft->text), &draft->text_length);
    else if (token->kind == 'm' && draft->text_length > 0 &&
             add_part(draft, token, draft->moves, sizeof(draft->moves), &draft->moves_length))
        proof->record = *draft;
}

/* The last whole one. */
static bool find_reveal(struct proof *proof)
{
    struct token token;
    for (const char *line = transcript_first(&proof->log); line != NULL;
         line = transcript_next(&proof->log, line)) {
        for (const char *at = line; (at = token_next(line, at, &token)) != NULL;)
            read_token(proof, &token);
    }
    return proof->record.secret_known ||
           refuse_all(proof, "no round is told whole in it: !fair tells it when the round is over");
}

/* -- deal and moves -- */

static void note_cards(struct proof *proof)
{
    for (unsigned i = 0; i < proof->events.count; i++) {
        const struct event *event = &proof->events.at[i];
        if (event->kind == EVENT_ROUND_OVER)
            proof->points = event->points;
        if ((event->kind == EVENT_PLAYED || event->kind == EVENT_TURNED) &&
            proof->card_count < PROOF_CARDS) {
            proof->cards[proof->card_count++] = (struct proof_card){
                .seat = event->kind == EVENT_PLAYED ? event->seat : SEAT_NONE,
                .face = event->face,
                .turned = event->kind == EVENT_TURNED ? (uint8_t)(event->count + 1) : 0};
        }
    }
}

static bool deal_record(struct proof *proof)
{
    const struct setup *setup = &proof->setup;
    uint8_t seed[32];
    if (rules_init(&proof->rules, setup->set, &setup->switches, setup->players) != RULES_OK ||
        rules_deal(&proof->rules.switches, setup->players) != RULES_OK)
        return refuse_line(proof, 0, "the setup's switches contradict each other");
    if (!rules_set_version(&proof->rules, setup->rules_version)) {
        return refuse_all(proof,
                          "it was played by another version of the rules than this program's");
    }
    chain_seed(proof->record.secret, setup->cuts, setup->cut_count, seed);
    chance_init_chacha20(&proof->chance, seed);
    game_deal(&proof->rules, &proof->game, setup->players, setup->dealer, &proof->chance.base,
              &proof->events);
    proof->dealt = proof->game;
    note_cards(proof);
    return true;
}

const char *proof_move(const char *text, char *action, size_t size)
{
    size_t made = 0;
    for (;;) {
        char word[ACTION_TEXT];
        size_t length = 0;
        while (text[length] != '\0' && text[length] != '.' && text[length] != ',')
            length++;
        if (!value_decode(text, length, word, sizeof(word)) || made + strlen(word) + 2 > size)
            return NULL;
        memcpy(action + made, word, strlen(word) + 1);
        made += strlen(word);
        text += length;
        if (*text != '.')
            return *text == ',' ? text + 1 : text;
        action[made++] = ' ';
        text++;
    }
}

static bool play_record(struct proof *proof)
{
    for (const char *at = proof->record.moves; *at != '\0';) {
        char text[ACTION_TEXT];
        struct action action;
        at = proof_move(at, text, sizeof(text));
        if (at == NULL || action_parse(&proof->rules, text, strlen(text), &action) != NULL)
            return refuse_line(proof, 0, "a move of the record cannot be read");
        if (game_apply(&proof->rules, &proof->game, &action, &proof->chance.base, &proof->events) !=
            REFUSED_NOT)
            return refuse_line(proof, 0, "a move of the record could not be made");
        proof->move_count++;
        note_cards(proof);
    }
    return true;
}

static bool read_record(struct proof *proof)
{
    uint8_t end[32];
    if (!find_reveal(proof))
        return false;
    const char *wrong = record_read(proof->record.text, &proof->setup);
    if (wrong != NULL)
        return refuse_line(proof, 0, wrong);
    if (proof->setup.version != 3) {
        return refuse_all(proof,
                          "it was dealt before shuffles could be proven so: talon verify proves "
                          "it from the database");
    }
    if (proof->record.shuffle > WALK_CHAIN)
        return refuse_line(proof, 0, "no chain has so many shuffles");
    chain_climb(proof->record.secret, proof->record.shuffle, end);
    bond_write(end, proof->bond);
    return true;
}

/* -- what the log says -- */

/* Returns the first line that tells this chain's s0, which binds its secrets; NULL: there is
 * none. */
static const char *find_bond(struct proof *proof)
{
    struct token token;
    for (const char *line = transcript_first(&proof->log); line != NULL;
         line = transcript_next(&proof->log, line)) {
        for (const char *at = line; (at = token_next(line, at, &token)) != NULL;) {
            if (token.kind == 's' && token.number == 0 && token.length == BOND_TEXT - 1 &&
                memcmp(token.value, proof->bond, token.length) == 0)
                return line;
        }
    }
    return NULL;
}

static bool has_secret(const struct proof *proof, const char *line)
{
    struct token token;
    uint8_t secret[32];
    for (const char *at = line; (at = token_next(line, at, &token)) != NULL;) {
        if (token_secret(&token, secret) && memcmp(secret, proof->record.secret, 32) == 0)
            return true;
    }
    return false;
}

/* Follows the log up to the deal, and keeps the walk as it was just before the deal. False sets the
 * fault. */
static bool find_deal(struct proof *proof)
{
    unsigned shown =
        0; /* line number from 1 of the first line that tells the secret; 0: none so far */
    struct walk before;
    walk_begin(&proof->walk, &proof->log, proof->setup.rules_version);
    for (const char *line = transcript_first(&proof->log); line != NULL;
         line = transcript_next(&proof->log, line)) {
        enum walk_news news = walk_line(&proof->walk, line, &before);
        if (shown == 0 && has_secret(proof, line))
            shown = proof->walk.line;
        if (news != WALK_DEALT || strcmp(before.bond, proof->bond) != 0 ||
            before.dealt + 1 != proof->record.shuffle)
            continue;
        if (shown != 0)
            return refuse_line(proof, shown, "the secret was told before the deal");
        proof->before = before;
        proof->bond_line = before.bond_line;
        proof->deal_line = proof->walk.line;
        proof->late = before.late;
        return true;
    }
    return refuse_line(proof, proof->walk.fault_line,
                       proof->walk.fault != NULL
                           ? proof->walk.fault
                           : "the deal is not in it, or one before it is missing");
}

static const char *check_seats(const struct proof *proof)
{
    const struct walk *walk = &proof->before;
    unsigned seat = 0;
    for (unsigned i = 0; i < walk->count; i++) {
        const struct setup_seat *told = &walk->seats[i].seat;
        if (walk->seats[i].leaving)
            continue;
        if (seat == proof->setup.players)
            return "more people sit there than the setup has seats";
        const struct setup_seat *at = &proof->setup.seats[seat++];
        if (strcmp(told->name, at->name) != 0 || (told->player != NULL) != (at->player != NULL)) {
            return "the setup has other seats, or in another order, than people and computer "
                   "players came";
        }
        if (told->player != at->player)
            return "the setup has a computer player of another level than was told";
    }
    return seat == proof->setup.players ? NULL : "the setup has a seat of somebody who never came";
}

static const char *check_cuts(const struct proof *proof)
{
    const struct walk *walk = &proof->before;
    if (walk->cut_count != proof->setup.cut_count)
        return "the setup has other cuts than were told before the deal";
    for (unsigned i = 0; i < walk->cut_count; i++) {
        if (strcmp(walk->cuts[i].said.name, proof->setup.cuts[i].name) != 0 ||
            strcmp(walk->cuts[i].said.word, proof->setup.cuts[i].word) != 0)
            return "the setup has other cuts than were told before the deal";
    }
    return NULL;
}

static const char *check_rules(const struct proof *proof)
{
    const struct walk *walk = &proof->before;
    if (walk->set != proof->setup.set)
        return "the setup has another set of rules than was told";
    if (memcmp(&walk->switches, &proof->setup.switches, sizeof(walk->switches)) != 0)
        return "the setup has other changes of the rules than were told when the match began";
    return NULL;
}

static const char *check_round(const struct proof *proof)
{
    const struct walk *walk = &proof->before;
    if (proof->setup.round != walk->rounds + 1)
        return "the setup is of another round of the match than was dealt";
    if (proof->setup.dealer != (walk->match ? walk->dealer : (unsigned)SEAT_NONE))
        return "the setup says another dealer than whose turn it was to deal";
    if (proof->walk.dealer != proof->dealt.dealer && proof->walk.round)
        return "somebody else deals than the setup says";
    if (proof->late && walk->cut_count == 0)
        return "who was to play was known when the shuffles were bound, and nobody cut";
    return NULL;
}

static bool check_deal(struct proof *proof)
{
    static const char *(*const checks[])(const struct proof *) = {check_seats, check_cuts,
                                                                  check_rules, check_round};
    if (proof->before.fault != NULL)
        return refuse_line(proof, proof->before.fault_line, proof->before.fault);
    for (unsigned i = 0; i < ARRAY_SIZE(checks); i++) {
        const char *why = checks[i](proof);
        if (why != NULL)
            return refuse_line(proof, proof->deal_line, why);
    }
    return proof_typed(proof);
}

/* -- the round itself -- */

/* True if the words before `at` end with the record's winner, or, if a team is said to win (HR-20),
 * with the winner and the partner in the words of the language. */
static bool names_winners(const struct proof *proof, const char *message, const char *at, bool team,
                          unsigned language)
{
    const struct game *game = &proof->game;
    if (game->phase != PHASE_ROUND_OVER || game->winner == SEAT_NONE)
        return false;
    const unsigned winners = game_winners(&proof->rules, game);
    const unsigned partner = winners & ~(1U << game->winner);
    if (team != (partner != 0))
        return false;
    if (team) {
        const char *const before[] = {proof->names[__builtin_ctz(partner)],
                                      said_words[SAID_AND][language]};
        for (unsigned i = 0; i < ARRAY_SIZE(before); i++) {
            if (!text_ends(message, at, before[i]))
                return false;
            at -= strlen(before[i]);
        }
    }
    return text_ends(message, at, proof->names[game->winner]);
}

/* False if the line tells another winner or other points than the record has. True also if it tells
 * no winner. */
static bool is_end(const struct proof *proof, const char *message)
{
    struct heard heard;
    unsigned points = 0;
    for (unsigned said = SAID_WINS_ONE; said <= SAID_TEAM_WINS_MATCH; said++) {
        for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
            for (bool is = said_hear(message, said_words[said][i], &heard); is;
                 is = said_again(message, said_words[said][i], &heard)) {
                if (!stretch_number(heard.place[1], &points))
                    continue;
                const char *named = heard.place[0].text + heard.place[0].length;
                return names_winners(proof, message, named, said >= SAID_TEAM_WINS_ONE, i) &&
                       (int32_t)points == proof->points;
            }
        }
    }
    return true;
}

static void name_seats(struct proof *proof)
{
    for (unsigned seat = 0; seat < proof->setup.players; seat++)
        memcpy(proof->names[seat], proof->setup.seats[seat].name, RECORD_NAME);
}

/* Renames a seat. True also if no seat has the old name: its person may only wait for the next
 * round. False: another seat has the new name. */
static bool rename_seat(struct proof *proof, struct stretch old, struct stretch name)
{
    unsigned found = proof->setup.players;
    for (unsigned seat = 0; seat < proof->setup.players; seat++) {
        if (stretch_is(name, proof->names[seat]))
            return false;
        if (stretch_is(old, proof->names[seat]))
            found = seat;
    }
    if (found < proof->setup.players && name.length < RECORD_NAME) {
        memcpy(proof->names[found], name.text, name.length);
        proof->names[found][name.length] = '\0';
    }
    return true;
}

/* Somebody else may have the name of a player who has left. */
static void clear_name(struct proof *proof, const char *message, const char *at)
{
    unsigned seat = proof_seat_before(proof, message, at);
    if (seat != SEAT_NONE)
        proof->names[seat][0] = '\0';
}

static bool check_line(struct proof *proof, const char *line, unsigned number, unsigned *next)
{
    const char *message = transcript_said(&proof->log, line);
    struct heard heard;
    if (message == NULL)
        return true;
    if (said_is(message, SAID_PLAYS_AS, &heard) &&
        !rename_seat(proof, heard.place[0], heard.place[1])) {
        return refuse_line(proof, number,
                           "somebody plays under another name who was not told to sit there");
    }
    const char *why = proof_compare(proof, message, next);
    if (why == NULL && !is_end(proof, message))
        why = "it tells another end than the record has";
    if (said_is(message, SAID_LEAVES_ROUND, &heard))
        clear_name(proof, message, heard.at);
    return why == NULL || refuse_line(proof, number, why);
}

/* Compares the lines from the deal to the end of the round. */
static bool check_cards(struct proof *proof)
{
    unsigned turned = 0;
    unsigned next = 0;
    unsigned number = 0;
    struct walk unused;
    name_seats(proof);
    walk_begin(&proof->walk, &proof->log, proof->setup.rules_version);
    for (const char *line = transcript_first(&proof->log); line != NULL;
         line = transcript_next(&proof->log, line)) {
        enum walk_news news = walk_line(&proof->walk, line, &unused);
        bool dealt = ++number > proof->deal_line && news == WALK_DEALT;
        if (number < proof->deal_line)
            continue;
        if (dealt || !check_line(proof, line, number, &next))
            break;
        proof->end_line = number;
        if (news == WALK_ENDED || !proof->walk.round)
            break;
    }
    if (proof->why != NULL)
        return false;
    while (turned < proof->card_count && proof->cards[turned].turned > 0)
        turned++;
    return proof->seen > 0 && proof->seen >= turned
               ? true
               : refuse_line(proof, proof->deal_line,
                             "the cards turned up at the deal are not in it");
}

static bool prove_record(struct proof *proof)
{
    if (!read_record(proof))
        return false;
    const char *line = find_bond(proof);
    if (line == NULL) {
        return refuse_line(proof, 0,
                           "what bound the shuffles (s0) is not in it, or the secret is of another "
                           "chain");
    }
    if (!deal_record(proof) || !play_record(proof))
        return false;
    transcript_learn(&proof->log, line, &proof->setup);
    return find_deal(proof) && check_deal(proof) && check_cards(proof);
}

void proof_run(char *text, size_t size, struct proof *proof)
{
    memset(proof, 0, sizeof(*proof));
    transcript_begin(&proof->log, text, size);
    if (prove_record(proof))
        proof->verdict = PROOF_PROVEN;
}
