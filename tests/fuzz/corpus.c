/* The kept corpus of a fuzzer as an ordinary test: `corpus_NAME FOLDER` feeds it every file, and
 * `corpus_NAME lean FOLDER` does so with less memory each time (lean.h). */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lean.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int feed(const char *path)
{
    FILE *stream = fopen(path, "rb");
    struct stat status;
    if (stream == NULL || fstat(fileno(stream), &status) != 0) {
        perror(path);
        if (stream != NULL)
            fclose(stream);
        return 1;
    }
    /* exactly as large as the input, so that a sanitizer sees a read beyond it */
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size > 0 ? size : 1);
    int failed = data == NULL || fread(data, 1, size, stream) != size;
    fclose(stream);
    if (failed) {
        perror(path);
    } else {
        printf("%s\n", path);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, size);
    }
    free(data);
    return failed;
}

int main(int argc, char **argv)
{
    char path[4096];
    int failed = 0;
    unsigned fed = 0;
    if ((argc == 3 || argc == 6) && strcmp(argv[1], "lean") == 0)
        return lean(argv[2], argv + 3);
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (folder == NULL) {
        fprintf(stderr, "usage: corpus_NAME [lean] FOLDER [FILE AT LENGTH]\n");
        return 2;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", argv[1], entry->d_name);
        failed |= feed(path);
        fed++;
    }
    closedir(folder);
    printf("%u inputs\n", fed);
    return failed != 0 || fed == 0;
}
