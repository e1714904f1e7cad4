#include "face.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/pages.h"
#include "adapters/web/web.h"
#include "base/array.h"
#include "base/buf.h"

enum { LINE = 512, ASKED_MAX = 256, BODY_MAX = 4 << 20, HELD = 64, WATCHED_MAX = 300 };

/* -- the host, in the child -- */

struct asked {
    uint32_t number;
    char path[LINE], texts[4096];
};

static struct {
    struct loop *loop;
    struct timer timer;
    struct adapter *adapter;
    struct settings settings;
    struct asked asked[ASKED_MAX]; /* to be answered in the next turn */
    unsigned asked_count;
    uint32_t held[HELD]; /* /never */
    unsigned held_count, count;
    struct watched {
        int64_t table; /* 0: free */
        unsigned version;
    } watched[WATCHED_MAX];
    char body[BODY_MAX];
    int tell; /* the pipe to the test */
    bool stopped;
} host;

static bool on_ask(void *arg, struct adapter *adapter, const struct page_request *request)
{
    (void)arg;
    (void)adapter;
    if (host.asked_count == ASKED_MAX)
        return false;
    struct asked *asked = &host.asked[host.asked_count++];
    asked->number = request->number;
    snprintf(asked->path, sizeof(asked->path), "%s", request->path);
    snprintf(asked->texts, sizeof(asked->texts),
             "path %s\nquery %s\nlanguage %s\nhome %s\norigin %s\nassets %s\n", request->path,
             request->query, request->language != NULL ? request->language : "(none)",
             request->home, request->origin, request->assets);
    timer_set(&host.timer, 0);
    return true;
}

static void give(uint32_t number, const struct page *page)
{
    host.adapter->impl->pages->page(host.adapter, number, page);
}

static void give_text(uint32_t number, const char *text)
{
    const struct page page = {
        .status = 200, .type = "text/plain; charset=utf-8", .body = text, .length = strlen(text)};
    give(number, &page);
}

static void answer_echo(const struct asked *asked)
{
    give_text(asked->number, asked->texts);
}

static void give_bytes(const struct asked *asked, bool plain)
{
    size_t length = strtoul(strrchr(asked->path, '/') + 1, NULL, 10);
    uint64_t state = 1;
    assert_true(length < BODY_MAX);
    for (size_t i = 0; i < length; i++) {
        state = state * UINT64_C(6364136223846793005) + 1;
        host.body[i] = (char)(plain ? 'a' + i % 7 : (state >> 56) & 0xff);
    }
    const struct page page = {
        .status = 200, .type = "application/json", .body = host.body, .length = length};
    give(asked->number, &page);
}

static void answer_big(const struct asked *asked)
{
    give_bytes(asked, false);
}

static void answer_text(const struct asked *asked)
{
    give_bytes(asked, true);
}

static void answer_moved(const struct asked *asked)
{
    give(asked->number, &(struct page){.status = 301, .body = "/echo", .length = 5});
}

static void answer_bad_move(const struct asked *asked)
{
    give(asked->number, &(struct page){.status = 301, .body = "//evil.example/", .length = 15});
}

static void answer_never(const struct asked *asked)
{
    assert_true(host.held_count < HELD);
    host.held[host.held_count++] = asked->number;
}

static void answer_release(const struct asked *asked)
{
    for (unsigned i = 0; i < host.held_count; i++)
        give_text(host.held[i], "at last");
    host.held_count = 0;
    give_text(asked->number, "released");
}

static void answer_count(const struct asked *asked)
{
    char text[32];
    snprintf(text, sizeof(text), "%u", host.count - 1);
    give_text(asked->number, text);
}

static void answer_kept(const struct asked *asked)
{
    give(asked->number,
         &(struct page){
             .status = 200, .type = "text/plain", .body = "kept", .length = 4, .max_age = 60});
}

static void answer_poster(const struct asked *asked)
{
    struct poster poster;
    memset(&poster, 0, sizeof(poster));
    snprintf(poster.title, sizeof(poster.title), "%s", strrchr(asked->path, '/') + 1);
    give(asked->number,
         &(struct page){.status = 200, .type = "image/png", .max_age = 60, .poster = &poster});
}

/* -- documents that are watched -- */

static struct watched *find_watched(int64_t table)
{
    for (struct watched *at = host.watched; at < host.watched + WATCHED_MAX; at++) {
        if (at->table == table)
            return at;
    }
    return NULL;
}

static bool on_watch(void *arg, struct adapter *adapter, int64_t table, bool on)
{
    (void)arg;
    (void)adapter;
    struct watched *watched = find_watched(on ? 0 : table);
    if (table == 404)
        return false;
    assert_non_null(watched);
    assert_true(!on || find_watched(table) == NULL); /* once for all */
    *watched = (struct watched){.table = on ? table : 0, .version = 1};
    return true;
}

static void write_version(const struct watched *watched, size_t bytes, struct page *page)
{
    size_t length = (size_t)snprintf(host.body, BODY_MAX, "%lld version %u ",
                                     (long long)watched->table, watched->version);
    memset(host.body + length, '.', bytes);
    *page = (struct page){
        .status = 200, .type = "application/json", .body = host.body, .length = length + bytes};
}

static void answer_table(const struct asked *asked)
{
    struct page page = {.status = 404, .body = "{}", .length = 2};
    const struct watched *watched = find_watched(strtoll(strrchr(asked->path, '/') + 1, NULL, 10));
    if (watched != NULL)
        write_version(watched, 0, &page);
    give(asked->number, &page);
}

static void push(const struct asked *asked, bool last)
{
    const char *query = strstr(asked->texts, "\nquery ") + 7;
    struct watched *watched = find_watched(strtoll(strrchr(asked->path, '/') + 1, NULL, 10));
    struct page page;
    if (watched != NULL) {
        int64_t table = watched->table;
        watched->version++;
        write_version(watched, strtoul(query, NULL, 10), &page);
        if (last)
            watched->table = 0;
        web_adapter.pages->live(host.adapter, table, last ? NULL : &page);
    }
    give_text(asked->number, "pushed");
}

static void answer_push(const struct asked *asked)
{
    push(asked, false);
}

static void answer_last(const struct asked *asked)
{
    push(asked, true);
}

static void answer_watched(const struct asked *asked)
{
    char text[32];
    unsigned count = 0;
    for (struct watched *at = host.watched; at < host.watched + WATCHED_MAX; at++)
        count += at->table != 0;
    snprintf(text, sizeof(text), "%u", count);
    give_text(asked->number, text);
}

static const struct {
    const char *path; /* how it begins */
    void (*answer)(const struct asked *asked);
} answers[] = {
    {"/echo", answer_echo},           {"/big/", answer_big},          {"/text/", answer_text},
    {"/moved", answer_moved},         {"/bad-move", answer_bad_move}, {"/never", answer_never},
    {"/release", answer_release},     {"/count", answer_count},       {"/push/", answer_push},
    {"/api/1/tables/", answer_table}, {"/last/", answer_last},        {"/watched", answer_watched},
    {"/kept", answer_kept},           {"/poster/", answer_poster},    {"/embed/", answer_echo},
};

static void answer(const struct asked *asked)
{
    static const char none[] = "{\"error\":\"none\"}";
    host.count++;
    for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
        if (strncmp(asked->path, answers[i].path, strlen(answers[i].path)) == 0) {
            answers[i].answer(asked);
            return;
        }
    }
    give(asked->number,
         &(struct page){
             .status = 404, .type = "application/json", .body = none, .length = sizeof(none) - 1});
}

static void on_timer(struct timer *timer)
{
    (void)timer;
    unsigned count = host.asked_count;
    static struct asked now[ASKED_MAX];
    memcpy(now, host.asked, count * sizeof(now[0]));
    host.asked_count = 0;
    for (unsigned i = 0; i < count && !host.stopped; i++)
        answer(&now[i]);
}

static void on_raise(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    (void)arg;
    char text[16];
    if (event->kind == CHAT_CONNECTED) {
        int length = snprintf(text, sizeof(text), "%u\n", web_port(adapter));
        assert_int_equal(write(host.tell, text, (size_t)length), length);
    } else if (event->kind == CHAT_STOPPED) {
        loop_stop(host.loop);
    }
}

static void on_signal(void *arg, int number)
{
    (void)arg;
    (void)number;
    if (!host.stopped)
        web_adapter.stop(host.adapter, "bye");
    host.stopped = true;
}

static void read_lines(const char *lines)
{
    char line[LINE];
    assert_true(settings_init(&host.settings, web_adapter.keys));
    for (; *lines != '\0'; lines += strcspn(lines, "\n") + 1) {
        snprintf(line, sizeof(line), "%.*s", (int)strcspn(lines, "\n"), lines);
        char *equals = strstr(line, " = ");
        assert_non_null(equals);
        *equals = '\0';
        int key = settings_find(&host.settings, line);
        assert_true(key >= 0);
        assert_null(settings_put(&host.settings, key, equals + 3));
    }
}

static void run(const char *lines)
{
    static const struct log log = {.name = ""};
    struct fault why = {0};
    read_lines(lines);
    host.loop = loop_create();
    static const struct page_source pages = {.ask = on_ask, .watch = on_watch};
    const struct adapter_setup setup = {.name = "web",
                                        .settings = &host.settings,
                                        .loop = host.loop,
                                        .log = &log,
                                        .raise = on_raise,
                                        .pages = &pages};
    timer_init(host.loop, &host.timer, on_timer);
    host.adapter = web_adapter.create(&setup, &why);
    if (host.adapter == NULL)
        fail_msg("%s", why.text);
    loop_on_signal(host.loop, on_signal, NULL);
    web_adapter.start(host.adapter);
    loop_run(host.loop);
    loop_on_signal(host.loop, NULL, NULL);
    timer_finish(&host.timer, NULL);
    web_adapter.destroy(host.adapter);
    loop_destroy(host.loop);
    settings_finish(&host.settings);
}

/* -- in the test -- */

void face_begin(struct face *face, const char *lines)
{
    int ends[2];
    char port[16] = "";
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    face->pid = fork();
    if (face->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ends[0]);
        host.tell = ends[1];
        run(lines);
        exit(0);
    }
    assert_true(face->pid > 0);
    close(ends[1]);
    while (length < sizeof(port) - 1 && read(ends[0], port + length, 1) == 1 &&
           port[length] != '\n')
        length++;
    close(ends[0]);
    assert_true(length > 0);
    face->port = (unsigned)strtoul(port, NULL, 10);
}

void face_end(struct face *face)
{
    int status = 0;
    kill(face->pid, SIGTERM);
    assert_int_equal(waitpid(face->pid, &status, 0), face->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

void face_kill(struct face *face)
{
    kill(face->pid, SIGKILL);
    assert_int_equal(waitpid(face->pid, NULL, 0), face->pid);
}

static unsigned long number_of(const struct face *face, const char *file, unsigned field)
{
    char path[64];
    char text[1024];
    snprintf(path, sizeof(path), "/proc/%d/%s", (int)face->pid, file);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    size_t length = fread(text, 1, sizeof(text) - 1, stream);
    fclose(stream);
    text[length] = '\0';
    const char *at = strrchr(text, ')');
    at = at != NULL ? at + 2 : text;
    for (; field > 0; field--)
        at += strcspn(at, " ") + 1;
    return strtoul(at, NULL, 10);
}

unsigned long face_worked(const struct face *face)
{
    enum { USER = 11, SYSTEM = 12 }; /* fields of /proc/PID/stat behind the name */
    unsigned long ticks = number_of(face, "stat", USER) + number_of(face, "stat", SYSTEM);
    return ticks * 1000 / (unsigned long)sysconf(_SC_CLK_TCK);
}

unsigned long face_memory(const struct face *face)
{
    return number_of(face, "statm", 1) * (unsigned long)sysconf(_SC_PAGESIZE);
}
