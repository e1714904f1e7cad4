/* Any text as a rule case: it is read or refused with a line and a reason; what is read runs to a
 * verdict. */
#include <stdlib.h>
#include <string.h>

#include "bot/cli/scenario/scenario.h"

enum { LINES_MAX = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned split(const char *text, size_t size, struct line lines[LINES_MAX])
{
    unsigned count = 0, number = 1;
    const char *end = text + size;
    for (const char *at = text; at < end && count < LINES_MAX; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline != NULL ? newline : end;
        if (stop > at && *at > ' ')
            lines[count++] = (struct line){number, at, (unsigned)(stop - at)};
        at = stop + 1;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scenario scenario;
    struct line lines[LINES_MAX];
    struct scenario_fault fault = {0};
    unsigned count = split((const char *)data, size, lines);
    if (count == 0)
        return 0;
    if (!scenario_read(lines, count, &scenario, &fault)) {
        if (fault.line == 0 || fault.text[0] == '\0')
            abort();
        return 0;
    }
    char memory[GOT_TEXT * 2];
    struct buf why;
    unsigned line = 0;
    buf_init(&why, memory, sizeof(memory));
    if (!scenario_run(&scenario, &line, &why) && (line == 0 || memory[0] == '\0'))
        abort();
    scenario_finish(&scenario);
    return 0;
}
