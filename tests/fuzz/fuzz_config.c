/* config.h on any file: it is read, or refused with one line that names the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/config.h"

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
    char why[512] = "";
    if (config_load(&config, path, why, sizeof why))
        config_finish(&config);
    else if (strncmp(why, path, sizeof path - 1) != 0 || strchr(why, '\n'))
        abort();
    return 0;
}
