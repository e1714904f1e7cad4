/* talon play --web: the table at the terminal, shown to a browser of this machine as well. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <netinet/in.h>

#include <cmocka.h>

#include "base/array.h"
#include "client.h"
#include "tests/leak/leak.h"
#include "tests/real/process.h"

enum { SOON = 60000, NAME = 128, TEXT = 65536 };

static char folder[] = "/tmp/talon-web-play-XXXXXX";
static char database[NAME], heard[NAME];
static pid_t pid;
static int keys = -1; /* what is typed there */

static int begin(void **state)
{
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    snprintf(database, sizeof(database), "%s/play.db", mkdtemp(folder));
    snprintf(heard, sizeof(heard), "%s/heard", folder);
    return 0;
}

static int end(void **state)
{
    char command[NAME];
    (void)state;
    if (pid > 0) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    pid = 0;
    if (keys >= 0)
        close(keys);
    keys = -1;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static void run(const char *port)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        const char *program = getenv("TALON_PROGRAM");
        int out = open(heard, O_WRONLY | O_CREAT | O_APPEND, 0600);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[0], 0);
        dup2(out, 1);
        dup2(out, 2);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, "play", "--lang", "en", "--bots", "2", "--seed", "01", "--db",
              database, "--web", port, (char *)NULL);
        _exit(127);
    }
    assert_true(pid > 0);
    close(ends[0]);
    keys = ends[1];
}

static void type(const char *text)
{
    assert_int_equal(write(keys, text, strlen(text)), strlen(text));
}

static int wait_for_end(void)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    pid = 0;
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static const char *said(void)
{
    static char text[TEXT];
    FILE *file = fopen(heard, "r");
    size_t length = file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL)
        fclose(file);
    return text;
}

static void await_said(const char *text)
{
    for (int waited = 0; strstr(said(), text) == NULL; waited += 20) {
        if (waited > SOON)
            fail_msg("not said: %s in: %s", text, said());
        process_pause(20);
    }
}

/* The number of the table that the list shows, as soon as it is on the disk. */
static unsigned long await_table(struct client *client)
{
    static const char key[] = "\"table\":";
    for (int waited = 0; waited < SOON; waited += 20) {
        client_get(client, "/api/1/tables", "");
        const char *found = strstr(client_response(client, false)->body, key);
        if (found != NULL)
            return strtoul(found + sizeof(key) - 1, NULL, 10);
        process_pause(20);
    }
    fail_msg("no table is shown");
    return 0;
}

static void the_table_is_shown(void **state)
{
    unsigned port = 0;
    char text[64];
    char found[LEAK_TEXT];
    (void)state;
    assert_true(process_ports(&port, 1));
    snprintf(text, sizeof(text), "%u", port);
    run(text);
    snprintf(text, sizeof(text), "in a browser: http://127.0.0.1:%u/", port);
    await_said(text);
    await_said("cards each");
    struct client *client = client_open(port);
    snprintf(text, sizeof(text), "/live/%lu", await_table(client));
    client_get(client, "/", "");
    assert_int_equal(client_response(client, false)->status, 200);
    struct client *onlooker = client_open(port);
    char origin[64];
    snprintf(origin, sizeof(origin), "Origin: http://127.0.0.1:%u\r\n", port);
    assert_int_equal(client_upgrade(onlooker, text, origin), 101);
    const char *message = client_message(onlooker, SOON, false);
    assert_non_null(message);
    assert_non_null(strstr(message, "\"Ada\""));
    assert_false(leak_in(message, found));
    type("quit\n"); /* the pages go with who plays, who looks on or not */
    assert_int_equal(wait_for_end(), 0);
    assert_true(client_ends(onlooker, SOON));
    client_close(onlooker);
    client_close(client);
}

/* A guest of the pages sits down, and the program starts again in mid-round. */
static void a_game_with_a_guest_goes_on(void **state)
{
    static const char link[] = "/seat#i=";
    unsigned port = 0;
    char number[16];
    char origin[64];
    char body[128];
    (void)state;
    assert_true(process_ports(&port, 1));
    snprintf(number, sizeof(number), "%u", port);
    snprintf(origin, sizeof(origin), "Origin: http://127.0.0.1:%u\r\n", port);
    run(number);
    await_said("cards each");
    type("stop\nstop\ninvite\n");
    await_said("at=table");
    const char *token = strstr(said(), link) + strlen(link);
    snprintf(body, sizeof(body), "{\"i\":\"%.*s\",\"name\":\"zoe\"}", (int)strcspn(token, "&"),
             token);
    struct client *client = client_open(port);
    client_post(client, "/seat", origin, body);
    assert_int_equal(client_response(client, false)->status, 200);
    client_close(client);
    type("start\nquit\n");
    assert_int_equal(wait_for_end(), 0);
    close(keys);
    run(number);
    await_said("The table goes on where it was.");
    type("quit\n");
    assert_int_equal(wait_for_end(), 0);
}

/* Another program has the port: no address is told, but how to choose another one. */
static void a_taken_port_is_told(void **state)
{
    unsigned port = 0;
    char text[64];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int other = socket(AF_INET, SOCK_STREAM, 0);
    (void)state;
    assert_true(process_ports(&port, 1));
    address.sin_port = htons((uint16_t)port);
    assert_int_equal(bind(other, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(listen(other, 1), 0);
    snprintf(text, sizeof(text), "%u", port);
    run(text);
    await_said("cards each");
    snprintf(text, sizeof(text), "cannot use port %u. Try another one: talon play --web PORT",
             port);
    assert_non_null(strstr(said(), text));
    assert_null(strstr(said(), "http://"));
    type("quit\n");
    assert_int_equal(wait_for_end(), 0);
    close(other);
}

static void a_port_is_a_port(void **state)
{
    static const char *const wrong[] = {"0", "65536", "x", "80x", ""};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
        run(wrong[i]);
        assert_int_equal(wait_for_end(), 64);
        close(keys);
        keys = -1;
    }
    assert_non_null(strstr(said(), "--web takes a port from 1 to 65535, not '65536'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_table_is_shown, begin, end),
        cmocka_unit_test_setup_teardown(a_game_with_a_guest_goes_on, begin, end),
        cmocka_unit_test_setup_teardown(a_taken_port_is_told, begin, end),
        cmocka_unit_test_setup_teardown(a_port_is_a_port, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
