/* Any text as the records of a round: what stands before the first empty line is its setup, the
 * lines behind it are its actions. It replays, or is refused with a reason, and never comes to a
 * state that breaks the rules. */
#include <stdlib.h>
#include <string.h>

#include "bot/table/round/fair.h"
#include "bot/table/round/replay.h"
#include "bot/table/rules_share.h"
#include "engine/move/check.h"
#include "engine/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* The hash is the last thing that is looked at: with a wrong one the rest has happened. */
static bool deal(struct replay *replay, char *setup)
{
    struct store_round row = {.set = "", .setup = setup, .rules_version = RULES_VERSION};
    struct setup read;
    static struct setup_kept kept;
    check(fair_commitment(row.secret, row.commitment));
    if (setup_read_kept(setup, &read, &kept) == NULL)
        row.set = ruleset_name(read.set);
    const char *wrong = replay_deal(replay, &row);
    if (wrong == NULL || strcmp(wrong, "the deal differs") != 0)
        return wrong == NULL;
    row.deal_hash = game_hash(replay->rules, &replay->game);
    check(replay_deal(replay, &row) == NULL);
    return true;
}

static void act(struct replay *replay, const char *text)
{
    static struct replay before;
    struct action action, again;
    struct store_action row = {.text = text};
    before = *replay;
    const char *wrong = replay_action(replay, &row);
    check(game_broken(replay->rules, &replay->game) == NULL);
    if (wrong != NULL && strcmp(wrong, "the state after an action differs") != 0) {
        check(memcmp(&before.game, &replay->game, sizeof(before.game)) == 0);
        return;
    }
    row.hash = game_hash(replay->rules, &replay->game);
    check(replay_action(&before, &row) == NULL);
    check(action_parse(replay->rules, text, strlen(text), &action) == NULL);
    char written[ACTION_TEXT];
    unsigned length = action_format(replay->rules, &action, written);
    check(action_parse(replay->rules, written, length, &again) == NULL);
    check(again.kind == action.kind && again.seat == action.seat && again.face == action.face &&
          again.colour == action.colour && again.target == action.target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct replay replay;
    char text[SETUP_MAX];
    if (size >= sizeof(text))
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *actions = strstr(text, "\n\n");
    if (actions != NULL) {
        actions[1] = '\0';
        actions += 2;
    }
    rules_share_put(&replay.own, replay.rules); /* of the last input */
    memset(&replay, 0, sizeof(replay));
    if (!deal(&replay, text) || actions == NULL)
        return 0;
    for (char *end; *actions != '\0'; actions = end) {
        end = actions + strcspn(actions, "\n");
        if (*end != '\0')
            *end++ = '\0';
        act(&replay, actions);
    }
    return 0;
}
