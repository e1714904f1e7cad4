#include "page_seat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/private.h"
#include "bot/people/code.h"
#include "bot/table/seats/seats.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

static const char scope[] = "page";
static const char kinds[PAGE_KINDS + 1] = "LSI";

enum { SECOND = 1000, SECRET_BYTES = 16, ID_DIGITS = 24, BY_SIZE = 2 * CHAT_ID_MAX + 8 };

/* -- the list -- */

static void add_to_list(struct tables *tables, struct page_seat *seat)
{
    HASH_ADD(hh, tables->page_seats, hash, HASH_SIZE, seat);
    if (seat->kind == PAGE_SESSION && seat->hh.tbl != NULL)
        HASH_ADD(by_id, tables->page_ids, id, strlen(seat->id), seat);
}

static void destroy_page_seat(struct page_seat *seat)
{
    if (seat == NULL)
        return;
    free(seat->by);
    free(seat);
}

static void take_out(struct tables *tables, struct page_seat *seat)
{
    HASH_DEL(tables->page_seats, seat); /* NOLINT(clang-analyzer-*): of uthash's making */
    if (seat->by_id.tbl != NULL)
        HASH_DELETE(by_id, tables->page_ids, seat);
    destroy_page_seat(seat);
}

static void write_row(struct tables *tables, const struct page_seat *seat)
{
    char key[HASH_HEX];
    char value[2 * CHAT_ID_MAX + BY_SIZE + 80];
    hash_hex(seat->hash, key);
    snprintf(value, sizeof(value), "%c\n%" PRId64 "\n%" PRId64 "\n%c\n%s\n%s%s%s",
             kinds[seat->kind], seat->expires_at, seat->table, seat->verified ? 'V' : 'n',
             seat->network, seat->key, seat->by != NULL ? "\n" : "",
             seat->by != NULL ? seat->by : "");
    store_put_setting(tables->lent.store, scope, key, value);
}

uint64_t page_seat_drops(const struct tables *tables)
{
    return tables->page_drops;
}

static void drop_page_seat(struct tables *tables, struct page_seat *seat)
{
    char key[HASH_HEX];
    hash_hex(seat->hash, key);
    store_put_setting(tables->lent.store, scope, key, NULL);
    tables->page_drops += seat->kind == PAGE_SESSION;
    take_out(tables, seat);
}

/* Whispers the hand of a person whose turn it is, if their page has closed and no other page shows
 * the hand. */
static void page_gone(struct table *table, unsigned seat)
{
    if (table->round != NULL && table->round->game.turn == seat &&
        table->seats[seat].person->preferences.page_alone && !page_seat_alone(table, seat))
        table_hand(table, seat, HAND_BACK);
}

void page_seat_drop(struct tables *tables, struct page_seat *seat)
{
    struct table *table = NULL;
    unsigned number = 0;
    bool shown = seat->open && page_seat_person(tables, seat, &table, &number) != NULL;
    drop_page_seat(tables, seat);
    if (shown)
        page_gone(table, number);
}

static struct page_seat *create_page_seat(enum page_seat_kind kind, int64_t table,
                                          const char *network, const char *key)
{
    size_t one = strlen(network) + 1;
    size_t other = strlen(key) + 1;
    struct page_seat *seat = calloc(1, sizeof(*seat) + one + other);
    if (seat == NULL)
        return NULL;
    seat->kind = kind;
    seat->table = table;
    seat->network = memcpy(seat->texts, network, one);
    seat->key = memcpy(seat->texts + one, key, other);
    return seat;
}

static bool sits_as_guest(struct tables *tables, const struct page_seat *seat)
{
    struct table *table = NULL;
    unsigned number = 0;
    return seat->guest && page_seat_person(tables, seat, &table, &number) != NULL;
}

/* Removes expired links, sessions and invitations if there is no room for one more. Returns false
 * if there still is none. */
static bool make_room(struct tables *tables)
{
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    if (HASH_COUNT(tables->page_seats) < PAGE_SEATS_MAX)
        return true;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (seat->expires_at <= clock_now() && !sits_as_guest(tables, seat))
            page_seat_drop(tables, seat);
    }
    return HASH_COUNT(tables->page_seats) < PAGE_SEATS_MAX;
}

static bool is_of(const struct page_seat *seat, const struct person *person)
{
    return seat->verified == person->verified && strcmp(seat->key, person->key) == 0 &&
           strcmp(seat->network, person->network->name) == 0;
}

/* Makes the secret of a link or session, and its hash and id. */
static void draw_secret(struct page_seat *seat, char secret[PAGE_SECRET_SIZE])
{
    uint8_t bytes[HASH_SIZE];
    char hex[HASH_HEX];
    if (!hash_secret(bytes))
        abort(); /* without randomness from the system no link would be safe */
    hash_hex(bytes, hex);
    snprintf(secret, PAGE_SECRET_SIZE, "%.*s", 2 * SECRET_BYTES, hex);
    private_wipe(bytes, sizeof(bytes));
    private_wipe(hex, sizeof(hex));
    if (!code_hash(scope, secret, seat->hash))
        abort();
    hash_hex(seat->hash, hex);
    snprintf(seat->id, sizeof(seat->id), "page-%.*s", ID_DIGITS, hex);
}

/* Stores a new link, session or invitation and sets when it expires. Returns false when memory is
 * out. */
static bool keep_page_seat(struct tables *tables, struct page_seat *seat)
{
    static const int life[PAGE_KINDS] = {PAGE_LINK_LIFE, PAGE_SESSION_LIFE, PAGE_INVITE_LIFE};
    seat->expires_at = clock_now() + (int64_t)life[seat->kind] * SECOND;
    add_to_list(tables, seat);
    if (seat->hh.tbl == NULL) {
        destroy_page_seat(seat);
        return false;
    }
    write_row(tables, seat);
    return true;
}

/* -- links and sessions -- */

bool page_seat_offer(struct table *table, const struct person *person,
                     char secret[PAGE_SECRET_SIZE])
{
    struct tables *tables = table->tables;
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (seat->kind == PAGE_LINK && seat->table == table->id && is_of(seat, person))
            page_seat_drop(tables, seat);
    }
    seat = make_room(tables)
               ? create_page_seat(PAGE_LINK, table->id, person->network->name, person->key)
               : NULL;
    if (seat == NULL)
        return false;
    seat->verified = person->verified;
    draw_secret(seat, secret);
    return keep_page_seat(tables, seat);
}

struct page_seat *page_seat_find(struct tables *tables, enum page_seat_kind kind,
                                 const char *secret)
{
    uint8_t hash[HASH_SIZE];
    struct page_seat *seat = NULL;
    struct table *table = NULL;
    unsigned number = 0;
    if (strlen(secret) != PAGE_SECRET_SIZE - 1 || !code_hash(scope, secret, hash))
        return NULL;
    HASH_FIND(hh, tables->page_seats, hash, HASH_SIZE, seat);
    if (seat == NULL || seat->kind != kind || seat->expires_at <= clock_now())
        return NULL;
    return kind == PAGE_INVITE || page_seat_person(tables, seat, &table, &number) != NULL ? seat
                                                                                          : NULL;
}

struct page_seat *page_seat_by_id(struct tables *tables, const char *id)
{
    struct page_seat *seat = NULL;
    HASH_FIND(by_id, tables->page_ids, id, strlen(id), seat);
    return seat != NULL && seat->expires_at > clock_now() ? seat : NULL;
}

/* Drops the oldest session of that seat if it has the most that are allowed, to make room for one
 * more. */
static void drop_oldest(struct tables *tables, const struct page_seat *like)
{
    struct page_seat *oldest = NULL;
    unsigned count = 0;
    for (struct page_seat *at = tables->page_seats; at != NULL; at = at->hh.next) {
        if (at->kind != PAGE_SESSION || at->table != like->table ||
            at->verified != like->verified || strcmp(at->key, like->key) != 0 ||
            strcmp(at->network, like->network) != 0)
            continue;
        count++;
        oldest = oldest == NULL || at->expires_at < oldest->expires_at ? at : oldest;
    }
    if (oldest != NULL && count >= PAGE_SESSIONS_OF_MAX)
        page_seat_drop(tables, oldest);
}

bool page_seat_exchange(struct tables *tables, struct page_seat *link,
                        char secret[PAGE_SECRET_SIZE])
{
    drop_oldest(tables, link);
    struct page_seat *seat =
        make_room(tables) ? create_page_seat(PAGE_SESSION, link->table, link->network, link->key)
                          : NULL;
    if (seat == NULL)
        return false;
    seat->verified = link->verified;
    page_seat_drop(tables, link);
    draw_secret(seat, secret);
    return keep_page_seat(tables, seat);
}

/* -- invitations and guests -- */

bool page_seat_uninvite(struct table *table)
{
    struct tables *tables = table->tables;
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    bool any = false;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (seat->kind != PAGE_INVITE || seat->table != table->id)
            continue;
        page_seat_drop(tables, seat);
        any = true;
    }
    return any;
}

/* Writes the person who invites, in the form of a row. */
static void write_inviter(const struct person *person, char by[BY_SIZE])
{
    snprintf(by, BY_SIZE, "%c\n%s\n%s", person->verified ? 'V' : 'n', person->network->name,
             person->key);
}

bool page_seat_invite(struct table *table, const struct person *by, char secret[PAGE_SECRET_SIZE])
{
    char inviter[BY_SIZE];
    struct tables *tables = table->tables;
    page_seat_uninvite(table);
    struct page_seat *seat =
        make_room(tables) ? create_page_seat(PAGE_INVITE, table->id, "", "") : NULL;
    if (seat == NULL)
        return false;
    write_inviter(by, inviter);
    seat->by = strdup(inviter);
    if (seat->by == NULL) {
        destroy_page_seat(seat);
        return false;
    }
    draw_secret(seat, secret);
    return keep_page_seat(tables, seat);
}

struct page_seat *page_seat_guest(struct table *table, const struct network *network,
                                  struct guest *guest)
{
    static const char blank[SEAT_ID_MAX] = "                                       ";
    struct tables *tables = table->tables;
    const char *by = guest->invite != NULL ? guest->invite->by : NULL;
    struct page_seat *seat =
        make_room(tables) ? create_page_seat(PAGE_SESSION, table->id, network->name, blank) : NULL;
    if (seat == NULL)
        return NULL;
    seat->by = by != NULL ? strdup(by) : NULL;
    if (by != NULL && seat->by == NULL) {
        destroy_page_seat(seat);
        return NULL;
    }
    draw_secret(seat, guest->session);
    memcpy(seat->texts + strlen(network->name) + 1, seat->id, strlen(seat->id) + 1);
    seat->guest = true;
    snprintf(seat->peer, sizeof(seat->peer), "%s", guest->peer != NULL ? guest->peer : "");
    return keep_page_seat(tables, seat) ? seat : NULL;
}

unsigned page_seat_guests(const struct tables *tables, int64_t table, const char *peer)
{
    unsigned count = 0;
    for (const struct page_seat *at = tables->page_seats; at != NULL; at = at->hh.next) {
        count += at->guest && at->kind == PAGE_SESSION && (table == 0 || at->table == table) &&
                 (peer == NULL || strcmp(at->peer, peer) == 0);
    }
    return count;
}

void page_seat_note_peer(struct tables *tables, const char *id, const char *peer)
{
    struct page_seat *seat = NULL;
    HASH_FIND(by_id, tables->page_ids, id, strlen(id), seat);
    if (seat != NULL && seat->guest && *seat->peer == '\0' && peer != NULL)
        snprintf(seat->peer, sizeof(seat->peer), "%s", peer);
}

const struct page_seat *page_seat_of_guest(const struct tables *tables, const struct person *person)
{
    const struct page_seat *seat = NULL;
    if (person == NULL || person->verified)
        return NULL;
    HASH_FIND(by_id, tables->page_ids, person->key, strlen(person->key), seat);
    return seat != NULL && seat->guest && is_of(seat, person) ? seat : NULL;
}

bool page_seat_together(const struct tables *tables, const struct person *one,
                        const struct person *other)
{
    const struct page_seat *first = page_seat_of_guest(tables, one);
    const struct page_seat *second = first != NULL ? page_seat_of_guest(tables, other) : NULL;
    return second != NULL && strcmp(first->peer, second->peer) == 0;
}

bool page_seat_invited(const struct tables *tables, const struct person *guest,
                       const struct person *by)
{
    char inviter[BY_SIZE];
    const struct page_seat *seat = by != NULL ? page_seat_of_guest(tables, guest) : NULL;
    if (seat == NULL || seat->by == NULL)
        return false;
    write_inviter(by, inviter);
    return strcmp(seat->by, inviter) == 0;
}

void page_seats_hand_over(struct table *table, const struct person *from, const struct person *to)
{
    char before[BY_SIZE];
    char inviter[BY_SIZE];
    struct tables *tables = table->tables;
    write_inviter(from, before);
    write_inviter(to, inviter);
    for (struct page_seat *at = tables->page_seats; at != NULL; at = at->hh.next) {
        if (at->table != table->id || at->by == NULL || strcmp(at->by, before) != 0)
            continue;
        char *copy = strdup(inviter);
        if (copy == NULL)
            continue;
        free(at->by);
        at->by = copy;
        write_row(tables, at);
    }
}

struct person *page_seat_person(struct tables *tables, const struct page_seat *seat,
                                struct table **table, unsigned *number)
{
    const struct network *network = network_named(tables->lent.people, seat->network);
    *table = table_by_id(tables, seat->table);
    struct person *person =
        network != NULL && *table != NULL
            ? people_known(tables->lent.people, network, seat->key, seat->verified)
            : NULL;
    *number = person != NULL ? seat_of(*table, person) : SEAT_NONE;
    return *number != SEAT_NONE ? person : NULL;
}

/* -- what is left to pages -- */

void page_seat_show(struct tables *tables, const char *id, bool open)
{
    struct page_seat *seat = NULL;
    struct table *table = NULL;
    unsigned number = 0;
    HASH_FIND(by_id, tables->page_ids, id, strlen(id), seat);
    if (seat == NULL)
        return;
    seat->open = open;
    if (!open && page_seat_person(tables, seat, &table, &number) != NULL)
        page_gone(table, number);
}

bool page_seat_alone(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    return person != NULL && person->preferences.page_alone &&
           page_seat_next_open(table, seat, NULL) != NULL;
}

const struct page_seat *page_seat_next_open(const struct table *table, unsigned seat,
                                            const struct page_seat *last)
{
    const struct person *person = table->seats[seat].person;
    const struct page_seat *at = last != NULL ? last->by_id.next : table->tables->page_ids;
    for (; at != NULL; at = at->by_id.next) {
        if (at->open && !at->guest && at->table == table->id && is_of(at, person))
            return at;
    }
    return NULL;
}

/* -- revoking -- */

unsigned page_seats_end(struct table *table, const struct person *person)
{
    struct tables *tables = table->tables;
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    unsigned count = 0;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (seat->table != table->id || !is_of(seat, person))
            continue;
        page_seat_drop(tables, seat);
        count++;
    }
    return count;
}

void page_seats_revoke(struct tables *tables, const struct person *person)
{
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (is_of(seat, person))
            drop_page_seat(tables, seat);
    }
}

/* Returns true if the person who invited that guest has a seat at the table, or left one in this
 * round. */
static bool inviter_sits(const struct table *table, const struct page_seat *seat)
{
    char inviter[BY_SIZE];
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person == NULL)
            continue;
        write_inviter(table->seats[i].person, inviter);
        if (strcmp(inviter, seat->by) == 0)
            return true;
    }
    return false;
}

/* Removes the name of an inviter who has no seat at the table any more, so that nothing is kept of
 * them (forget.h). */
static void forget_inviter(struct table *table, struct page_seat *seat)
{
    if (seat->by == NULL || inviter_sits(table, seat))
        return;
    free(seat->by);
    seat->by = NULL;
    write_row(table->tables, seat);
}

void page_seats_check(struct table *table)
{
    struct tables *tables = table->tables;
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        struct table *at = NULL;
        unsigned number = 0;
        if (seat->table != table->id)
            continue;
        if (seat->kind != PAGE_INVITE && page_seat_person(tables, seat, &at, &number) == NULL)
            drop_page_seat(tables, seat);
        else
            forget_inviter(table, seat);
    }
}

void page_seats_close(const struct table *table)
{
    struct tables *tables = table->tables;
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        if (seat->table == table->id)
            drop_page_seat(tables, seat);
    }
}

/* -- loading -- */

enum { LINES = 6 };

static struct page_seat *read_row(char *text)
{
    char *lines[LINES];
    for (unsigned i = 0; i < LINES; i++) {
        lines[i] = text;
        text = text != NULL ? strchr(text, '\n') : NULL;
        if (text != NULL)
            *text++ = '\0';
    }
    const char *kind =
        lines[LINES - 1] != NULL && *lines[0] != '\0' ? strchr(kinds, *lines[0]) : NULL;
    struct page_seat *seat = kind != NULL
                                 ? create_page_seat((enum page_seat_kind)(kind - kinds),
                                                    strtoll(lines[2], NULL, 10), lines[4], lines[5])
                                 : NULL;
    if (seat == NULL)
        return NULL;
    seat->expires_at = strtoll(lines[1], NULL, 10);
    seat->verified = *lines[3] == 'V';
    seat->by = text != NULL ? strdup(text) : NULL; /* older rows have none */
    return seat;
}

/* Loads a link, session or invitation. Drops a row that cannot be read or has expired; its owner
 * can ask for a new link. Keeps an expired row of a guest, who may still have the seat: tables are
 * read later. */
void page_seat_load(struct tables *tables, const char *key, const char *value)
{
    char *copy = strdup(value);
    struct page_seat *seat = copy != NULL ? read_row(copy) : NULL;
    free(copy);
    if (seat != NULL) {
        snprintf(seat->id, sizeof(seat->id), "page-%.*s", ID_DIGITS, key);
        seat->guest = strcmp(seat->id, seat->key) == 0;
    }
    if (seat != NULL && (seat->guest || seat->expires_at > clock_now()) &&
        hash_read_hex(key, seat->hash)) {
        add_to_list(tables, seat);
        if (seat->hh.tbl != NULL)
            return;
    }
    destroy_page_seat(seat);
    store_put_setting(tables->lent.store, scope, key, NULL);
}

void page_seat_unload(struct tables *tables, const char *key)
{
    uint8_t hash[HASH_SIZE];
    struct page_seat *seat = NULL;
    if (hash_read_hex(key, hash))
        HASH_FIND(hh, tables->page_seats, hash, HASH_SIZE, seat);
    if (seat == NULL)
        return;
    tables->page_drops += seat->kind == PAGE_SESSION;
    take_out(tables, seat);
}

void page_seats_finish(struct tables *tables)
{
    struct page_seat *seat = NULL;
    struct page_seat *next = NULL;
    HASH_ITER(hh, tables->page_seats, seat, next)
    {
        take_out(tables, seat);
    }
}
