#include "isupport.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
    JOIN_TARGETS = 10, /* channels of one JOIN; InspIRCd takes 20 and silently ignores the others */
    MONITOR_MAX = 1000
};

void isupport_init(struct isupport *isupport)
{
    *isupport = (struct isupport){
        .map = PROTO_RFC1459,
        .channel_types = "#&",
        .rank_modes = "ov",
        .rank_signs = "@+",
        .modes_always = "beIk",
        .modes_set = "l",
        .line_length = PROTO_LINE,
        .join_targets = JOIN_TARGETS,
    };
}

/* Returns the number in `value`, or `most` if it is larger; 0: the text is no number, or 0. */
static unsigned read_number(const char *value, unsigned most)
{
    unsigned n = 0;
    size_t i = 0;
    for (; value[i] >= '0' && value[i] <= '9' && n <= most; i++)
        n = n * 10 + (unsigned)(value[i] - '0');
    return n > most ? most : n;
}

static void copy_value(char *out, size_t size, const char *text, size_t length)
{
    if (length < size) {
        memcpy(out, text, length);
        out[length] = '\0';
    }
}

/* With an unknown casemapping we compare as ASCII does. If two names are equal only for the server,
 * we take them for different. */
static void take_casemapping(struct isupport *isupport, const char *value)
{
    if (strcmp(value, "rfc1459") == 0)
        isupport->map = PROTO_RFC1459;
    else if (strcmp(value, "rfc1459-strict") == 0 || strcmp(value, "strict-rfc1459") == 0)
        isupport->map = PROTO_STRICT;
    else
        isupport->map = PROTO_ASCII;
}

static void take_chantypes(struct isupport *isupport, const char *value)
{
    if (*value != '\0')
        copy_value(isupport->channel_types, sizeof(isupport->channel_types), value, strlen(value));
}

static void take_prefix(struct isupport *isupport, const char *value)
{
    const char *end = strchr(value, ')');
    if (*value != '(' || end == NULL)
        return;
    size_t count = (size_t)(end - value) - 1;
    if (count == strlen(end + 1) && count <= ISUPPORT_RANKS) {
        copy_value(isupport->rank_modes, sizeof(isupport->rank_modes), value + 1, count);
        copy_value(isupport->rank_signs, sizeof(isupport->rank_signs), end + 1, count);
    }
}

static void take_chanmodes(struct isupport *isupport, const char *value)
{
    const char *b = strchr(value, ',');
    const char *c = b != NULL ? strchr(b + 1, ',') : NULL;
    if (c == NULL)
        return;
    char always[sizeof(isupport->modes_always)] = "";
    size_t a_length = (size_t)(b - value);
    size_t b_length = (size_t)(c - b) - 1;
    if (a_length + b_length < sizeof(always)) {
        memcpy(always, value, a_length);
        memcpy(always + a_length, b + 1, b_length);
        memcpy(isupport->modes_always, always, sizeof(always));
    }
    copy_value(isupport->modes_set, sizeof(isupport->modes_set), c + 1, strcspn(c + 1, ","));
}

static void take_nicklen(struct isupport *isupport, const char *value)
{
    isupport->nick_length = read_number(value, PROTO_NICK - 1);
}

static void take_linelen(struct isupport *isupport, const char *value)
{
    unsigned length = read_number(value, PROTO_LINE_MAX);
    isupport->line_length = length > PROTO_LINE ? length : PROTO_LINE;
}

static void limit_joins(struct isupport *isupport, unsigned most)
{
    if (most > 0 && most < isupport->join_targets)
        isupport->join_targets = most;
}

static void take_maxtargets(struct isupport *isupport, const char *value)
{
    limit_joins(isupport, read_number(value, JOIN_TARGETS));
}

static void take_targmax(struct isupport *isupport, const char *value)
{
    for (const char *at = value; *at != '\0';) {
        if (strncmp(at, "JOIN:", 5) == 0)
            limit_joins(isupport, read_number(at + 5, JOIN_TARGETS));
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

static void take_bot(struct isupport *isupport, const char *value)
{
    bool letter = (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z');
    isupport->bot_mode = (char)(letter && value[1] == '\0' ? *value : 0);
}

static void take_whox(struct isupport *isupport, const char *value)
{
    (void)value;
    isupport->whox = true;
}

static void take_cprivmsg(struct isupport *isupport, const char *value)
{
    (void)value;
    isupport->cprivmsg = true;
}

static void take_cnotice(struct isupport *isupport, const char *value)
{
    (void)value;
    isupport->cnotice = true;
}

static void take_utf8only(struct isupport *isupport, const char *value)
{
    (void)value;
    isupport->utf8 = true;
}

static void take_monitor(struct isupport *isupport, const char *value)
{
    isupport->monitor = *value != '\0' ? read_number(value, MONITOR_MAX) : MONITOR_MAX;
}

static const struct {
    const char *name;
    void (*take)(struct isupport *isupport, const char *value);
} tokens[] = {
    {"CASEMAPPING", take_casemapping},
    {"CHANTYPES", take_chantypes},
    {"PREFIX", take_prefix},
    {"CHANMODES", take_chanmodes},
    {"NICKLEN", take_nicklen},
    {"LINELEN", take_linelen},
    {"MAXTARGETS", take_maxtargets},
    {"TARGMAX", take_targmax},
    {"BOT", take_bot},
    {"WHOX", take_whox},
    {"MONITOR", take_monitor},
    {"CPRIVMSG", take_cprivmsg},
    {"CNOTICE", take_cnotice},
    {"UTF8ONLY", take_utf8only},
};

void isupport_take(struct isupport *isupport, const char *token)
{
    size_t length = strcspn(token, "=");
    const char *value = token[length] != '\0' ? token + length + 1 : "";
    for (size_t i = 0; i < ARRAY_SIZE(tokens); i++) {
        if (strlen(tokens[i].name) == length && memcmp(tokens[i].name, token, length) == 0) {
            tokens[i].take(isupport, value);
            return;
        }
    }
}

bool isupport_channel(const struct isupport *isupport, const char *name)
{
    return *name != '\0' && strchr(isupport->channel_types, *name) != NULL;
}

static uint8_t rank_bit(const char *ranks, char c)
{
    const char *at = c != '\0' ? strchr(ranks, c) : NULL;
    return (uint8_t)(at != NULL ? 1U << (at - ranks) : 0U);
}

uint8_t isupport_rank_mode(const struct isupport *isupport, char mode)
{
    return rank_bit(isupport->rank_modes, mode);
}

uint8_t isupport_rank_sign(const struct isupport *isupport, char sign)
{
    return rank_bit(isupport->rank_signs, sign);
}

uint8_t isupport_operators(const struct isupport *isupport)
{
    uint8_t op = rank_bit(isupport->rank_modes, 'o');
    return (uint8_t)(op ? op | (op - 1) : 0);
}

bool isupport_mode_takes(const struct isupport *isupport, char mode, bool set)
{
    return isupport_rank_mode(isupport, mode) || strchr(isupport->modes_always, mode) != NULL ||
           (set && strchr(isupport->modes_set, mode) != NULL);
}
