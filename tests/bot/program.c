#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { WORDS = 800 };

char program_said[PROGRAM_SAID];

int program_run(const char *format, ...)
{
    char words[WORDS];
    char command[2 * WORDS];
    const char *program = getenv("TALON_PROGRAM");
    assert_non_null(program);
    va_list arguments;
    va_start(arguments, format);
    assert_in_range(vsnprintf(words, sizeof(words), format, arguments), 1, sizeof(words) - 1);
    va_end(arguments);
    snprintf(command, sizeof(command), "'%s' %s 2>&1", program, words);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    program_said[fread(program_said, 1, sizeof(program_said) - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}
