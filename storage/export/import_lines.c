#include "import_lines.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *create_nameless(const char *path)
{
    char *name = sqlite3_mprintf("%s.import-lines", path);
    if (name != NULL)
        unlink(name); /* left by an import that was killed */
    int fd = name != NULL ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    if (fd >= 0)
        unlink(name);
    sqlite3_free(name);
    FILE *file = fd >= 0 ? fdopen(fd, "w+") : NULL;
    if (file == NULL && fd >= 0)
        close(fd);
    return file;
}

enum store_error import_keep(struct import_lines *lines, FILE *in, const char *path)
{
    char bytes[16384];
    size_t size = 0;
    lines->kept = create_nameless(path);
    bool good = lines->kept != NULL;
    while (good && (size = fread(bytes, 1, sizeof(bytes), in)) > 0)
        good = fwrite(bytes, 1, size, lines->kept) == size;
    if (!good || ferror(in) || fflush(lines->kept) != 0)
        return sqlite_system_fault(path, lines->why);
    return STORE_OK;
}

void import_drop(struct import_lines *lines)
{
    if (lines->kept != NULL)
        fclose(lines->kept);
    free(lines->text);
}

void import_rewind(struct import_lines *lines)
{
    rewind(lines->kept);
    lines->number = 0;
}

bool import_next(struct import_lines *lines)
{
    ssize_t length = getline(&lines->text, &lines->room, lines->kept);
    if (length < 0)
        return false;
    lines->number++;
    if (length > 0 && lines->text[length - 1] == '\n')
        lines->text[--length] = '\0';
    if (memchr(lines->text, '\0', (size_t)length) != NULL)
        lines->text[0] = '\0'; /* the line is no text: refuse it */
    return true;
}

enum store_error import_refuse(struct import_lines *lines, const char *format, ...)
{
    char what[384];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    return sqlite_refuse(STORE_FAILED, lines->why, "line %lld: %s", (long long)lines->number, what);
}
