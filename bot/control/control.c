#define _GNU_SOURCE /* struct ucred */
#include "control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot/control/backup.h"
#include "bot/control/request.h"
#include "bot/control/server.h"
#include "bot/host.h"
#include "bot/host/daemon.h"
#include "storage/query.h"

/* An answer that waits until its changes are on the disk. */
struct held_line {
    struct held_line *next;
    struct server_client *client;
    uint64_t batch;
    char *line;
};

struct control_socket {
    struct control_setup setup;
    struct held_line *held; /* at most one for each client of the server */
    struct server *server;
    struct backup *backup; /* the copy that is being made; NULL: none */
    struct log log;
};

/* Returns whether the client may ask: root or our own user. The mode of the socket already says so,
 * but somebody may change it. */
static bool allows(void *arg, int fd)
{
    const struct control_socket *control = arg;
    struct ucred peer;
    socklen_t size = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
        (peer.uid == 0 || peer.uid == geteuid()))
        return true;
    log_warn(&control->log,
             "refused a connection to the control socket: not from root or the owner");
    return false;
}

static size_t line_length(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? (size_t)(end - text) + 1 : 0;
}

static void answer(void *client, const struct answer *answer)
{
    server_answer(client, answer_print(answer));
}

/* Keeps an answer until its changes are on the disk. Returns false if there is nothing to wait for,
 * or no memory to do so. */
static bool hold(struct control_socket *control, const struct request *request)
{
    const struct store *store = control->setup.host->store;
    uint64_t batch = store_batch(store);
    if (!request->changes || *request->answer.refusal.text != '\0' || store_durable(store) >= batch)
        return false;
    struct held_line *held = malloc(sizeof(*held));
    if (held == NULL)
        return false;
    *held =
        (struct held_line){control->held, request->client, batch, answer_print(&request->answer)};
    control->held = held;
    return true;
}

static void release(void *arg, uint64_t batch)
{
    struct control_socket *control = arg;
    struct held_line **at = &control->held;
    while (*at != NULL) {
        struct held_line *held = *at;
        if (held->batch > batch) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        server_answer(held->client, held->line);
        free(held);
    }
}

static void take_line(void *arg, struct server_client *client, char *line)
{
    struct control_socket *control = arg;
    struct request request = {
        .setup = &control->setup, .backup = &control->backup, .answered = answer, .client = client};
    if (request_run(&request, line) && !hold(control, &request))
        answer(client, &request.answer);
    answer_finish(&request.answer);
}

struct control_socket *control_socket_create(const struct control_setup *setup, struct fault *why)
{
    struct control_socket *control = calloc(1, sizeof(*control));
    if (control == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    control->setup = *setup;
    control->log = (struct log){&setup->host->log, "control"};
    const struct server_setup server = {
        .loop = setup->host->loop,
        .arg = control,
        .allows = allows,
        .length = line_length,
        .take = take_line,
        .too_long = "{\"error\":\"the request is too long\"}\n",
        .too_many = "{\"error\":\"too many requests at once: try again\"}\n"};
    control->server = server_at_path(&server, setup->path, 0600, why);
    if (control->server == NULL) {
        free(control);
        return NULL;
    }
    daemon_on_durable(setup->host, release, control);
    return control;
}

void control_socket_destroy(struct control_socket *control)
{
    if (control == NULL)
        return;
    daemon_on_durable(control->setup.host, NULL, NULL);
    store_stop_queries(control->setup.host->store); /* their answers must not come any more, because
                                                     * some would go to our clients */
    backup_give_up(control->backup);
    /* Only the lines: server_destroy() closes the connections of their clients. */
    while (control->held != NULL) {
        struct held_line *held = control->held;
        control->held = held->next;
        free(held->line);
        free(held);
    }
    server_destroy(control->server);
    free(control);
}
