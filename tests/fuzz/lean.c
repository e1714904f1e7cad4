#include "lean.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/torture/run.h"
#include "tests/torture/scarce.h"

enum { INPUTS_MAX = 256, BURST = 20, WAYS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    char *path;
    uint8_t *data;
    size_t size;
    unsigned long asked; /* allocations, when none fails */
};

static struct {
    unsigned long asked;
    bool ended;
} * report;

static struct input inputs[INPUTS_MAX];
static unsigned input_count;
static unsigned long ended;

static bool read_input(const char *folder, const char *name)
{
    char path[4096];
    struct input *input = &inputs[input_count];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    if (size < 0) {
        fclose(stream);
        return false;
    }
    rewind(stream);
    input->size = (size_t)size;
    input->path = strdup(path);
    input->data = malloc(input->size > 0 ? input->size : 1);
    bool good = input->path != NULL && input->data != NULL &&
                fread(input->data, 1, input->size, stream) == input->size;
    fclose(stream);
    input_count++;
    return good;
}

static bool read_folder(const char *folder)
{
    struct dirent *entry = NULL;
    bool good = true;
    DIR *dir = opendir(folder);
    while (dir != NULL && good && input_count < INPUTS_MAX && (entry = readdir(dir)) != NULL)
        good = entry->d_name[0] == '.' || read_input(folder, entry->d_name);
    if (dir != NULL)
        closedir(dir);
    return good && input_count > 0;
}

struct feeding {
    const struct input *input;
    unsigned long at, length;
};

static int feed(void *arg)
{
    const struct feeding *feeding = arg;
    scarce_ended = &report->ended;
    scarce_install();
    scarce_begin(feeding->at, feeding->length);
    LLVMFuzzerTestOneInput(feeding->input->data, feeding->input->size);
    report->asked = scarce_end();
    return 0;
}

static bool survives(const struct feeding *feeding)
{
    FILE *said = tmpfile();
    report->ended = false;
    int status = said != NULL ? torture_fork(feed, (void *)feeding, said) : -1;
    bool on_purpose = report->ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    ended += on_purpose;
    if (status != 0 && !on_purpose) {
        fprintf(stderr, "%s: %lu allocations from the %lu-th on: status %#x\n",
                feeding->input->path, feeding->length, feeding->at, (unsigned)status);
        if (said != NULL)
            torture_show(said);
    }
    if (said != NULL)
        fclose(said);
    return status == 0 || on_purpose;
}

/* The n-th of all. */
static struct feeding choose(unsigned long n)
{
    unsigned i = 0;
    while (n >= inputs[i].asked * WAYS)
        n -= inputs[i++].asked * WAYS;
    return (struct feeding){&inputs[i], 1 + n / WAYS, n % WAYS == 0 ? 1 : BURST};
}

/* One that a failure named, for a debugger: in this process. */
static int feed_chosen(const char *file, const char *at, const char *length)
{
    for (unsigned i = 0; i < input_count; i++) {
        if (strcmp(strrchr(inputs[i].path, '/') + 1, file) == 0) {
            return feed(
                &(struct feeding){&inputs[i], strtoul(at, NULL, 10), strtoul(length, NULL, 10)});
        }
    }
    return 1;
}

int lean(const char *folder, char **chosen)
{
    unsigned long all = 0;
    unsigned long i = 0;
    unsigned failed = 0;
    torture_begin();
    report = torture_shared(sizeof(*report));
    if (!read_folder(folder))
        return 1;
    if (*chosen != NULL)
        return feed_chosen(chosen[0], chosen[1], chosen[2]);
    for (unsigned n = 0; n < input_count; n++) {
        if (!survives(&(struct feeding){&inputs[n], 0, 0}) || report->ended)
            return 1;
        inputs[n].asked = report->asked;
        all += inputs[n].asked * WAYS;
    }
    for (; i < all && torture_left() > 0; i++) {
        const struct feeding feeding = choose(torture_shuffled(i, all));
        failed += !survives(&feeding);
    }
    printf("torture: %lu of %lu allocations fail, in %u inputs of %s: ended on purpose in %lu\n", i,
           all, input_count, strrchr(folder, '/') + 1, ended);
    return failed > 0;
}
