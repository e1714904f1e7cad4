#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <netinet/in.h>

enum {
    BACKLOG = 512,
    AT_ONCE = 32,       /* connections accepted in one turn, so that other work gets its turn */
    SEND_ROOM = 16384,  /* bytes of a connection's send buffer; the kernel doubles it */
    AGAIN = 100,        /* ms until it accepts again after a failure */
    SOCKET_MODE = 0666, /* its folder decides who may connect */
};

struct listener {
    struct watch watch; /* first */
    struct timer again; /* there was no descriptor */
    struct listener_setup setup;
    char path[sizeof((struct sockaddr_un *)NULL)->sun_path];
    int fd;
    unsigned handles; /* handles that are not closed yet */
};

static void prepare_socket(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

/* -- new connections -- */

static bool accept_one(struct listener *listener)
{
    struct sockaddr_storage from;
    socklen_t length = sizeof(from);
    struct address address;
    int fd = accept(listener->fd, (struct sockaddr *)&from, &length);
    if (fd < 0) {
        bool lacking = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (lacking) { /* waiting connections would wake us again and again: accept later */
            watch_set(&listener->watch, 0);
            timer_set(&listener->again, AGAIN);
        }
        return errno == ECONNABORTED || errno == EINTR;
    }
    prepare_socket(fd);
    address_of(&address, (const struct sockaddr *)&from);
    listener->setup.came(listener->setup.arg, fd, &address);
    return true;
}

static void on_ready(struct watch *watch, int events)
{
    struct listener *listener = (struct listener *)watch;
    (void)events;
    for (unsigned i = 0; i < AT_ONCE && accept_one(listener); i++) {
    }
}

static void on_again(struct timer *timer)
{
    struct listener *listener =
        (struct listener *)((char *)timer - offsetof(struct listener, again));
    watch_set(&listener->watch, LOOP_READ);
}

/* -- binding -- */

/* Removes the socket of a daemon that did not end cleanly, but not one on which somebody
 * listens. */
static void remove_stale(const struct sockaddr_un *name)
{
    struct stat found;
    if (lstat(name->sun_path, &found) != 0 || !S_ISSOCK(found.st_mode))
        return;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0)
        return;
    prepare_socket(fd);
    if (connect(fd, (const struct sockaddr *)name, sizeof(*name)) != 0 && errno == ECONNREFUSED)
        unlink(name->sun_path);
    close(fd);
}

static bool bind_path(struct listener *listener)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(listener->setup.path) >= sizeof(name.sun_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    snprintf(name.sun_path, sizeof(name.sun_path), "%s", listener->setup.path);
    remove_stale(&name);
    if (bind(listener->fd, (const struct sockaddr *)&name, sizeof(name)) != 0)
        return false;
    snprintf(listener->path, sizeof(listener->path), "%s", name.sun_path);
    return chmod(name.sun_path, SOCKET_MODE) == 0;
}

static bool bind_port(const struct listener *listener)
{
    int yes = 1;
    const struct sockaddr *address = listener->setup.address;
    socklen_t length = address->sa_family == AF_INET6 ? (socklen_t)sizeof(struct sockaddr_in6)
                                                      : (socklen_t)sizeof(struct sockaddr_in);
    setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    return bind(listener->fd, address, length) == 0;
}

/* Accepted connections inherit the listening socket's buffers. */
static bool open_socket(struct listener *listener)
{
    bool local = *listener->setup.path != '\0';
    int room = SEND_ROOM;
    listener->fd = socket(local ? AF_UNIX : listener->setup.address->sa_family, SOCK_STREAM, 0);
    if (listener->fd < 0)
        return false;
    prepare_socket(listener->fd);
    setsockopt(listener->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
    return (local ? bind_path(listener) : bind_port(listener)) &&
           listen(listener->fd, BACKLOG) == 0;
}

/* -- life -- */

static void close_socket(struct listener *listener)
{
    if (*listener->path != '\0')
        unlink(listener->path);
    if (listener->fd >= 0)
        close(listener->fd);
}

struct listener *listener_create(const struct listener_setup *setup, struct fault *why)
{
    struct listener *listener = calloc(1, sizeof(*listener));
    fault_set(why, "out of memory");
    if (listener == NULL)
        return NULL;
    listener->setup = *setup;
    listener->fd = -1;
    if (open_socket(listener) &&
        watch_init(setup->loop, &listener->watch, listener->fd, on_ready)) {
        timer_init(setup->loop, &listener->again, on_again);
        watch_set(&listener->watch, LOOP_READ);
        return listener;
    }
    fault_set(why, "%s", strerror(errno));
    close_socket(listener);
    free(listener);
    return NULL;
}

unsigned listener_port(const struct listener *listener)
{
    struct sockaddr_storage name = {.ss_family = AF_UNSPEC};
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    socklen_t length = sizeof(name);
    getsockname(listener->fd, (struct sockaddr *)&name, &length);
    memcpy(&four, &name, sizeof(four));
    memcpy(&six, &name, sizeof(six));
    return name.ss_family == AF_INET    ? ntohs(four.sin_port)
           : name.ss_family == AF_INET6 ? ntohs(six.sin6_port)
                                        : 0;
}

static void release_handle(struct listener *listener)
{
    if (--listener->handles > 0)
        return;
    close_socket(listener);
    free(listener);
}

static void on_watch_closed(struct watch *watch)
{
    release_handle((struct listener *)watch);
}

static void on_timer_closed(struct timer *timer)
{
    release_handle((struct listener *)((char *)timer - offsetof(struct listener, again)));
}

void listener_destroy(struct listener *listener)
{
    if (listener == NULL)
        return;
    listener->handles = 2;
    watch_finish(&listener->watch, on_watch_closed);
    timer_finish(&listener->again, on_timer_closed);
}
