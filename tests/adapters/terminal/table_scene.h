/* table_scene.h: messages like the host's for the table of a terminal, and the screens that they
 * make. */
#ifndef TALON_TESTS_ADAPTERS_TERMINAL_TABLE_SCENE_H
#define TALON_TESTS_ADAPTERS_TERMINAL_TABLE_SCENE_H

#include "adapters/terminal/draw.h"

extern struct ui ui;
extern struct ui_outcome outcome;

int table_scene_set_up(void **state);
int table_scene_tear_down(void **state);
#define SCENE_TEST(name)                                                                           \
    cmocka_unit_test_setup_teardown(name, table_scene_set_up, table_scene_tear_down)

/* A board with that many players: the first, "alice", is the person at the terminal, and the
 * player number `turn` must act. */
void table_scene_board(unsigned players, unsigned turn, bool clockwise);
/* The same, and the player who must act may have to draw `due` cards. */
void table_scene_due(unsigned players, unsigned turn, unsigned due);
/* Alice's hand: codes like "R5* Y+2 W*", those with a star can be played and have a choice. */
void table_scene_hand(const char *cards);
/* The same with a button for each of the words "draw", "keep" ... in `buttons`. */
void table_scene_hand_with(const char *cards, const char *buttons);
/* A question for the colour, or for a player. */
void table_scene_colours(void);
void table_scene_targets(void);
/* A line to the channel that begins with a name, and one to alice. */
void table_scene_move(const char *name, const char *words);
void table_scene_tell(const char *words);
/* The lobby, with the buttons Join and Start. */
void table_scene_lobby(void);

/* Keys: each character is typed; <left> <right> <up> <down> <enter> <esc> <tab> <back> and
 * <click ROW COLUMN> are keys. The words that the last key asks for are in `outcome`. */
void table_scene_press(const char *keys);

/* The rows of a grid as text, each with a line end and without blanks at its end. The caller frees
 * it. */
char *table_scene_text(const struct cell_grid *grid);
/* Draws in that size. The screen must be that of the file golden/NAME.txt.
 * TALON_GOLDEN=write writes the file instead. */
void table_scene_golden(const char *name, unsigned columns, unsigned rows);
/* True if a drawing in that size shows the text. */
bool table_scene_shows(const char *text, unsigned columns, unsigned rows);

#endif
