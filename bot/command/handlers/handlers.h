/* handlers.h: what the files command_*.c define: a handler for each row of the command table
 * (commands.c), and functions that other handlers use.
 *
 * The dispatcher calls a handler only if all that its row asks for is there. It turns words into
 * an action or a change of the table, and answers by context.h. */
#ifndef TALON_BOT_COMMAND_HANDLERS_HANDLERS_H
#define TALON_BOT_COMMAND_HANDLERS_HANDLERS_H

#include "bot/command/context.h"
#include "bot/people/code.h"

struct preset;

/* -- command_table.c -- */
void run_new(struct command_context *context);
void run_uno(struct command_context *context);
void run_join(struct command_context *context);
void run_leave(struct command_context *context);
void run_start(struct command_context *context);
void run_bots(struct command_context *context);
void run_away(struct command_context *context);
void run_back(struct command_context *context);
void run_wait(struct command_context *context);

/* -- command_web.c -- */
void run_web(struct command_context *context);
void run_invite(struct command_context *context);

/* -- command_table.c, for others -- */
/* Seats somebody, and tells everybody. */
enum table_refusal command_table_sit(struct table *table, struct person *person);
/* Returns what a table says that has too few players for a deal, as a pattern for
 * context_tell(). */
const char *command_table_too_few(const struct table *table);

/* -- command_vote.c -- */
void run_stop(struct command_context *context);
void run_kick(struct command_context *context);
void run_pause(struct command_context *context);
void run_resume(struct command_context *context);
void run_yes(struct command_context *context);
void run_no(struct command_context *context);

/* -- command_play.c -- */
void run_play(struct command_context *context);
void run_draw(struct command_context *context);
void run_keep(struct command_context *context);
void run_challenge(struct command_context *context);
void run_accept(struct command_context *context);
void run_colour(struct command_context *context);
void run_target(struct command_context *context);
void run_catch(struct command_context *context);
/* Takes words without a command from a player whom we asked for a colour, a player or the words of
 * S-3. Returns false if the words are no answer to that. */
bool command_play_answer(struct command_context *context, const char *text);

/* -- command_info.c -- */
void run_hand(struct command_context *context);
void run_table(struct command_context *context);
void run_order(struct command_context *context);
void run_clock(struct command_context *context);
void run_rules(struct command_context *context);
void run_score(struct command_context *context);
void run_help(struct command_context *context);

/* -- command_fair.c -- */
void run_fair(struct command_context *context);
void run_cut(struct command_context *context);
/* Cuts the deck with the word behind !start, if there is one. Returns false, and tells the typist,
 * if it refuses the word. */
bool command_fair_cut(struct command_context *context);

/* -- command_self.c -- */
void run_lang(struct command_context *context);
void run_theme(struct command_context *context);
void run_whisper(struct command_context *context);
void run_quiet(struct command_context *context);
void run_pings(struct command_context *context);
/* Stores a preference of the typist. Returns false, and tells them, if we cannot know who they are.
 */
bool command_set_own(struct command_context *context, const char *key, const char *value);

/* -- command_set.c -- */
void run_set(struct command_context *context);
/* Stores a setting of the context's channel (NULL: removes it) and applies it to the open table.
 * Returns false, and tells the typist, if they may not. */
bool command_set_channel(struct command_context *context, const char *key, const char *value);
/* Tells the channel what that value means. */
void command_set_tell_channel(struct command_context *context, const char *key, const char *value);
/* Lists the presets (bot/text/preset.h), or says only what that one is (`only`), and how to play by
 * one. */
void command_rules_presets(struct command_context *context, const struct preset *only);
/* Gives the context's table these switches, all or none, and says what changed or why not. Returns
 * false, and says nothing, if the table has them already. */
bool command_set_all(struct command_context *context, const struct switches *wanted);
/* Gives the table the house rules of a filled form (house_form.h): all of them, or none with one
 * reason. */
void command_set_house(struct command_context *context, unsigned form, const char *pairs);

/* -- command_panel.c -- */
void run_settings(struct command_context *context);
/* Asks a player who leaves in mid-round if they mean it. Returns false if there is nothing to ask,
 * or no place to show the question. */
bool command_panel_ask_leave(struct command_context *context);
/* Carries out the answer to the question of command_panel_ask_leave(). Returns false if the
 * arguments are no answer. */
bool command_panel_answer_leave(struct command_context *context);
/* Opens the form of house rules for a typist who may change them now. Returns false, and does
 * nothing, if they may not, or cannot be shown a form. */
bool command_panel_house(struct command_context *context);

/* -- command_seat.c -- */
void run_seat(struct command_context *context);
void run_swap(struct command_context *context);
/* Called before the typist sits down. Writes a new seat word, or "" if they have an account or a
 * word already. */
void command_seat_make_word(struct command_context *context, char word[CODE_SIZE]);
/* Called after the typist sat down: whispers the word and wipes it. */
void command_seat_tell_word(struct command_context *context, char word[CODE_SIZE]);
/* Gives the typist the seat that waits for them, with a new word, if we never told them the first
 * one. Returns false if no such seat is there. */
bool command_seat_reclaim(struct command_context *context);

/* -- command_channel.c -- */
void run_watch(struct command_context *context);
void run_notify(struct command_context *context);

/* -- command_bridge.c -- */
void run_bridge(struct command_context *context);

/* -- command_link.c -- */
void run_link(struct command_context *context);
/* Returns true if the typist said a code of !link where everybody could read it. It then cancels
 * the code and tells them. */
bool command_link_leaks_code(struct command_context *context, const char *text);

/* -- command_links.c -- */
void run_links(struct command_context *context);
void run_unlink(struct command_context *context);
void run_name(struct command_context *context);

/* -- command_forget.c -- */
void run_forget(struct command_context *context);
void run_hide(struct command_context *context);
void run_show(struct command_context *context);

/* -- command_board.c -- */
void run_top(struct command_context *context);

/* -- command_stats.c -- */
void run_stats(struct command_context *context);
void run_achievements(struct command_context *context);
void run_versus(struct command_context *context);

#endif
