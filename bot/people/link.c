#include "link.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/loop.h"
#include "base/text.h"
#include "bot/people/people_state.h"

_Static_assert((int)PERSON_ID_MAX <= (int)STORE_ACCOUNT_MAX, "the store keeps every account whole");

enum { CODES_MAX = 1000, SIDE_LINES = 7, LINES = 2 + 2 * SIDE_LINES };

static const char purpose[] = "link";
static const char used[] = "used"; /* in the store */

/* -- identities -- */

struct link_identity *link_identity_create(const struct store_identity *who, const char *id,
                                           const char *channel)
{
    const char *texts[] = {who->network, who->account,
                           who->name,    who->mark != NULL ? who->mark : "",
                           id,           channel != NULL ? channel : ""};
    enum { TEXTS = ARRAY_SIZE(texts) };
    const char *copies[TEXTS];
    size_t size = sizeof(struct link_identity);
    for (unsigned i = 0; i < TEXTS; i++)
        size += strlen(texts[i]) + 1;
    struct link_identity *identity = malloc(size);
    if (identity == NULL)
        return NULL;
    char *at = identity->text;
    for (unsigned i = 0; i < TEXTS; i++) {
        size_t length = strlen(texts[i]) + 1;
        copies[i] = memcpy(at, texts[i], length);
        at += length;
    }
    identity->who =
        (struct store_identity){copies[0], copies[1], copies[2], who->verified, copies[3]};
    identity->id = copies[4];
    identity->channel = *copies[5] != '\0' ? copies[5] : NULL;
    return identity;
}

bool link_same(const struct store_identity *one, const struct store_identity *other)
{
    if (!one->verified && !other->verified && strcmp(one->mark, other->mark) != 0)
        return false; /* the mark differs, so somebody else has the nick by now */
    return one->verified == other->verified && strcmp(one->network, other->network) == 0 &&
           strcmp(one->account, other->account) == 0;
}

static bool is_side_of(const struct link_identity *side, const struct store_identity *who)
{
    return side->who.verified == who->verified && strcmp(side->who.account, who->account) == 0 &&
           strcmp(side->who.network, who->network) == 0;
}

/* -- codes -- */

void link_destroy(struct link_code *code)
{
    if (code == NULL)
        return;
    free(code->maker);
    free(code->taker);
    free(code);
}

static void take_out(struct people *people, const struct link_code *code)
{
    struct link_code **at = &people->links;
    while (*at != code)
        at = &(*at)->next;
    *at = code->next;
    people->link_count--;
}

static void put_in(struct people *people, struct link_code *code)
{
    code->next = people->links;
    people->links = code;
    people->link_count++;
}

void link_take(struct people *people, struct link_code *code)
{
    char key[HASH_HEX];
    hash_hex(code->hash, key);
    store_put_setting(people->store, "link", key, NULL);
    take_out(people, code);
}

void link_drop(struct people *people, struct link_code *code)
{
    link_take(people, code);
    link_destroy(code);
}

void link_unload(struct people *people, const char *key)
{
    uint8_t hash[HASH_SIZE];
    struct link_code *code = people->links;
    if (!hash_read_hex(key, hash))
        return;
    while (code != NULL && memcmp(code->hash, hash, sizeof(hash)) != 0)
        code = code->next;
    if (code != NULL) {
        take_out(people, code);
        link_destroy(code);
    }
}

/* Drops expired codes, the code that `who` had before, and the oldest codes if there are too many.
 */
static void sweep_codes(struct people *people, const struct store_identity *who)
{
    struct link_code *next = NULL;
    for (struct link_code *code = people->links; code != NULL; code = next) {
        next = code->next;
        bool before = code->taker == NULL && link_same(&code->maker->who, who);
        if (code->expires_at <= clock_now() || before ||
            (next == NULL && people->link_count >= CODES_MAX))
            link_drop(people, code);
    }
}

/* Takes the identity over. */
static struct link_code *add_code(struct people *people, struct link_identity *maker,
                                  const uint8_t hash[HASH_SIZE], int64_t expires_at)
{
    struct link_code *code = maker != NULL ? calloc(1, sizeof(*code)) : NULL;
    if (code == NULL) {
        free(maker);
        return NULL;
    }
    *code = (struct link_code){.expires_at = expires_at, .maker = maker};
    memcpy(code->hash, hash, sizeof(code->hash));
    put_in(people, code);
    return code;
}

static void add_side(struct buf *buf, const struct link_identity *side)
{
    const struct store_identity *who = &side->who;
    buf_printf(buf, "\n%c\n%s\n%s\n%s\n%s\n%s\n%s", who->verified ? 'V' : 'n', who->network,
               who->account, who->mark, who->name, side->id,
               side->channel != NULL ? side->channel : "");
}

static void store_code(struct people *people, const struct link_code *code)
{
    char key[HASH_HEX];
    char value[4096];
    struct buf buf;
    buf_init(&buf, value, sizeof(value));
    buf_printf(&buf, "%" PRId64 "\n%s", code->expires_at, code->taker != NULL ? used : "open");
    add_side(&buf, code->maker);
    if (code->taker != NULL)
        add_side(&buf, code->taker);
    hash_hex(code->hash, key);
    store_put_setting(people->store, "link", key, value);
}

bool link_offer(struct people *people, const struct store_identity *who, const char *id,
                const char *channel, char code[CODE_SIZE])
{
    uint8_t hash[HASH_SIZE];
    sweep_codes(people, who);
    if (!people_make_code(people, purpose, code) || !code_hash(purpose, code, hash))
        log_fatal(people->log, "no randomness from the system, no code would be safe: ending");
    const struct link_code *made = add_code(people, link_identity_create(who, id, channel), hash,
                                            clock_now() + (int64_t)people->options->link_life);
    if (made != NULL)
        store_code(people, made);
    return made != NULL;
}

/* Finds where the code begins in words of the form NAME-CODE or CODE. Returns NULL if they have
 * neither form. */
static const char *code_in(const char *words)
{
    size_t length = strlen(words);
    const char *code = words + length - (length < CODE_LENGTH ? length : CODE_LENGTH);
    return length == CODE_LENGTH || (length > CODE_LENGTH && code[-1] == '-') ? code : NULL;
}

static void name_of(const struct store_identity *maker, char out[LINK_NAME_MAX + 1])
{
    struct buf buf;
    buf_init(&buf, out, LINK_NAME_MAX + 1);
    text_letters(&buf, maker->name, strlen(maker->name));
    if (out[0] == '\0') /* a name of signs */
        text_letters(&buf, maker->network, strlen(maker->network));
}

void link_words(const struct store_identity *maker, const char *code, char out[LINK_WORDS_SIZE])
{
    char name[LINK_NAME_MAX + 1];
    name_of(maker, name);
    snprintf(out, LINK_WORDS_SIZE, "%s-%s", name, code);
}

bool link_names(const struct link_code *code, const char *words)
{
    char name[LINK_NAME_MAX + 1];
    char said[LINK_NAME_MAX + 1];
    const char *at = code_in(words);
    size_t length = at != NULL && at > words ? (size_t)(at - words) - 1 : 0;
    if (length == 0 || length >= sizeof(said))
        return false;
    snprintf(said, sizeof(said), "%.*s", (int)length, words);
    name_of(&code->maker->who, name);
    return text_same(said, name);
}

struct link_code *link_find(struct people *people, const char *words)
{
    uint8_t hash[HASH_SIZE];
    struct link_code *found = NULL;
    const char *code = code_in(words);
    if (code == NULL || !code_hash(purpose, code, hash))
        return NULL;
    for (struct link_code *at = people->links; at != NULL; at = at->next) {
        if (code_same(at->hash, hash, HASH_SIZE) && at->taker == NULL &&
            at->expires_at > clock_now())
            found = at;
    }
    return found;
}

struct link_code *link_made_by(struct people *people, const struct store_identity *who)
{
    struct link_code *code = people->links;
    while (code != NULL && (code->taker != NULL || !link_same(&code->maker->who, who) ||
                            code->expires_at <= clock_now()))
        code = code->next;
    return code;
}

void link_use(struct people *people, struct link_code *code)
{
    code->expires_at = clock_now() + (int64_t)people->options->link_settles;
    put_in(people, code);
    store_code(people, code);
}

bool link_overheard(struct people *people, const char *text)
{
    bool any = false;
    while (people->links != NULL && *text != '\0') {
        char word[CODE_SIZE];
        size_t length = 0;
        while (isalnum((unsigned char)text[length]))
            length++;
        snprintf(word, sizeof(word), "%.*s", length == CODE_LENGTH ? CODE_LENGTH : 0, text);
        struct link_code *code = link_find(people, word);
        if (code != NULL) {
            link_drop(people, code);
            any = true;
        }
        code_wipe(word, sizeof(word));
        text += length + (text[length] != '\0');
    }
    return any;
}

const struct store_identity *link_young(const struct people *people,
                                        const struct store_identity *who)
{
    for (const struct link_code *code = people->links; code != NULL; code = code->next) {
        if (code->taker == NULL || code->expires_at <= clock_now())
            continue;
        if (is_side_of(code->maker, who))
            return &code->taker->who;
        if (is_side_of(code->taker, who))
            return &code->maker->who;
    }
    return NULL;
}

void link_forget(struct people *people, const struct store_identity *who)
{
    struct link_code *next = NULL;
    for (struct link_code *code = people->links; code != NULL; code = next) {
        next = code->next;
        if (is_side_of(code->maker, who) || (code->taker != NULL && is_side_of(code->taker, who)))
            link_drop(people, code);
    }
}

/* -- loading -- */

static struct link_identity *read_side(char *const lines[SIDE_LINES])
{
    if (lines[SIDE_LINES - 1] == NULL)
        return NULL;
    const struct store_identity who = {.network = lines[1],
                                       .account = lines[2],
                                       .mark = lines[3],
                                       .name = lines[4],
                                       .verified = *lines[0] == 'V'};
    return link_identity_create(&who, lines[5], lines[6]);
}

void link_load(struct people *people, const char *key, const char *value)
{
    uint8_t hash[HASH_SIZE];
    char *lines[LINES];
    char *copy = strdup(value);
    char *at = copy;
    if (copy == NULL)
        log_fatal(people->log, "out of memory for a link that waits: ending");
    for (unsigned i = 0; i < LINES; i++) {
        lines[i] = at;
        at = at != NULL ? strchr(at, '\n') : NULL;
        if (at != NULL)
            *at++ = '\0';
    }
    struct link_identity *maker =
        read_side(lines + 2); /* NULL for a row of an older version, which is dropped */
    int64_t expires_at = strtoll(lines[0], NULL, 10);
    bool good = maker != NULL && expires_at > clock_now() && hash_read_hex(key, hash);
    struct link_code *code = good ? add_code(people, maker, hash, expires_at) : NULL;
    if (!good)
        free(maker);
    if (code == NULL)
        store_put_setting(people->store, "link", key, NULL);
    else if (strcmp(lines[1], used) == 0)
        code->taker = read_side(lines + 2 + SIDE_LINES);
    free(copy);
}

void link_finish(struct people *people)
{
    while (people->links != NULL) {
        struct link_code *code = people->links;
        people->links = code->next;
        link_destroy(code);
    }
    people->link_count = 0;
}
