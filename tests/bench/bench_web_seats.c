/* 1,000 pages of seats, at 250 tables of four: what each takes, and how long a move takes until it
 * is at the four pages of its table, by way of the engine, the journal on the disk and a document
 * for each. The whole host runs in a process of its own, behind a socket in the file system as
 * behind a proxy. Against a process that writes as much of a journal, waits for the disk, and
 * writes as many bytes to four sockets. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/web/web.h"
#include "beside.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "table_load.h"

enum {
    TABLES = 250,
    PAGES = TABLES * RIG_SEATS,
    MOVES = 1000,
    DOCUMENT_MAX = 32768,
    RECORD = 256,
    EVENTS = 256
};

static char database[MEASURE_PATH + 16];
static char secrets[PAGES][PAGE_SECRET_SIZE]; /* of the sessions */
static size_t document;                       /* bytes of a typical one, for the baseline */

/* The table that moves next. */
static void order(unsigned table)
{
    beside_order(&table, sizeof(table));
}

/* -- the host's process -- */

static struct table_load rig;

static void on_order(struct watch *watch, int events)
{
    unsigned table = 0;
    (void)watch;
    (void)events;
    if (read(beside_orders[0], &table, sizeof(table)) != sizeof(table))
        _exit(0);
    table_load_move(&rig, table);
}

/* Each seat has a browser. */
static void open_sessions(void)
{
    for (unsigned i = 0; i < PAGES; i++) {
        struct table *table = rig.tables[i / RIG_SEATS].table;
        const struct person *person = table->seats[i % RIG_SEATS].person;
        must(page_seat_offer(table, person, secrets[i]), "no link");
        struct page_seat *link = page_seat_find(rig.host.tables, PAGE_LINK, secrets[i]);
        must(link != NULL && page_seat_exchange(rig.host.tables, link, secrets[i]), "no session");
    }
    table_load_settle(&rig);
}

static void serve(void)
{
    static struct watch watch;
    char listen[sizeof(beside_path) + 8];
    struct settings settings;
    snprintf(listen, sizeof(listen), "unix:%s", beside_path);
    must(settings_init(&settings, web_adapter.keys), "out of memory");
    settings_put(&settings, settings_find(&settings, "listen"), listen);
    settings_put(&settings, settings_find(&settings, "url"), "http://talon.example");
    must(table_load_open_beside(&rig, database, TABLES, &web_adapter, &settings) &&
             table_load_deal(&rig, TABLES),
         "no tables");
    open_sessions();
    watch_init(rig.loop, &watch, beside_orders[0], on_order);
    watch_set(&watch, LOOP_READ);
    beside_answer(secrets, sizeof(secrets));
    loop_run(rig.loop);
}

/* -- the baseline's process -- */

static void write_bare(void)
{
    static int clients[PAGES];
    static char bytes[DOCUMENT_MAX];
    char record[RECORD] = "";
    char request[1024];
    unsigned table = 0;
    int journal = open(database, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int fd = beside_listen();
    must(journal >= 0, "no journal");
    snprintf(bytes, sizeof(bytes), "\"move\":");
    beside_answer(secrets, sizeof(secrets));
    for (unsigned i = 0; i < PAGES; i++) {
        clients[i] = accept(fd, NULL, NULL);
        must(clients[i] >= 0 && read(clients[i], request, sizeof(request)) > 0, "nobody comes");
    }
    while (read(beside_orders[0], &table, sizeof(table)) == sizeof(table)) {
        write_all(journal, record, sizeof(record));
        must(fdatasync(journal) == 0, "no disk");
        for (unsigned i = 0; i < RIG_SEATS; i++)
            write_all(clients[table * RIG_SEATS + i], bytes, document);
    }
    _exit(0);
}

/* -- the pages -- */

static struct page_end {
    int fd;
    long move; /* the newest that it was told of; -1: nothing yet */
    size_t length;
    char *bytes; /* DOCUMENT_MAX */
} pages[PAGES];

static int come(const char *request)
{
    int fd = beside_come();
    write_all(fd, request, strlen(request));
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* Each comes from an address of its own. */
static void come_all(int epoll)
{
    char request[512];
    for (unsigned i = 0; i < PAGES; i++) {
        snprintf(request, sizeof(request),
                 "GET /seat/live?lang=en HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://talon.example\r\n"
                 "Cookie: talon-seat=%.32s\r\nX-Forwarded-For: 10.0.%u.%u\r\n\r\n",
                 secrets[i], i / 250, i % 250);
        char *bytes = pages[i].bytes != NULL ? pages[i].bytes : malloc(DOCUMENT_MAX);
        must(bytes != NULL, "out of memory");
        pages[i] = (struct page_end){.fd = come(request), .move = -1, .bytes = bytes};
        epoll_ctl(epoll, EPOLL_CTL_ADD, pages[i].fd,
                  &(struct epoll_event){EPOLLIN, {.ptr = &pages[i]}});
    }
}

static char *find(unsigned char *bytes, size_t length, const char *what)
{
    size_t size = strlen(what);
    for (unsigned char *at = bytes; length >= size; at++, length--) {
        if (memcmp(at, what, size) == 0)
            return (char *)at;
    }
    return NULL;
}

/* Takes the whole frames of the text type; the head of the answer is none. True: one was of a move
 * that the page did not know. */
static bool take_frames(struct page_end *page)
{
    bool news = false;
    unsigned char *bytes = (unsigned char *)page->bytes;
    if (page->length >= 4 && memcmp(bytes, "HTTP", 4) == 0) {
        char *body = find(bytes, page->length, "\r\n\r\n");
        if (body == NULL)
            return false;
        must(memcmp(bytes, "HTTP/1.1 101", 12) == 0, "a page is refused");
        page->length -= (size_t)(body + 4 - page->bytes);
        memmove(page->bytes, body + 4, page->length);
    }
    while (page->length >= 4) {
        size_t head = bytes[1] == 126 ? 4 : 2;
        size_t length = bytes[1] == 126 ? (size_t)bytes[2] << 8 | bytes[3] : bytes[1];
        must(bytes[1] < 127, "a document is too long");
        if (page->length < head + length)
            break;
        const char *move = find(bytes + head, length, "\"move\":");
        if (bytes[0] == 0x81 && move != NULL) {
            long number = strtol(move + 7, NULL, 10);
            news = news || number > page->move;
            page->move = number > page->move ? number : page->move;
            document = length;
        }
        page->length -= head + length;
        memmove(bytes, bytes + head + length, page->length);
    }
    return news;
}

static bool take(struct page_end *page)
{
    ssize_t got = read(page->fd, page->bytes + page->length, DOCUMENT_MAX - page->length);
    must(got > 0, "a page was hung up on");
    page->length += (size_t)got;
    return take_frames(page);
}

static void take_all(int epoll, unsigned waiting)
{
    struct epoll_event events[EVENTS];
    while (waiting > 0) {
        int count = epoll_wait(epoll, events, EVENTS, 30000);
        must(count > 0, "a move does not come");
        for (int i = 0; i < count; i++)
            waiting -= take(events[i].data.ptr) ? 1 : 0;
    }
}

/* -- both -- */

/* The sessions of all pages are what it answers once it listens. */
static pid_t begin(void (*run)(void))
{
    pid_t child = beside_begin(run);
    beside_await(secrets, sizeof(secrets));
    return child;
}

static void end(pid_t child, int epoll)
{
    beside_end(child);
    for (unsigned i = 0; i < PAGES; i++)
        close(pages[i].fd);
    close(epoll);
}

struct result {
    struct samples moves; /* seconds until a move is at its pages */
    double came, bytes;   /* seconds until all had a document; of memory, each */
};

static struct result measure_host(void)
{
    struct result result = {.came = 0};
    pid_t child = begin(serve);
    size_t before = measure_resident(child);
    int epoll = epoll_create1(0);
    double begun = measure_now();
    come_all(epoll);
    take_all(epoll, PAGES);
    result.came = measure_now() - begun;
    for (unsigned move = 0; move < MOVES; move++) {
        begun = measure_now();
        order(move % TABLES);
        take_all(epoll, RIG_SEATS);
        samples_add(&result.moves, measure_now() - begun);
    }
    result.bytes = ((double)measure_resident(child) - (double)before) / PAGES;
    end(child, epoll);
    samples_sort(&result.moves);
    return result;
}

static struct samples measure_bare(void)
{
    struct samples moves = {0};
    struct epoll_event events[EVENTS];
    pid_t child = begin(write_bare);
    int epoll = epoll_create1(0);
    come_all(epoll);
    for (unsigned move = 0; move < MOVES; move++) {
        static char bytes[DOCUMENT_MAX];
        double begun = measure_now();
        order(move % TABLES);
        for (size_t due = document * RIG_SEATS; due > 0;) {
            int count = epoll_wait(epoll, events, EVENTS, 30000);
            must(count > 0, "a move does not come");
            for (int i = 0; i < count; i++) {
                const struct page_end *page = events[i].data.ptr;
                ssize_t got = read(page->fd, bytes, sizeof(bytes));
                must(got > 0, "the baseline is gone");
                due -= (size_t)got;
            }
        }
        samples_add(&moves, measure_now() - begun);
    }
    end(child, epoll);
    samples_sort(&moves);
    return moves;
}

int main(void)
{
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    beside_init(PAGES);
    snprintf(database, sizeof(database), "%s/talon.db", beside_folder);
    struct result host = measure_host();
    struct samples bare = measure_bare();
    double p50 = samples_at(&host.moves, 0.5);
    measure_head();
    measure_row(
        p50 / samples_at(&bare, 0.5), "a move at the pages of its four seats, p50 / p99",
        measure_text(here, "%.1f / %.1f ms", p50 * 1e3, samples_at(&host.moves, 0.99) * 1e3),
        measure_text(baseline, "disk and write(2) alone %.1f / %.1f ms",
                     samples_at(&bare, 0.5) * 1e3, samples_at(&bare, 0.99) * 1e3),
        "150 ms", verdict_of(samples_at(&host.moves, 0.99) <= 0.150));
    measure_row(0, "1,000 pages come, until each has its seat",
                measure_text(here, "%.0f ms", host.came * 1e3), "-", "-", VERDICT_NONE);
    measure_row(0, "memory of a page of a seat, its document with it",
                measure_text(here, "%.0f bytes", host.bytes),
                measure_text(baseline, "a document of %zu", document), "-", VERDICT_NONE);
    samples_finish(&host.moves);
    samples_finish(&bare);
    beside_finish();
    return 0;
}
