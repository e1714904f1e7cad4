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

static bool any_unverified(const struct board_rated *board)
{
    for (unsigned i = 0; i < board->count; i++) {
        if (!board->rows[i].verified)
            return true;
    }
    return false;
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
        if (any_unverified(board))
            facts_words(facts->note, FACTS_WORDS, tr(board->language, board_tilde));
    }
    message_destroy(title);
}

void board_streaks(struct message *message, const struct board_rated *board)
{
    add_title(message, board, true);
    for (unsigned i = 0; i < board->count; i++) {
        const struct store_score *row = &board->rows[i];
        message_text(message, i > 0 ? "," : "");
        PHRASE(message, " {rank}. {player}{mark} {longest} ({streak})",
               arg_number("rank", (long)row->rank),
               arg_name("player", board_name(row, board->language)),
               arg_text("mark", row->verified ? "" : "~"),
               arg_number("longest", (long)row->longest), arg_number("streak", (long)row->streak));
    }
    if (board->count == 0)
        message_text(message, tr(board->language, N_(" nobody yet")));
    message_text(message, any_unverified(board) ? ". " : ".");
    if (any_unverified(board))
        message_text(message, tr(board->language, board_tilde));
    add_facts(message, board);
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

static void add_sets(struct message *message, const struct language *language,
                     const struct store_player *player, const struct store_score *told)
{
    unsigned first = first_set(player, told);
    for (unsigned i = first; i < player->record_count; i++) {
        PHRASE(message,
               i > first ? ", {set} {won}/{rounds}"
                         : tr(language, N_(" Rounds won: {set} {won}/{rounds}")),
               arg_text("set", player->records[i].set),
               arg_number("won", (long)player->records[i].won),
               arg_number("rounds", (long)player->records[i].rounds));
    }
    message_text(message, player->record_count > first ? "." : "");
}

void board_feats(struct message *message, const struct language *language,
                 const struct store_player *player, const struct store_score *told)
{
    char time[FACT_CELL];
    const struct store_records *all = &player->records[0];
    if (player->record_count == 0)
        return;
    add_sets(message, language, player, told);
    if (all->longest > 0) {
        PHRASE(message, tr(language, N_(" Longest streak {longest} (now {streak}).")),
               arg_number("longest", (long)all->longest), arg_number("streak", (long)all->streak));
    }
    if (all->plays > 0) {
        PHRASE(message, tr(language, N_(" Fastest win: turns {turns}, time {time}.")),
               arg_number("turns", (long)all->plays),
               arg_text("time", time_words(all->lasted, time)));
    }
    if (all->cards > 0) {
        PHRASE(message, tr(language, N_(" Largest hand that still won: cards {cards}.")),
               arg_number("cards", (long)all->cards));
    }
    if (all->duels_won + all->duels_lost > 0) {
        PHRASE(message, tr(language, N_(" Wild +4 challenges won {won}, lost {lost}.")),
               arg_number("won", (long)all->duels_won), arg_number("lost", (long)all->duels_lost));
    }
    if (all->bluffs > 0) {
        PHRASE(message, tr(language, N_(" Bluffs that held {bluffs}.")),
               arg_number("bluffs", (long)all->bluffs));
    }
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
}
