#include "scarce.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <sqlite3.h>

bool *scarce_ended;

static atomic_bool counts, struck;
static atomic_ulong asked;
static _Thread_local bool spared;
static unsigned long first, last; /* that fail; 0: none */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_abort(void) __attribute__((noreturn));
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void __wrap_abort(void) __attribute__((noreturn));

bool scarce_spare(bool now)
{
    bool before = spared;
    spared = now;
    return before;
}

static bool fails(void)
{
    if (spared || !atomic_load(&counts))
        return false;
    unsigned long n = atomic_fetch_add(&asked, 1) + 1;
    bool now = first > 0 && n >= first && n <= last;
    if (now)
        atomic_store(&struck, true);
    return now;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

void __wrap_abort(void)
{
    if (scarce_ended != NULL)
        *scarce_ended = true;
    __real_abort();
}

/* -- SQLite -- */

static sqlite3_mem_methods usual;

static void *sqlite_malloc(int size)
{
    return fails() ? NULL : usual.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size)
{
    return fails() ? NULL : usual.xRealloc(old, size);
}

void scarce_install(void)
{
    cJSON_Hooks hooks = {__wrap_malloc, free};
    cJSON_InitHooks(&hooks);
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) != SQLITE_OK)
        __real_abort();
    sqlite3_mem_methods ours = usual;
    ours.xMalloc = sqlite_malloc;
    ours.xRealloc = sqlite_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &ours) != SQLITE_OK)
        __real_abort();
}

void scarce_begin(unsigned long at, unsigned long length)
{
    first = at;
    last = length > 0 && at - 1 <= (unsigned long)-1 - length ? at - 1 + length : (unsigned long)-1;
    atomic_store(&asked, 0);
    atomic_store(&struck, false);
    atomic_store(&counts, true);
}

unsigned long scarce_end(void)
{
    atomic_store(&counts, false);
    return atomic_load(&asked);
}

bool scarce_struck(void)
{
    return atomic_load(&struck);
}
