#include "link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/loop.h"
#include "bot/host.h"

enum { CODES_MOST = 1000 };

static const char purpose[] = "link";

/* -- identities -- */

struct link_identity *link_identity_create(const struct store_identity *who)
{
    const char *texts[] = {who->network, who->account, who->name, who->mark ? who->mark : ""};
    const char *copies[4];
    size_t size = sizeof(struct link_identity);
    for (unsigned i = 0; i < 4; i++)
        size += strlen(texts[i]) + 1;
    struct link_identity *identity = malloc(size);
    if (identity == NULL)
        return NULL;
    char *at = identity->text;
    for (unsigned i = 0; i < 4; i++) {
        size_t length = strlen(texts[i]) + 1;
        copies[i] = memcpy(at, texts[i], length);
        at += length;
    }
    identity->who =
        (struct store_identity){copies[0], copies[1], copies[2], who->verified, copies[3]};
    return identity;
}

bool link_same(const struct store_identity *one, const struct store_identity *other)
{
    return one->verified == other->verified && strcmp(one->network, other->network) == 0 &&
           strcmp(one->account, other->account) == 0;
}

/* -- codes -- */

static void drop(struct host *host, struct link_code **at)
{
    struct link_code *code = *at;
    char key[FAIR_HEX];
    fair_hex(code->hash, key);
    store_put_setting(host->store, "link", key, NULL);
    *at = code->next;
    host->link_count--;
    free(code->identity);
    free(code);
}

/* What is over, what `who` had before, and the oldest when there are too many. */
static void sweep(struct host *host, const struct store_identity *who)
{
    struct link_code **at = &host->links;
    while (*at != NULL) {
        if ((*at)->expires_at <= clock_now() || link_same(&(*at)->identity->who, who) ||
            ((*at)->next == NULL && host->link_count >= CODES_MOST))
            drop(host, at);
        else
            at = &(*at)->next;
    }
}

/* Takes the identity over. */
static struct link_code *add(struct host *host, struct link_identity *identity,
                             const uint8_t hash[FAIR_SIZE], int64_t expires_at)
{
    struct link_code *code = identity != NULL ? calloc(1, sizeof(*code)) : NULL;
    if (code == NULL) {
        free(identity);
        return NULL;
    }
    *code = (struct link_code){.next = host->links, .expires_at = expires_at, .identity = identity};
    memcpy(code->hash, hash, sizeof(code->hash));
    host->links = code;
    host->link_count++;
    return code;
}

bool link_offer(struct host *host, const struct store_identity *who, char code[CODE_SIZE])
{
    uint8_t hash[FAIR_SIZE];
    char key[FAIR_HEX];
    char value[1024];
    int64_t expires_at = clock_now() + (int64_t)host->options.link_life;
    sweep(host, who);
    if (!code_make(host->options.seed, purpose, host->codes++, code) ||
        !code_hash(purpose, code, hash))
        abort(); /* no randomness from the system: no code would be safe */
    int length = snprintf(value, sizeof(value), "%" PRId64 "\n%c\n%s\n%s\n%s\n%s", expires_at,
                          who->verified ? 'V' : 'n', who->network, who->account,
                          who->mark != NULL ? who->mark : "", who->name);
    if (length < 0 || (size_t)length >= sizeof(value) ||
        add(host, link_identity_create(who), hash, expires_at) == NULL)
        return false;
    fair_hex(hash, key);
    store_put_setting(host->store, "link", key, value);
    return true;
}

static struct link_code **find(struct host *host, const char *code)
{
    uint8_t hash[FAIR_SIZE];
    struct link_code **found = NULL;
    if (strlen(code) != CODE_LENGTH || !code_hash(purpose, code, hash))
        return NULL;
    for (struct link_code **at = &host->links; *at != NULL; at = &(*at)->next)
        if (code_same((*at)->hash, hash, FAIR_SIZE))
            found = at;
    return found;
}

struct link_identity *link_look(struct host *host, const char *code)
{
    struct link_code **found = find(host, code);
    return found != NULL && (*found)->expires_at > clock_now()
               ? link_identity_create(&(*found)->identity->who)
               : NULL;
}

struct link_identity *link_take(struct host *host, const char *code)
{
    struct link_identity *identity = link_look(host, code);
    struct link_code **found = find(host, code);
    if (found != NULL)
        drop(host, found);
    return identity;
}

void link_load(struct host *host, const char *key, const char *value)
{
    uint8_t hash[FAIR_SIZE];
    char *parts[6];
    char *copy = strdup(value);
    char *at = copy;
    for (unsigned i = 0; i < 6; i++) {
        parts[i] = at;
        at = at != NULL ? strchr(at, '\n') : NULL;
        if (at != NULL)
            *at++ = '\0';
    }
    if (parts[5] != NULL && code_read_hex(key, hash)) {
        const struct store_identity who = {.network = parts[2],
                                           .account = parts[3],
                                           .mark = parts[4],
                                           .name = parts[5],
                                           .verified = *parts[1] == 'V'};
        add(host, link_identity_create(&who), hash, strtoll(parts[0], NULL, 10));
    }
    free(copy);
}

void link_finish(struct host *host)
{
    while (host->links != NULL) {
        struct link_code *code = host->links;
        host->links = code->next;
        free(code->identity);
        free(code);
    }
    host->link_count = 0;
}
