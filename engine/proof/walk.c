#include "walk.h"

#include <string.h>

#include "chain.h"
#include "engine/game.h"
#include "engine/player/player.h"

static void find_fault(struct walk *walk, const char *why)
{
    if (walk->fault != NULL)
        return;
    walk->fault = why;
    walk->fault_line = walk->line;
}

void walk_begin(struct walk *walk, const struct transcript *log, unsigned rules_version)
{
    memset(walk, 0, sizeof(*walk));
    walk->log = log;
    walk->rules_version = rules_version;
    walk->dealer = SEAT_NONE;
}

/* -- the seats -- */

static unsigned find_seat(const struct walk *walk, struct stretch name)
{
    for (unsigned i = 0; i < walk->count; i++) {
        if (!walk->seats[i].leaving && stretch_is(name, walk->seats[i].seat.name))
            return i;
    }
    return WALK_SEATS;
}

unsigned walk_seat_before(const struct walk *walk, const char *message, const char *at)
{
    unsigned found = WALK_SEATS;
    for (unsigned i = 0; i < walk->count; i++) {
        const char *name = walk->seats[i].seat.name;
        if (walk->seats[i].leaving || !text_ends(message, at, name))
            continue;
        const char *from = at - strlen(name);
        if ((from == message || from[-1] == ' ') &&
            (found == WALK_SEATS || strlen(name) > strlen(walk->seats[found].seat.name)))
            found = i;
    }
    return found;
}

static bool copy_name(struct stretch name, char to[RECORD_NAME])
{
    if (name.length == 0 || name.length >= RECORD_NAME)
        return false;
    memcpy(to, name.text, name.length);
    to[name.length] = '\0';
    return true;
}

static void add_seat(struct walk *walk, struct stretch name, const struct player_impl *player)
{
    struct walk_seat *seat = &walk->seats[walk->count];
    if (find_seat(walk, name) != WALK_SEATS) {
        find_fault(walk, "somebody takes a seat who sits there already");
    } else if (walk->count == WALK_SEATS || !copy_name(name, seat->seat.name)) {
        find_fault(walk, "more people sit there than a table has seats");
    } else {
        seat->seat.player = player;
        seat->leaving = false;
        walk->count++;
    }
}

static void remove_cut(struct walk *walk, const char *name)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < walk->cut_count; i++) {
        if (strcmp(walk->cuts[i].owner, name) != 0)
            walk->cuts[kept++] = walk->cuts[i];
    }
    walk->cut_count = kept;
}

/* As match_remove_seat(): the deal stays with its player, or goes to the next. */
static void remove_seat(struct walk *walk, unsigned seat)
{
    walk->count--;
    for (unsigned i = seat; i < walk->count; i++)
        walk->seats[i] = walk->seats[i + 1];
    if (seat >= walk->round_players)
        return;
    walk->round_players--;
    if (walk->dealer == SEAT_NONE)
        return;
    if (walk->dealer > seat)
        walk->dealer--;
    else if (walk->dealer == walk->round_players)
        walk->dealer = 0;
}

static void sweep_seats(struct walk *walk)
{
    for (unsigned i = walk->count; i > 0; i--) {
        if (walk->seats[i - 1].leaving)
            remove_seat(walk, i - 1);
    }
}

static void end_match(struct walk *walk)
{
    walk->round = false;
    sweep_seats(walk);
    walk->match = false;
    walk->rounds = 0;
    walk->dealer = SEAT_NONE;
    walk->sheet[0] = '\0';
    if (walk->set !=
        NULL) /* the bot tells the changes of the rules again when the next match begins */
        ruleset_defaults_of(walk->set, walk->rules_version, &walk->switches);
}

/* Whether the table has a person left. */
static bool plays_on(const struct walk *walk)
{
    unsigned people = 0;
    unsigned staying = 0;
    for (unsigned i = 0; i < walk->count; i++) {
        staying += !walk->seats[i].leaving;
        people += !walk->seats[i].leaving && walk->seats[i].seat.player == NULL;
    }
    return people > 0 && staying >= 2;
}

static void leave_seat(struct walk *walk, unsigned seat)
{
    if (seat == WALK_SEATS) {
        find_fault(walk, "somebody leaves who was not told to sit there");
        return;
    }
    remove_cut(walk, walk->seats[seat].seat.name);
    if (walk->round && seat < walk->round_players)
        walk->seats[seat].leaving = true;
    else
        remove_seat(walk, seat);
    if (walk->match && !plays_on(walk))
        end_match(walk);
}

static void clear_table(struct walk *walk)
{
    walk->count = walk->cut_count = 0;
    walk->round_players = 0;
    walk->unknown = false;
    end_match(walk);
}

/* -- the roster -- */

/* Cuts an item of the roster down to the name. Returns the level that the text after the name
 * tells; NULL: the item is a person. `good` false: the text cannot be read. */
static const struct player_impl *read_level(struct stretch *item, bool *good)
{
    char text[96];
    struct heard heard;
    *good = item->length < sizeof(text);
    if (!*good)
        return NULL;
    memcpy(text, item->text, item->length);
    text[item->length] = '\0';
    for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
        if (said_hear(text, said_words[SAID_AWAY][i], &heard) && *heard.end == '\0')
            item->length = (size_t)(heard.at - text);
        if (!said_hear(text, said_words[SAID_COMPUTER][i], &heard) || *heard.end != '\0')
            continue;
        item->length = (size_t)(heard.at - text);
        for (unsigned n = 0; n < SAID_LEVELS; n++) {
            if (stretch_is(heard.place[0], said_levels[n].words[i]))
                return player_find(said_levels[n].name);
        }
        *good = false;
    }
    return NULL;
}

/* Removes "→ " and " (7)", "✓" and "✗", which a roster shows during a round. */
static void strip_marks(struct stretch *item)
{
    static const char arrow[] = "\xe2\x86\x92 ";
    static const char *const marks[] = {"\xe2\x9c\x93", "\xe2\x9c\x97"};
    if (item->length > strlen(arrow) && memcmp(item->text, arrow, strlen(arrow)) == 0)
        *item = (struct stretch){item->text + strlen(arrow), item->length - strlen(arrow)};
    for (unsigned i = 0; i < 2; i++) {
        if (item->length > 3 && memcmp(item->text + item->length - 3, marks[i], 3) == 0)
            item->length -= 3;
    }
    size_t at = item->length;
    if (at < 4 || item->text[at - 1] != ')')
        return;
    for (at--; at > 2 && item->text[at - 1] >= '0' && item->text[at - 1] <= '9';)
        at--;
    if (at > 2 && at < item->length - 1 && item->text[at - 1] == '(' && item->text[at - 2] == ' ')
        item->length = at - 2;
}

/* "At the table: alice, bob, Ada (computer, normal)" tells who the computer players are and their
 * levels. A line of their own tells each person who sits down, except at a table of one person. */
static void follow_roster(struct walk *walk, const char *seats)
{
    bool listed[WALK_SEATS] = {false};
    unsigned came = 0;
    bool all = walk->unknown;
    walk->unknown = false;
    while (*seats != '\0') {
        struct stretch item = {seats, 0};
        unsigned open = 0;
        bool good = true;
        for (; *seats != '\0' && (open > 0 || !text_begins(seats, ", ")); seats++)
            open += *seats == '(' ? 1U : *seats == ')' && open > 0 ? -1U : 0U;
        item.length = (size_t)(seats - item.text);
        seats += *seats != '\0' ? 2 : 0;
        const struct player_impl *player = read_level(&item, &good);
        if (walk->round) /* else "alice (2)" is a name */
            strip_marks(&item);
        unsigned seat = find_seat(walk, item);
        if (!good)
            find_fault(walk, "how a computer player plays cannot be read");
        if (seat == WALK_SEATS && (player != NULL || all)) {
            seat = walk->count;
            add_seat(walk, item, player);
            came++;
        }
        if (seat == WALK_SEATS || seat == walk->count)
            continue; /* a person who is not known yet: a line of their own tells when they sit down
                       */
        listed[seat] = true;
        if (player != NULL)
            walk->seats[seat].seat.player = player;
    }
    for (unsigned i = walk->count; i > 0; i--) {
        if (walk->seats[i - 1].seat.player != NULL && !walk->seats[i - 1].leaving && !listed[i - 1])
            leave_seat(walk, i - 1);
    }
    if (walk->round && came > 1)
        find_fault(walk, "several computer players come in a round, in which order cannot be told");
}

/* -- the chain -- */

static void bind_chain(struct walk *walk, const struct token *token, bool opening)
{
    bool again =
        strlen(walk->bond) == token->length && memcmp(walk->bond, token->value, token->length) == 0;
    if (again || token->length != BOND_TEXT - 1)
        return;
    if (walk->cut_count > 0)
        find_fault(walk, "another chain of shuffles is told after a cut");
    else if (*walk->bond != '\0' && !opening && !walk->shown && walk->dealt < WALK_CHAIN)
        find_fault(walk, "another chain of shuffles is told before the one before it is used up");
    memcpy(walk->bond, token->value, token->length);
    walk->bond[token->length] = '\0';
    walk->bond_line = walk->line;
    walk->late = !opening;
    walk->dealt = 0;
    walk->told = 0;
    walk->shown = false;
}

/* Looks for tokens that bind shuffles, and for the secret of the last shuffle. A token of a cut
 * that follow_cut() has not taken is a fault: people would believe that the cut counts. */
static void follow_tokens(struct walk *walk, const char *line, bool opening)
{
    struct token token;
    uint8_t secret[32];
    uint8_t end[32];
    char bond[BOND_TEXT];
    for (const char *at = line; (at = token_next(line, at, &token)) != NULL;) {
        if (token.kind == 'c' && walk->open && token.number == walk->dealt + 1 &&
            token.part > walk->told)
            find_fault(walk, "a cut or a deal before this cut is missing");
        if (token.kind != 's')
            continue;
        if (token.number == 0)
            bind_chain(walk, &token, opening);
        if (token.number != walk->dealt || walk->round || !token_secret(&token, secret))
            continue;
        chain_climb(secret, token.number, end);
        bond_write(end, bond);
        walk->shown = walk->shown || strcmp(bond, walk->bond) == 0;
    }
}

/* -- opening and closing -- */

/* With the rules of its sheet. */
static void take_set(struct walk *walk, struct stretch name)
{
    char set[RECORD_NAME];
    walk->set = copy_name(name, set) ? ruleset_find(set) : NULL;
    if (walk->set == NULL)
        find_fault(walk, "its set of rules is not known");
    else
        ruleset_defaults_of(walk->set, walk->rules_version, &walk->switches);
}

static void open_table(struct walk *walk, const struct heard *heard, bool alone)
{
    struct stretch name = heard->place[alone ? 0 : 1];
    bool stands = walk->open;
    if (!stands || walk->shown || walk->dealt == 0) {
        if (!stands || walk->cut_count == 0)
            walk->fault = NULL;
        if (!stands)
            walk->bond[0] = '\0';
    } else {
        find_fault(walk, "a table opens where another one stands");
    }
    unsigned cuts = stands ? walk->cut_count : 0;
    clear_table(walk);
    walk->cut_count = cuts; /* kept, so that bind_chain() finds the fault if this line tells a new
                               chain after cuts */
    walk->open = true;
    walk->unknown = alone;
    take_set(walk, name);
    if (!alone)
        add_seat(walk, heard->place[0], NULL);
}

static bool follow_opening(struct walk *walk, const char *message)
{
    struct heard heard;
    bool alone = said_is(message, SAID_ALONE, &heard) && heard.at == message;
    if (!alone && !said_is(message, SAID_OPENS, &heard))
        return false;
    open_table(walk, &heard, alone);
    follow_tokens(walk, heard.end, true);
    walk->cut_count = 0;
    return true;
}

/* "!stop closes the table" is only advice. */
static bool is_sentence(const struct heard *heard)
{
    for (size_t i = 0; i + 1 < heard->place[0].length; i++) {
        if ((heard->place[0].text[i] == ',' || heard->place[0].text[i] == '.') &&
            heard->place[0].text[i + 1] == ' ')
            return false;
    }
    return *heard->end == '\0';
}

static bool says_closed(const char *message)
{
    struct heard heard;
    if (said_is(message, SAID_CLOSES, &heard) && is_sentence(&heard))
        return true;
    for (unsigned said = SAID_CLOSED; said <= SAID_CLOSED_HOST; said++) {
        if (said_is(message, (enum said)said, &heard))
            return true;
    }
    return false;
}

static bool says_stopped(const char *message)
{
    struct heard heard;
    for (unsigned said = SAID_STOPS; said <= SAID_STOPPED_VOTE; said++) {
        if (said_is(message, (enum said)said, &heard))
            return true;
    }
    return false;
}

/* -- cuts -- */

static void follow_cut(struct walk *walk, const struct heard *heard)
{
    struct token token;
    struct setup_cut cut = {0};
    const char *value = heard->place[1].text;
    size_t point = 0;
    if (!token_read(value, &token) || token.kind != 'c') {
        find_fault(walk, "a cut cannot be read");
        return;
    }
    while (point < token.length && token.value[point] != '.')
        point++;
    if (point == token.length || !value_decode(token.value, point, cut.name, sizeof(cut.name)) ||
        !value_decode(token.value + point + 1, token.length - point - 1, cut.word,
                      sizeof(cut.word)) ||
        !stretch_is(heard->place[0], cut.name))
        find_fault(walk, "a cut is not of who is said to cut");
    else if (token.number != walk->dealt + 1 || token.part != walk->told + 1)
        find_fault(walk, "a cut or a deal before this cut is missing");
    else if (find_seat(walk, heard->place[0]) == WALK_SEATS)
        find_fault(walk, "somebody cuts who was not told to sit there");
    else {
        walk->told++;
        remove_cut(walk, cut.name);
        struct walk_cut *told = &walk->cuts[walk->cut_count++];
        told->said = cut;
        told->line = walk->line;
        memcpy(told->owner, cut.name, sizeof(told->owner));
    }
}

/* -- rounds -- */

bool walk_deals(const char *message, unsigned *cards, struct heard *heard)
{
    for (unsigned said = SAID_DEALS_ONE; said <= SAID_DEALS; said++) {
        for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
            for (bool is = said_hear(message, said_words[said][i], heard); is;
                 is = said_again(message, said_words[said][i], heard)) {
                if (stretch_number(heard->place[1], cards))
                    return true;
            }
        }
    }
    return false;
}

static void follow_deal(struct walk *walk, const char *message, const struct heard *heard,
                        unsigned cards)
{
    unsigned seat = walk_seat_before(walk, message, heard->at);
    if (walk->round)
        find_fault(walk, "a round is dealt where one runs: how that ended is missing");
    if (seat == WALK_SEATS)
        find_fault(walk, "who deals was not told to sit there");
    if (cards != walk->switches.value[SWITCH_HAND_SIZE])
        find_fault(walk, "other numbers of cards are dealt than the rules say");
    walk->cut_count = walk->told = 0;
    walk->dealt++;
    walk->deal_line = walk->line;
    walk->shown = false;
    walk->match = walk->round = true;
    walk->round_players = walk->count;
    walk->dealer = seat < WALK_SEATS ? seat : SEAT_NONE;
}

/* the deal moves on, and then seats that left in the round are removed. */
static void end_round(struct walk *walk, bool counts, bool match_over)
{
    if (!walk->round)
        return;
    walk->round = false;
    if (walk->dealer != SEAT_NONE)
        walk->dealer = walk->dealer + 1 < walk->round_players ? walk->dealer + 1 : 0;
    sweep_seats(walk);
    walk->rounds += counts;
    if (match_over || !plays_on(walk))
        end_match(walk);
}

static bool says_void(const char *message)
{
    for (unsigned said = SAID_VOID_BLOCKED; said <= SAID_VOID_LOST; said++) {
        for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
            const char *words = said_words[said][i];
            size_t length = 0;
            while (words[length] != '.')
                length++; /* compares up to the full stop only: the log may have lost the blank
                             after it */
            for (const char *at = message; *at != '\0'; at++) {
                if (strncmp(at, words, length) == 0)
                    return true;
            }
        }
    }
    return false;
}

static bool says_won(const char *message, bool *match_over)
{
    struct heard heard;
    unsigned points = 0;
    for (unsigned said = SAID_WINS_ONE; said <= SAID_TEAM_WINS_MATCH; said++) {
        for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
            for (bool is = said_hear(message, said_words[said][i], &heard); is;
                 is = said_again(message, said_words[said][i], &heard)) {
                if (stretch_number(heard.place[1], &points)) {
                    *match_over = said == SAID_WINS_MATCH_ONE || said == SAID_WINS_MATCH ||
                                  said >= SAID_TEAM_WINS_MATCH_ONE;
                    return true;
                }
            }
        }
    }
    return false;
}

static void follow_round(struct walk *walk, const char *message)
{
    struct heard heard;
    bool over = false;
    bool won = walk->round && says_won(message, &over);
    over = over || walk->switches.value[SWITCH_SCORE] == SCORE_SINGLE_ROUND;
    if (won || (walk->round && says_void(message)))
        end_round(walk, won, won && over);
    if (walk->match && (said_is(message, SAID_MATCH_WON, &heard) || says_stopped(message)))
        end_match(walk);
}

/* -- all of it -- */

static void rename_seat(struct walk *walk, const struct heard *heard)
{
    unsigned seat = find_seat(walk, heard->place[0]);
    char *name = walk->seats[seat < WALK_SEATS ? seat : 0].seat.name;
    if (seat == WALK_SEATS || find_seat(walk, heard->place[1]) != WALK_SEATS ||
        heard->place[1].length == 0 || heard->place[1].length >= RECORD_NAME) {
        find_fault(walk, "somebody plays under another name who was not told to sit there");
        return;
    }
    for (unsigned i = 0; i < walk->cut_count; i++) {
        if (strcmp(walk->cuts[i].owner, name) == 0)
            copy_name(heard->place[1], walk->cuts[i].owner);
    }
    copy_name(heard->place[1], name);
}

static void follow_seats(struct walk *walk, const char *message)
{
    struct heard heard;
    if (said_is(message, SAID_SITS, &heard) || said_is(message, SAID_SITS_NEXT, &heard))
        add_seat(walk, heard.place[0], NULL);
    else if (said_is(message, SAID_LEAVES, &heard) || said_is(message, SAID_LEAVES_ROUND, &heard))
        leave_seat(walk, walk_seat_before(walk, message, heard.at));
    else if (said_is(message, SAID_PLAYS_AS, &heard))
        rename_seat(walk, &heard);
    else if (said_is(message, SAID_CHOOSES, &heard))
        take_set(walk, heard.place[1]);
    else if (said_is(message, SAID_AT_TABLE, &heard) && heard.at == message)
        follow_roster(walk, heard.place[0].text);
    else if (said_is(message, SAID_CUTS, &heard))
        follow_cut(walk, &heard);
}

enum walk_news walk_line(struct walk *walk, const char *line, struct walk *before)
{
    struct heard heard;
    unsigned cards = 0;
    const char *message = transcript_said(walk->log, line);
    walk->line++;
    if (message != NULL && follow_opening(walk, message))
        return WALK_NOTHING;
    enum walk_news news = WALK_NOTHING;
    bool round = walk->round;
    if (message != NULL && walk->open) {
        const char *why = walk_sheet(walk, message);
        if (why != NULL)
            find_fault(walk, why);
        follow_seats(walk, message);
        follow_round(walk, message);
        if (walk_deals(message, &cards, &heard)) {
            *before = *walk;
            follow_deal(walk, message, &heard, cards);
            before->fault = walk->fault;
            before->fault_line = walk->fault_line;
            news = WALK_DEALT;
            follow_round(walk, heard.end); /* the line that tells the deal may tell the end of
                                              the round, too */
        }
        if (says_closed(message)) {
            clear_table(walk);
            walk->open = false;
        }
        if (news == WALK_NOTHING && round && !walk->round)
            news = WALK_ENDED;
    }
    follow_tokens(walk, line, false);
    return news;
}
