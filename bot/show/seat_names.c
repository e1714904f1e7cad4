#include "seat_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/phrase.h"

/* "#2" is seat 1. */
static unsigned seat_numbered(const struct table *table, const char *name)
{
    char *end = NULL;
    if (name[0] != '#' || name[1] < '1' || name[1] > '9')
        return SEAT_NONE;
    unsigned long seat = strtoul(name + 1, &end, 10) - 1;
    if (*end != '\0' || seat >= table->seat_count || table->seats[seat].leaving)
        return SEAT_NONE;
    return (unsigned)seat;
}

bool picked_id(const char *word, char *id, size_t size)
{
    size_t length = strlen(word);
    if (length < 4 || strncmp(word, "<@", 2) != 0 || strchr(word, '>') != word + length - 1 ||
        length - 3 >= size)
        return false;
    snprintf(id, size, "%.*s", (int)(length - 3), word + 2);
    return true;
}

static unsigned seat_picked(const struct table *table, const char *name)
{
    char id[PERSON_ID_MAX];
    if (!picked_id(name, id, sizeof(id)))
        return SEAT_NONE;
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct person *person = table->seats[i].person;
        if (person != NULL && person->verified && !table->seats[i].leaving &&
            strcmp(person->key, id) == 0)
            return i;
    }
    return SEAT_NONE;
}

/* Compares folded names. Returns 2 if they are the same, 1 if the other begins with this one, 0
 * otherwise. */
static unsigned likeness(const char *wanted, const char *name)
{
    char other[64];
    struct buf buf;
    buf_init(&buf, other, sizeof(other));
    text_fold(&buf, name, strlen(name));
    return strcmp(wanted, other) == 0 ? 2 : strncmp(wanted, other, strlen(wanted)) == 0;
}

uint64_t seats_named(const struct table *table, const char *name)
{
    char wanted[64];
    struct buf buf;
    uint64_t wholes = 0;
    uint64_t starts = 0;
    unsigned numbered = seat_numbered(table, name);
    if (numbered == SEAT_NONE)
        numbered = seat_picked(table, name);
    buf_init(&buf, wanted, sizeof(wanted));
    if (numbered != SEAT_NONE)
        return UINT64_C(1) << numbered;
    if (!text_fold(&buf, name, strlen(name)) || buf_length(&buf) == 0)
        return 0;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].leaving)
            continue;
        unsigned shown = likeness(wanted, seat_name(table, i));
        unsigned own = likeness(wanted, seat_own_name(table, i));
        if (shown == 2 || own == 2)
            wholes |= UINT64_C(1) << i;
        else if (shown + own > 0)
            starts |= UINT64_C(1) << i;
    }
    return wholes != 0 ? wholes : starts;
}

unsigned seat_named(const struct table *table, const char *name)
{
    uint64_t seats = seats_named(table, name);
    bool one = seats != 0 && (seats & (seats - 1)) == 0;
    return one ? (unsigned)__builtin_ctzll(seats) : SEAT_NONE;
}

const char *seat_word(const struct table *table, unsigned seat, char word[SEAT_WORD_MAX])
{
    snprintf(word, SEAT_WORD_MAX, "%s", seat_own_name(table, seat));
    if (seat_named(table, word) != seat)
        snprintf(word, SEAT_WORD_MAX, "#%u", seat + 1);
    return word;
}

struct message *seats_piece(const struct table *table, uint64_t seats)
{
    struct message *names = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned seat = 0; names != NULL && seats >> seat != 0; seat++) {
        char word[SEAT_WORD_MAX];
        if ((seats >> seat & 1U) == 0)
            continue;
        message_text(names, message_empty(names) ? "" : ", ");
        PHRASE(names, *seat_word(table, seat, word) == '#' ? "{word} ({player})" : "{player}",
               arg_text("word", word), arg_name("player", seat_name(table, seat)));
    }
    return names;
}
