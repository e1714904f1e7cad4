#include "server.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <uv.h>

enum { BACKLOG = 8, AGAIN = 1000 /* milliseconds */ };

/* A pipe or a TCP connection. Both begin with the members that they share. */
union stream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_pipe_t pipe;
    uv_tcp_t tcp;
};

struct server_client {
    union stream stream; /* must be the first member: it is cast to the struct */
    struct timer timer;
    struct server *server;
    struct server_client *next;
    uv_write_t write;
    bool waits;   /* its request was taken, and has no answer yet */
    char *answer; /* is being sent; owned */
    size_t length;
    char text[SERVER_REQUEST_MAX + 1];
};

struct server {
    union stream stream; /* must be the first member: it is cast to the struct */
    bool tcp;
    struct server_setup setup;
    struct server_client *clients;
    unsigned count, waiting; /* connections: those that still send or read, and those that wait for
                                our answer */
    struct timer again;      /* tries again after memory was out for a new client */
};

static void stream_init(const struct server *server, union stream *stream)
{
    uv_loop_t *loop = loop_uv(server->setup.loop);
    if (server->tcp)
        uv_tcp_init(loop, &stream->tcp);
    else
        uv_pipe_init(loop, &stream->pipe, 0);
}

/* -- a client's end -- */

static void timer_closed(struct timer *timer)
{
    struct server_client *client =
        (struct server_client *)((char *)timer - offsetof(struct server_client, timer));
    free(client->answer);
    free(client);
}

static void stream_closed(uv_handle_t *handle)
{
    timer_finish(&((struct server_client *)handle)->timer, timer_closed);
}

static void set_waits(struct server_client *client, bool waits)
{
    if (client->waits == waits)
        return;
    client->waits = waits;
    client->server->waiting += waits ? 1U : -1U;
    client->server->count -= waits ? 1U : -1U;
}

static void hang_up(struct server_client *client)
{
    if (uv_is_closing(&client->stream.handle))
        return;
    struct server_client **at = &client->server->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    set_waits(client, false);
    client->server->count--;
    timer_stop(&client->timer);
    uv_close(&client->stream.handle, stream_closed);
}

static void out_of_patience(struct timer *timer)
{
    hang_up((struct server_client *)((char *)timer - offsetof(struct server_client, timer)));
}

/* -- an answer -- */

static void written(uv_write_t *write, int status)
{
    (void)status;
    hang_up(write->data);
}

void server_answer(struct server_client *client, char *text)
{
    set_waits(client, false);
    client->answer = text;
    if (text == NULL) {
        hang_up(client);
        return;
    }
    uv_buf_t buf = uv_buf_init(text, (unsigned)strlen(text));
    client->write.data = client;
    timer_set(&client->timer, SERVER_PATIENCE);
    if (uv_write(&client->write, &client->stream.stream, &buf, 1, written) != 0)
        hang_up(client);
}

/* -- a request -- */

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct server_client *client = (struct server_client *)handle;
    (void)suggested;
    *buf =
        uv_buf_init(client->text + client->length, (unsigned)(SERVER_REQUEST_MAX - client->length));
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf)
{
    struct server_client *client = (struct server_client *)stream;
    const struct server_setup *setup = &client->server->setup;
    (void)buf;
    if (size < 0) {
        hang_up(client);
        return;
    }
    client->length += (size_t)size;
    client->text[client->length] = '\0';
    size_t length = setup->length(client->text);
    if (length == 0 && client->length < SERVER_REQUEST_MAX)
        return;
    uv_read_stop(stream);
    timer_stop(&client->timer);
    client->text[length] = '\0';
    if (length == 0 || client->server->waiting == SERVER_WAITING_MAX) {
        server_answer(client, strdup(length == 0 ? setup->too_long : setup->too_many));
        return;
    }
    set_waits(client, true);
    setup->take(setup->arg, client, client->text);
}

/* -- new clients -- */

static bool is_allowed(const struct server_client *client)
{
    const struct server_setup *setup = &client->server->setup;
    int fd = -1;
    return setup->allows == NULL ||
           (uv_fileno(&client->stream.handle, &fd) == 0 && setup->allows(setup->arg, fd));
}

static void welcome(struct server_client *client)
{
    struct server *server = client->server;
    if (uv_accept(&server->stream.stream, &client->stream.stream) != 0 || !is_allowed(client)) {
        hang_up(client);
        return;
    }
    timer_set(&client->timer, SERVER_PATIENCE);
    if (server->count > SERVER_CLIENTS_MAX)
        server_answer(client, strdup(server->setup.too_many));
    else if (uv_read_start(&client->stream.stream, give_room, on_read) != 0)
        hang_up(client);
}

static void on_connection(uv_stream_t *stream, int status)
{
    struct server *server = (struct server *)stream;
    struct server_client *client = status == 0 ? calloc(1, sizeof(*client)) : NULL;
    if (client == NULL && status == 0) /* the timer takes this client later; libuv reports no other
                                        * client before that */
        timer_set(&server->again, AGAIN);
    if (client == NULL)
        return;
    client->server = server;
    stream_init(server, &client->stream);
    timer_init(server->setup.loop, &client->timer, out_of_patience);
    client->next = server->clients;
    server->clients = client;
    server->count++;
    welcome(client);
}

static void let_in(struct timer *timer)
{
    struct server *server = (struct server *)((char *)timer - offsetof(struct server, again));
    on_connection(&server->stream.stream, 0);
}

/* -- the socket -- */

/* Returns whether a process answers at the path. */
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

/* Removes an old socket. Any other file stays, because the path may be mistyped. */
static void unlink_old(const char *path)
{
    struct stat found;
    if (lstat(path, &found) == 0 && S_ISSOCK(found.st_mode) && !is_taken(path))
        unlink(path);
}

/* Binds the path and sets its mode. Nobody can connect before uv_listen(), so the mode is right
 * from the first connection. */
static int bind_path(struct server *server, const char *path, unsigned mode)
{
    unlink_old(path);
    int error = uv_pipe_bind(&server->stream.pipe, path);
    return error == 0 && chmod(path, mode) != 0 ? uv_translate_sys_error(errno) : error;
}

static int bind_port(struct server *server, const char *address, unsigned port)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } at = {0};
    int error = uv_ip4_addr(address, (int)port, &at.four);
    if (error != 0)
        error = uv_ip6_addr(address, (int)port, &at.six);
    return error != 0 ? error : uv_tcp_bind(&server->stream.tcp, &at.any, 0);
}

static void freed(struct timer *timer)
{
    free((char *)timer - offsetof(struct server, again));
}

static void unbound(uv_handle_t *handle)
{
    timer_finish(&((struct server *)handle)->again, freed);
}

void server_destroy(struct server *server)
{
    if (server == NULL)
        return;
    timer_stop(&server->again);
    while (server->clients != NULL)
        hang_up(server->clients);
    uv_close(&server->stream.handle, unbound);
}

/* Returns a server that does not listen yet. NULL if memory is out. */
static struct server *create(const struct server_setup *setup, bool tcp)
{
    struct server *server = calloc(1, sizeof(*server));
    if (server == NULL)
        return NULL;
    server->setup = *setup;
    server->tcp = tcp;
    stream_init(server, &server->stream);
    timer_init(setup->loop, &server->again, let_in);
    return server;
}

/* Listens, if the bind gave no error. Takes ownership of the server, and frees it on an error. */
static struct server *begin_listening(struct server *server, int error, struct fault *why)
{
    if (error == 0)
        error = uv_listen(&server->stream.stream, BACKLOG, on_connection);
    if (error == 0)
        return server;
    fault_set(why, "%s",
              error == UV_EADDRINUSE && !server->tcp
                  ? "another daemon answers there, or the path is not a socket"
                  : uv_strerror(error));
    server_destroy(server);
    return NULL;
}

/* Returns whether the folder of `path` exists; if not, `why` says so. libuv would report a missing
 * folder as a lack of rights. */
static bool has_folder(const char *path, struct fault *why)
{
    char folder[PATH_MAX];
    struct stat found;
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
             slash != NULL ? path : ".");
    bool there = stat(folder, &found) == 0 || (errno != ENOENT && errno != ENOTDIR);
    if (!there)
        fault_set(why, "its folder %s does not exist: mkdir -p %s", folder, folder);
    return there;
}

struct server *server_at_path(const struct server_setup *setup, const char *path, unsigned mode,
                              struct fault *why)
{
    if (!has_folder(path, why))
        return NULL;
    struct server *server = create(setup, false);
    fault_set(why, "out of memory");
    return server == NULL ? NULL : begin_listening(server, bind_path(server, path, mode), why);
}

struct server *server_at_port(const struct server_setup *setup, const char *address, unsigned port,
                              struct fault *why)
{
    struct server *server = create(setup, true);
    fault_set(why, "out of memory");
    return server == NULL ? NULL : begin_listening(server, bind_port(server, address, port), why);
}
