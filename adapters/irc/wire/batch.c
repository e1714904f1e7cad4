#include "batch.h"

#include <string.h>

#include "adapters/irc/session_state.h"
#include "base/array.h"

enum { HISTORY_AGE = 300 /* s; the clocks of servers differ by less */ };

void batch_begin(struct session *session)
{
    memset(session->batches.batch, 0, sizeof(session->batches.batch));
    session->batches.next = 0;
    session->batches.newest = 0;
    session->batches.own_clock = false;
    session->batches.split = false;
}

static enum batch_kind kind_of(const char *type)
{
    static const struct {
        const char *type;
        enum batch_kind kind;
    } kinds[] = {
        {"netsplit", BATCH_SPLIT},
        {"chathistory", BATCH_HISTORY},
        {"draft/chathistory", BATCH_HISTORY},
        {"znc.in/playback", BATCH_HISTORY},
        {"soju.im/search", BATCH_HISTORY},
    };
    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        if (strcmp(kinds[i].type, type) == 0)
            return kinds[i].kind;
    }
    return BATCH_OTHER;
}

static uint64_t hash_of(const char *reference)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *at = reference; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    return hash ? hash : 1;
}

static struct line_batch *find_batch(struct session *session, uint64_t reference)
{
    for (unsigned i = 0; i < BATCHES_MAX; i++) {
        if (session->batches.batch[i].reference == reference)
            return &session->batches.batch[i];
    }
    return NULL;
}

/* Returns the batch of a line; NULL: it is in none (`named` is false), or in one that we do not
 * know. */
static struct line_batch *batch_of(struct session *session, const struct proto_line *line,
                                   bool *named)
{
    char reference[PROTO_TAGS + 1];
    *named = proto_tag(line, "batch", reference, sizeof(reference)) && *reference != '\0';
    return *named ? find_batch(session, hash_of(reference)) : NULL;
}

/* Takes "BATCH +reference type ..." or "BATCH -reference". A batch inside another one has the outer
 * kind, unless that is BATCH_OTHER. Inside an unknown batch it is unknown, too. */
static void take_batch(struct session *session, const struct proto_line *line)
{
    const char *name = proto_param(line, 0);
    if (*name == '\0' || name[1] == '\0')
        return;
    struct line_batch *batch = find_batch(session, hash_of(name + 1));
    if (*name == '-' && batch != NULL) {
        batch->reference = 0;
    } else if (*name == '+' && line->count > 1) {
        bool nested;
        const struct line_batch *outer = batch_of(session, line, &nested);
        if (nested && outer == NULL) {
            if (batch != NULL)
                batch->reference = 0;
            return;
        }
        enum batch_kind kind =
            outer != NULL && outer->kind != BATCH_OTHER ? outer->kind : kind_of(line->params[1]);
        if (batch == NULL)
            batch = find_batch(session, 0);
        if (batch == NULL)
            batch = &session->batches.batch[session->batches.next++ % BATCHES_MAX];
        batch->reference = hash_of(name + 1);
        batch->kind = kind;
    }
}

static bool read_digits(const char *text, unsigned count, unsigned *value)
{
    *value = 0;
    for (unsigned i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = *value * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

/* Returns the time of a line, "2026-11-21T07:16:59.123Z", in seconds from an arbitrary start; 0: it
 * has none. */
static int64_t time_of(const struct proto_line *line)
{
    static const unsigned char length[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30};
    char text[PROTO_TAGS + 1];
    unsigned year, month, day, hour, minute, second;
    if (!proto_tag(line, "time", text, sizeof(text)) || strlen(text) < 20 || text[10] != 'T' ||
        !read_digits(text, 4, &year) || !read_digits(text + 5, 2, &month) ||
        !read_digits(text + 8, 2, &day) || !read_digits(text + 11, 2, &hour) ||
        !read_digits(text + 14, 2, &minute) || !read_digits(text + 17, 2, &second) || year < 1970 ||
        month < 1 || month > 12)
        return 0;
    unsigned last = month > 2 ? year : year - 1; /* the last year whose leap day (if any) is over */
    int64_t days = (int64_t)year * 365 + last / 4 - last / 100 + last / 400 + day;
    for (unsigned m = 1; m < month; m++)
        days += length[m];
    return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

/* True if a line is too old to be news. The current time is that of the last line which our server
 * said for itself, even if its clock was set back. Before the first such line, it is the latest
 * time in any line. Other people's lines may have the clock of a distant server. If that clock is
 * ahead, the lines of everybody else must not look old. */
static bool is_old(struct session *session, const struct proto_line *line)
{
    int64_t seconds = session->caps & CAP_SERVER_TIME ? time_of(line) : 0;
    bool own = seconds > 0 && *line->host == '\0';
    if (own || (!session->batches.own_clock && seconds > session->batches.newest)) {
        session->batches.newest = seconds;
        session->batches.own_clock = own;
    }
    return seconds > 0 && seconds + HISTORY_AGE < session->batches.newest;
}

bool batch_take(struct session *session, const struct proto_line *line)
{
    bool said = strcmp(line->command, "PRIVMSG") == 0;
    bool old = is_old(session, line) && said;
    bool named;
    session->batches.split = false;
    if (strcmp(line->command, "BATCH") == 0) {
        take_batch(session, line);
        return true;
    }
    const struct line_batch *batch = batch_of(session, line, &named);
    session->batches.split = batch != NULL && batch->kind == BATCH_SPLIT;
    bool replay = batch != NULL ? batch->kind == BATCH_HISTORY : named && said;
    return !old && !replay;
}
