/* talon setup's trial (bot/cli/config/try_network.h) of a bot, between a gateway and a REST server
 * of this test: in a process of its own, since it has a loop of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/cli/config/config.h"
#include "bot/cli/config/try_network.h"
#include "discord_loop.h"

static int in[2], out[2]; /* to the other process, and from it */

static void tell(void *arg, const char *line)
{
    dprintf(out[1], "told %s\n", line);
    (void)arg;
}

/* The other process: gets the values of api_base and token_file, and writes what came of it. */
static void become(void)
{
    struct config_network network = {.impl = &discord_adapter, .name = (char *)"there"};
    struct trial trial = {.network = &network, .tell = tell};
    char base[100] = "";
    char token[100] = "";
    FILE *input = fdopen(in[0], "r");
    setenv("SSL_CERT_FILE", "/dev/null", 1); /* the system's take a while to read */
    if (input == NULL || fscanf(input, "%99s %99s", base, token) != 2 ||
        !settings_init(&network.settings, discord_adapter.keys))
        _exit(2);
    settings_put(&network.settings, settings_find(&network.settings, "api_base"), base);
    settings_put(&network.settings, settings_find(&network.settings, "token_file"), token);
    bool came = trial_run(&trial);
    dprintf(out[1], "came %d <%s>\n", came, trial.install);
    settings_finish(&network.settings);
    _exit(0);
}

/* Forked before anything is opened here. */
static pid_t begin(struct discord_loop *scene)
{
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    if (child == 0)
        become();
    close(in[0]);
    close(out[1]);
    discord_loop_open(scene, NULL);
    dprintf(in[1], "%s %s\n", web_base(scene->web), scene->token);
    close(in[1]);
    return child;
}

/* All that it wrote; both servers serve until it has ended. */
static void finish(struct discord_loop *scene, pid_t child, char *text, size_t size)
{
    int status = -1;
    SCENE_UNTIL(scene, waitpid(child, &status, WNOHANG) == child);
    assert_int_equal(status, 0);
    ssize_t length = read(out[0], text, size - 1);
    assert_true(length >= 0);
    text[length] = '\0';
    close(out[0]);
    discord_loop_close(scene);
}

static bool heard(const struct discord_loop *scene, const char *part)
{
    const struct gate_visit *visit = &scene->gate.visits[0];
    for (unsigned i = 0; scene->gate.count > 0 && i < visit->count; i++) {
        if (strstr(visit->heard[i], part) != NULL)
            return true;
    }
    return false;
}

static void say(struct discord_loop *scene, const char *text)
{
    gate_say(&scene->gate, 0, text, strlen(text));
}

static void a_bot_comes_and_tells_where_it_is_let_in(void **state)
{
    static struct discord_loop scene;
    char text[600];
    (void)state;
    pid_t child = begin(&scene);
    web_tell(scene.web,
             &(struct web_rule){.on = "GET /api/v10/gateway/bot", .times = -1, .body = scene.bot});
    web_tell(scene.web,
             &(struct web_rule){.on = "GET /api/v10/applications", .times = -1, .body = "[]"});
    SCENE_UNTIL(&scene, scene.gate.count > 0);
    say(&scene, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    SCENE_UNTIL(&scene, heard(&scene, "{\"op\":2,"));
    say(&scene, "{\"op\":0,\"t\":\"READY\",\"s\":1,\"d\":{\"session_id\":\"s1\","
                "\"resume_gateway_url\":\"ws://127.0.0.1:1\",\"application\":{\"id\":\"4711\"},"
                "\"user\":{\"id\":\"6\"}}}");
    finish(&scene, child, text, sizeof(text));
    assert_string_equal(text, "came 1 <https://discord.com/oauth2/authorize?client_id=4711"
                              "&scope=bot+applications.commands&permissions=309237681152>\n");
}

/* A token that was mistyped, say: the end comes at once, with its reason. */
static void a_token_that_is_refused_is_told(void **state)
{
    static struct discord_loop scene;
    char text[600];
    (void)state;
    pid_t child = begin(&scene);
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/gateway/bot",
                                           .times = -1,
                                           .status = 401,
                                           .body = "{\"message\":\"401: Unauthorized\"}"});
    finish(&scene, child, text, sizeof(text));
    assert_non_null(strstr(text, "told "));
    assert_non_null(strstr(text, "token"));
    assert_non_null(strstr(text, "came 0 <>\n"));
    assert_null(strstr(text, "bot-secret"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_comes_and_tells_where_it_is_let_in),
        cmocka_unit_test(a_token_that_is_refused_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
