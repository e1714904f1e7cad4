#include "scene_watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/show/render/render.h"
#include "bot/table/seats/private_table.h"
#include "bot/text/language.h"
#include "scene.h"
#include "tests/leak/leak.h"

/* One scene at a time is watched. */
static struct scene *watched;
static char last_line[MESSAGE_MAX + 1]; /* to the channel */

bool __real_outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                       struct message *message);
bool __wrap_outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                       struct message *message);

void watch_begin(struct scene *scene)
{
    watched = scene;
    *last_line = '\0';
}

void watch_end(void)
{
    watched = NULL;
}

void (*scene_looks_on)(bool begins);

static struct table *table_of(const struct message *message)
{
    struct table *table = NULL;
    struct table *next = NULL;
    for (unsigned i = 0; message->channel != NULL && i < network_count(watched->host.people); i++) {
        if ((table = table_at(watched->host.tables, network_at(watched->host.people, i),
                              message->channel)) != NULL)
            return table;
    }
    if (message->channel != NULL)
        return NULL;
    HASH_ITER(hh, tables_first(watched->host.tables), table, next)
    {
        const char *id = table->opener != NULL ? table->opener->id : NULL;
        if (table_is_private(table) && id != NULL && strcmp(id, message->user) == 0)
            return table;
    }
    return NULL;
}

/* A line of the table for all that sit there, if only for one. */
static bool is_public(const struct message *message, const struct table *table)
{
    return message->user == NULL || (table != NULL && table_is_private(table));
}

/* What the rules show besides: the draw for the deal, a first card that goes back and
 * the hands before a web swing (W-2) to all. */
static bool shown_to_all(const struct message *message)
{
    return strstr(message->text, " for the deal") != NULL ||
           strstr(message->text, " is turned up and goes back") != NULL ||
           (strstr(message->text, " plays [W\u00A0web]") != NULL &&
            strstr(message->text, " shows [") != NULL);
}

/* Played aloud, but no more on the pile: the round is over by now, or the pile was turned over. */
static bool was_played(const struct message *message, const struct table *table, const char *card)
{
    static const char *const words[] = {" plays ", "first card "};
    bool gone = table == NULL || table->round == NULL ||
                strstr(message->text, " becomes a new draw pile") != NULL ||
                strstr(message->text, "The last round: ") != NULL;
    for (unsigned i = 0; gone && i < ARRAY_SIZE(words); i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(card - message->text) >= length &&
            strncmp(card - length, words[i], length) == 0)
            return true;
    }
    return false;
}

/* What the reader of a message may see of a round. */
static struct cards visible(const struct table *table, const char *user)
{
    const struct game *game = &table->round->game;
    struct cards cards = game->discarded;
    for (unsigned i = 0; user != NULL && i < game->players; i++) {
        const struct person *person = table->seats[i].person;
        if (person != NULL && person->id != NULL && strcmp(person->id, user) == 0)
            cards = cards_or(cards, game->hand[i]);
    }
    return cards;
}

/* "bob's hand: ..." to the one who, as the channel has just heard, challenged bob. */
static struct cards challenged(const struct table *table, const struct message *message)
{
    char words[200];
    for (unsigned i = 0; message->user != NULL && i < table->round->game.players; i++) {
        const char *name = seat_name(table, i);
        snprintf(words, sizeof(words), "%s's hand: ", name);
        if (strncmp(message->text, words, strlen(words)) != 0)
            continue;
        snprintf(words, sizeof(words), "%s challenges %s, ", message->user, name);
        if (strstr(last_line, words) != NULL)
            return table->round->game.hand[i];
    }
    return cards_none();
}

/* HR-15: what put the reader out of the round; it lies in the draw pile by now. */
static bool put_out(const struct table *table, const struct message *message)
{
    if (table == NULL || table->round == NULL || message->user == NULL)
        return false;
    unsigned seat = 0;
    while (seat < table->round->game.players && strcmp(seat_name(table, seat), message->user) != 0)
        seat++;
    return seat < table->round->game.players && !seat_in_round(table, seat) &&
           strncmp(message->text, "You dr", strlen("You dr")) == 0;
}

/* How a round ended: all see what was left in the hands. */
static bool tells_an_ending(const struct message *message, const struct table *table)
{
    return message->ending != NULL && (table == NULL || table->round == NULL);
}

/* Whether a card that reads like that, in either language, is among them. */
static bool among(const struct rules *rules, struct cards cards, const char *text, size_t length)
{
    for (; !cards_empty(cards); cards_remove(&cards, cards_first(cards))) {
        const struct card *face = &rules->deck.face[rules->deck.face_of[cards_first(cards)]];
        for (unsigned i = 0; language_at(i) != NULL; i++) {
            char label[LABEL_MAX];
            card_label(language_at(i), rules, face, MARK_NONE, label);
            if (strlen(label) == length && memcmp(label, text, length) == 0)
                return true;
        }
    }
    return false;
}

/* Nothing is told by which the cards of a round that runs, or of one to come, could be known. */
static void check_secrets(const struct message *message, const struct table *table)
{
    char hex[FAIR_HEX];
    if (table == NULL)
        return;
    hash_hex(table->chain.root, hex);
    hex[8] = '\0';
    if (strstr(message->text, hex) != NULL)
        fail_msg("the root of the shuffles is told: %s", message->text);
    if (table->round == NULL)
        return;
    hash_hex(table->round->secret, hex);
    hex[8] = '\0';
    if (strstr(message->text, hex) != NULL)
        fail_msg("the secret of the running round is told: %s", message->text);
}

static void check(const struct message *message)
{
    const struct table *table = table_of(message);
    check_secrets(message, table);
    for (const char *at = message->text; (at = strchr(at, '[')) != NULL; at++) {
        const char *end = strchr(at, ']');
        bool help = end == NULL || strncmp(at, "[set]", 5) == 0 || at[1] < 'A' || at[1] > 'Z' ||
                    strncmp(at, "[NAME]", 6) == 0;
        if (help)
            continue; /* arguments in a help line */
        watched->tokens++;
        if (is_public(message, table) && (shown_to_all(message) || was_played(message, table, at)))
            continue;
        if (put_out(table, message) || tells_an_ending(message, table))
            continue;
        if (table != NULL && table->round != NULL &&
            among(table->round->rules,
                  cards_or(visible(table, message->user), challenged(table, message)), at,
                  (size_t)(end - at) + 1))
            continue;
        fail_msg("a hidden card is told to %s: %s",
                 message->user != NULL ? message->user : message->channel, message->text);
    }
}

bool __wrap_outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                       struct message *message)
{
    if (watched != NULL && message != NULL && !message->failed) {
        if (scene_looks_on != NULL)
            scene_looks_on(true);
        check(message);
        watched->company = (enum company)message->company;
        if (message->user != NULL)
            watched->whisper_first = message->first;
        else
            watched->line_first = message->first;
        if (message->user != NULL && !is_public(message, table_of(message)))
            leak_whispered(message->text);
        if (is_public(message, table_of(message)))
            snprintf(last_line, sizeof(last_line), "%s", message->text);
        if (scene_looks_on != NULL)
            scene_looks_on(false);
    }
    return __real_outbox_put(outbox, batch, adapter, message);
}
