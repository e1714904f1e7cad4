/* talon scenario: runs files and folders of rule cases. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "bot/cli/cli.h"
#include "scenario.h"

static const char help[] =
    "usage: talon scenario PATH...\n"
    "Runs the rule tests of files, and of all *.scn files below folders. Prints a line for each:\n"
    "PASS ID, or FAIL ID FILE:LINE: expected ..., got ...\n"
    "Exit status 0: all passed; 1: a test failed; 2: a file had an error.\n";

enum { FILE_MAX = 64 * 1024 * 1024 };

/* A file that was read. Its text is kept, because the ids point into it. */
struct file {
    char *path, *text;
    size_t length;
    struct line *lines;
    unsigned line_count;
    struct scenario **cases;
    unsigned case_count;
};

struct session {
    char **paths; /* of all files, in order */
    unsigned path_count;
    struct file *files;
    struct word *ids;
    unsigned id_count, id_room;
    unsigned passed, failed;
    bool error;
};

static void complain(struct session *session, const char *path, const char *what)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", path, what);
    session->error = true;
}

/* Paths. */

static bool add_path(struct session *session, const char *path)
{
    char *copy = strdup(path);
    char **paths = array_grow(session->paths, session->path_count, sizeof(copy));
    session->paths = paths != NULL ? paths : session->paths;
    if (copy == NULL || paths == NULL) {
        free(copy);
        return false;
    }
    session->paths[session->path_count++] = copy;
    return true;
}

static int keep_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool ends_in_scn(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".scn") == 0;
}

static bool add_tree(struct session *session, const char *path, bool named);

static bool add_folder(struct session *session, const char *path)
{
    struct dirent **entries = NULL;
    bool done = true;
    int count = scandir(path, &entries, keep_visible, alphasort);
    if (count < 0) {
        complain(session, path, strerror(errno));
        return true;
    }
    for (int i = 0; i < count; i++) {
        size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *below = malloc(size);
        if (below == NULL) {
            done = false;
        } else {
            (void)snprintf(below, size, "%s/%s", path, entries[i]->d_name);
            done = done && add_tree(session, below, false);
        }
        free(below);
        free(entries[i]);
    }
    free(entries);
    return done;
}

/* Adds a file or a folder. A file that the arguments name is read whatever its suffix is. Returns
 * false if memory is out. */
static bool add_tree(struct session *session, const char *path, bool named)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        complain(session, path, strerror(errno));
        return true;
    }
    if (S_ISDIR(status.st_mode))
        return add_folder(session, path);
    return named || ends_in_scn(path) ? add_path(session, path) : true;
}

/* Files. */

static bool read_text(struct session *session, struct file *file)
{
    FILE *stream = fopen(file->path, "rb");
    bool done = false;
    if (stream == NULL) {
        complain(session, file->path, strerror(errno));
        return false;
    }
    for (;;) {
        char *larger = realloc(file->text, file->length + 65536);
        if (larger == NULL || file->length > FILE_MAX) {
            file->text = larger != NULL ? larger : file->text;
            complain(session, file->path, "is too large");
            break;
        }
        file->text = larger;
        size_t got = fread(file->text + file->length, 1, 65536, stream);
        file->length += got;
        if (got == 0) {
            done = !ferror(stream);
            if (!done)
                complain(session, file->path, "cannot be read");
            break;
        }
    }
    fclose(stream);
    return done;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool split_lines(struct file *file)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the mark that some editors put before UTF-8 */
    const char *at = file->text, *end = file->text + file->length;
    if (file->length >= sizeof(mark) - 1 && memcmp(at, mark, sizeof(mark) - 1) == 0)
        at += sizeof(mark) - 1;
    for (unsigned number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline != NULL ? newline : end;
        const char *comment = memchr(at, '#', (size_t)(stop - at));
        const char *last = comment != NULL ? comment : stop;
        while (at < last && is_blank(*at))
            at++;
        while (last > at && is_blank(last[-1]))
            last--;
        if (last > at) {
            struct line *lines = array_grow(file->lines, file->line_count, sizeof(*lines));
            if (lines == NULL)
                return false;
            file->lines = lines;
            file->lines[file->line_count++] =
                (struct line){.number = number, .text = at, .length = (unsigned)(last - at)};
        }
        at = stop + 1;
    }
    return true;
}

static bool new_id(struct session *session, const struct scenario *scenario,
                   struct scenario_fault *fault)
{
    for (unsigned i = 0; i < session->id_count; i++) {
        if (session->ids[i].length == scenario->id.length &&
            memcmp(session->ids[i].text, scenario->id.text, scenario->id.length) == 0) {
            return scenario_fault_set(fault, scenario->line, "the id %.*s stands twice",
                                      (int)scenario->id.length, scenario->id.text);
        }
    }
    struct word *ids = array_grow(session->ids, session->id_count, sizeof(*ids));
    if (ids == NULL)
        return scenario_fault_set(fault, scenario->line, "out of memory");
    session->ids = ids;
    session->ids[session->id_count++] = scenario->id;
    return true;
}

static bool begins_case(const struct line *line)
{
    struct words words;
    words_split(line, &words);
    return word_is(words.at[0], "scenario");
}

/* Reads the case whose lines begin at `first`. Returns the line after it, or 0 on an error. */
static unsigned read_case(struct session *session, struct file *file, unsigned first,
                          struct scenario_fault *fault)
{
    unsigned next = first + 1;
    while (next < file->line_count && !begins_case(&file->lines[next]))
        next++;
    struct scenario *scenario = malloc(sizeof(*scenario));
    struct scenario **cases = array_grow(file->cases, file->case_count, sizeof(scenario));
    file->cases = cases != NULL ? cases : file->cases;
    if (scenario == NULL || cases == NULL) {
        free(scenario);
        scenario_fault_set(fault, file->lines[first].number, "out of memory");
        return 0;
    }
    if (!scenario_read(file->lines + first, next - first, scenario, fault)) {
        free(scenario);
        return 0;
    }
    file->cases[file->case_count++] = scenario;
    return new_id(session, scenario, fault) ? next : 0;
}

static bool read_file(struct session *session, struct file *file)
{
    struct scenario_fault fault = {0};
    if (!read_text(session, file))
        return false;
    if (!split_lines(file)) {
        complain(session, file->path, "out of memory");
        return false;
    }
    for (unsigned at = 0; at < file->line_count;) {
        if (at == 0 && !begins_case(&file->lines[0]))
            scenario_fault_set(&fault, file->lines[0].number, "a file begins with a scenario");
        else
            at = read_case(session, file, at, &fault);
        if (fault.line != 0) {
            fflush(stdout);
            fprintf(stderr, "%s:%u: %s\n", file->path, fault.line, fault.text);
            session->error = true;
            return false;
        }
    }
    return true;
}

static void run_file(struct session *session, const struct file *file)
{
    for (unsigned i = 0; i < file->case_count; i++) {
        const struct scenario *scenario = file->cases[i];
        char memory[GOT_TEXT * 2];
        struct buf why;
        unsigned line = scenario->line;
        buf_init(&why, memory, sizeof(memory));
        if (scenario_run(scenario, &line, &why)) {
            session->passed++;
            printf("PASS %.*s\n", (int)scenario->id.length, scenario->id.text);
        } else {
            session->failed++;
            printf("FAIL %.*s %s:%u: %s\n", (int)scenario->id.length, scenario->id.text, file->path,
                   line, memory);
        }
    }
}

static void file_finish(struct file *file)
{
    for (unsigned i = 0; i < file->case_count; i++) {
        scenario_finish(file->cases[i]);
        free(file->cases[i]);
    }
    free(file->cases);
    free(file->lines);
    free(file->text);
}

static bool run_paths(struct session *session)
{
    session->files = calloc((size_t)session->path_count + 1, sizeof(*session->files));
    if (session->files == NULL)
        return false;
    for (unsigned i = 0; i < session->path_count; i++) {
        session->files[i].path = session->paths[i];
        if (read_file(session, &session->files[i]))
            run_file(session, &session->files[i]);
    }
    return true;
}

static void session_finish(struct session *session)
{
    for (unsigned i = 0; i < session->path_count; i++) {
        if (session->files != NULL)
            file_finish(&session->files[i]);
        free(session->paths[i]);
    }
    free(session->files);
    free(session->paths);
    free(session->ids);
}

int cli_scenario(int argc, char **argv)
{
    struct session session = {0};
    bool memory = true;
    if (argc < 2) {
        fputs("talon scenario: which files? talon scenario --help says more\n", stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(help, stdout);
        return CLI_DONE;
    }
    if (argv[1][0] == '-') {
        fprintf(stderr, "talon scenario: there is no option %s\n", argv[1]);
        return CLI_USAGE;
    }
    for (int i = 1; i < argc && memory; i++)
        memory = add_tree(&session, argv[i], true);
    memory = memory && run_paths(&session);
    if (memory)
        printf("%u passed, %u failed\n", session.passed, session.failed);
    else
        fputs("talon scenario: out of memory\n", stderr);
    session_finish(&session);
    if (session.error || !memory)
        return CLI_UNJUDGED;
    return session.failed > 0 ? CLI_FAILED : CLI_DONE;
}
