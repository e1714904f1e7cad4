#include "files.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "adapters/pages.h"
#include "adapters/web/asset.h"
#include "base/array.h"
#include "folder.h"
#include "names.h"

enum {
    TOLD_EVERY = 5000, /* ms */
    LANGUAGES_MAX = 16,
    CODE_SIZE = 16
};

static const struct setting_key files_keys[] = {
    [FILES_FOLDER] = {.name = "folder", .type = SETTING_TEXT, .required = true},
    [FILES_LANGUAGES] = {.name = "languages", .type = SETTING_LIST, .required = true},
    {0},
};

/* A file to write, or already written. */
struct wanted {
    struct wanted *next;
    UT_hash_handle hh;
    const char *from; /* the first page with a link to it; NULL: a start page, which needs none */
    bool bad;         /* the page is missing, or one of its links leads nowhere */
    char name[];      /* before it is shortened (names.h) */
};

struct files {
    struct adapter base; /* first */
    struct post post;
    bool posted, begun, stopped;
    struct folder *folder;
    char languages[LANGUAGES_MAX][CODE_SIZE];
    unsigned language_count;
    struct wanted *known;        /* by name */
    struct wanted *first, *last; /* in the order in which they were found */
    struct wanted *now;          /* the host is making it; NULL: none */
    uint32_t number;
    uint64_t told_at; /* of loop_now() */
    struct files_told told;
    const char *why; /* it ends */
};

static struct files *files_of(const struct adapter *adapter)
{
    assert(adapter->impl == &files_adapter);
    return (struct files *)(uintptr_t)adapter;
}

struct files_told files_told(const struct adapter *adapter)
{
    return files_of(adapter)->told;
}

void files_each_bad(const struct adapter *adapter, void (*call)(void *arg, const char *name),
                    void *arg)
{
    for (const struct wanted *at = files_of(adapter)->first; at != NULL; at = at->next) {
        if (at->bad)
            call(arg, at->name);
    }
}

/* Counts a fault. `page` has the fault; NULL: the fault belongs to no page. */
static void count_fault(struct files *files, struct wanted *page)
{
    files->told.faults += page == NULL;
    files->told.bad += page != NULL && !page->bad;
    if (page != NULL)
        page->bad = true;
}

__attribute__((format(printf, 3, 4))) static void
report_fault(struct files *files, struct wanted *page, const char *format, ...)
{
    char text[NAME_SIZE * 3];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    log_error(&files->base.log, "%s", text);
    count_fault(files, page);
}

/* -- which files -- */

static void want_file(struct files *files, const char *name, const char *from)
{
    struct wanted *wanted = NULL;
    size_t length = strlen(name);
    HASH_FIND(hh, files->known, name, length, wanted);
    if (wanted != NULL)
        return;
    wanted = calloc(1, sizeof(*wanted) + length + 1);
    if (wanted == NULL) {
        report_fault(files, files->now, "out of memory: left out file=%s", name);
        return;
    }
    memcpy(wanted->name, name, length + 1);
    wanted->from = from;
    HASH_ADD_KEYPTR(hh, files->known, wanted->name, length, wanted);
    *(files->last != NULL ? &files->last->next : &files->first) = wanted;
    files->last = wanted;
}

/* Returns the language of a file, and in `rest` the file's name inside that language's folder. */
static const char *language_of(const struct files *files, const char *name, const char **rest)
{
    for (unsigned i = 1; i < files->language_count; i++) {
        size_t length = strlen(files->languages[i]);
        if (strncmp(name, files->languages[i], length) == 0 && name[length] == '/') {
            *rest = name + length + 1;
            return files->languages[i];
        }
    }
    *rest = name;
    return files->languages[0];
}

static void follow_link(struct files *files, const char *href)
{
    static const char site[] = "site/";
    char name[NAME_SIZE];
    const char *from = files->now->name;
    if (!name_of_link(from, href, name))
        report_fault(files, files->now, "a link leads nowhere file=%s href=%s", from, href);
    else if (strncmp(name, site, sizeof(site) - 1) != 0)
        want_file(files, name, from);
    else if (asset_find(name + sizeof(site) - 1) == NULL) {
        report_fault(files, files->now, "a file of the site is missing file=%s href=%s", from,
                     href);
    }
}

/* True if the value at `value` belongs to an attribute that holds an address. */
static bool is_address(const char *page, const char *value)
{
    static const char *const attributes[] = {" href=\"", " src=\"", " data-record=\""};
    for (size_t i = 0; i < ARRAY_SIZE(attributes); i++) {
        size_t length = strlen(attributes[i]);
        if ((size_t)(value - page) >= length && memcmp(value - length, attributes[i], length) == 0)
            return true;
    }
    return false;
}

/* Copies the address of a link, and follows the link. A file name that is too long for a file
 * system is shortened, so the copy is never longer than `value`. Returns its length. */
static size_t copy_address(struct files *files, char *out, const char *value, size_t length)
{
    char href[NAME_SIZE], shorter[NAME_SIZE];
    memcpy(out, value, length);
    if (*value != '.')
        return length; /* the link leads elsewhere, or into the same page */
    snprintf(href, sizeof(href), "%.*s", (int)length, value);
    follow_link(files, href);
    if (length >= NAME_SIZE || !name_shorten(href, shorter))
        return length;
    memcpy(out, shorter, strlen(shorter));
    return strlen(shorter);
}

/* Follows all links of a page, and copies the page with shortened file names in its links. Returns
 * the length of the copy. html.h writes quotation marks only around values, so every second mark
 * ends a value. */
static size_t follow_all(struct files *files, const char *page, size_t length, char *copy)
{
    const char *end = page + length;
    const char *value = page, *copied = page;
    char *out = copy;
    while ((value = memchr(value, '"', (size_t)(end - value))) != NULL) {
        const char *after = memchr(value + 1, '"', (size_t)(end - value - 1));
        if (after == NULL)
            break;
        value++;
        if (is_address(page, value)) {
            memcpy(out, copied, (size_t)(value - copied));
            out += value - copied;
            out += copy_address(files, out, value, (size_t)(after - value));
            copied = after;
        }
        value = after + 1;
    }
    memcpy(out, copied, (size_t)(end - copied));
    return (size_t)(out - copy) + (size_t)(end - copied);
}

/* -- the end -- */

static void on_post(struct post *post);

static void end_soon(struct files *files, const char *why)
{
    files->why = why;
    files->now = NULL;
    if (files->posted)
        return;
    files->posted = true;
    loop_post(files->base.setup.loop, &files->post);
}

static void put_assets(struct files *files)
{
    static const char root[] = "root/";
    char name[NAME_SIZE];
    for (unsigned i = 0; i < site_asset_count; i++) {
        const struct asset *asset = &site_assets[i];
        bool at_root = strncmp(asset->name, root, sizeof(root) - 1) == 0;
        snprintf(name, sizeof(name), "%s%s", at_root ? "" : "site/",
                 asset->name + (at_root ? sizeof(root) - 1 : 0));
        if (!folder_put(files->folder, name, asset->bytes, asset->length))
            files->told.faults++;
        files->told.files++;
    }
}

/* -- one page after the other -- */

static bool ask_for_page(struct files *files, struct wanted *wanted)
{
    char path[NAME_SIZE], query[NAME_SIZE], home[NAME_SIZE], up[NAME_SIZE];
    char asks[NAME_SIZE + CODE_SIZE + 8], assets[NAME_SIZE + 8];
    const char *rest = NULL;
    const char *language = language_of(files, wanted->name, &rest);
    if (!name_address(rest, path, query) || !name_way_up(rest, home) ||
        !name_way_up(wanted->name, up)) {
        report_fault(files, wanted, "a link leads to no page file=%s from=%s", wanted->name,
                     wanted->from != NULL ? wanted->from : "");
        return false;
    }
    snprintf(asks, sizeof(asks), "lang=%s%s%s", language, *query != '\0' ? "&" : "", query);
    snprintf(assets, sizeof(assets), "%s/site", up);
    const struct page_request request = {.number = ++files->number,
                                         .path = path,
                                         .query = asks,
                                         .home = home,
                                         .origin = "",
                                         .assets = assets};
    files->now = wanted;
    if (files->base.setup.pages->ask(files->base.setup.host, &files->base, &request))
        return true;
    report_fault(files, wanted, "out of memory: left out file=%s", wanted->name);
    return false;
}

/* Asks the host for the pages after `after`, until it accepts one; `after` NULL: begins with the
 * first page. If no page is left, settles the folder and ends. */
static void go_on(struct files *files, struct wanted *after)
{
    struct wanted *next = after != NULL ? after->next : files->first;
    while (next != NULL && !ask_for_page(files, next))
        next = next->next;
    if (next != NULL)
        return;
    put_assets(files);
    files->told.settled = true;
    if (!folder_settle(files->folder))
        files->told.faults++;
    end_soon(files, "all is written");
}

static void tell_progress(struct files *files)
{
    uint64_t now = loop_now(files->base.setup.loop);
    if (now - files->told_at < TOLD_EVERY)
        return;
    files->told_at = now;
    log_info(&files->base.log, "writes pages=%u found=%u", files->told.pages,
             HASH_COUNT(files->known));
}

static void put_page(struct files *files, struct wanted *now, const struct page *page)
{
    char shorter[NAME_SIZE];
    size_t length = page->length;
    char *copy = malloc(length + 1);
    if (copy == NULL || !name_shorten(now->name, shorter)) {
        report_fault(files, now, "out of memory: left out file=%s", now->name);
        free(copy);
        return;
    }
    if (strncmp(page->type, "text/html", strlen("text/html")) == 0)
        length = follow_all(files, page->body, length, copy);
    else
        memcpy(copy, page->body, length);
    if (folder_put(files->folder, shorter, copy, length))
        files->told.pages++;
    else
        count_fault(files, now); /* folder_put() has reported the fault */
    free(copy);
}

static void files_page(struct adapter *adapter, uint32_t number, const struct page *page)
{
    struct files *files = files_of(adapter);
    struct wanted *now = files->now;
    if (now == NULL || number != files->number)
        return;
    if (page->status == 200)
        put_page(files, now, page);
    else {
        report_fault(files, now, "a link leads to no page file=%s from=%s status=%u", now->name,
                     now->from != NULL ? now->from : "", page->status);
    }
    tell_progress(files);
    go_on(files, now);
}

static void begin_site(struct files *files)
{
    char name[NAME_SIZE];
    adapter_raise(&files->base, &(struct chat_event){.kind = CHAT_CONNECTED});
    for (unsigned i = 0; i < files->language_count; i++) {
        snprintf(name, sizeof(name), "%s%sindex.html", i > 0 ? files->languages[i] : "",
                 i > 0 ? "/" : "");
        want_file(files, name, NULL);
    }
    files->told_at = loop_now(files->base.setup.loop);
    go_on(files, NULL);
}

static void on_post(struct post *post)
{
    struct files *files = (struct files *)((char *)post - offsetof(struct files, post));
    files->posted = false;
    if (files->why == NULL) {
        begin_site(files);
        return;
    }
    files->stopped = true;
    adapter_raise(&files->base, &(struct chat_event){.kind = CHAT_STOPPED, .text = files->why});
}

/* -- the adapter -- */

static void add_language(void *arg, const char *word)
{
    struct files *files = arg;
    if (files->language_count < LANGUAGES_MAX)
        snprintf(files->languages[files->language_count++], CODE_SIZE, "%s", word);
}

static void files_destroy(struct adapter *adapter)
{
    struct wanted *wanted = NULL, *next = NULL;
    if (adapter == NULL)
        return;
    struct files *files = files_of(adapter);
    HASH_CLEAR(hh, files->known);
    if (files->posted)
        loop_unpost(adapter->setup.loop, &files->post);
    for (wanted = files->first; wanted != NULL; wanted = next) {
        next = wanted->next;
        free(wanted);
    }
    folder_close(files->folder);
    free(files);
}

static struct adapter *files_create(const struct adapter_setup *setup, struct fault *why)
{
    struct files *files = calloc(1, sizeof(*files));
    fault_set(why, "out of memory");
    if (files == NULL)
        return NULL;
    adapter_init(&files->base, &files_adapter, setup);
    files->base.log = (struct log){setup->log, "site"};
    files->post.call = on_post;
    settings_each(setup->settings, FILES_LANGUAGES, add_language, files);
    files->folder = folder_open(settings_text(setup->settings, FILES_FOLDER), why);
    if (files->folder != NULL)
        return &files->base;
    files_destroy(&files->base);
    return NULL;
}

static void files_start(struct adapter *adapter)
{
    struct files *files = files_of(adapter);
    files->posted = true;
    loop_post(adapter->setup.loop, &files->post);
}

static void files_send(struct adapter *adapter, struct message *message)
{
    (void)adapter; /* nobody talks here */
    message_destroy(message);
}

/* Stopping early leaves the folder's old pages as they were. */
static void files_stop(struct adapter *adapter, const char *words)
{
    struct files *files = files_of(adapter);
    (void)words;
    if (!files->stopped)
        end_soon(files, files->why != NULL ? files->why : "stopped");
}

static const struct page_server files_pages = {.page = files_page};

const struct adapter_impl files_adapter = {
    .name = "files",
    .keys = files_keys,
    .caps = {.whisper = WHISPER_LOCAL, .local = true},
    .create = files_create,
    .start = files_start,
    .send = files_send,
    .stop = files_stop,
    .destroy = files_destroy,
    .pages = &files_pages,
};
