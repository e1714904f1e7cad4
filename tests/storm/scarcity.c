/* Preloaded into a daemon: some allocations of some libraries fail (scarcity.h). An allocation is
 * that library's whose code asks for it, itself or through what it was given for that. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "scarcity.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <curl/curl.h>

enum { RANGES = 32 };

/* The C library's own, by the names that it gives them for this. */
void *__libc_malloc(size_t size);               /* NOLINT(readability-*): its names */
void *__libc_calloc(size_t count, size_t size); /* NOLINT(readability-*) */
void *__libc_realloc(void *old, size_t size);   /* NOLINT(readability-*) */

static struct scarcity *scarcity; /* NULL: memory is there */
static struct range {
    uintptr_t from, to;
} ranges[RANGES];
static unsigned range_count;
static _Thread_local bool through; /* what they were given */
static void *(*lws_allocate)(void *, size_t, const char *);
static void *(*curl_malloc)(size_t);
static void *(*curl_realloc)(void *, size_t);
static char *(*curl_strdup)(const char *);
static void *(*curl_calloc)(size_t, size_t);

static bool is_theirs(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *word = scarcity->libraries;
    while (*word != '\0') {
        size_t length = strcspn(word, " ");
        if (strncmp(name, word, length) == 0)
            return true;
        word += length + strspn(word + length, " ");
    }
    return false;
}

static int add_object(struct dl_phdr_info *object, size_t size, void *arg)
{
    (void)size, (void)arg;
    if (!is_theirs(object->dlpi_name))
        return 0;
    for (unsigned i = 0; i < object->dlpi_phnum && range_count < RANGES; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0)
            continue;
        uintptr_t from = object->dlpi_addr + part->p_vaddr;
        ranges[range_count++] = (struct range){from, from + part->p_memsz};
    }
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("TALON_SCARCITY");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof(*scarcity), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared == MAP_FAILED)
        return;
    scarcity = shared;
    dl_iterate_phdr(add_object, NULL);
}

static bool fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    bool theirs = through;
    for (unsigned i = 0; i < range_count && !theirs; i++)
        theirs = at >= ranges[i].from && at < ranges[i].to;
    if (!theirs)
        return false;
    unsigned long n = atomic_fetch_add(&scarcity->asked, 1) + 1;
    if (n < atomic_load(&scarcity->first) || n > atomic_load(&scarcity->last))
        return false;
    atomic_fetch_add(&scarcity->failed, 1);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) /* NOLINT(readability-*) */
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) /* NOLINT(readability-*) */
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) /* NOLINT(readability-*) */
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

char *strdup(const char *text) /* NOLINT(readability-*) */
{
    size_t size = strlen(text) + 1;
    char *copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

/* -- libraries that are given allocators by the daemon -- */

static void *pass_lws(void *old, size_t size, const char *what)
{
    through = size > 0 && is_theirs("libwebsockets");
    void *memory = lws_allocate(old, size, what);
    through = false;
    return memory;
}

void lws_set_allocator(void *(*allocate)(void *, size_t, const char *))
{
    void (*real)(void *(*)(void *, size_t, const char *)) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "lws_set_allocator");
    lws_allocate = allocate;
    real(scarcity != NULL ? pass_lws : allocate);
}

static void *pass_malloc(size_t size)
{
    through = is_theirs("libcurl");
    void *memory = curl_malloc(size);
    through = false;
    return memory;
}

static void *pass_realloc(void *old, size_t size)
{
    through = is_theirs("libcurl");
    void *memory = curl_realloc(old, size);
    through = false;
    return memory;
}

static char *pass_strdup(const char *text)
{
    through = is_theirs("libcurl");
    char *copy = curl_strdup(text);
    through = false;
    return copy;
}

static void *pass_calloc(size_t count, size_t size)
{
    through = is_theirs("libcurl");
    void *memory = curl_calloc(count, size);
    through = false;
    return memory;
}

/* NOLINTNEXTLINE(readability-*): its names */
CURLcode curl_global_init_mem(long flags, curl_malloc_callback allocate, curl_free_callback release,
                              curl_realloc_callback reallocate, curl_strdup_callback duplicate,
                              curl_calloc_callback allocate_empty)
{
    CURLcode (*real)(long, curl_malloc_callback, curl_free_callback, curl_realloc_callback,
                     curl_strdup_callback, curl_calloc_callback) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "curl_global_init_mem");
    if (scarcity == NULL)
        return real(flags, allocate, release, reallocate, duplicate, allocate_empty);
    curl_malloc = allocate;
    curl_realloc = reallocate;
    curl_strdup = duplicate;
    curl_calloc = allocate_empty;
    return real(flags, pass_malloc, release, pass_realloc, pass_strdup, pass_calloc);
}
