#define _GNU_SOURCE /* struct ucred */
#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <uv.h>

#include "bot/control/backup.h"
#include "bot/control/path.h"
#include "bot/control/request.h"
#include "bot/people/host.h"

enum { BACKLOG = 8, AGAIN = 1000 /* milliseconds */ };

struct client {
    uv_pipe_t pipe; /* first: a cast finds it */
    struct timer timer;
    struct control_socket *control;
    struct client *next;
    uv_write_t write;
    char *answer; /* being written; owned */
    size_t length;
    char line[CONTROL_REQUEST_MAX + 1];
};

struct control_socket {
    uv_pipe_t pipe; /* first: a cast finds it */
    struct control_setup setup;
    struct client *clients;
    unsigned count;
    struct backup *backup; /* that is being made; NULL: none */
    struct timer again;    /* somebody waits whom there was no memory for */
    struct log log;
};

/* -- a client's end -- */

static void timer_closed(struct timer *timer)
{
    struct client *client = (struct client *)((char *)timer - offsetof(struct client, timer));
    free(client->answer);
    free(client);
}

static void pipe_closed(uv_handle_t *handle)
{
    struct client *client = (struct client *)handle;
    timer_finish(&client->timer, timer_closed);
}

static void hang_up(struct client *client)
{
    if (uv_is_closing((const uv_handle_t *)&client->pipe))
        return;
    struct client **at = &client->control->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    client->control->count--;
    timer_stop(&client->timer);
    uv_close((uv_handle_t *)&client->pipe, pipe_closed);
}

static void out_of_patience(struct timer *timer)
{
    hang_up((struct client *)((char *)timer - offsetof(struct client, timer)));
}

/* -- an answer -- */

static void written(uv_write_t *write, int status)
{
    (void)status;
    hang_up((struct client *)write->data);
}

static void answer(void *arg, const struct answer *answer)
{
    struct client *client = arg;
    client->answer = answer_print(answer);
    if (client->answer == NULL) {
        hang_up(client);
        return;
    }
    uv_buf_t buf = uv_buf_init(client->answer, (unsigned)strlen(client->answer));
    client->write.data = client;
    timer_set(&client->timer, CONTROL_PATIENCE);
    if (uv_write(&client->write, (uv_stream_t *)&client->pipe, &buf, 1, written) != 0)
        hang_up(client);
}

static void refuse(struct client *client, const char *why)
{
    struct answer refusal;
    answer_init(&refusal);
    answer_refuse(&refusal, "%s", why);
    answer(client, &refusal);
    answer_finish(&refusal);
}

/* -- a request -- */

static void take_line(struct client *client)
{
    struct request request = {.setup = &client->control->setup,
                              .backup = &client->control->backup,
                              .answered = answer,
                              .client = client};
    uv_read_stop((uv_stream_t *)&client->pipe);
    timer_stop(&client->timer);
    if (request_run(&request, client->line))
        answer(client, &request.answer);
    answer_finish(&request.answer);
}

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct client *client = (struct client *)handle;
    (void)suggested;
    *buf = uv_buf_init(client->line + client->length,
                       (unsigned)(CONTROL_REQUEST_MAX - client->length));
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf)
{
    struct client *client = (struct client *)stream;
    (void)buf;
    if (size < 0) {
        hang_up(client);
        return;
    }
    client->length += (size_t)size;
    client->line[client->length] = '\0';
    char *end = memchr(client->line, '\n', client->length);
    if (end != NULL) {
        *end = '\0';
        take_line(client);
    } else if (client->length == CONTROL_REQUEST_MAX) {
        uv_read_stop(stream);
        refuse(client, "that request is too long");
    }
}

/* -- who comes -- */

/* The mode of the socket says the same, as long as nobody changes it. */
static bool is_allowed(const struct client *client)
{
    struct ucred peer;
    socklen_t size = sizeof(peer);
    int fd = -1;
    return uv_fileno((const uv_handle_t *)&client->pipe, &fd) == 0 &&
           getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == 0 || peer.uid == geteuid());
}

static void on_connection(uv_stream_t *server, int status)
{
    struct control_socket *control = (struct control_socket *)server;
    struct client *client = status == 0 ? calloc(1, sizeof(*client)) : NULL;
    if (client == NULL && status == 0) /* libuv tells of nobody else before this one is let in */
        timer_set(&control->again, AGAIN);
    if (client == NULL)
        return;
    client->control = control;
    uv_pipe_init(server->loop, &client->pipe, 0);
    timer_init(control->setup.host->loop, &client->timer, out_of_patience);
    client->next = control->clients;
    control->clients = client;
    control->count++;
    if (uv_accept(server, (uv_stream_t *)&client->pipe) != 0) {
        hang_up(client);
        return;
    }
    if (!is_allowed(client)) {
        log_warn(&control->log, "somebody else than the owner and root was hung up on");
        hang_up(client);
        return;
    }
    timer_set(&client->timer, CONTROL_PATIENCE);
    if (control->count > CONTROL_CLIENTS_MAX)
        refuse(client, "too many ask at once: try again");
    else if (uv_read_start((uv_stream_t *)&client->pipe, give_room, on_read) != 0)
        hang_up(client);
}

static void let_in(struct timer *timer)
{
    struct control_socket *control =
        (struct control_socket *)((char *)timer - offsetof(struct control_socket, again));
    on_connection((uv_stream_t *)&control->pipe, 0);
}

/* -- the socket -- */

/* Whether somebody answers at the path. */
static bool is_taken(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    memcpy(address.sun_path, path, strlen(path) + 1);
    bool taken = fd >= 0 && (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0 ||
                             errno == EAGAIN);
    if (fd >= 0)
        close(fd);
    return taken;
}

/* Only a socket goes: a path that was mistyped may name anything. */
static void unlink_old(const char *path)
{
    struct stat found;
    if (lstat(path, &found) == 0 && S_ISSOCK(found.st_mode) && !is_taken(path))
        unlink(path);
}

/* Nobody connects before uv_listen(): the mode is right from the first connection on. */
static int listen_at(struct control_socket *control)
{
    const char *path = control->setup.path;
    unlink_old(path);
    int error = uv_pipe_bind(&control->pipe, path);
    if (error == 0 && chmod(path, 0600) != 0)
        error = uv_translate_sys_error(errno);
    return error == 0 ? uv_listen((uv_stream_t *)&control->pipe, BACKLOG, on_connection) : error;
}

static void freed(struct timer *timer)
{
    free((char *)timer - offsetof(struct control_socket, again));
}

static void unbound(uv_handle_t *handle)
{
    struct control_socket *control = (struct control_socket *)handle;
    timer_finish(&control->again, freed);
}

struct control_socket *control_socket_create(const struct control_setup *setup, char *why,
                                             size_t why_size)
{
    struct control_socket *control = calloc(1, sizeof(*control));
    if (control == NULL) {
        snprintf(why, why_size, "out of memory");
        return NULL;
    }
    control->setup = *setup;
    control->log = (struct log){&setup->host->log, "control"};
    uv_pipe_init(loop_uv(setup->host->loop), &control->pipe, 0);
    timer_init(setup->host->loop, &control->again, let_in);
    int error = listen_at(control);
    if (error == 0)
        return control;
    snprintf(why, why_size, "%s: %s", setup->path,
             error == UV_EADDRINUSE ? "another daemon answers there, or it is no socket"
                                    : uv_strerror(error));
    uv_close((uv_handle_t *)&control->pipe, unbound);
    return NULL;
}

void control_socket_destroy(struct control_socket *control)
{
    if (control == NULL)
        return;
    backup_give_up(control->backup);
    while (control->clients != NULL)
        hang_up(control->clients);
    uv_close((uv_handle_t *)&control->pipe, unbound);
}
