#include "button_wording.h"

#include <string.h>

#include "base/array.h"
#include "bot/people/network.h"
#include "bot/text/language.h"

const char pause_words[] = N_("The table is paused: {p}resume goes on.");

/* A text with typed commands, and the text for networks with buttons. Only the code that says a
 * typed text marks it for the catalogues (N_); this table does not. So a text that no code says any
 * more leaves the catalogues, and test_speech finds its row. */
static const struct {
    const char *typed, *pressed;
} rows[] = {
    {"{player} asks to end the match: {p}yes or {p}no within {s} s, {needed} of {voters} must "
     "agree.",
     N_("{player} asks to end the match: press I agree or I do not agree within {s} s; {needed} of "
        "{voters} must agree.")},
    {"{player} asks to close the table: {p}yes or {p}no within {s} s, {needed} of {voters} must "
     "agree.",
     N_("{player} asks to close the table: press I agree or I do not agree within {s} s; {needed} "
        "of {voters} must agree.")},
    {"{player} asks to take {other}'s seat away: {p}yes or {p}no within {s} s, {needed} of "
     "{voters} must agree.",
     N_("{player} asks to take {other}'s seat away: press I agree or I do not agree within {s} s; "
        "{needed} of {voters} must agree.")},
    {"{player} asks for a pause: {p}yes or {p}no within {s} s, {needed} of {voters} must "
     "agree.",
     N_("{player} asks for a pause: press I agree or I do not agree within {s} s; {needed} of "
        "{voters} must agree.")},
    {"{player} asks to play on: {p}yes or {p}no within {s} s, {needed} of {voters} must agree.",
     N_("{player} asks to play on: press I agree or I do not agree within {s} s; {needed} of "
        "{voters} must agree.")},
    {"{yes} for, {no} against: the match ends. {p}start deals a new one.",
     N_("{yes} for, {no} against: the match ends. Start deals a new one.")},
    {"That ends the match: say {p}stop again within {s} s.",
     N_("That ends the match: Settings, then Stop the match, does it.")},
    {"That ends the match for all: say {p}stop again within {s} s.",
     N_("That ends the match for all: Settings, then Stop the match, does it; or {p}stop again "
        "within {s} s.")},
    {"The table is paused: {p}resume goes on.", N_("The table is paused: Play on ends the pause.")},
    {"The clocks stand still, {n} min at most: {p}resume goes on.",
     N_("The clocks stand still, {n} min at most: Play on ends the pause.")},
    {"There is a table here already: {p}join it.",
     N_("There is a table here already: Join takes a seat.")},
    {"A match is running here: {p}join it for the next round.",
     N_("A match is running here: Join takes a seat for the next round.")},
    {"A round is running: {p}join takes a seat for the next one.",
     N_("A round is running: Join takes a seat for the next one.")},
    {"It takes two to play: {p}join, or {p}bots 1.",
     N_("It takes two: Join takes a seat, Settings seats computer players.")},
    {"Nobody plays against you yet: {p}bots 1 adds a computer player.",
     N_("It takes two: Settings seats computer players.")},
    {"Not while a match runs: {p}stop ends it.",
     N_("Not while a match runs: Settings can stop it.")},
    {"It is your turn: {p}play a card or {p}draw one.",
     N_("It is your turn: choose a card in your hand, or Draw.")},
    {"You have drawn: {p}play that card or {p}keep it.",
     N_("You have drawn: play that card, or Keep.")},
    {"The wild +4 comes first: {p}accept or {p}challenge.",
     N_("The wild +4 comes first: Accept or Challenge.")},
    {"The choice of a player comes first: {p}target NAME",
     N_("The choice of a player comes first: the menu is in your hand.")},
    {"The colour comes first: {p}colour COLOUR",
     N_("The colour comes first: its buttons are in your hand.")},
    {"{other}, {player} asks you to the table: {p}join takes a seat.",
     N_("{other}, {player} asks you to the table: Join takes a seat.")},
    {"{player} is away: a computer player keeps the seat until {p}back.",
     N_("{player} is away: a computer player keeps the seat meanwhile.")},
    {"{player} took too long: a computer player keeps the seat until {p}back.",
     N_("{player} took too long: a computer player keeps the seat meanwhile; I am back, in the "
        "hand, ends that.")},
    {"That is not what is asked now: {p}hand shows what is.",
     N_("That is not what is asked now: My hand shows what is.")},
    {"You may play the card you drew and no other, or {p}keep it.",
     N_("You may play the card you drew and no other, or keep it.")},
    {"Answer the pending cards with a draw card, or {p}draw them.",
     N_("Answer the pending cards with a draw card, or draw them.")},
    {"Nobody passes without a card: {p}draw one first.",
     N_("Nobody passes without a card: draw one first.")},
    {"There is nothing to draw: {p}pass.", N_("There is nothing to draw: pass.")},
    {"{p}uno opens a table, {p}join takes a seat, {p}bots 2 seats computer players, {p}start "
     "deals, {p}rules explains the game, {p}top shows the best.",
     N_("{p}uno opens a table with buttons: Join takes a seat, Settings seats computer players, "
        "Start deals. {p}rules explains the game, {p}top shows the best.")},
    {"{p}join takes a seat, {p}order shows who sits, {p}rules explains the game, {p}set shows "
     "what is played, {p}top the best, {p}lang fr speaks French.",
     N_("Join, under the table, takes a seat. {p}table brings the table down here, {p}rules "
        "explains the game, {p}top shows the best.")},
    {"{p}start deals, {p}bots 2 seats computer players, {p}new SET takes other rules, {p}set lists "
     "house rules, {p}rules explains the game, {p}leave gives your seat back.",
     N_("Start deals. Settings chooses the rules and seats computer players, Leave gives your seat "
        "back. {p}rules explains the game.")},
    {"{p}join takes a seat from the next round on, {p}table shows the top card, {p}order the "
     "players, {p}score the totals, {p}rules the game, {p}top the best.",
     N_("Join, under the table, takes a seat from the next round on. {p}table brings the table "
        "down here, {p}score shows the totals, {p}rules explains the game, {p}top shows the "
        "best.")},
    {"Your turn: {p}play r5 plays the red 5, {p}play w red a wild, {p}draw draws a card, "
     "{p}keep keeps it, {p}hand shows yours; with your last card but one say {p}uno.",
     N_("Your turn: My hand shows your cards, with a menu of those that can be played; Draw draws "
        "one. With your last card but one choose it with UNO, or press UNO! after it.")},
    {"Your turn: {p}accept draws the cards of the wild +4, {p}challenge doubts it. {p}hand shows "
     "your cards, {p}table the top card, {p}order the players.",
     N_("Your turn: Accept takes the cards of the wild +4, Challenge doubts it; My hand shows your "
        "cards. {p}rules explains the game.")},
    {"Not your turn: {p}hand shows your cards, {p}table the top card, {p}order who comes next, "
     "{p}catch catches who forgot UNO, {p}away lets a computer play for you, {p}leave gives "
     "up.",
     N_("Not your turn: My hand shows your cards, the table the top card and who comes next. A "
        "button Catch comes when somebody forgot UNO. {p}away lets a computer play for you, Leave "
        "gives up.")},
};

const char *button_wording(const struct network *network, const char *pattern)
{
    const struct adapter_caps *caps = &network->adapter->impl->caps;
    if (!caps->controls || caps->local) /* at a terminal people see buttons, and type as well */
        return pattern;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strcmp(rows[i].typed, pattern) == 0)
            return rows[i].pressed;
    }
    return pattern;
}

bool button_wording_row(unsigned row, const char **typed, const char **pressed)
{
    if (row >= ARRAY_SIZE(rows))
        return false;
    *typed = rows[row].typed;
    *pressed = rows[row].pressed;
    return true;
}
