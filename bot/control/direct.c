/* The commands that change something: words to a table, its end, the log level, and a reload. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/control/request.h"
#include "bot/host/daemon.h"
#include "bot/show/render/lines.h"
#include "bot/show/speak.h"
#include "bot/table/table.h"
#include "bot/text/language.h"

enum { SAY_MAX = 400 /* bytes; every network takes a line of this length */ };

/* -- finding the table or the channel -- */

static struct table *table_numbered(const struct host *host, const char *word)
{
    struct table *table = NULL;
    char *end = NULL;
    errno = 0;
    int64_t id = strtoll(word, &end, 10);
    if (end != word && *end == '\0' && errno == 0)
        table = table_by_id(host->tables, id);
    return table;
}

/* A channel as people write it: NETWORK/CHANNEL, or only CHANNEL if there is one network. */
struct direct_spot {
    struct network *network; /* NULL: there is no such network */
    const char *channel;
};

static struct direct_spot find_spot(struct host *host, const char *word)
{
    const char *slash = strchr(word, '/');
    struct network *network = NULL;
    struct network *only = NULL;
    unsigned count = 0;
    unsigned at = 0;
    while ((network = network_next(host->people, &at)) != NULL) {
        size_t length = strlen(network->name);
        if (slash != NULL && length == (size_t)(slash - word) &&
            strncmp(network->name, word, length) == 0)
            return (struct direct_spot){network, slash + 1};
        only = network;
        count++;
    }
    return (struct direct_spot){slash == NULL && count == 1 ? only : NULL, word};
}

/* Returns the table of that number or channel. Returns NULL, with the reason in the answer, if
 * there is none. */
static struct table *find_table(struct request *request, const char *word)
{
    struct host *host = request->setup->host;
    const struct direct_spot spot = find_spot(host, word);
    struct table *table = table_numbered(host, word);
    if (table == NULL && spot.network != NULL)
        table = table_at(host->tables, spot.network, spot.channel);
    if (table == NULL) {
        answer_refuse(&request->answer,
                      "there is no table %.100s: give its number (talon ctl tables), or its "
                      "channel as NETWORK/CHANNEL",
                      word);
    }
    return table;
}

/* -- say -- */

static void say_in(struct place *place, const char *text)
{
    struct message *line = place_line(place, URGENCY_TABLE);
    if (line != NULL)
        message_text(line, text);
    place_say(place, line);
}

static bool clean(struct request *request, char text[SAY_MAX])
{
    struct buf buf;
    buf_init(&buf, text, SAY_MAX);
    bool whole = text_clean(&buf, request->words[1], strlen(request->words[1]));
    if (!whole) {
        answer_refuse(&request->answer, "the text is too long: a line has at most %d bytes",
                      SAY_MAX - 1);
    } else if (buf_length(&buf) == 0)
        answer_refuse(&request->answer, "the text is empty");
    return whole && buf_length(&buf) > 0;
}

/* Returns whether people in that channel or at that table can read what we send. If not, the answer
 * says why. */
static bool is_heard(struct answer *answer, const char *word, const struct direct_spot *spot,
                     const struct table *table)
{
    const struct adapter *adapter = table == NULL ? spot->network->adapter : NULL;
    bool reached = table != NULL ? place_any_reachable(table) : spot->network->connected;
    bool is_in = adapter == NULL ||
                 (adapter->impl->is_in != NULL && adapter->impl->is_in(adapter, spot->channel));
    if (!reached)
        answer_refuse(answer, "%.100s cannot be reached right now", word);
    else if (!is_in) {
        answer_refuse(answer, "the bot is not in %.100s, or may not speak there: nothing was said",
                      word);
    }
    return reached && is_in;
}

bool direct_say(struct request *request)
{
    struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    const char *word = request->words[0];
    const struct direct_spot spot = find_spot(host, word);
    struct table *table = table_numbered(host, word);
    char text[SAY_MAX];
    if (!clean(request, text))
        return true;
    if (table == NULL && spot.network != NULL)
        table = table_at(host->tables, spot.network, spot.channel);
    if (table == NULL && (spot.network == NULL || *spot.channel == '\0')) {
        answer_refuse(answer,
                      "which channel is %.100s? Give NETWORK/CHANNEL, or the number of a table",
                      word);
        return true;
    }
    if (!is_heard(answer, word, &spot, table))
        return true;
    if (table == NULL) {
        struct message *line = message_create(spot.channel, NULL, URGENCY_INFO);
        if (line != NULL)
            message_text(line, text);
        speak_durable(spot.network, line);
    }
    for (struct place *place = table != NULL ? place_first(table) : NULL; place != NULL;
         place = place->next)
        say_in(place, text);
    answer_text(answer, answer->result, "said", text);
    if (table != NULL)
        answer_number(answer, answer->result, "table", (double)table->id);
    return true;
}

/* -- end -- */

bool direct_end(struct request *request)
{
    struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    if (host->trouble || host->stopping) {
        answer_refuse(answer, host->stopping
                                  ? "the daemon is stopping"
                                  : "the database cannot be written right now: try again");
        return true;
    }
    struct table *table = find_table(request, request->words[0]);
    if (table == NULL)
        return true;
    int64_t id = table->id;
    request->changes = true;
    table_stop(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        say_in(place, tr(place->language, N_("The table is closed by whoever runs me.")));
    table_close(table);
    log_info(&host->log, "closed a table by talon ctl table=%lld", (long long)id);
    answer_number(answer, answer->result, "table", (double)id);
    return true;
}

/* -- log -- */

bool direct_log(struct request *request)
{
    struct answer *answer = &request->answer;
    enum log_level level = log_get_level();
    if (request->count > 0 && !log_level_find(request->words[0], &level)) {
        answer_refuse(answer, "%.40s is not a log level: use error, warn, info or debug",
                      request->words[0]);
        return true;
    }
    log_set_level(level);
    answer_text(answer, answer->result, "log_level", log_level_name(level));
    return true;
}

/* -- reload -- */

/* The result of a reload: lines of the answer, and the same lines as one text for a refusal. */
struct reloading {
    struct answer answer;
    cJSON *list;
    char text[FAULT_TEXT];
    struct buf buf; /* in `text` */
    void (*answered)(void *client, const struct answer *answer);
    void *client;
};

static void note_line(void *arg, const char *line)
{
    struct reloading *reloading = arg;
    cJSON *item = cJSON_CreateString(line);
    if (item == NULL || !cJSON_AddItemToArray(reloading->list, item)) {
        cJSON_Delete(item);
        reloading->answer.lost = true;
    }
    buf_printf(&reloading->buf, "%s%s", buf_length(&reloading->buf) > 0 ? "\n" : "", line);
}

static void reload_done(void *arg, bool right)
{
    struct reloading *reloading = arg;
    if (!right) {
        answer_refuse(&reloading->answer, "%s",
                      *reloading->text != '\0' ? reloading->text : "the daemon is stopping");
    }
    reloading->answered(reloading->client, &reloading->answer);
    answer_finish(&reloading->answer);
    free(reloading);
}

bool direct_reload(struct request *request)
{
    struct host *host = request->setup->host;
    struct answer *answer = &request->answer;
    struct reloading *reloading = NULL;
    if (!daemon_reads_config(host) || host->stopping) {
        answer_refuse(answer, "this daemon cannot reload its configuration");
        return true;
    }
    reloading = calloc(1, sizeof(*reloading));
    if (reloading == NULL) {
        answer->lost = true;
        return true;
    }
    answer_init(&reloading->answer);
    reloading->list = answer_list(&reloading->answer, reloading->answer.result, "told");
    buf_init(&reloading->buf, reloading->text, sizeof(reloading->text));
    reloading->answered = request->answered;
    reloading->client = request->client;
    if (daemon_read_config(host, &(struct host_reload){note_line, reload_done, reloading}))
        return false;
    answer_refuse(answer,
                  "the configuration is already being reloaded, or cannot be right now: try "
                  "again");
    answer_finish(&reloading->answer);
    free(reloading);
    return true;
}
