/* config.h on any file: it is read, or refused with lines that name the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/cli/config/config.h"

static char path[] = "/tmp/talon-fuzz-XXXXXX";
static int file = -1;

static void remove_file(void)
{
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (file < 0) {
        file = mkstemp(path);
        if (file < 0)
            abort();
        atexit(remove_file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    struct config config;
    struct config_faults faults = {0};
    if (config_load(&config, path, &faults) != (faults.count == 0))
        abort();
    for (unsigned i = 0; i < faults.count; i++) {
        char text[1024];
        config_fault_format(&faults, i, path, text, sizeof(text));
        if (strncmp(text, path, sizeof(path) - 1) != 0 || strchr(text, '\n'))
            abort();
    }
    config_faults_finish(&faults);
    config_finish(&config);
    return 0;
}
