#include "board_records.h"

#include <stdarg.h>
#include <stdio.h>

#include "bot/text/phrase.h"

/* -- boards -- */

static void add_title(struct message *message, const struct board_rated *board, bool numbers)
{
    static const char *const words[2][2] = {
        {N_("Longest winning streaks, {scope}"), N_("Longest winning streaks in {set}, {scope}")},
        {N_("Longest winning streaks, {scope} (rounds in a row; the running one):"),
         N_("Longest winning streaks in {set}, {scope} (rounds in a row; the running one):")}};
    PHRASE(message, tr(board->language, words[numbers][*board->set != '\0']),
           arg_text("set", board->set), arg_text("scope", board->scope));
}

static void add_facts(struct message *message, const struct board_rated *board)
{
    struct message *title = message_create(NULL, NULL, URGENCY_INFO);
    struct facts *facts = title != NULL && board->count > 0 ? message_facts(message) : NULL;
    for (unsigned i = 0; facts != NULL && i < board->count; i++) {
        const struct store_score *row = &board->rows[i];
        struct fact *fact = board_fact(facts, row, board->language);
        if (fact == NULL)
            break;
        snprintf(fact->cells[0], FACT_CELL, "%u", row->rank);
        snprintf(fact->cells[1], FACT_CELL, "%u", row->longest);
        snprintf(fact->cells[2], FACT_CELL, "%u", row->streak);
    }
    if (facts != NULL) {
        add_title(title, board, false);
        facts_words(facts->title, FACTS_WORDS, title->text);
        facts_words(facts->head, FACTS_WORDS, tr(board->language, N_("Rank, longest, running")));
        if (board_any_unverified(board->rows, board->count))
            facts_words(facts->note, FACTS_WORDS, tr(board->language, board_tilde));
    }
    message_destroy(title);
}

static struct message *row_piece(const struct store_score *row, const struct language *language)
{
    struct message *piece = brief_piece();
    if (piece != NULL) {
        PHRASE(piece, "{rank}. {player}{mark} {longest} ({streak})",
               arg_number("rank", (long)row->rank), arg_name("player", board_name(row, language)),
               arg_text("mark", row->verified ? "" : "~"),
               arg_number("longest", (long)row->longest), arg_number("streak", (long)row->streak));
    }
    return piece;
}

void board_streaks(struct brief *brief, const struct board_rated *board)
{
    add_title(brief->message, board, true);
    unsigned told = board_rows(brief, board->rows, board->count, board->language, row_piece);
    if (board_any_unverified(board->rows, told))
        brief_note(brief, tr(board->language, board_tilde));
    add_facts(brief->message, board);
}

/* -- one player -- */

/* Minutes and seconds: "2:05". */
static const char *time_words(int64_t milliseconds, char words[FACT_CELL])
{
    long long seconds = (long long)milliseconds / 1000;
    snprintf(words, FACT_CELL, "%lld:%02lld", seconds / 60, seconds % 60);
    return words;
}

/* Returns the index of the first set that the answer must still tell. If the player has played one
 * set only, and all its rounds in this place, `told` has these results already: no set is left. */
static unsigned first_set(const struct store_player *player, const struct store_score *told)
{
    const struct store_records *only = &player->records[1];
    return player->record_count == 2 && only->won == told->rounds_won &&
                   only->rounds == told->rounds
               ? 2
               : 1;
}

static void add_sets(struct brief *brief, const struct language *language,
                     const struct store_player *player, const struct store_score *told)
{
    unsigned first = first_set(player, told);
    struct message *piece = brief_piece();
    for (unsigned i = first; piece != NULL && i < player->record_count; i++) {
        PHRASE(piece,
               i > first ? ", {set} {won}/{rounds}"
                         : tr(language, N_("Rounds won: {set} {won}/{rounds}")),
               arg_text("set", player->records[i].set),
               arg_number("won", (long)player->records[i].won),
               arg_number("rounds", (long)player->records[i].rounds));
    }
    if (player->record_count > first && piece != NULL)
        message_text(piece, ".");
    brief_add(brief, " ", piece);
}

/* Adds a sentence with one or two numbers. */
static void add_feat(struct brief *brief, const char *pattern, const struct arg *args)
{
    struct message *piece = brief_piece();
    if (piece != NULL)
        phrase(piece, pattern, args);
    brief_add(brief, " ", piece);
}

#define ADD_FEAT(brief, pattern, ...)                                                              \
    add_feat((brief), (pattern), (const struct arg[]){__VA_ARGS__, {.place = NULL}})

void board_feats(struct brief *brief, const struct language *language,
                 const struct store_player *player, const struct store_score *told)
{
    char time[FACT_CELL];
    const struct store_records *all = &player->records[0];
    if (player->record_count == 0)
        return;
    if (all->longest > 0) {
        ADD_FEAT(brief, tr(language, N_("Longest streak {longest} (now {streak}).")),
                 arg_number("longest", (long)all->longest),
                 arg_number("streak", (long)all->streak));
    }
    if (all->plays > 0) {
        ADD_FEAT(brief, tr(language, N_("Fastest win: turns {turns}, time {time}.")),
                 arg_number("turns", (long)all->plays),
                 arg_text("time", time_words(all->lasted, time)));
    }
    add_sets(brief, language, player, told);
    if (all->cards > 0) {
        ADD_FEAT(brief, tr(language, N_("Largest hand that still won: cards {cards}.")),
                 arg_number("cards", (long)all->cards));
    }
    if (all->duels_won + all->duels_lost > 0) {
        ADD_FEAT(brief, tr(language, N_("Wild +4 challenges won {won}, lost {lost}.")),
                 arg_number("won", (long)all->duels_won),
                 arg_number("lost", (long)all->duels_lost));
    }
    if (all->bluffs > 0) {
        ADD_FEAT(brief, tr(language, N_("Bluffs that held {bluffs}.")),
                 arg_number("bluffs", (long)all->bluffs));
    }
    if (board_achievements(player) > 0) {
        ADD_FEAT(brief, tr(language, N_("Achievements {n} of {all}.")),
                 arg_number("n", (long)board_achievements(player)),
                 arg_number("all", STORE_ACHIEVEMENTS));
    }
}

unsigned board_achievements(const struct store_player *player)
{
    unsigned count = 0;
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++)
        count += player->achievements[i].earned;
    return count;
}

__attribute__((format(printf, 3, 4))) static void add_fact(struct facts *facts, const char *name,
                                                           const char *format, ...)
{
    va_list args;
    struct fact *fact = facts_add(facts, name);
    if (fact == NULL)
        return;
    va_start(args, format);
    vsnprintf(fact->cells[0], FACT_CELL, format, args);
    va_end(args);
}

void board_feats_facts(struct facts *facts, const struct language *language,
                       const struct store_player *player, const struct store_score *told)
{
    char time[FACT_CELL];
    char name[FACT_NAME];
    const struct store_records *all = &player->records[0];
    for (unsigned i = first_set(player, told); i < player->record_count; i++) {
        snprintf(name, sizeof(name), "%s, %s", tr(language, N_("Rounds won")),
                 player->records[i].set);
        add_fact(facts, name, "%u/%u", player->records[i].won, player->records[i].rounds);
    }
    if (player->record_count == 0)
        return;
    add_fact(facts, tr(language, N_("Longest streak (now)")), "%u (%u)", all->longest, all->streak);
    if (all->plays > 0) {
        add_fact(facts, tr(language, N_("Fastest win (turns, time)")), "%u, %.16s", all->plays,
                 time_words(all->lasted, time));
    }
    if (all->cards > 0)
        add_fact(facts, tr(language, N_("Largest hand that still won")), "%u", all->cards);
    if (all->duels_won + all->duels_lost > 0) {
        add_fact(facts, tr(language, N_("Wild +4 challenges won")), "%u/%u", all->duels_won,
                 all->duels_won + all->duels_lost);
    }
    if (all->bluffs > 0)
        add_fact(facts, tr(language, N_("Bluffs that held")), "%u", all->bluffs);
    if (board_achievements(player) > 0) {
        add_fact(facts, tr(language, N_("Achievements")), "%u/%u", board_achievements(player),
                 STORE_ACHIEVEMENTS);
    }
}
