#define _GNU_SOURCE /* accept4, memmem, pipe2 */
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { END = 'e', CUT = 'c', LOOK = 'l' };

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    return address;
}

static void hang_up(struct wire *wire, unsigned n)
{
    if (wire->at[n].client >= 0)
        close(wire->at[n].client);
    if (wire->at[n].server >= 0)
        close(wire->at[n].server);
    wire->at[n].client = wire->at[n].server = -1;
    wire->at[n].answers = false;
}

static void take(struct wire *wire)
{
    struct sockaddr_un address = address_of(wire->server);
    int client = accept4(wire->listening, NULL, NULL, SOCK_CLOEXEC);
    unsigned n = 0;
    while (n < WIRE_CONNECTIONS && wire->at[n].client >= 0)
        n++;
    if (client < 0 || n == WIRE_CONNECTIONS) {
        if (client >= 0)
            close(client);
        return;
    }
    wire->at[n].client = client;
    wire->at[n].server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (wire->at[n].server < 0 ||
        connect(wire->at[n].server, (struct sockaddr *)&address, sizeof(address)) != 0)
        hang_up(wire, n);
}

static bool send_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        bytes += sent > 0 ? sent : 0;
        count -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* False: that was all of this connection. */
static bool from_client(struct wire *wire, unsigned n)
{
    char bytes[16384];
    ssize_t got = recv(wire->at[n].client, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    int trap = atomic_load(&wire->trap);
    bool sprung = trap != WIRE_NOTHING && memmem(bytes, (size_t)got, "COMMIT", 6) != NULL;
    if (sprung)
        atomic_store(&wire->trap, WIRE_NOTHING);
    wire->at[n].answers = wire->at[n].answers || (sprung && trap == WIRE_BEHIND);
    return !(sprung && trap == WIRE_BEFORE) && send_all(wire->at[n].server, bytes, (size_t)got);
}

static bool from_server(struct wire *wire, unsigned n)
{
    char bytes[16384];
    ssize_t got = recv(wire->at[n].server, bytes, sizeof(bytes), MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && errno == EAGAIN;
    return !wire->at[n].answers && send_all(wire->at[n].client, bytes, (size_t)got);
}

/* False: it ends. */
static bool obey(struct wire *wire)
{
    char word = END;
    if (read(wire->wake[0], &word, 1) != 1 || word == END)
        return false;
    for (unsigned n = 0; word == CUT && n < WIRE_CONNECTIONS; n++)
        hang_up(wire, n);
    return true;
}

static void *run(void *arg)
{
    struct wire *wire = arg;
    struct pollfd fds[2 + 2 * WIRE_CONNECTIONS];
    for (;;) {
        bool dead = atomic_load(&wire->dead);
        fds[0] = (struct pollfd){wire->wake[0], POLLIN, 0};
        fds[1] = (struct pollfd){dead ? -1 : wire->listening, POLLIN, 0};
        for (unsigned n = 0; n < WIRE_CONNECTIONS; n++) {
            fds[2 + 2 * n] = (struct pollfd){dead ? -1 : wire->at[n].client, POLLIN, 0};
            fds[3 + 2 * n] = (struct pollfd){dead ? -1 : wire->at[n].server, POLLIN, 0};
        }
        poll(fds, 2 + 2 * WIRE_CONNECTIONS, -1);
        if (fds[0].revents != 0) {
            if (!obey(wire))
                return NULL;
            continue;
        }
        for (unsigned n = 0; n < WIRE_CONNECTIONS; n++) {
            if (!((fds[2 + 2 * n].revents == 0 || from_client(wire, n)) &&
                  (fds[3 + 2 * n].revents == 0 || from_server(wire, n))))
                hang_up(wire, n);
        }
        if (fds[1].revents != 0)
            take(wire);
    }
}

bool wire_open(struct wire *wire, const char *server_folder)
{
    *wire = (struct wire){.wake = {-1, -1}};
    for (unsigned n = 0; n < WIRE_CONNECTIONS; n++)
        wire->at[n].client = wire->at[n].server = -1;
    strcpy(wire->folder, "/tmp/talon-wire-XXXXXX");
    if (mkdtemp(wire->folder) == NULL)
        return false;
    snprintf(wire->path, sizeof(wire->path), "%.60s/.s.PGSQL.5432", wire->folder);
    snprintf(wire->server, sizeof(wire->server), "%.60s/.s.PGSQL.5432", server_folder);
    struct sockaddr_un own = address_of(wire->path);
    wire->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return wire->listening >= 0 &&
           bind(wire->listening, (struct sockaddr *)&own, sizeof(own)) == 0 &&
           listen(wire->listening, WIRE_CONNECTIONS) == 0 && pipe2(wire->wake, O_CLOEXEC) == 0 &&
           pthread_create(&wire->thread, NULL, run, wire) == 0;
}

static bool tell(struct wire *wire, char word)
{
    return write(wire->wake[1], &word, 1) == 1;
}

void wire_cut(struct wire *wire)
{
    (void)tell(wire, CUT);
}

void wire_set_dead(struct wire *wire, bool dead)
{
    atomic_store(&wire->dead, dead);
    (void)tell(wire, LOOK);
}

void wire_close(struct wire *wire)
{
    if (tell(wire, END))
        pthread_join(wire->thread, NULL);
    for (unsigned n = 0; n < WIRE_CONNECTIONS; n++)
        hang_up(wire, n);
    close(wire->listening);
    close(wire->wake[0]);
    close(wire->wake[1]);
    unlink(wire->path);
    rmdir(wire->folder);
}
