#include "slash.h"

#include <assert.h>

#include "base/array.h"
#include "bot/command/command.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"
#include "engine/ruleset.h"

/* Where a command is offered. */
enum where {
    EVERYWHERE,
    CHANNELS, /* not in a private talk */
    NAMELESS  /* only on networks without lasting accounts or nicks */
};

/* An option of a command. */
struct option {
    const char *name, *help;
    enum chat_option_kind kind;
    bool needed, suggest;
    int least, most;
    const char *says;
    const struct chat_choice *choices; /* ended by NULL; of CHAT_CHOICE */
    bool languages;                    /* CHAT_CHOICE: all our languages */
};

static const struct chat_choice colours[] = {{"red", N_("red")},
                                             {"green", N_("green")},
                                             {"blue", N_("blue")},
                                             {"yellow", N_("yellow")},
                                             {"purple", N_("purple")},
                                             {"orange", N_("orange")},
                                             {NULL, NULL}};
static const struct chat_choice levels[] = {{"easy", N_("easy")},
                                            {"normal", N_("normal")},
                                            {"hard", N_("hard")},
                                            {"random", N_("random")},
                                            {NULL, NULL}};
static const struct chat_choice sets[] = {{"classic", NULL}, {"hyper", NULL}, {"skull", NULL},
                                          {"web", NULL},     {"flex", NULL},  {"minion", NULL},
                                          {NULL, NULL}};
static const struct chat_choice times[] = {
    {"day", N_("today")},          {"week", N_("this week")}, {"month", N_("this month")},
    {"season", N_("this season")}, {"all", N_("all time")},   {NULL, NULL}};
static const struct chat_choice places[] = {{"channel", N_("this channel")},
                                            {"network", N_("this network")},
                                            {"overall", N_("all networks")},
                                            {NULL, NULL}};
static const struct chat_choice ratings[] = {{"rating", N_("all rules")},
                                             {"streak", N_("winning streaks")},
                                             {"classic", NULL},
                                             {"hyper", NULL},
                                             {"skull", NULL},
                                             {"web", NULL},
                                             {"flex", NULL},
                                             {"minion", NULL},
                                             {NULL, NULL}};
static const struct chat_choice themes[] = {{"colours", N_("with colours")},
                                            {"mono", N_("plain text")},
                                            {"default", N_("as is usual here")},
                                            {NULL, NULL}};
static const struct chat_choice ways[] = {
    {"pm", N_("as private messages")}, {"default", N_("as is usual here")}, {NULL, NULL}};
static const struct chat_choice states[] = {{"on", N_("on")}, {"off", N_("off")}, {NULL, NULL}};
static const struct chat_choice web_chats[] = {
    {"chat on", N_("on")}, {"chat off", N_("off")}, {NULL, NULL}};

#define CHANNEL_FLAG                                                                               \
    {                                                                                              \
        N_("channel"), N_("for the whole channel"), CHAT_FLAG, .says = "channel"                   \
    }
#define SET_CHOICE                                                                                 \
    {                                                                                              \
        N_("rules"), N_("the set of rules"), CHAT_CHOICE, .choices = sets                          \
    }

/* An option that takes a name as text. The network's own list of people lacks computer players and
 * people who have left. */
#define COMPUTER_NAME                                                                              \
    {                                                                                              \
        N_("computer"), N_("a computer player, or a name at the table"), CHAT_TEXT,                \
            .suggest = true                                                                        \
    }

/* The list of a row's options ends with an option that has no name. */
static const struct row {
    const char *command;
    enum where where;
    struct option options[CHAT_OPTIONS];
} rows[] = {
    {"uno", EVERYWHERE, {{0}}},
    {"new",
     EVERYWHERE,
     {SET_CHOICE, {N_("preset"), N_("ready-made house rules"), CHAT_TEXT, .suggest = true}}},
    {"join", CHANNELS, {{0}}},
    {"leave", EVERYWHERE, {{0}}},
    {"start",
     EVERYWHERE,
     {{N_("word"), N_("a word that cuts the cards first"), CHAT_TEXT, .needed = false}}},
    {"cut",
     EVERYWHERE,
     {{N_("word"), N_("any word that nobody can guess"), CHAT_TEXT, .needed = true}}},
    {"bots",
     EVERYWHERE,
     {{N_("number"), N_("how many computer players sit here"), CHAT_NUMBER, .needed = true,
       .most = PLAYERS_MAX - 1},
      {N_("level"), N_("how well they play"), CHAT_CHOICE, .choices = levels}}},
    {"play",
     EVERYWHERE,
     {{N_("card"), N_("the card: r5, red 5, b+2, g skip, w"), CHAT_TEXT, .needed = true,
       .suggest = true},
      {N_("colour"), N_("the colour that a wild card names"), CHAT_CHOICE, .choices = colours},
      {N_("call"), N_("says UNO with it"), CHAT_FLAG, .says = "uno"}}},
    {"draw", EVERYWHERE, {{0}}},
    {"keep", EVERYWHERE, {{0}}},
    {"challenge", EVERYWHERE, {{0}}},
    {"accept", EVERYWHERE, {{0}}},
    {"colour",
     EVERYWHERE,
     {{N_("colour"), N_("the colour asked for"), CHAT_CHOICE, .needed = true, .choices = colours}}},
    {"target",
     EVERYWHERE,
     {{N_("player"), N_("the player whom you choose"), CHAT_PERSON, .needed = false},
      COMPUTER_NAME}},
    {"catch",
     EVERYWHERE,
     {{N_("player"), N_("who forgot to say UNO"), CHAT_PERSON, .needed = false}, COMPUTER_NAME}},
    {"hand", EVERYWHERE, {{0}}},
    {"table", EVERYWHERE, {{0}}},
    {"order", EVERYWHERE, {{0}}},
    {"clock", CHANNELS, {{0}}},
    {"rules", EVERYWHERE, {SET_CHOICE}},
    {"score", EVERYWHERE, {{0}}},
    {"fair",
     EVERYWHERE,
     {{N_("last"), N_("the last round, while one runs"), CHAT_FLAG, .says = "last"}}},
    {"top",
     CHANNELS,
     {{N_("time"), N_("which period"), CHAT_CHOICE, .choices = times},
      {N_("place"), N_("which places"), CHAT_CHOICE, .choices = places},
      {N_("rating"), N_("by rating instead, in these rules"), CHAT_CHOICE, .choices = ratings}}},
    {"stats", CHANNELS, {{N_("player"), N_("whose results"), CHAT_PERSON, .needed = false}}},
    {"achievements",
     CHANNELS,
     {{N_("player"), N_("whose achievements"), CHAT_PERSON, .needed = false}}},
    {"versus", CHANNELS, {{N_("player"), N_("against whom"), CHAT_PERSON, .needed = false}}},
    {"lang",
     EVERYWHERE,
     {{N_("language"), N_("one of my languages"), CHAT_CHOICE, .languages = true}, CHANNEL_FLAG}},
    {"theme",
     EVERYWHERE,
     {{N_("look"), N_("how cards look"), CHAT_CHOICE, .choices = themes}, CHANNEL_FLAG}},
    {"whisper",
     EVERYWHERE,
     {{N_("way"), N_("how your private lines come"), CHAT_CHOICE, .choices = ways}}},
    {"pings", EVERYWHERE, {{N_("state"), N_("called or not"), CHAT_CHOICE, .choices = states}}},
    {"quiet", CHANNELS, {{N_("state"), N_("quiet or not"), CHAT_CHOICE, .choices = states}}},
    {"set",
     EVERYWHERE,
     {CHANNEL_FLAG,
      {N_("name"), N_("the rule"), CHAT_TEXT, .suggest = true},
      {N_("value"), N_("its new value"), CHAT_TEXT, .suggest = true}}},
    {"kick",
     CHANNELS,
     {{N_("player"), N_("whose seat is taken away"), CHAT_PERSON, .needed = false}, COMPUTER_NAME}},
    {"stop", EVERYWHERE, {{0}}},
    {"pause", EVERYWHERE, {{0}}},
    {"resume", EVERYWHERE, {{0}}},
    {"watch", CHANNELS, {{0}}},
    {"notify",
     NAMELESS, /* where accounts last, we cannot see who is a member of a channel */
     {{N_("state"), N_("called or not"), CHAT_CHOICE, .choices = states}}},
    {"bridge",
     EVERYWHERE,
     {{N_("code"), N_("the code of a table on another network; off: no more"), CHAT_TEXT,
       .says = NULL}}},
    {"web",
     EVERYWHERE,
     {{N_("off"), N_("no page plays your seat any more"), CHAT_FLAG, .says = "off"},
      {N_("chat"), N_("your hand is whispered while a page is open, or not"), CHAT_CHOICE,
       .choices = web_chats}}},
    {"invite",
     EVERYWHERE,
     {{N_("player"), N_("whom I ask to the table here"), CHAT_PERSON, .needed = false},
      {N_("off"), N_("nobody more sits down by a link"), CHAT_FLAG, .says = "off"}}},
    {"yes", CHANNELS, {{0}}},
    {"no", CHANNELS, {{0}}},
    {"wait", CHANNELS, {{0}}},
    {"settings", EVERYWHERE, {{0}}},
    {"away", CHANNELS, {{0}}},
    {"back", EVERYWHERE, {{0}}},
    {"seat",
     NAMELESS,
     {{N_("word"), N_("the seat word that you were told"), CHAT_TEXT, .needed = true}}},
    {"swap", NAMELESS, {{0}}},
    {"link",
     EVERYWHERE,
     {{N_("code"), N_("the code that you were told as your other account; no: yours ends"),
       CHAT_TEXT, .says = NULL}}},
    {"links", EVERYWHERE, {{0}}},
    {"unlink",
     EVERYWHERE,
     {{N_("name"), N_("which of you; nothing: the one you are here"), CHAT_TEXT, .says = NULL}}},
    {"name", EVERYWHERE, {{N_("name"), N_("your name on the boards"), CHAT_TEXT, .says = NULL}}},
    {"hide",
     EVERYWHERE,
     {{N_("off"), N_("puts you back on the web pages"), CHAT_FLAG, .says = "off"}}},
    {"show", EVERYWHERE, {{0}}},
    {"forget",
     EVERYWHERE,
     {{N_("yes"), N_("you were told what will be gone, and want that"), CHAT_FLAG, .says = "yes"}}},
    {"help",
     EVERYWHERE,
     {{N_("command"), N_("which command to explain"), CHAT_TEXT, .suggest = true}}},
};

enum { ROWS = ARRAY_SIZE(rows), OF_PERSONS = 1, GROUPS_MAX = 8 };

/* Commands that we offer everywhere come first. */
static struct chat_command commands[ROWS + OF_PERSONS];
static struct chat_option options[ROWS][CHAT_OPTIONS];
static unsigned command_count, stable_ids_count;

/* The groups, as slash_names.h has them and as the adapter gets them. */
static struct {
    const struct slash_group *from;
    struct chat_group group;
} groups[GROUPS_MAX];

static void fill_languages(struct chat_option *out)
{
    const struct language *language = NULL;
    for (unsigned n = 0; (language = language_at(n)) != NULL && n < CHAT_CHOICES; n++)
        out->choices[out->choice_count++] = (struct chat_choice){language->code, language->name};
}

static void fill_option(const struct option *from, struct chat_option *out)
{
    *out = (struct chat_option){.name = from->name,
                                .help = from->help,
                                .kind = from->kind,
                                .needed = from->needed,
                                .suggest = from->suggest,
                                .least = from->least,
                                .most = from->most,
                                .says = from->says};
    for (const struct chat_choice *choice = from->choices; choice != NULL && choice->says != NULL;
         choice++)
        out->choices[out->choice_count++] = *choice;
    if (from->languages)
        fill_languages(out);
}

static const struct chat_group *fill_group(const struct slash_group *from)
{
    unsigned at = 0;
    if (from == NULL)
        return NULL;
    while (at < GROUPS_MAX && groups[at].from != NULL && groups[at].from != from)
        at++;
    assert(at < GROUPS_MAX);
    if (groups[at].from == NULL) {
        groups[at].from = from;
        groups[at].group = (struct chat_group){from->name, from->help, fill_group(from->parent)};
    }
    return &groups[at].group;
}

static void fill_command(const struct row *row)
{
    const struct command *command = command_find(row->command);
    unsigned at = command_count++;
    struct chat_command *out = &commands[at];
    *out = (struct chat_command){.group = fill_group(slash_group_of(row->command)),
                                 .name = slash_name_in_group(row->command),
                                 .help = command->help,
                                 .says = command->name,
                                 .channel_only = row->where == CHANNELS,
                                 .options = options[row - rows]};
    while (out->option_count < CHAT_OPTIONS && row->options[out->option_count].name != NULL) {
        fill_option(&row->options[out->option_count], &options[row - rows][out->option_count]);
        out->option_count++;
    }
}

/* The command in the menu of a user. */
static void fill_invite(void)
{
    struct chat_command *out = &commands[command_count++];
    *out = (struct chat_command){
        .name = N_("Invite to a table"), .says = "invite", .of_person = true, .channel_only = true};
}

static void fill_all(void)
{
    for (unsigned i = 0; i < ROWS; i++) {
        if (rows[i].where != NAMELESS)
            fill_command(&rows[i]);
    }
    fill_invite();
    stable_ids_count = command_count;
    for (unsigned i = 0; i < ROWS; i++) {
        if (rows[i].where == NAMELESS)
            fill_command(&rows[i]);
    }
}

static const char *clients_of(unsigned n)
{
    const struct language *language = language_at(n + 1); /* the first is English */
    return language != NULL ? language->clients : NULL;
}

static const char *text_in(unsigned n, const char *text)
{
    return tr(language_at(n + 1), text);
}

const struct chat_languages slash_languages = {.clients = clients_of, .text = text_in};

const struct chat_command *slash_commands(bool stable_ids, unsigned *count)
{
    if (command_count == 0)
        fill_all();
    *count = stable_ids ? stable_ids_count : command_count;
    return commands;
}

const struct chat_command *slash_command_of(const struct command *command, bool stable_ids)
{
    unsigned count = 0;
    const struct chat_command *all = slash_commands(stable_ids, &count);
    for (unsigned i = 0; i < count; i++) {
        if (!all[i].of_person && all[i].says == command->name)
            return &all[i];
    }
    return NULL;
}
