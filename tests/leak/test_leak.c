/* What searches the logs of all tests for secrets and hands finds them, whatever form they are in,
 * and takes nothing else for one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "leak.h"

static int forget(void **state)
{
    (void)state;
    leak_forget();
    return 0;
}

static void assert_found(const char *log, bool wanted)
{
    char found[LEAK_TEXT] = "";
    if (leak_in(log, found) != wanted)
        fail_msg("%s: %s", wanted ? "not found" : "found", wanted ? log : found);
}

static void a_secret_is_found_in_any_form(void **state)
{
    (void)state;
    leak_keep("correct-horse");
    assert_found("[irc/net] connected\nPASS correct-horse\n", true);
    assert_found("https://host.test/?key=correct-horse&x", true);
    /* "\0talon\0correct-horse", as SASL PLAIN has it, and with each length before it */
    assert_found("AUTHENTICATE AHRhbG9uAGNvcnJlY3QtaG9yc2U=", true);
    assert_found("AUTHENTICATE AHRhbG8AY29ycmVjdC1ob3JzZQ==", true);
    assert_found("AUTHENTICATE AHRhbABjb3JyZWN0LWhvcnNl", true);
    assert_found("[irc/net] correct horse\nAUTHENTICATE PLAIN", false);
}

static void a_hand_is_found_in_any_form(void **state)
{
    (void)state;
    leak_heard(":talon!t@h NOTICE alice :\00314[#cards] Your hand: \x02\00304[R 5]\x0f*\x02 "
               "\00312[B 3]\x0f "
               "[B skip] [G +2] [W +4] Your turn: !draw");
    assert_found("Your hand: [R 5] [B 3] [B skip] [G +2] [W +4]", true);
    assert_found("sent \\x0304[R 5]\\x0f* \\x0312[B 3]\\x0f [B skip] [G +2]\\x0f", true);
    assert_found("hand=R5,B3,BSKIP,G+2", true);
    assert_found("hand=b3 bskip g+2 w+4", true);
    assert_found("plays [R 5], then [B 3] and [B skip]", false);
    assert_found("Your hand: [G +2] [B skip] [B 3] [R 5]", false);
}

static void what_all_may_know_is_no_secret(void **state)
{
    (void)state;
    leak_heard(":talon!t@h PRIVMSG #cards :the web shows [R 5] [B 3] [B skip] [G +2]");
    leak_heard(":talon!t@h NOTICE alice :!top [day] [channel]: shows the best players");
    assert_found("[R 5] [B 3] [B skip] [G +2]", false);
    assert_found("[day] [channel]: shows", false);
}

static void codes_are_secrets(void **state)
{
    (void)state;
    leak_heard(":talon!t@h NOTICE bob :Your seat word is ab3defgh. Say !seat ab3defgh to me.");
    leak_whispered("Say !link zz23zz45 to me");
    assert_found("!seat ab3defgh", true);
    assert_found("code zz23zz45", true);
    assert_found("the seat is taken back", false);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void what_a_configuration_names_is_secret(void **state)
{
    char folder[] = "/tmp/talon-leak-XXXXXX";
    char path[64];
    char more[160];
    char found[LEAK_TEXT];
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_file(folder, "pass", "sesame-open\n");
    write_file(folder, "token", "MTA.abc.def\n");
    snprintf(more, sizeof(more),
             "[irc a]\npassword_file = pass\n[discord b]\ntoken_file = %s/token\n", folder);
    write_file(folder, "talon.conf", more);
    write_file(folder, "log", "a line\nanother MTA.abc.def\n");
    snprintf(path, sizeof(path), "%s/talon.conf", folder);
    leak_keep_configured(path);
    assert_found("sesame-open", true);
    snprintf(path, sizeof(path), "%s/log", folder);
    assert_true(leak_in_file(path, found));
    assert_non_null(strstr(found, "another"));
    assert_false(leak_in_file("/tmp/talon-leak-none", found));

    leak_note("fine");
    assert_null(leak_logged());
    leak_note("PASS sesame-open");
    leak_note("PASS sesame-open again");
    assert_string_equal(leak_logged(), "PASS sesame-open");
    static const char *const names[] = {"pass", "token", "talon.conf", "log"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_secret_is_found_in_any_form, forget),
        cmocka_unit_test_teardown(a_hand_is_found_in_any_form, forget),
        cmocka_unit_test_teardown(what_all_may_know_is_no_secret, forget),
        cmocka_unit_test_teardown(codes_are_secrets, forget),
        cmocka_unit_test_teardown(what_a_configuration_names_is_secret, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
