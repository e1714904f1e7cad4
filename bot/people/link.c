#include "link.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/buf.h"
#include "bot/base/loop.h"
#include "bot/people/host.h"

_Static_assert((int)PERSON_ID_MAX <= (int)STORE_ACCOUNT_MAX, "the store keeps every account whole");

enum { CODES_MAX = 1000, SIDE_LINES = 7, LINES = 2 + 2 * SIDE_LINES };

static const char purpose[] = "link";

/* -- identities -- */

struct link_identity *link_identity_create(const struct store_identity *who, const char *id,
                                           const char *channel)
{
    const char *texts[] = {who->network, who->account,
                           who->name,    who->mark != NULL ? who->mark : "",
                           id,           channel != NULL ? channel : ""};
    enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };
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
        return false; /* the nick is another's by now */
    return one->verified == other->verified && strcmp(one->network, other->network) == 0 &&
           strcmp(one->account, other->account) == 0;
}

/* -- codes -- */

static void take_out(struct host *host, struct link_code *code)
{
    struct link_code **at = &host->links;
    while (*at != code)
        at = &(*at)->next;
    *at = code->next;
    host->link_count--;
    free(code->maker);
    free(code->taker);
    free(code);
}

void link_drop(struct host *host, struct link_code *code)
{
    char key[HASH_HEX];
    hash_hex(code->hash, key);
    store_put_setting(host->store, "link", key, NULL);
    take_out(host, code);
}

void link_unload(struct host *host, const char *key)
{
    uint8_t hash[HASH_SIZE];
    struct link_code *code = host->links;
    if (!hash_read_hex(key, hash))
        return;
    while (code != NULL && memcmp(code->hash, hash, sizeof(hash)) != 0)
        code = code->next;
    if (code != NULL)
        take_out(host, code);
}

/* What is over, what `who` had before, and the oldest when there are too many. */
static void sweep(struct host *host, const struct store_identity *who)
{
    struct link_code *next = NULL;
    for (struct link_code *code = host->links; code != NULL; code = next) {
        next = code->next;
        if (code->expires_at <= clock_now() || link_same(&code->maker->who, who) ||
            (next == NULL && host->link_count >= CODES_MAX))
            link_drop(host, code);
    }
}

/* Takes the identity over. */
static struct link_code *add(struct host *host, struct link_identity *maker,
                             const uint8_t hash[HASH_SIZE], int64_t expires_at)
{
    struct link_code *code = maker != NULL ? calloc(1, sizeof(*code)) : NULL;
    if (code == NULL) {
        free(maker);
        return NULL;
    }
    *code = (struct link_code){.next = host->links, .expires_at = expires_at, .maker = maker};
    memcpy(code->hash, hash, sizeof(code->hash));
    host->links = code;
    host->link_count++;
    return code;
}

static void add_side(struct buf *buf, const struct link_identity *side)
{
    const struct store_identity *who = &side->who;
    buf_printf(buf, "\n%c\n%s\n%s\n%s\n%s\n%s\n%s", who->verified ? 'V' : 'n', who->network,
               who->account, who->mark, who->name, side->id,
               side->channel != NULL ? side->channel : "");
}

void link_keep(struct host *host, const struct link_code *code)
{
    char key[HASH_HEX];
    char value[4096];
    struct buf buf;
    buf_init(&buf, value, sizeof(value));
    buf_printf(&buf, "%" PRId64 "\n%s", code->expires_at,
               code->shown  ? "shown"
               : code->sure ? "sure"
                            : "open");
    add_side(&buf, code->maker);
    if (code->taker != NULL)
        add_side(&buf, code->taker);
    hash_hex(code->hash, key);
    store_put_setting(host->store, "link", key, value);
}

bool link_offer(struct host *host, const struct store_identity *who, const char *id,
                const char *channel, char code[CODE_SIZE])
{
    uint8_t hash[HASH_SIZE];
    sweep(host, who);
    if (!code_make(host->options.seed, purpose, host->codes++, code) ||
        !code_hash(purpose, code, hash))
        log_fatal(&host->log, "no randomness from the system, no code would be safe: ending");
    const struct link_code *made = add(host, link_identity_create(who, id, channel), hash,
                                       clock_now() + (int64_t)host->options.link_life);
    if (made != NULL)
        link_keep(host, made);
    return made != NULL;
}

struct link_code *link_find(struct host *host, const char *code)
{
    uint8_t hash[HASH_SIZE];
    struct link_code *found = NULL;
    if (strlen(code) != CODE_LENGTH || !code_hash(purpose, code, hash))
        return NULL;
    for (struct link_code *at = host->links; at != NULL; at = at->next)
        if (code_same(at->hash, hash, HASH_SIZE) && at->expires_at > clock_now())
            found = at;
    return found;
}

struct link_code *link_made_by(struct host *host, const struct store_identity *who)
{
    struct link_code *code = host->links;
    while (code != NULL && (!link_same(&code->maker->who, who) || code->expires_at <= clock_now()))
        code = code->next;
    return code;
}

bool link_take(struct host *host, struct link_code *code, const struct store_identity *who,
               const char *id, const char *channel)
{
    struct link_identity *taker = link_identity_create(who, id, channel);
    if (taker == NULL)
        return false;
    free(code->taker);
    code->taker = taker;
    link_keep(host, code);
    return true;
}

bool link_overheard(struct host *host, const char *text)
{
    bool any = false;
    while (host->links != NULL && *text != '\0') {
        char word[CODE_SIZE];
        size_t length = 0;
        while (isalnum((unsigned char)text[length]))
            length++;
        snprintf(word, sizeof(word), "%.*s", length == CODE_LENGTH ? CODE_LENGTH : 0, text);
        struct link_code *code = link_find(host, word);
        if (code != NULL) {
            link_drop(host, code);
            any = true;
        }
        code_wipe(word);
        text += length + (text[length] != '\0');
    }
    return any;
}

static bool is_side_of(const struct link_identity *side, const struct store_identity *who)
{
    return side != NULL && side->who.verified == who->verified &&
           strcmp(side->who.account, who->account) == 0 &&
           strcmp(side->who.network, who->network) == 0;
}

void link_forget(struct host *host, const struct store_identity *who)
{
    struct link_code *next = NULL;
    for (struct link_code *code = host->links; code != NULL; code = next) {
        next = code->next;
        if (is_side_of(code->maker, who) || is_side_of(code->taker, who))
            link_drop(host, code);
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

void link_load(struct host *host, const char *key, const char *value)
{
    uint8_t hash[HASH_SIZE];
    char *lines[LINES];
    char *copy = strdup(value);
    char *at = copy;
    if (copy == NULL)
        log_fatal(&host->log, "out of memory for a link that waits: ending");
    for (unsigned i = 0; i < LINES; i++) {
        lines[i] = at;
        at = at != NULL ? strchr(at, '\n') : NULL;
        if (at != NULL)
            *at++ = '\0';
    }
    struct link_identity *maker = read_side(lines + 2); /* an older version's: none, it is over */
    bool good = maker != NULL && hash_read_hex(key, hash);
    struct link_code *code = good ? add(host, maker, hash, strtoll(lines[0], NULL, 10)) : NULL;
    if (!good)
        free(maker);
    if (code != NULL)
        code->taker = read_side(lines + 2 + SIDE_LINES);
    else
        store_put_setting(host->store, "link", key, NULL);
    if (code != NULL && code->taker != NULL) {
        code->shown = strcmp(lines[1], "shown") == 0;
        code->sure = code->shown || strcmp(lines[1], "sure") == 0;
    }
    free(copy);
}

void link_finish(struct host *host)
{
    while (host->links != NULL) {
        struct link_code *code = host->links;
        host->links = code->next;
        free(code->maker);
        free(code->taker);
        free(code);
    }
    host->link_count = 0;
}
