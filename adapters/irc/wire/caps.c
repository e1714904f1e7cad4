#include "caps.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/session_state.h"
#include "base/array.h"
#include "register.h"
#include "sts.h"

/* The capabilities that we ask for, in this order. */
static const struct {
    const char *name;
    enum capability bit;
} capabilities[] = {
    {"message-tags", CAP_MESSAGE_TAGS},
    {"account-tag", CAP_ACCOUNT_TAG},
    {"account-notify", CAP_ACCOUNT_NOTIFY},
    {"extended-join", CAP_EXTENDED_JOIN},
    {"chghost", CAP_CHGHOST},
    {"setname", CAP_SETNAME}, /* asked for, but we keep nothing of what setname and away-notify
                               * tell */
    {"away-notify", CAP_AWAY_NOTIFY},
    {"server-time", CAP_SERVER_TIME},
    {"batch", CAP_BATCH},
    {"echo-message", CAP_ECHO},
    {"labeled-response", CAP_LABELS},
    {"multi-prefix", CAP_MULTI_PREFIX},
    {"userhost-in-names", CAP_HOSTS_IN_NAMES},
    {"invite-notify", CAP_INVITE_NOTIFY},
    {"cap-notify", CAP_NOTIFY},
    {"standard-replies", CAP_STANDARD_REPLIES},
    {"sasl", CAP_SASL}, /* the last row, because its ACK begins the login */
};
enum { CAPABILITIES = ARRAY_SIZE(capabilities), REQUEST = 400 };

void caps_begin(struct session *session)
{
    session->caps = session->caps_listed = session->caps_asked = 0;
    session->caps_ended = false;
    session->caps_listing = true;
    SESSION_PUT(session, SENDQ_URGENT, "CAP", NULL, "LS", "302");
}

void caps_end(struct session *session)
{
    if (session->stage != STAGE_REGISTERING || session->caps_ended || session->caps_listing ||
        session->caps_asked > 0 || login_runs(session))
        return;
    session->caps_ended = true;
    if (!login_must_leave(session))
        SESSION_PUT(session, SENDQ_URGENT, "CAP", NULL, "END");
}

/* One word of LS, NEW or ACK: "sasl=PLAIN", "-multi-prefix". */
struct cap_word {
    const char *name, *value; /* value: "" without one */
    size_t name_length, value_length;
    bool minus;
};

static bool next_word(const char **list, struct cap_word *word)
{
    const char *at = *list + strspn(*list, " ");
    word->minus = *at == '-';
    at += word->minus;
    size_t length = strcspn(at, " ");
    const char *equals = memchr(at, '=', length);
    word->name = at;
    word->name_length = equals != NULL ? (size_t)(equals - at) : length;
    word->value = equals != NULL ? equals + 1 : "";
    word->value_length = equals != NULL ? length - word->name_length - 1 : 0;
    *list = at + length;
    return length > 0;
}

static bool is_named(const struct cap_word *word, const char *name)
{
    return strlen(name) == word->name_length && memcmp(name, word->name, word->name_length) == 0;
}

/* Returns the bits of the names in `list`. Those with a '-' in front go to `without`. */
static unsigned cap_bits(const char *list, unsigned *without)
{
    unsigned with = 0;
    struct cap_word word;
    *without = 0;
    while (next_word(&list, &word)) {
        for (unsigned i = 0; i < CAPABILITIES; i++) {
            if (is_named(&word, capabilities[i].name))
                *(word.minus ? without : &with) |= capabilities[i].bit;
        }
    }
    return with;
}

/* Takes the capability sts, which we never request. In plain text it asks us to come back by TLS.
 * By TLS it says for how long we must not connect without TLS. */
static void take_sts(struct session *session, const struct cap_word *word)
{
    struct sts_offer offer;
    sts_parse(&offer, word->value, word->value_length);
    if (!session->tls && offer.port) {
        session->upgrade = offer.port;
        session_fail(session, SESSION_UPGRADE, "the server wants TLS");
    } else if (session->tls && offer.lasts && session->setup.secure != NULL) {
        session->setup.secure(session->setup.arg, offer.duration);
    }
}

/* Takes the values that LS or NEW puts behind the names of capabilities. */
static void take_values(struct session *session, const char *list)
{
    struct cap_word word;
    while (next_word(&list, &word)) {
        throttle_token(session, word.name, word.name_length);
        if (is_named(&word, "sasl"))
            login_offered(session, word.value, word.value_length);
        else if (is_named(&word, "sts"))
            take_sts(session, &word);
    }
}

static void ask_caps(struct session *session, unsigned bits)
{
    char names[REQUEST] = "";
    size_t used = 0;
    if (!login_wanted(session))
        bits &= ~(unsigned)CAP_SASL;
    for (unsigned i = 0; i < CAPABILITIES; i++) {
        if (bits & capabilities[i].bit) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used ? " " : "",
                                     capabilities[i].name);
        }
    }
    if (used > 0 && SESSION_PUT(session, SENDQ_URGENT, "CAP", names, "REQ"))
        session->caps_asked++;
}

static void on_ls(struct session *session, const struct proto_line *line, unsigned bits)
{
    session->caps_listed |= bits;
    if (line->count > 3 && strcmp(line->params[2], "*") == 0)
        return; /* more lines follow */
    register_listed(session);
    ask_caps(session, session->caps_listed & ~session->caps);
    session->caps_listed = 0;
    session->caps_listing = false;
}

static void end_request(struct session *session)
{
    if (session->caps_asked > 0)
        session->caps_asked--;
    session->caps_listing = false;
}

static void on_ack(struct session *session, unsigned with, unsigned without)
{
    session->caps = (session->caps | with) & ~without;
    if (with & CAP_SASL)
        login_begin(session);
    end_request(session);
}

/* A server refuses a REQ as a whole, so we ask for each of its capabilities once more. */
static void on_nak(struct session *session, unsigned bits)
{
    if (bits & (bits - 1)) {
        for (unsigned i = 0; i < CAPABILITIES; i++)
            ask_caps(session, bits & capabilities[i].bit);
    }
    end_request(session);
}

void caps_on_cap(struct session *session, const struct proto_line *line)
{
    const char *verb = line->params[1];
    const char *list = line->params[line->count - 1];
    unsigned without;
    unsigned with = cap_bits(list, &without);
    if (strcmp(verb, "LS") == 0) {
        take_values(session, list);
        on_ls(session, line, with);
    } else if (strcmp(verb, "ACK") == 0) {
        on_ack(session, with, without);
    } else if (strcmp(verb, "NAK") == 0) {
        on_nak(session, with);
    } else if (strcmp(verb, "NEW") == 0) {
        take_values(session, list);
        ask_caps(session, with & ~session->caps);
    } else if (strcmp(verb, "DEL") == 0) {
        session->caps &= ~with;
    }
}
