/* HR-20: who plays with whom. */
#include <string.h>

#include "bot/show/render/render.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/refusals.h"

static void say_team(struct message *message, const void *of)
{
    const struct team_said *said = of;
    const char *name = seat_name(said->table, said->seat);
    message_add(message, said->mention ? STYLE_MENTION : STYLE_STRONG, TINT_WILD, name,
                strlen(name));
    if (said->partner == SEAT_NONE)
        return;
    name = seat_name(said->table, said->partner);
    message_text(message, tr(said->language, N_(" and ")));
    message_add(message, STYLE_STRONG, TINT_WILD, name, strlen(name));
}

struct arg arg_team(const char *place, const struct team_said *said)
{
    return arg_written(place, say_team, said);
}

static void list_teams(const struct table *table, const struct language *language, unsigned players,
                       struct message *message)
{
    struct message *teams = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned seat = 0; teams != NULL && seat < players / 2; seat++) {
        const struct team_said said = {table, language, seat, seat + players / 2, false};
        PHRASE(teams, seat > 0 ? "{next}{team}" : "{team}",
               arg_text("next", tr(language, N_("; "))), arg_team("team", &said));
    }
    PHRASE(message, tr(language, N_("Teams: {teams}.")), arg_piece(message, "teams", teams));
    message_destroy(teams);
}

const char *render_teams_lack(const struct table *table)
{
    return table->match_on
               ? N_("Teams of two need an even number of players, four at least: {p}join takes a "
                    "seat, {p}bots N adds computer players, {p}stop ends the match.")
               : rules_words(RULES_UNEVEN);
}

void render_teams(const struct place *place, const struct language *language, const char *before,
                  struct message *message)
{
    const struct table *table = place->table;
    const struct round *round = table->round;
    unsigned players = round != NULL ? round->game.players : seats_dealt(table);
    const struct switches *switches = round != NULL ? &round->rules->switches : &table->switches;
    if (switches->value[SWITCH_TEAMS] == 0)
        return;
    message_text(message, before);
    if (rules_deal(switches, players) == RULES_OK && players <= table->seat_count) {
        list_teams(table, language, players, message);
    } else {
        PHRASE(message, tr(language, render_teams_lack(table)),
               arg_text("p", network_prefix(place->network)));
    }
}
