/* 5,000 onlookers of one table: until a change is at all of them, how long the loop is busy at a
 * stretch meanwhile, and what each of them takes. The adapter runs in a process of its own, under a
 * host that knows one document, behind a socket in the file system as behind a proxy. Against a
 * process that writes the same bytes to as many sockets and does nothing else.
 *
 * And a flood: 64 visitors ask for one page after another, while something else on the same loop (a
 * pipe, as the connection to a network) wants an answer now and then. Against the same of a process
 * that does nothing but to answer in one write(2). */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "adapters/pages.h"
#include "adapters/web/web.h"
#include "beside.h"

enum {
    ONLOOKERS = 5000,
    MOVES = 50,
    DOCUMENT = 2000,
    FRAME = DOCUMENT + 4,
    PING = 2,
    EVENTS = 256,
    FLOODERS = 64,
    REQUESTS = 20000,
    BETWEEN = 2 /* ms between two questions to the loop, at least */
};

static char document[DOCUMENT];

/* -- the adapter's process -- */

static void answer(double value)
{
    beside_answer(&value, sizeof(value));
}

static struct {
    struct loop *loop;
    struct adapter *adapter;
    struct settings settings;
    struct watch orders;
    struct timer timer;
    uv_check_t check;
    uint32_t asked[EVENTS];
    unsigned asked_count;
    double last, longest; /* seconds */
} host;

/* Of processor time: whoever else uses the machine holds up everybody alike. */
static void on_check(uv_check_t *check)
{
    struct timespec spent;
    (void)check;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    double now = (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
    if (host.last > 0 && now - host.last > host.longest)
        host.longest = now - host.last;
    host.last = now;
}

static const struct page page = {
    .status = 200, .type = "application/json", .body = document, .length = sizeof(document)};

static void on_timer(struct timer *timer)
{
    (void)timer;
    for (unsigned i = 0; i < host.asked_count; i++)
        web_adapter.pages->page(host.adapter, host.asked[i], &page);
    host.asked_count = 0;
}

static bool on_ask(void *arg, struct adapter *adapter, const struct page_request *request)
{
    (void)arg;
    (void)adapter;
    if (host.asked_count == EVENTS)
        return false;
    host.asked[host.asked_count++] = request->number;
    timer_set(&host.timer, 0);
    return true;
}

static bool on_watch(void *arg, struct adapter *adapter, int64_t table, bool on)
{
    (void)arg;
    (void)adapter;
    (void)table;
    (void)on;
    return true;
}

static void on_raise(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    (void)arg;
    (void)adapter;
    if (event->kind == CHAT_CONNECTED)
        answer(0);
}

/* 'm': a move. 'a': whether it is there. 'l': the longest stretch since the last time. */
static void on_order(struct watch *watch, int events)
{
    char order = '\0';
    (void)watch;
    (void)events;
    if (read(beside_orders[0], &order, 1) != 1)
        _exit(0);
    if (order == 'm') {
        web_adapter.pages->live(host.adapter, 1, &page);
    } else if (order == 'a') {
        answer(0);
    } else {
        answer(host.longest);
        host.longest = 0;
    }
}

static void serve(void)
{
    static const struct log log = {.name = ""};
    char listen[sizeof(beside_path) + 8];
    struct fault why = {0};
    host.loop = loop_create();
    snprintf(listen, sizeof(listen), "unix:%s", beside_path);
    must(settings_init(&host.settings, web_adapter.keys), "out of memory");
    settings_put(&host.settings, settings_find(&host.settings, "listen"), listen);
    settings_put(&host.settings, settings_find(&host.settings, "url"), "https://talon.example");
    static const struct page_source pages = {.ask = on_ask, .watch = on_watch};
    const struct adapter_setup setup = {.name = "web",
                                        .settings = &host.settings,
                                        .loop = host.loop,
                                        .log = &log,
                                        .raise = on_raise,
                                        .pages = &pages};
    host.adapter = web_adapter.create(&setup, &why);
    must(host.adapter != NULL, why.text);
    timer_init(host.loop, &host.timer, on_timer);
    uv_check_init(loop_uv(host.loop), &host.check);
    uv_check_start(&host.check, on_check);
    watch_init(host.loop, &host.orders, beside_orders[0], on_order);
    watch_set(&host.orders, LOOP_READ);
    log_set_level(LOG_ERROR);
    web_adapter.start(host.adapter);
    loop_run(host.loop);
}

/* -- the baselines' processes -- */

static int listen_bare(void)
{
    int fd = beside_listen();
    answer(0);
    return fd;
}

static void write_bare(void)
{
    static const char head[] = "HTTP/1.1 101 \r\n\r\n";
    static int clients[ONLOOKERS];
    static char frame[FRAME];
    char order = '\0';
    char request[1024];
    int fd = listen_bare();
    for (unsigned i = 0; i < ONLOOKERS; i++) {
        clients[i] = accept(fd, NULL, NULL);
        must(clients[i] >= 0 && read(clients[i], request, sizeof(request)) > 0, "nobody comes");
        write_all(clients[i], head, sizeof(head) - 1);
        write_all(clients[i], frame, sizeof(frame));
    }
    while (read(beside_orders[0], &order, 1) == 1) {
        for (unsigned i = 0; order == 'm' && i < ONLOOKERS; i++)
            write_all(clients[i], frame, sizeof(frame));
        if (order != 'm')
            answer(0);
    }
    _exit(0);
}

/* Whatever is asked, the same document. */
static void answer_bare(void)
{
    static char whole[DOCUMENT + 64];
    char request[1024];
    struct epoll_event events[EVENTS];
    int fd = listen_bare();
    int epoll = epoll_create1(0);
    int length =
        snprintf(whole, sizeof(whole), "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", DOCUMENT);
    memcpy(whole + length, document, DOCUMENT);
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &(struct epoll_event){EPOLLIN, {.fd = fd}});
    epoll_ctl(epoll, EPOLL_CTL_ADD, beside_orders[0],
              &(struct epoll_event){EPOLLIN, {.fd = beside_orders[0]}});
    for (;;) {
        int count = epoll_wait(epoll, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            int at = events[i].data.fd;
            if (at == fd) {
                int client = accept(fd, NULL, NULL);
                epoll_ctl(epoll, EPOLL_CTL_ADD, client,
                          &(struct epoll_event){EPOLLIN, {.fd = client}});
            } else if (read(at, request, at == beside_orders[0] ? 1 : sizeof(request)) <= 0) {
                close(at);
            } else if (at == beside_orders[0]) {
                answer(0);
            } else {
                write_all(at, whole, (size_t)length + DOCUMENT);
            }
        }
    }
}

/* -- the onlookers -- */

static struct onlooker_end {
    int fd;
    size_t due; /* bytes that are still to come */
} ends[ONLOOKERS];

static double read_answer(void)
{
    double value = 0;
    beside_await(&value, sizeof(value));
    return value;
}

static void order(char what)
{
    beside_order(&what, 1);
}

/* The head of the answer is read here; what is behind it is the first document. */
static void come(struct onlooker_end *end, unsigned number)
{
    char text[4096];
    size_t length = 0;
    char *body = NULL;
    end->fd = beside_come();
    snprintf(text, sizeof(text),
             "GET /live/1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Origin: https://talon.example\r\nX-Forwarded-For: 10.0.%u.%u\r\n\r\n",
             number / 250, number % 250);
    write_all(end->fd, text, strlen(text));
    while (body == NULL) {
        ssize_t got = read(end->fd, text + length, sizeof(text) - 1 - length);
        must(got > 0, "an onlooker is not let in");
        length += (size_t)got;
        text[length] = '\0';
        body = strstr(text, "\r\n\r\n");
    }
    must(strncmp(text, "HTTP/1.1 101", 12) == 0, "an onlooker is refused");
    end->due = FRAME - (length - (size_t)(body + 4 - text));
    fcntl(end->fd, F_SETFL, O_NONBLOCK);
}

/* True: the document that was due is whole. Between two documents a ping may come. */
static bool take(struct onlooker_end *end)
{
    static const unsigned char pong[] = {0x8a, 0x80, 0, 0, 0, 0};
    unsigned char bytes[FRAME];
    bool begins = end->due == 0 || end->due == FRAME;
    ssize_t got = read(end->fd, bytes, begins ? PING : end->due);
    must(got != 0, "an onlooker was hung up on");
    if (got < 0)
        return false;
    if (begins && bytes[0] == 0x89) {
        write_all(end->fd, (const char *)pong, sizeof(pong));
        return false;
    }
    end->due -= (size_t)got;
    return end->due == 0;
}

static void take_all(int epoll, unsigned waiting)
{
    struct epoll_event events[EVENTS];
    while (waiting > 0) {
        int count = epoll_wait(epoll, events, EVENTS, 30000);
        must(count > 0, "a change does not come");
        for (int i = 0; i < count; i++)
            waiting -= take(events[i].data.ptr) ? 1 : 0;
    }
}

struct result {
    struct samples moves; /* seconds until a change is at all */
    double longest, bytes;
};

static pid_t begin(void (*run)(void))
{
    pid_t child = beside_begin(run);
    read_answer();
    return child;
}

static struct result measure(void (*run)(void))
{
    struct result result = {.longest = 0};
    pid_t child = begin(run);
    size_t before = measure_resident(child);
    int epoll = epoll_create1(0);
    unsigned waiting = 0;
    for (unsigned i = 0; i < ONLOOKERS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &ends[i]};
        come(&ends[i], i);
        waiting += ends[i].due > 0;
        epoll_ctl(epoll, EPOLL_CTL_ADD, ends[i].fd, &event);
    }
    take_all(epoll, waiting);
    order('l');
    read_answer();
    result.bytes = (double)(measure_resident(child) - before) / ONLOOKERS;
    for (unsigned move = 0; move < MOVES; move++) {
        for (unsigned i = 0; i < ONLOOKERS; i++)
            ends[i].due = FRAME;
        double begun = measure_now();
        order('m');
        take_all(epoll, ONLOOKERS);
        samples_add(&result.moves, measure_now() - begun);
    }
    order('l');
    result.longest = read_answer();
    beside_end(child);
    for (unsigned i = 0; i < ONLOOKERS; i++)
        close(ends[i].fd);
    close(epoll);
    samples_sort(&result.moves);
    return result;
}

/* -- the flood -- */

struct flood {
    struct samples waits; /* seconds until the loop answered something else */
    double seconds;
};

static struct flooder {
    int fd;
    unsigned number, asked;
    size_t got;
} flooders[FLOODERS];

/* Each is another visitor, and asks for another page each time: nothing is made for two. */
static void ask(struct flooder *flooder)
{
    char text[256];
    int length = snprintf(text, sizeof(text),
                          "GET /boards?%u.%u HTTP/1.1\r\nHost: x\r\n"
                          "X-Forwarded-For: 10.%u.%u.1\r\n\r\n",
                          flooder->number, flooder->asked, flooder->number, flooder->asked % 250);
    flooder->asked++;
    flooder->got = 0;
    write_all(flooder->fd, text, (size_t)length);
}

/* True: the answer is whole. It is longer than its document by its head alone. */
static bool read_page(struct flooder *flooder)
{
    static char bytes[2 * DOCUMENT];
    static const char good[] = "HTTP/1.1 200";
    ssize_t got = read(flooder->fd, bytes, sizeof(bytes));
    must(got > 0, "a visitor was hung up on");
    must(flooder->got > 0 || memcmp(bytes, good, sizeof(good) - 1) == 0, "a visitor is refused");
    flooder->got += (size_t)got;
    return flooder->got > DOCUMENT && bytes[got - 1] == 'x';
}

static void come_to_flood(int epoll)
{
    for (unsigned i = 0; i < FLOODERS; i++) {
        flooders[i] = (struct flooder){.fd = beside_come(), .number = i};
        epoll_ctl(epoll, EPOLL_CTL_ADD, flooders[i].fd,
                  &(struct epoll_event){EPOLLIN, {.ptr = &flooders[i]}});
        ask(&flooders[i]);
    }
}

static struct flood flood(void (*run)(void))
{
    struct flood result = {.seconds = 0};
    struct epoll_event events[EVENTS];
    pid_t child = begin(run);
    int epoll = epoll_create1(0);
    double begun = measure_now();
    double asked = 0; /* when the loop was asked; 0: it has answered */
    double last = begun;
    epoll_ctl(epoll, EPOLL_CTL_ADD, beside_answers[0],
              &(struct epoll_event){EPOLLIN, {.ptr = NULL}});
    come_to_flood(epoll);
    for (unsigned done = 0; done < REQUESTS;) {
        int count = epoll_wait(epoll, events, EVENTS, BETWEEN);
        for (int i = 0; i < count; i++) {
            struct flooder *flooder = events[i].data.ptr;
            if (flooder == NULL) {
                read_answer();
                last = measure_now();
                samples_add(&result.waits, last - asked);
                asked = 0;
            } else if (read_page(flooder)) {
                done++;
                ask(flooder);
            }
        }
        if (asked <= 0 && measure_now() - last > BETWEEN / 1e3) {
            asked = measure_now();
            order('a');
        }
    }
    result.seconds = measure_now() - begun;
    beside_end(child);
    for (unsigned i = 0; i < FLOODERS; i++)
        close(flooders[i].fd);
    close(epoll);
    samples_sort(&result.waits);
    return result;
}

static void tell_flood(void)
{
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    struct flood bare = flood(answer_bare);
    struct flood web = flood(serve);
    double wait = samples_at(&web.waits, 0.99);
    measure_row(web.seconds / bare.seconds, "20,000 pages to 64 who ask and ask",
                measure_text(here, "%.0f a second", REQUESTS / web.seconds),
                measure_text(baseline, "write(2) alone %.0f", REQUESTS / bare.seconds), "-",
                VERDICT_NONE);
    measure_row(wait / samples_at(&bare.waits, 0.99), "what a move waits meanwhile, p50 / p99",
                measure_text(here, "%.1f / %.1f ms", samples_at(&web.waits, 0.5) * 1e3, wait * 1e3),
                measure_text(baseline, "write(2) alone %.1f / %.1f ms",
                             samples_at(&bare.waits, 0.5) * 1e3,
                             samples_at(&bare.waits, 0.99) * 1e3),
                "20 ms", verdict_of(wait <= 0.020));
    samples_finish(&web.waits);
    samples_finish(&bare.waits);
}

int main(void)
{
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    beside_init(ONLOOKERS);
    memset(document, 'x', sizeof(document));
    struct result bare = measure(write_bare);
    struct result web = measure(serve);
    double p50 = samples_at(&web.moves, 0.5);
    double worst = samples_at(&web.moves, 1);
    measure_head();
    measure_row(p50 / samples_at(&bare.moves, 0.5), "a change at 5,000 onlookers, p50 / longest",
                measure_text(here, "%.0f / %.0f ms", p50 * 1e3, worst * 1e3),
                measure_text(baseline, "write(2) alone %.0f / %.0f ms",
                             samples_at(&bare.moves, 0.5) * 1e3, samples_at(&bare.moves, 1) * 1e3),
                "150 ms", verdict_of(worst <= 0.150));
    measure_row(0, "loop busy meanwhile, longest", measure_text(here, "%.1f ms", web.longest * 1e3),
                "-", "5 ms", verdict_of(web.longest <= 0.005));
    measure_row(0, "bytes an onlooker", measure_text(here, "%.0f", web.bytes),
                measure_text(baseline, "a socket alone %.0f", bare.bytes), "3,000",
                verdict_of(web.bytes <= 3000));
    tell_flood();
    beside_finish();
    samples_finish(&web.moves);
    samples_finish(&bare.moves);
    return 0;
}
