/* talon setup, as a new user sits before it: the real program on a pseudo-terminal, answered line
 * by line, and a real server to come to. */
#define _XOPEN_SOURCE   700 /* posix_openpt */
#define _DEFAULT_SOURCE     /* TIOCSCTTY */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/cli/config/config.h"
#include "tests/real/irc_client.h"
#include "tests/real/ircd.h"

enum { PATIENCE = 60 /* seconds, for what surely comes */ };

static struct ircd server;
static char folder[] = "/tmp/talon-setup-XXXXXX";
static char path[64], secret[64]; /* not there at first, nor is their folder */

/* -- the terminal -- */

static pid_t child;
static int outer = -1, inner = -1;
static char shown[20000]; /* all that it has shown */
static size_t seen;       /* of that */

static void become(char *const *words)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    ioctl(inner, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++)
        dup2(inner, fd);
    execv(words[0], words);
    _exit(127);
}

static void sit_down(const char *option)
{
    char *words[] = {getenv("TALON_PROGRAM"), "setup", "--config", path, (char *)option, NULL};
    outer = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(outer >= 0 && grantpt(outer) == 0 && unlockpt(outer) == 0);
    inner = open(ptsname(outer), O_RDWR | O_NOCTTY);
    assert_true(inner >= 0);
    shown[0] = '\0';
    seen = 0;
    child = fork();
    if (child == 0)
        become(words);
}

static void see(const char *text)
{
    for (time_t end = time(NULL) + PATIENCE;;) {
        char *at = strstr(shown + seen, text);
        if (at != NULL) {
            seen = (size_t)(at - shown) + strlen(text);
            return;
        }
        struct pollfd one = {.fd = outer, .events = POLLIN};
        size_t length = strlen(shown);
        if (time(NULL) > end)
            fail_msg("\"%s\" is not shown, but: %s", text, shown + seen);
        ssize_t got =
            poll(&one, 1, 1000) > 0 ? read(outer, shown + length, sizeof(shown) - 1 - length) : 0;
        shown[length + (size_t)(got > 0 ? got : 0)] = '\0';
    }
}

static void type(const char *keys)
{
    assert_int_equal(write(outer, keys, strlen(keys)), strlen(keys));
}

/* Waits for a question and types its answer. */
static void answer(const char *question, const char *words)
{
    see(question);
    type(words);
    type("\n");
}

/* Whether the terminal shows what is typed. */
static bool echoes(void)
{
    struct termios mode;
    assert_int_equal(tcgetattr(inner, &mode), 0);
    return mode.c_lflag & ECHO;
}

/* The exit status; of a signal its number and 128. */
static int stand_up(void)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    child = 0;
    close(inner);
    close(outer);
    inner = outer = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* -- files -- */

static bool is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

static unsigned mode_of(const char *name)
{
    struct stat found;
    assert_int_equal(stat(name, &found), 0);
    return found.st_mode & 07777U;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_holds(const char *name, const char *text)
{
    char found[4096];
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof(found) - 1, file)] = '\0';
    fclose(file);
    if (strstr(found, text) == NULL)
        fail_msg("%s lacks \"%s\": %s", name, text, found);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/talon-setup-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/new/talon.conf", folder);
    snprintf(secret, sizeof(secret), "%s/new/here-password", folder);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {
        "talon.conf",    "talon.conf.new", "talon.conf.before-setup", "talon.conf.before-setup-2",
        "here-password", "mine-token"};
    char name[96];
    (void)state;
    if (child > 0) {
        kill(child, SIGKILL);
        stand_up();
    }
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        snprintf(name, sizeof(name), "%s/new/%s", folder, names[i]);
        unlink(name);
    }
    snprintf(name, sizeof(name), "%s/new", folder);
    rmdir(name);
    return rmdir(folder);
}

/* -- what a new user does -- */

/* Up to the channels. */
static void answer_server(unsigned port)
{
    char number[16];
    snprintf(number, sizeof(number), "%u", port);
    answer("irc or discord [irc]: ", "");
    answer("irc.libera.chat: ", "127.0.0.1");
    answer("on or off [on]: ", "off");
    answer("Port [6667]: ", number);
    answer("Nick of the bot [talon]: ", "");
}

static void a_network_is_set_up_and_tried(void **state)
{
    char line[128];
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    assert_true(irc_client_send(alice, "JOIN #cards"));
    sit_down(NULL);
    answer_server(server.port);
    answer("only by invitation): ", "#cards");
    answer("services account (Enter: none): ", "talon");
    answer("[irc]: ", "here");
    see("(hidden while you type): ");
    while (echoes())
        poll(NULL, 0, 1);
    type("hunter22\n");
    answer("every table (Enter: none): ", "alice");
    see("Wrote ");
    see("The bot connected as talon, joined 1 of 1 channels, and left again.");
    snprintf(line, sizeof(line), "Next: talon serve --config %s", path);
    see(line);
    assert_true(echoes());
    assert_int_equal(stand_up(), 0);
    assert_null(strstr(shown, "hunter22"));
    assert_non_null(irc_client_expect(alice, IRC_CLIENT_PATIENCE, ":talon!* JOIN *#cards"));
    irc_client_close(alice);
    snprintf(line, sizeof(line), "[irc here]\nhost = 127.0.0.1\nport = %u\ntls = off\n",
             server.port);
    assert_holds(path, line);
    assert_holds(path, "sasl_user = talon\nsasl_password_file = here-password\nchannels = #cards\n"
                       "admins = alice\n");
    assert_holds(secret, "hunter22\n");
    assert_int_equal(mode_of(secret), 0600);
    bool unit = geteuid() == 0 && is_there("/run/systemd/system");
    assert_int_equal(mode_of(path), unit ? 0644 : 0600);
    *strrchr(path, '/') = '\0';
    assert_int_equal(mode_of(path), unit ? 0755 : 0700);
}

static void answers_are_checked_at_once(void **state)
{
    (void)state;
    sit_down("--no-trial");
    answer("irc or discord [irc]: ", "icq");
    see("This must be one of these.");
    answer("irc or discord [irc]: ", "IRC");
    answer("irc.libera.chat: ", "");
    see("This is needed.");
    answer("irc.libera.chat: ", "irc.test:6697");
    see("This is refused: contains a port: write host = irc.test and port = 6697");
    answer("irc.libera.chat: ", "irc.there.test");
    answer("on or off [on]: ", "perhaps");
    see("This must be on or off.");
    answer("on or off [on]: ", "");
    answer("Port [6697]: ", "70000");
    see("This must be 1 to 65535.");
    answer("Port [6697]: ", "6667");
    see("This is refused: 6667 is for plain text: port = 6697, or tls = off");
    answer("Port [6697]: ", "");
    answer("Nick of the bot [talon]: ", "\"dealer\"");
    see("This has quotes, which would become part of it: remove them");
    answer("Nick of the bot [talon]: ", "two words");
    see("This is refused: cannot be a nick");
    answer("Nick of the bot [talon]: ", "dealer");
    answer("only by invitation): ", "#cards tables");
    see("\"tables\" does not begin with # or another sign of a channel: #tables?");
    answer("only by invitation): ", "#cards, #tables");
    answer("services account (Enter: none): ", "");
    answer("[there]: ", "a name");
    see("This must be one plain word");
    answer("[there]: ", "");
    answer("every table (Enter: none): ", "certfp:12");
    see("This has no 32 to 128 hexadecimal digits");
    answer("every table (Enter: none): ", "");
    see("Next: talon serve");
    assert_int_equal(stand_up(), 0);
    assert_holds(path, "[irc there]\nhost = irc.there.test\nnick = dealer\n"
                       "channels = #cards, #tables\n");
}

static void a_bot_is_set_up(void **state)
{
    (void)state;
    if (adapter_find("discord") == NULL)
        skip();
    sit_down("--no-trial");
    answer("irc or discord [irc]: ", "discord");
    answer("[discord]: ", "mine");
    see("(hidden while you type): ");
    while (echoes())
        poll(NULL, 0, 1);
    type("\n");
    see("This is needed.");
    see("(hidden while you type): ");
    while (echoes())
        poll(NULL, 0, 1);
    type("Bot abc.def.hunter22\n");
    see("This must be one word");
    see("(hidden while you type): ");
    while (echoes())
        poll(NULL, 0, 1);
    type("abc.def.hunter22\n");
    answer("every table (Enter: none): ", "");
    see("Next: talon serve");
    assert_int_equal(stand_up(), 0);
    assert_null(strstr(shown, "hunter22"));
    assert_holds(path, "[discord mine]\ntoken_file = mine-token\n");
}

/* The reason is told, and the file is there to be mended. */
static void a_network_that_is_not_there(void **state)
{
    (void)state;
    sit_down(NULL);
    answer_server(1);
    answer("only by invitation): ", "");
    answer("services account (Enter: none): ", "");
    answer("[irc]: ", "here");
    answer("every table (Enter: none): ", "");
    see("Connecting to here ...");
    see("[irc/here] cannot connect again_in=");
    see("The bot could not connect.");
    assert_int_equal(stand_up(), 1);
    assert_null(strstr(shown, "Next:"));
    assert_true(is_there(path));
}

static void what_is_there_is_replaced_only_by_a_yes(void **state)
{
    char before[96];
    (void)state;
    snprintf(before, sizeof(before), "%s/new", folder);
    assert_int_equal(mkdir(before, 0700), 0);
    snprintf(before, sizeof(before), "%s.before-setup", path);
    write_file(path, "mine\n");
    write_file(secret, "old\n");
    assert_int_equal(chmod(secret, 0600), 0);

    sit_down("--no-trial");
    answer("added to its name) [no]: ", "");
    see("Nothing was changed.");
    assert_int_equal(stand_up(), 1);
    assert_holds(path, "mine\n");

    sit_down("--no-trial");
    answer("added to its name) [no]: ", "yes");
    answer_server(1);
    answer("only by invitation): ", "");
    answer("services account (Enter: none): ", "talon");
    answer("[irc]: ", "here");
    answer("here-password exists. Replace it [no]: ", "no");
    answer("every table (Enter: none): ", "");
    see("Next: ");
    assert_int_equal(stand_up(), 0);
    assert_holds(path, "[irc here]\n");
    assert_holds(before, "mine\n");
    assert_holds(secret, "old\n");
}

/* As the package brings it. */
static void what_names_no_network_is_replaced_by_enter(void **state)
{
    char name[96];
    (void)state;
    snprintf(name, sizeof(name), "%s/new", folder);
    assert_int_equal(mkdir(name, 0700), 0);
    write_file(path, "# nothing yet\n");
    sit_down("--no-trial");
    see("talon.conf exists, but names no network.");
    answer("added to its name) [yes]: ", "");
    answer_server(1);
    answer("only by invitation): ", "");
    answer("services account (Enter: none): ", "");
    answer("[irc]: ", "here");
    answer("every table (Enter: none): ", "");
    see("Next: ");
    assert_int_equal(stand_up(), 0);
    assert_holds(path, "[irc here]\n");

    /* a second one keeps what the package brought, and what the first one wrote */
    snprintf(name, sizeof(name), "%s.before-setup", path);
    assert_holds(name, "# nothing yet\n");
    sit_down("--no-trial");
    answer("added to its name) [no]: ", "yes");
    answer_server(1);
    answer("only by invitation): ", "");
    answer("services account (Enter: none): ", "");
    answer("[irc]: ", "there");
    answer("every table (Enter: none): ", "");
    see("Next: ");
    assert_int_equal(stand_up(), 0);
    assert_holds(name, "# nothing yet\n");
    snprintf(name, sizeof(name), "%s.before-setup-2", path);
    assert_holds(name, "[irc here]\n");
    assert_holds(path, "[irc there]\n");
}

/* What a start would refuse is not put in the place of what is there. */
static void a_wrong_whole_is_not_written(void **state)
{
    char line[256] = "#";
    (void)state;
    memset(line + 1, 'c', 200);
    sit_down("--no-trial");
    answer_server(1);
    answer("only by invitation): ", line);
    answer("services account (Enter: none): ", "");
    answer("[irc]: ", "here");
    answer("every table (Enter: none): ", "");
    see("the line is longer than 198 bytes");
    see("The configuration was not written.");
    assert_int_equal(stand_up(), 1);
    assert_false(is_there(path));
}

static void who_goes_away_leaves_nothing(void **state)
{
    (void)state;
    sit_down(NULL);
    answer_server(1);
    see("only by invitation): ");
    type("\004"); /* Ctrl-D */
    see("Nothing was changed.");
    assert_int_equal(stand_up(), 1);
    assert_false(is_there(path));

    sit_down(NULL);
    answer_server(1);
    answer("only by invitation): ", "");
    answer("services account (Enter: none): ", "talon");
    answer("[irc]: ", "here");
    see("(hidden while you type): ");
    while (echoes())
        poll(NULL, 0, 1);
    type("\003"); /* Ctrl-C */
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    child = 0;
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    assert_true(echoes());
    assert_false(is_there(path));
    close(inner);
    close(outer);
}

static void questions_need_a_terminal(void **state)
{
    char *words[] = {getenv("TALON_PROGRAM"), "setup", "--config", path, NULL};
    int status = 0;
    (void)state;
    pid_t other = fork();
    if (other == 0) {
        close(0);
        assert_int_equal(open("/dev/null", O_RDONLY), 0);
        execv(words[0], words);
        _exit(127);
    }
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EX_USAGE);
}

static int open_server(void **state)
{
    (void)state;
    if (!ircd_available())
        return 0;
    return ircd_start(&server, NULL) ? 0 : -1;
}

static int close_server(void **state)
{
    (void)state;
    if (server.pid != 0)
        ircd_stop(&server);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_network_is_set_up_and_tried),
        TEST(answers_are_checked_at_once),
        TEST(a_bot_is_set_up),
        TEST(a_network_that_is_not_there),
        TEST(what_is_there_is_replaced_only_by_a_yes),
        TEST(what_names_no_network_is_replaced_by_enter),
        TEST(a_wrong_whole_is_not_written),
        TEST(who_goes_away_leaves_nothing),
        TEST(questions_need_a_terminal),
    };
    return cmocka_run_group_tests(tests, open_server, close_server);
}
