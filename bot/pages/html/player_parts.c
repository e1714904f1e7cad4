#include "player_parts.h"

#include "base/array.h"
#include "base/message.h"
#include "bot/pages/site_pages.h"
#include "bot/show/render/achievement_words.h"
#include "bot/text/language.h"
#include "storage/query.h"

/* -- how the rating went -- */

enum {
    CURVE_WIDTH = 600,
    CURVE_HEIGHT = 160,
    CURVE_MIN = 100,                       /* the height stands for this many points, at least */
    CURVE_TEXT = STORE_POINTS_MAX * 8 + 1, /* bytes of the line, with points as "600,160 " */
    CURVE_ROWS = 50                        /* of its table */
};

struct curve {
    const struct cJSON *points;
    int count;
    int64_t least, most; /* ratings at its foot and its top */
};

/* What boards order by, as they show it. */
static int64_t number_at(const struct cJSON *point)
{
    return parts_number(point, "rating") - parts_number(point, "off");
}

static struct curve read_curve(const struct cJSON *player)
{
    struct curve curve = {.points = cJSON_GetObjectItem(player, "curve")};
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, curve.points)
    {
        int64_t rating = number_at(at);
        bool first = curve.count++ == 0;
        curve.least = first || rating < curve.least ? rating : curve.least;
        curve.most = first || rating > curve.most ? rating : curve.most;
    }
    int64_t room = CURVE_MIN - (curve.most - curve.least);
    if (room > 0) {
        curve.least -= room / 2;
        curve.most += room - room / 2;
    }
    return curve;
}

/* Adds the n-th point of the curve. */
static void add_point(struct buf *line, const struct curve *curve, int n, int64_t rating)
{
    int64_t y = (curve->most - rating) * CURVE_HEIGHT / (curve->most - curve->least);
    buf_printf(line, "%d,%d ", n * CURVE_WIDTH / (curve->count - 1), (int)y);
}

static const char *write_line(const struct curve *curve, char text[CURVE_TEXT])
{
    const cJSON *at = NULL;
    struct buf line;
    int n = 0;
    buf_init(&line, text, CURVE_TEXT);
    cJSON_ArrayForEach(at, curve->points)
    {
        add_point(&line, curve, n++, number_at(at));
    }
    return text;
}

static void add_picture(struct html *html, const struct curve *curve)
{
    char text[CURVE_TEXT];
    const cJSON *first = curve->points->child;
    const struct html_arg args[] = {{.place = "first", .number = number_at(first)},
                                    {.place = "last", .number = number_at(first->prev)},
                                    {.place = "n", .number = curve->count},
                                    {.place = NULL}};
    html_open_class(html, "svg", "curve");
    html_attr(html, "viewBox", "0 0 600 160");
    html_attr(html, "preserveAspectRatio", "none");
    html_attr(html, "role", "img");
    html_attr_phrase(
        html, "aria-label",
        tr(html->language, N_("The rating went from {first} to {last} in {n} rounds.")), args);
    html_open(html, "polyline");
    html_attr(html, "points", write_line(curve, text));
    html_close(html);
    html_close(html);
}

static const struct parts_column curve_columns[] = {{N_("Round"), NULL}, {N_("Rating"), "number"}};

/* The newest first. */
static void add_numbers(struct html *html, const struct curve *curve)
{
    const cJSON *at = curve->points->child->prev;
    html_open(html, "details");
    html_element_say(html, "summary", N_("In numbers"));
    parts_table(html);
    html_say(html, N_("The newest first; times are UTC"));
    parts_columns(html, curve_columns, ARRAY_SIZE(curve_columns));
    for (int n = 0; n < CURVE_ROWS && n < curve->count; n++, at = at->prev) {
        html_open(html, "tr");
        parts_cell(html, NULL);
        parts_time(html, parts_number(at, "at"));
        html_close(html);
        parts_cell_number(html, "number", number_at(at));
        html_close(html);
    }
    parts_table_end(html);
    html_close(html);
}

void player_curve(struct html *html, const struct cJSON *player)
{
    struct curve curve = read_curve(player);
    if (curve.count < 2)
        return;
    site_section(html, "curve", N_("How the rating went"));
    html_open(html, "figure");
    add_picture(html, &curve);
    html_open(html, "figcaption");
    HTML_PHRASE(html,
                tr(html->language, N_("Over all sets, the last {n} rated rounds: from {least} at "
                                      "the foot to {most} at the top.")),
                {.place = "n", .number = curve.count}, {.place = "least", .number = curve.least},
                {.place = "most", .number = curve.most});
    html_close(html);
    html_close(html);
    add_numbers(html, &curve);
    html_close(html);
}

/* -- records -- */

/* Writes a number of the document and what it counts, or nothing if it is missing. */
static void add_fact(struct html *html, const char *name, int64_t number)
{
    if (number <= 0)
        return;
    html_open(html, "div");
    html_element_say(html, "dt", name);
    html_open(html, "dd");
    html_number(html, number);
    html_close(html);
    html_close(html);
}

static void add_facts(struct html *html, const struct cJSON *all)
{
    int64_t won = parts_number(all, "duels_won");
    int64_t duels = won + parts_number(all, "duels_lost");
    html_open_class(html, "dl", "facts");
    add_fact(html, N_("Won in a row now"), parts_number(all, "streak"));
    add_fact(html, N_("Longest streak"), parts_number(all, "longest"));
    add_fact(html, N_("Turns of the fastest win"), parts_number(all, "fastest"));
    add_fact(html, N_("Largest hand that still won"), parts_number(all, "largest"));
    if (duels > 0) {
        html_open(html, "div");
        html_element_say(html, "dt", N_("Challenges won"));
        html_open(html, "dd");
        html_number(html, won);
        html_text(html, "/");
        html_number(html, duels);
        html_close(html);
        html_close(html);
    }
    add_fact(html, N_("Bluffs that held"), parts_number(all, "bluffs"));
    html_close(html);
}

static const struct parts_column set_columns[] = {{N_("Set of rules"), NULL},
                                                  {N_("Rounds won"), "number"},
                                                  {N_("Longest streak"), "number"},
                                                  {N_("Largest hand"), "number minor"}};

static void add_sets(struct html *html, const struct cJSON *feats)
{
    const cJSON *at = NULL;
    parts_table(html);
    html_say(html, N_("By set of rules"));
    parts_columns(html, set_columns, ARRAY_SIZE(set_columns));
    cJSON_ArrayForEach(at, feats)
    {
        const char *set = parts_text(at, "set");
        if (*set == '\0')
            continue;
        html_open(html, "tr");
        html_open(html, "th");
        html_attr(html, "scope", "row");
        html_text(html, set);
        html_close(html);
        parts_cell_of(html, "number", parts_number(at, "won"), parts_number(at, "rounds"));
        parts_cell_number(html, "number", parts_number(at, "longest"));
        parts_cell(html, "number minor");
        if (parts_number(at, "largest") > 0)
            html_number(html, parts_number(at, "largest"));
        else
            html_text(html, "–");
        html_close(html);
        html_close(html);
    }
    parts_table_end(html);
}

void player_feats(struct html *html, const struct cJSON *player)
{
    const cJSON *feats = cJSON_GetObjectItem(player, "feats");
    if (cJSON_GetArraySize(feats) == 0)
        return;
    site_section(html, "feats", N_("Records and streaks"));
    add_facts(html, feats->child);
    add_sets(html, feats);
    html_close(html);
}

/* -- achievements -- */

static void add_achievement(struct html *html, const struct cJSON *row, unsigned number,
                            bool earned)
{
    struct message *takes = message_create(NULL, NULL, URGENCY_INFO);
    int64_t at = parts_number(row, "at");
    html_open(html, "li");
    html_element_say(html, "strong", achievement_name(number));
    if (takes != NULL) {
        achievement_says(takes, html->language, number);
        html_text(html, " – ");
        html_text(html, takes->text);
    }
    message_destroy(takes);
    if (earned && at > 0) {
        html_text(html, " ");
        html_open(html, "small");
        parts_date(html, at);
        html_close(html);
    }
    html_close(html);
}

/* Adds those that are earned, or those that are not, as a list. */
static void add_list(struct html *html, const struct cJSON *list, bool earned)
{
    const cJSON *at = NULL;
    unsigned number = 0;
    html_open_class(html, "ul", "achievements");
    cJSON_ArrayForEach(at, list)
    {
        if (parts_is(at, "earned") == earned)
            add_achievement(html, at, number, earned);
        number++;
    }
    html_close(html);
}

static unsigned count_earned(const struct cJSON *list)
{
    const cJSON *at = NULL;
    unsigned count = 0;
    cJSON_ArrayForEach(at, list)
    {
        count += parts_is(at, "earned");
    }
    return count;
}

void player_achievements(struct html *html, const struct cJSON *player)
{
    const cJSON *list = cJSON_GetObjectItem(player, "achievements");
    const unsigned count = count_earned(list);
    if (cJSON_GetArraySize(list) != STORE_ACHIEVEMENTS)
        return;
    site_section(html, "achievements", N_("Achievements"));
    if (count > 0)
        add_list(html, list, true);
    if (count < STORE_ACHIEVEMENTS) {
        html_open(html, "details");
        html_element_say(html, "summary", N_("To come"));
        add_list(html, list, false);
        html_close(html);
    }
    html_close(html);
}

/* -- head to head -- */

static const struct parts_column rival_columns[] = {{N_("Player"), "name"},
                                                    {N_("Rounds together"), "number"},
                                                    {N_("In front"), "number"},
                                                    {N_("Behind"), "number"}};

void player_rivals(struct html *html, const struct page_frame *frame, const struct cJSON *player)
{
    const cJSON *rivals = cJSON_GetObjectItem(player, "rivals");
    const cJSON *at = NULL;
    if (cJSON_GetArraySize(rivals) == 0)
        return;
    site_section(html, "rivals", N_("Head to head"));
    parts_table(html);
    html_say(html, N_("Whom they met most often first"));
    parts_columns(html, rival_columns, ARRAY_SIZE(rival_columns));
    cJSON_ArrayForEach(at, rivals)
    {
        html_open(html, "tr");
        parts_cell(html, "name");
        parts_someone(html, frame, at);
        html_close(html);
        parts_cell_number(html, "number", parts_number(at, "rounds"));
        parts_cell_number(html, "number", parts_number(at, "ahead"));
        parts_cell_number(html, "number", parts_number(at, "behind"));
        html_close(html);
    }
    parts_table_end(html);
    html_close(html);
}
