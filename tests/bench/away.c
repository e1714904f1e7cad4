#include "away.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure.h"

enum { CONNECTIONS = 32, CHUNKS = 64, CHUNK = 65536 };

/* What was read and is not due. */
struct chunk {
    double due;
    size_t size, sent;
    char *bytes;
};

/* From one socket to the other. */
struct lane {
    int from, to;
    unsigned first, count;
    struct chunk chunks[CHUNKS];
};

static struct {
    int listener;
    double half;
    char server[96];
    unsigned count;
    struct lane lanes[2 * CONNECTIONS]; /* two of each */
} relay;

static bool address_of(struct sockaddr_un *address, const char *folder)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    return snprintf(address->sun_path, sizeof(address->sun_path), "%s/.s.PGSQL.5432", folder) <
           (int)sizeof(address->sun_path);
}

static void shut(int fd)
{
    if (fd >= 0)
        close(fd);
}

static void take_in(void)
{
    struct sockaddr_un address;
    int client = accept(relay.listener, NULL, NULL), server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (client < 0 || server < 0 || relay.count == 2 * CONNECTIONS ||
        !address_of(&address, relay.server) ||
        connect(server, (struct sockaddr *)&address, sizeof(address)) != 0) {
        shut(client);
        shut(server);
        return;
    }
    relay.lanes[relay.count++] = (struct lane){.from = client, .to = server};
    relay.lanes[relay.count++] = (struct lane){.from = server, .to = client};
}

/* False: it is over. */
static bool take(struct lane *lane)
{
    struct chunk *chunk = &lane->chunks[(lane->first + lane->count) % CHUNKS];
    if (chunk->bytes == NULL)
        chunk->bytes = malloc(CHUNK);
    ssize_t got = chunk->bytes != NULL ? read(lane->from, chunk->bytes, CHUNK) : -1;
    if (got <= 0)
        return false;
    chunk->due = measure_now() + relay.half;
    chunk->size = (size_t)got;
    chunk->sent = 0;
    lane->count++;
    return true;
}

/* What is due goes on. */
static bool give(struct lane *lane, double now)
{
    while (lane->count > 0 && lane->chunks[lane->first].due <= now) {
        struct chunk *chunk = &lane->chunks[lane->first];
        ssize_t sent =
            send(lane->to, chunk->bytes + chunk->sent, chunk->size - chunk->sent, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        chunk->sent += (size_t)sent;
        if (chunk->sent < chunk->size)
            continue;
        lane->first = (lane->first + 1) % CHUNKS;
        lane->count--;
    }
    return true;
}

static void drop(unsigned pair)
{
    for (unsigned i = 2 * pair; i < 2 * pair + 2; i++) {
        for (unsigned n = 0; n < CHUNKS; n++)
            free(relay.lanes[i].chunks[n].bytes);
    }
    close(relay.lanes[2 * pair].from);
    close(relay.lanes[2 * pair].to);
    relay.count -= 2;
    relay.lanes[2 * pair] = relay.lanes[relay.count];
    relay.lanes[2 * pair + 1] = relay.lanes[relay.count + 1];
}

/* Until something can be read or is due. */
static void wait_some(struct pollfd *polled)
{
    double next = measure_now() + 1;
    polled[0] = (struct pollfd){.fd = relay.listener, .events = POLLIN};
    for (unsigned i = 0; i < relay.count; i++) {
        const struct lane *lane = &relay.lanes[i];
        polled[i + 1] =
            (struct pollfd){.fd = lane->count < CHUNKS ? lane->from : -1, .events = POLLIN};
        if (lane->count > 0 && lane->chunks[lane->first].due < next)
            next = lane->chunks[lane->first].due;
    }
    double left = next - measure_now();
    struct timespec most = {.tv_sec = 0};
    if (left > 0) {
        most = (struct timespec){.tv_sec = (time_t)left,
                                 .tv_nsec = (long)((left - (double)(time_t)left) * 1e9)};
    }
    ppoll(polled, relay.count + 1, &most, NULL);
}

_Noreturn static void pass_on(void)
{
    static struct pollfd polled[2 * CONNECTIONS + 1];
    for (;;) {
        wait_some(polled);
        unsigned lanes = relay.count;
        bool over[CONNECTIONS] = {false};
        for (unsigned i = 0; i < lanes; i++) {
            if ((polled[i + 1].revents != 0 && !take(&relay.lanes[i])) ||
                !give(&relay.lanes[i], measure_now()))
                over[i / 2] = true;
        }
        for (unsigned pair = lanes / 2; pair-- > 0;) {
            if (over[pair])
                drop(pair);
        }
        if (polled[0].revents != 0)
            take_in();
    }
}

bool away_start(struct away *away, const char *server, double trip)
{
    struct sockaddr_un own;
    strcpy(away->folder, "/tmp/talon-away-XXXXXX");
    away->pid = 0;
    if (mkdtemp(away->folder) == NULL || !address_of(&own, away->folder))
        return false;
    strcpy(away->path, own.sun_path);
    relay.half = trip / 2;
    snprintf(relay.server, sizeof(relay.server), "%s", server);
    relay.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(relay.listener, (struct sockaddr *)&own, sizeof(own)) != 0 ||
        listen(relay.listener, CONNECTIONS) != 0)
        return false;
    away->pid = fork();
    if (away->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_TIMERSLACK, 1); /* else each wait is 50 us too long */
        pass_on();
    }
    close(relay.listener);
    return away->pid > 0;
}

void away_stop(struct away *away)
{
    if (away->pid > 0) {
        kill(away->pid, SIGKILL);
        waitpid(away->pid, NULL, 0);
    }
    unlink(away->path);
    rmdir(away->folder);
}
