#include "frame.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/poster.h"
#include "bot/pages/html/template.h"
#include "bot/pages/job.h"
#include "bot/pages/pages_state.h"
#include "bot/text/language.h"
#include "card_html.h"

/* -- addresses -- */

/* Encodes a dot, too, so that no part of a path can lead out of a folder. */
static bool add_encoded(struct buf *path, char c)
{
    static const char hex[] = "0123456789ABCDEF";
    unsigned char byte = (unsigned char)c;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
        c == '_')
        return buf_add_char(path, c);
    return buf_add_char(path, '%') && buf_add_char(path, hex[byte >> 4]) &&
           buf_add_char(path, hex[byte & 15]);
}

bool address_add(struct buf *path, const char *part)
{
    bool good = buf_add_char(path, '/');
    for (; good && *part != '\0'; part++)
        good = add_encoded(path, *part);
    return good;
}

bool address_ask(struct buf *path, const char *name, const char *value)
{
    bool first = path->start[strcspn(path->start, "?")] == '\0';
    bool good = buf_printf(path, "%c%s=", first ? '?' : '&', name);
    for (; good && *value != '\0'; value++)
        good = add_encoded(path, *value);
    return good;
}

static const char embed[] = "/embed/";

bool frame_embeds(const struct page_job *job)
{
    return strncmp(job->request.path, embed, strlen(embed)) == 0;
}

void frame_init(struct page_frame *frame, const struct page_job *job)
{
    char code[8];
    struct buf buf;
    *frame = (struct page_frame){
        .language = job->language,
        .chosen = job_parameter(job, "lang", code, sizeof(code)) && *code != '\0',
        .files = job->request.home[0] == '.',
        .draws = job->request.draws,
        .embeds = frame_embeds(job),
        .home = job->request.home,
        .origin = job->request.origin,
        .assets = job->request.assets,
        .prefix = job->pages->lent.options->prefix,
    };
    size_t skipped = frame->embeds ? strlen(embed) - 1 : 0;
    buf_init(&buf, frame->path, sizeof(frame->path));
    for (const char *at = job->request.path + skipped; *at != '\0'; at++) {
        if (*at == '/')
            buf_add_char(&buf, '/');
        else
            add_encoded(&buf, *at);
    }
}

/* Writes a file name, whose characters need no further encoding: '=' for '%'. In parameters ','
 * stands for '?' and '&', '~' for '='. adapters/files/names.h reads this back. */
static void add_file(struct buf *href, const char *path, const char *ending)
{
    bool asks = false;
    for (const char *at = strcmp(path, "/") == 0 ? "/index" : path; *at != '\0'; at++) {
        asks = asks || *at == '?';
        if (*at == '%')
            buf_add_char(href, '=');
        else if (asks)
            buf_add_char(href, (char)(*at == '?' || *at == '&' ? ',' : *at == '=' ? '~' : *at));
        else
            buf_add_char(href, *at);
    }
    buf_add(href, ending);
}

/* Writes the relative path from the folder of this page's language to that of another one. The
 * first language has no folder: it is at the root. */
static void add_folder(struct buf *href, const struct page_frame *frame,
                       const struct language *language)
{
    buf_add(href, frame->language == language_at(0) ? "" : "/..");
    if (language != language_at(0))
        buf_printf(href, "/%s", language->code);
}

static const char *finished(const struct buf *href)
{
    return href->full ? "" : href->start;
}

const char *frame_href(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, href, ADDRESS_MAX);
    buf_add(&buf, frame->home);
    if (frame->files) {
        add_file(&buf, path, ".html");
        return finished(&buf);
    }
    buf_add(&buf, path);
    if (frame->chosen)
        address_ask(&buf, "lang", frame->language->code);
    return finished(&buf);
}

const char *frame_data(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, href, ADDRESS_MAX);
    buf_add(&buf, frame->home);
    if (frame->files) { /* one file for all languages */
        add_folder(&buf, frame, language_at(0));
        add_file(&buf, path, ".json");
        return finished(&buf);
    }
    buf_add(&buf, path);
    if (frame->chosen)
        address_ask(&buf, "lang", frame->language->code);
    return finished(&buf);
}

const char *frame_asset(const struct page_frame *frame, const char *file, char href[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, href, ADDRESS_MAX);
    buf_printf(&buf, "%s/%s", frame->assets, file);
    return finished(&buf);
}

/* Links to this page in another language. Files of the first language are at the root, the others
 * in a folder named by their code. */
static const char *in_language(const struct page_frame *frame, const struct language *language,
                               char href[ADDRESS_MAX])
{
    char path[ADDRESS_MAX + QUERY_MAX];
    struct buf buf;
    snprintf(path, sizeof(path), "%s%s", frame->path, frame->query);
    buf_init(&buf, href, ADDRESS_MAX);
    buf_add(&buf, frame->home);
    if (frame->files) {
        add_folder(&buf, frame, language);
        add_file(&buf, path, ".html");
    } else {
        buf_add(&buf, path);
        address_ask(&buf, "lang", language->code);
    }
    return finished(&buf);
}

void frame_link(struct html *html, const struct page_frame *frame, const char *path)
{
    char href[ADDRESS_MAX];
    html_open(html, "a");
    html_attr(html, "href", frame_href(frame, path, href));
}

void frame_link_say(struct html *html, const struct page_frame *frame, const char *path,
                    const char *text)
{
    frame_link(html, frame, path);
    html_say(html, text);
    html_close(html);
}

/* -- the head -- */

static void add_meta(struct html *html, const char *key, const char *name, const char *content)
{
    if (content == NULL || *content == '\0')
        return;
    html_open(html, "meta");
    html_attr(html, key, name);
    html_attr(html, "content", content);
    html_close(html);
}

static void add_relation(struct html *html, const char *relation, const char *href)
{
    if (*href == '\0')
        return;
    html_open(html, "link");
    html_attr(html, "rel", relation);
    html_attr(html, "href", href);
    html_close(html);
}

/* Writes the address for sharing. It names no language, so that each reader gets the page in their
 * own. */
static const char *canonical(const struct page_frame *frame, const char *path,
                             char href[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, href, ADDRESS_MAX);
    if (!frame->files && *frame->origin != '\0')
        buf_printf(&buf, "%s%s%s", frame->origin, frame->home, path);
    return finished(&buf);
}

static const char *own_address(const struct page_frame *frame, char href[ADDRESS_MAX])
{
    char path[ADDRESS_MAX + QUERY_MAX];
    snprintf(path, sizeof(path), "%s%s", frame->path, frame->query);
    return canonical(frame, path, href);
}

/* Search engines want the whole address, if we know it. */
static const char *whole_in_language(const struct page_frame *frame,
                                     const struct language *language, char href[ADDRESS_MAX])
{
    char own[ADDRESS_MAX];
    struct buf buf;
    in_language(frame, language, own);
    buf_init(&buf, href, ADDRESS_MAX);
    buf_printf(&buf, "%s%s", frame->files ? "" : frame->origin, own);
    return finished(&buf);
}

/* Search engines do not list a hidden page, so they need no address of it in other languages. */
static void add_addresses(struct html *html, const struct page_frame *frame, bool hidden)
{
    char href[ADDRESS_MAX];
    add_relation(html, "canonical", own_address(frame, href));
    if (hidden || frame->embeds)
        return;
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        html_open(html, "link");
        html_attr(html, "rel", "alternate");
        html_attr(html, "hreflang", language_at(i)->code);
        html_attr(html, "href", whole_in_language(frame, language_at(i), href));
        html_close(html);
    }
}

/* Sites that show the picture want its whole address and its size. */
static void add_picture(struct html *html, const struct page_frame *frame,
                        const struct page_head *head)
{
    char href[ADDRESS_MAX];
    char path[ADDRESS_MAX];
    char size[16];
    const char *words = head->picture_words;
    snprintf(path, sizeof(path), "%s", head->picture != NULL ? head->picture : "");
    if (head->picture == NULL && !head->hidden) {
        snprintf(path, sizeof(path), "/og/home.png?lang=%s", frame->language->code);
        words = tr(frame->language, N_("A table: the card on top, and four players around it."));
    }
    if (!frame->draws || path[0] == '\0' || *canonical(frame, path, href) == '\0')
        return;
    add_meta(html, "property", "og:image", href);
    add_meta(html, "property", "og:image:type", "image/png");
    snprintf(size, sizeof(size), "%d", POSTER_WIDTH);
    add_meta(html, "property", "og:image:width", size);
    snprintf(size, sizeof(size), "%d", POSTER_HEIGHT);
    add_meta(html, "property", "og:image:height", size);
    add_meta(html, "property", "og:image:alt", words);
    add_meta(html, "name", "twitter:card", "summary_large_image");
}

static void add_preview(struct html *html, const struct page_frame *frame,
                        const struct page_head *head)
{
    char href[ADDRESS_MAX];
    add_meta(html, "property", "og:site_name", "Talon");
    add_meta(html, "property", "og:type", "website");
    add_meta(html, "property", "og:title", head->title);
    add_meta(html, "property", "og:description", head->about);
    add_meta(html, "property", "og:url", own_address(frame, href));
    add_picture(html, frame, head);
}

static void add_files(struct html *html, const struct page_frame *frame,
                      const struct page_head *head)
{
    char href[ADDRESS_MAX];
    add_relation(html, "stylesheet", frame_asset(frame, "style.css", href));
    if (head->style != NULL)
        add_relation(html, "stylesheet", frame_asset(frame, head->style, href));
    if (head->second_style != NULL)
        add_relation(html, "stylesheet", frame_asset(frame, head->second_style, href));
    add_relation(html, "icon", frame_asset(frame, "icon.svg", href));
    if (head->feed != NULL && !frame->files) {
        html_open(html, "link");
        html_attr(html, "rel", "alternate");
        html_attr(html, "type", "application/atom+xml");
        html_attr(html, "href", frame_href(frame, head->feed, href));
        html_close(html);
    }
    if (head->script == NULL)
        return;
    html_open(html, "script");
    html_attr(html, "type", "module");
    html_attr(html, "src", frame_asset(frame, head->script, href));
    html_close(html);
}

static void add_head(struct html *html, const struct page_frame *frame,
                     const struct page_head *head)
{
    TEMPLATE(html, frame, "<head><meta charset='utf-8'><title>{title} · Talon</title>",
             {"title", .text = head->title});
    add_meta(html, "name", "viewport", "width=device-width, initial-scale=1");
    add_meta(html, "name", "color-scheme", "light dark");
    add_meta(html, "name", "description", head->about);
    add_meta(html, "name", "robots", head->hidden || frame->embeds ? "noindex" : NULL);
    if (frame->embeds)
        TEMPLATE(html, frame, "<base target='{where}'>", {"where", .text = "_blank"});
    add_addresses(html, frame, head->hidden);
    add_preview(html, frame, head);
    add_files(html, frame, head);
    html_close(html);
}

/* -- around the page -- */

/* On a phone only the first links of the line fit the screen, so the one that most people want
 * comes first. */
static const struct {
    const char *path;
    const char *words;
} ways[] = {
    {"/play", N_("Play now")}, {"/boards", N_("Boards")},   {"/channels", N_("Channels")},
    {"/rules", N_("Rules")},   {"/how", N_("How to play")},
};

/* Returns whether the reader is on the page `path` or on a page below it. */
static bool is_here(const struct page_frame *frame, const char *path)
{
    size_t length = strlen(path);
    return strncmp(frame->path, path, length) == 0 &&
           (frame->path[length] == '\0' || frame->path[length] == '/');
}

static void draw_menu(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
        const char *here = strcmp(frame->path, ways[i].path) == 0 ? "page" : "true";
        TEMPLATE(html, frame, "<li><a href='{path}' aria-current='{here}'>{words}</a></li>",
                 {"path", .path = ways[i].path},
                 {"here", .text = is_here(frame, ways[i].path) ? here : NULL},
                 {"words", .say = ways[i].words});
    }
}

static void draw_languages(struct html *html, const struct page_frame *frame, const void *arg)
{
    char href[ADDRESS_MAX];
    (void)arg;
    for (unsigned i = 0; language_at(i) != NULL; i++) {
        const struct language *language = language_at(i);
        TEMPLATE(html, frame,
                 "<li><a href='{href}' lang='{code}' hreflang='{code}' aria-current='{here}'>{name}"
                 "</a></li>",
                 {"href", .address = in_language(frame, language, href)},
                 {"code", .text = language->code},
                 {"here", .text = language == frame->language ? "true" : NULL},
                 {"name", .text = language->name});
    }
}

/* Another site's page has no room for a menu. */
static void draw_ways(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)arg;
    if (frame->embeds)
        return;
    TEMPLATE(html, frame,
             "<nav aria-label='{pages}'><ul>{menu}</ul></nav>"
             "<ul class='languages' aria-label='{language}'>{languages}</ul>",
             {"pages", .say = N_("Pages")}, {"menu", .draw = draw_menu},
             {"language", .say = N_("Language")}, {"languages", .draw = draw_languages});
}

void frame_begin(struct html *html, const struct page_frame *frame, const struct page_head *head)
{
    html_begin(html);
    TEMPLATE(html, frame, "<html lang='{code}'>", {"code", .text = frame->language->code});
    add_head(html, frame, head);
    TEMPLATE(html, frame, "<body class='{embedded}'>",
             {"embedded", .text = frame->embeds ? "embedded" : NULL});
    if (!frame->embeds) {
        TEMPLATE(html, frame, "<a class='skip' href='#main'>{words}</a>",
                 {"words", .say = N_("To the content")});
    }
    TEMPLATE(html, frame,
             "<header class='top'><a href='{home}' class='brand'>Talon</a>{ways}</header>"
             "<main id='main' tabindex='-1'>",
             {"home", .path = "/"}, {"ways", .draw = draw_ways});
}

void frame_heading_link(struct html *html, const struct page_frame *frame,
                        const struct page_head *head)
{
    char path[ADDRESS_MAX + QUERY_MAX];
    snprintf(path, sizeof(path), "%s%s", frame->path, frame->query);
    html_open(html, "h1");
    frame_link(html, frame, path);
    html_text(html, head->title);
    html_close(html);
    html_close(html);
}

void frame_heading(struct html *html, const struct page_head *head)
{
    html_element(html, "h1", head->title);
    html_open_class(html, "p", "lead");
    html_text(html, head->about);
    html_close(html);
}

void frame_end(struct html *html)
{
    html_close(html); /* main */
    html_open(html, "footer");
    html_open(html, "p");
    html_say(html,
             N_("Talon is not affiliated with Mattel or any rights holder. UNO is a trademark "
                "of Mattel, named only to say which rules are played."));
    html_close(html);
    html_close(html);
    html_art(html);
}

void frame_answer(struct page_job *job, struct html *html, unsigned status, unsigned max_age)
{
    char *body = html_take(html);
    job_answer_text(job, status, "text/html; charset=utf-8", body, max_age);
}
