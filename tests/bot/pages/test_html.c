/* What is written into a page stays text, whatever it is (bot/pages/html/html.h); addresses
 * (frame.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/pages/html/frame.h"
#include "bot/pages/html/template.h"
#include "bot/pages/join_url.h"
#include "bot/text/language.h"
#include "markup.h"

/* Names and channels as people who mean harm choose them. */
static const char *const hostile[] = {
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</p></main></body></html>",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&lt;b&gt;",
    "&#x3C;b&#x3E;",
    "{player}",
    "{{constructor}}",
    "javascript:alert(1)",
    "%3Cscript%3E",
    "`${alert(1)}`",
    "a\nb",
    "#uno/../../etc",
    "名前 \xF0\x9F\x83\x8F",
    "e\xCC\x81\xCC\x81\xCC\x81",
    "\xD9\x85\xDB\x8C\xE2\x80\x8C\xD8\xAE", /* Persian, with its joiner */
    "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9",
    "\xE2\x81\xA8\xD7\x93\xE2\x81\xA9", /* in an isolate */
};

enum { HOSTILE = ARRAY_SIZE(hostile) };

/* What does not show, or is no UTF-8: it is seen as a sign of its own. */
static const char *const invisible[] = {
    "a\x01z",         "a\x1Bz",         "a\x7Fz", "a\xC2\x85z", "a\xE2\x80\xAEz", "a\xE2\x81\xA6z",
    "a\xE2\x80\x8Bz", "a\xEF\xBB\xBFz", "a\xFFz", "a\xC0\xBCz", "a\xED\xA0\x80z", "a\xE2\x82",
};

static char *page_with(const char *text)
{
    struct html html;
    html_init(&html, language_at(0));
    html_open_class(&html, "p", text);
    html_attr(&html, "title", text);
    HTML_PHRASE(&html, "{player} plays {card}.", {.place = "player", .text = text},
                {.place = "card", .text = text, .element = "a", .href = text});
    html_element(&html, "b", text);
    char *page = html_take(&html);
    assert_non_null(page);
    return page;
}

static void nothing_that_is_written_is_markup(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HOSTILE; i++) {
        struct markup markup;
        char *page = page_with(hostile[i]);
        markup_read_part(&markup, page);
        assert_int_equal(markup.elements, 3);
        assert_true(markup_says(&markup, hostile[i]));
        assert_int_equal(markup.href_count, 1);
        assert_string_equal(markup.hrefs[0], hostile[i]);
        markup_finish(&markup);
        free(page);
    }
}

static void what_does_not_show_is_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(invisible); i++) {
        struct markup markup;
        char *page = page_with(invisible[i]);
        markup_read_part(&markup, page);
        assert_true(markup_says(&markup, "a\xEF\xBF\xBD"));
        markup_finish(&markup);
        free(page);
    }
}

static void a_phrase_keeps_what_it_does_not_know(void **state)
{
    (void)state;
    struct html html;
    html_init(&html, language_at(0));
    HTML_PHRASE(&html, "{a}{b} {c {d}", {.place = "a", .number = -7}, {.place = "d", .text = "x"});
    char *text = html_take(&html);
    assert_string_equal(text, "-7{b} {c x");
    free(text);
}

static void what_was_opened_is_closed(void **state)
{
    (void)state;
    struct html html;
    html_init(&html, language_at(0));
    html_open(&html, "p");
    html_attr(&html, "id", "x");
    html_open(&html, "br");
    html_close(&html);
    html_attr(&html, "title", "too late"); /* the tag is written already */
    html_open(&html, "i");
    char *text = html_take(&html);
    assert_string_equal(text, "<p id=\"x\"><br/><i></i></p>");
    free(text);
    assert_null(html.text);
}

static void a_page_grows_as_it_must(void **state)
{
    (void)state;
    struct html html;
    struct markup markup;
    html_init(&html, language_at(0));
    for (unsigned i = 0; i < 5000; i++)
        html_element(&html, "p", "<&>");
    char *text = html_take(&html);
    markup_read_part(&markup, text);
    assert_int_equal(markup.elements, 5000);
    markup_finish(&markup);
    free(text);
}

static void nested_without_end_is_refused(void **state)
{
    (void)state;
    struct html html;
    html_init(&html, language_at(0));
    for (unsigned i = 0; i <= HTML_DEPTH; i++)
        html_open(&html, "div");
    html_text(&html, "never seen");
    assert_null(html_take(&html));
}

/* -- templates -- */

static void draw_twice(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)frame;
    html_element(html, "i", arg);
    html_element(html, "i", arg);
}

static void a_template_is_filled(void **state)
{
    (void)state;
    static const long long seven = 7;
    struct html html;
    struct page_frame frame = {.language = language_find("fr"), .home = "/talon", .origin = ""};
    html_init(&html, language_find("fr"));
    TEMPLATE(&html, &frame,
             "<ul class='a b'><li id='{id}' title='{none}'>{n} <a href='{rules}'>{boards}</a>"
             "<br>{two}<rect fill='url(#p)'/></li>",
             {"id", .text = "x\"y"}, {"none", .text = NULL}, {"n", .number = &seven},
             {"rules", .path = "/rules"}, {"boards", .say = "Boards"},
             {"two", .draw = draw_twice, .arg = "<"});
    TEMPLATE(&html, &frame, "<li>{x}</li></ul>", {"x", .text = "{n}"});
    char *text = html_take(&html);
    assert_string_equal(text, "<ul class=\"a b\"><li id=\"x&quot;y\">7 <a href=\"/talon/rules\">"
                              "Classements</a><br/><i>&lt;</i><i>&lt;</i><rect fill=\"url(#p)\">"
                              "</rect></li><li>{n}</li></ul>");
    free(text);
}

static void values_of_a_template_are_no_markup(void **state)
{
    (void)state;
    struct page_frame frame = {.language = language_at(0), .home = "", .origin = ""};
    for (unsigned i = 0; i < HOSTILE; i++) {
        struct html html;
        struct markup markup;
        html_init(&html, language_at(0));
        TEMPLATE(&html, &frame, "<p class='{name}' title='{name}'>{name}<b>{name}</b></p>",
                 {"name", .text = hostile[i]});
        char *page = html_take(&html);
        markup_read_part(&markup, page);
        assert_int_equal(markup.elements, 2);
        assert_true(markup_says(&markup, hostile[i]));
        markup_finish(&markup);
        free(page);
    }
}

/* A fault of ours makes no page, so that the test of each page finds it. */
static void a_bad_template_makes_no_page(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "<p></b>",
        "</p>",
        "<p>{unknown}</p>",
        "<p title='{unknown}'></p>",
        "<p title=x>",
        "<p title='x",
        "<a href='{name}'></a>",
        "<p>{name</p>",
        "<p class='a'",
        "<p></p",
        "<form action='{name}'></form>",
        "<img src='{name}'>",
    };
    struct page_frame frame = {.language = language_at(0), .home = "", .origin = ""};
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        struct html html;
        html_init(&html, language_at(0));
        TEMPLATE(&html, &frame, bad[i], {"name", .text = "x"});
        char *page = html_take(&html);
        if (page != NULL)
            fail_msg("%s: %s", bad[i], page);
    }
}

/* -- addresses -- */

static void join_addresses_get_their_channel(void **state)
{
    (void)state;
    static const struct {
        const char *address, *channel, *written;
    } rows[] = {
        {"ircs://irc.example", "#cards", "ircs://irc.example/%23cards"},
        {"irc://irc.example:6667/", "##a b/c?d", "irc://irc.example:6667/%23%23a%20b%2Fc%3Fd"},
        {"ircs://irc.example", NULL, "ircs://irc.example"},
        {"ircs://irc.example/%23lobby", "#cards", "ircs://irc.example/%23lobby"},
        {"ircs://irc.example/{channel}?x", "#cards", "ircs://irc.example/%23cards?x"},
        {"https://web.example/?c={channel}", "#<\"&'>",
         "https://web.example/?c=%23%3C%22%26%27%3E"},
        {"https://web.example/?c={channel}", NULL, "https://web.example/?c="},
        {"https://web.example/#{channel}", "#a", "https://web.example/#%23a"},
        {"https://discord.gg/abc", "123", "https://discord.gg/abc"},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char out[JOIN_URL_MAX];
        assert_null(join_url_check(rows[i].address));
        assert_string_equal(join_url_write(rows[i].address, rows[i].channel, out), rows[i].written);
    }
}

static void parts_of_an_address_stay_parts(void **state)
{
    (void)state;
    static const struct {
        const char *part, *path;
    } parts[] = {
        {"#uno", "/%23uno"},
        {"a/b", "/a%2Fb"},
        {"..", "/%2E%2E"},
        {"a b?c&d", "/a%20b%3Fc%26d"},
        {"é=%", "/%C3%A9%3D%25"},
        {"plain-Name_1", "/plain-Name_1"},
        {"", "/"},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++) {
        char path[ADDRESS_MAX];
        struct buf buf;
        buf_init(&buf, path, sizeof(path));
        assert_true(address_add(&buf, parts[i].part));
        assert_string_equal(path, parts[i].path);
    }
}

static void an_address_is_of_its_home(void **state)
{
    (void)state;
    char href[ADDRESS_MAX];
    struct page_frame frame = {
        .language = language_find("fr"), .home = "/talon", .origin = "", .assets = "/talon/site/0"};
    assert_string_equal(frame_href(&frame, "/", href), "/talon/");
    assert_string_equal(frame_href(&frame, "/rules/flex", href), "/talon/rules/flex");
    frame.chosen = true;
    assert_string_equal(frame_href(&frame, "/rules", href), "/talon/rules?lang=fr");
    assert_string_equal(frame_data(&frame, "/api/1/rounds/7", href),
                        "/talon/api/1/rounds/7?lang=fr"); /* it has "un joueur" in it */
    frame.chosen = false;
    assert_string_equal(frame_data(&frame, "/api/1/rounds/7", href), "/talon/api/1/rounds/7");
    assert_string_equal(frame_asset(&frame, "style.css", href), "/talon/site/0/style.css");
}

static void files_have_addresses_beside_each_other(void **state)
{
    (void)state;
    char href[ADDRESS_MAX];
    struct page_frame frame = {.language = language_find("fr"),
                               .files = true,
                               .chosen = true,
                               .home = "../..",
                               .origin = "",
                               .assets = "../../../site"};
    assert_string_equal(frame_href(&frame, "/", href), "../../index.html");
    assert_string_equal(frame_href(&frame, "/boards/net/%23uno", href),
                        "../../boards/net/=23uno.html");
    assert_string_equal(frame_data(&frame, "/api/1/rounds/7", href),
                        "../../../api/1/rounds/7.json"); /* one for all languages */
}

static void an_address_that_is_too_long_is_none(void **state)
{
    (void)state;
    char href[ADDRESS_MAX], path[2 * ADDRESS_MAX];
    struct page_frame frame = {.language = language_at(0), .home = "", .origin = ""};
    memset(path, 'a', sizeof(path) - 1);
    path[0] = '/';
    path[sizeof(path) - 1] = '\0';
    assert_string_equal(frame_href(&frame, path, href), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_is_written_is_markup),
        cmocka_unit_test(what_does_not_show_is_seen),
        cmocka_unit_test(a_phrase_keeps_what_it_does_not_know),
        cmocka_unit_test(what_was_opened_is_closed),
        cmocka_unit_test(a_page_grows_as_it_must),
        cmocka_unit_test(nested_without_end_is_refused),
        cmocka_unit_test(a_template_is_filled),
        cmocka_unit_test(values_of_a_template_are_no_markup),
        cmocka_unit_test(a_bad_template_makes_no_page),
        cmocka_unit_test(join_addresses_get_their_channel),
        cmocka_unit_test(parts_of_an_address_stay_parts),
        cmocka_unit_test(an_address_is_of_its_home),
        cmocka_unit_test(files_have_addresses_beside_each_other),
        cmocka_unit_test(an_address_that_is_too_long_is_none),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
