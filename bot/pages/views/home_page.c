#include "base/array.h"
#include "board_page.h"
#include "bot/pages/boards.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/html/tables_list.h"
#include "bot/pages/live.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

enum { TOP = 5 /* rows of the board */, TABLES = 8 };

/* A hand with every sort of card: numbers, an action, two sides, a wild. */
static const char *const fan[] = {"R7", "Gskip", "Y2|G", "B+2", "WF4", NULL};

/* What people want to know of a host of games. */
static const struct {
    const char *what, *words;
} promises[] = {
    {N_("Where you talk"),
     N_("On IRC, on Discord, or in a terminal: type, or press buttons. No account is needed.")},
    {N_("Fair"),
     N_("Each shuffle is committed to before the deal and shown at the end: anybody can check it, "
        "without trusting us.")},
    {N_("Remembered"),
     N_("Hands, turns and scores outlive a lost connection, and a restart of the host.")},
    {N_("Never short of players"),
     N_("Computer players of several strengths fill the empty seats.")},
};

static void add_hero(struct html *html, const struct page_frame *frame,
                     const struct page_head *head)
{
    struct rules rules;
    html_open_class(html, "div", "hero");
    html_open(html, "div");
    frame_heading(html, head);
    html_open_class(html, "p", "ways");
    frame_link(html, frame, "/play");
    html_attr(html, "class", "button first");
    html_say(html, N_("Play now"));
    html_close(html);
    frame_link(html, frame, "/how");
    html_attr(html, "class", "button");
    html_say(html, N_("How to play"));
    html_close(html);
    frame_link(html, frame, "/rules");
    html_attr(html, "class", "button");
    html_say(html, N_("Rules"));
    html_close(html);
    html_close(html);
    html_close(html);
    html_open_class(html, "div", "fan");
    html_attr(html, "aria-hidden", "true");
    if (rules_init(&rules, ruleset_find("flex"), NULL, 0) == RULES_OK) {
        for (unsigned i = 0; fan[i] != NULL; i++)
            html_card_code(html, &rules.deck, fan[i]);
    }
    html_close(html);
    html_close(html);
}

static void add_promises(struct html *html)
{
    html_open_class(html, "dl", "promises");
    for (unsigned i = 0; i < ARRAY_SIZE(promises); i++) {
        html_open(html, "div");
        html_element_say(html, "dt", promises[i].what);
        html_element_say(html, "dd", promises[i].words);
        html_close(html);
    }
    html_close(html);
}

/* Shows the top of the overall board, unless it is empty. */
static void add_board(struct html *html, const struct page_frame *frame, const struct cJSON *board)
{
    if (cJSON_GetArraySize(cJSON_GetObjectItem(board, "rows")) == 0)
        return;
    site_section(html, "board", N_("Board"));
    board_table(html, frame, board, TOP);
    html_open(html, "p");
    frame_link_say(html, frame, "/boards", N_("All boards"));
    html_close(html);
    html_close(html);
}

/* Leaves out what the store or the tables could not answer: the rest of the page needs neither. */
static void show_home(struct page_job *job, unsigned status, struct cJSON *board, unsigned max_age)
{
    struct html html;
    struct page_frame frame;
    const struct page_head head = {
        .title = tr(job->language, N_("Cards where you already talk")),
        .about = tr(job->language, N_("Talon deals rounds of UNO in chat channels: six sets of "
                                      "rules, hands in private, scores that last.")),
        .style = "boards.css",
    };
    parts_keep(job, "board", status, board);
    const struct cJSON *tables = parts_kept(job, "tables");
    bool live = tables_any(tables, NULL, NULL);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    add_hero(&html, &frame, &head);
    add_promises(&html);
    tables_list(&html, &frame, tables, NULL, NULL, TABLES);
    add_board(&html, &frame, parts_kept(job, "board"));
    site_sets(&html, &frame);
    frame_end(&html);
    if (!live)
        job->batch = 0; /* the page shows no running table, so it need not wait for the disk */
    frame_answer(job, &html, 200, live ? 0 : max_age);
}

static void ask_board(struct page_job *job, unsigned status, struct cJSON *tables, unsigned max_age)
{
    const struct boards_query query = {.scope = STORE_OVERALL, .window = STORE_ALL, .limit = TOP};
    (void)max_age;
    parts_keep(job, "tables", status, tables);
    boards_make(job, &query, show_home);
}

void home_page(struct page_job *job)
{
    tables_make(job, ask_board);
}
