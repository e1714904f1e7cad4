#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/private.h"
#include "bot/cli/config/config_check.h"
#include "bot/cli/config/config_template.h"

enum { PATH_SIZE = 4096, TEXT_MAX = 5120 };

/* -- names -- */

static void folder_of(const struct config_draft *draft, char folder[PATH_SIZE])
{
    const char *slash = strrchr(draft->path, '/');
    snprintf(folder, PATH_SIZE, "%.*s", slash != NULL ? (int)(slash - draft->path) : 1,
             slash != NULL ? draft->path : ".");
}

static bool secret_path(const struct config_draft *draft, const char *file, char path[PATH_SIZE])
{
    char folder[PATH_SIZE];
    folder_of(draft, folder);
    int length = snprintf(path, PATH_SIZE, "%s/%s", folder, file);
    return length > 0 && length < PATH_SIZE;
}

bool config_draft_has_secret(const struct config_draft *draft, const char *file)
{
    char path[PATH_SIZE];
    return secret_path(draft, file, path) && access(path, F_OK) == 0;
}

bool config_draft_keep_secret(struct config_draft *draft, const char *file, const char *secret)
{
    if (strlen(file) >= sizeof(draft->secret_file) || strlen(secret) >= sizeof(draft->secret))
        return false;
    snprintf(draft->secret_file, sizeof(draft->secret_file), "%s", file);
    snprintf(draft->secret, sizeof(draft->secret), "%s", secret);
    return true;
}

void config_draft_forget(struct config_draft *draft)
{
    private_wipe(draft->secret, sizeof(draft->secret));
    if (draft->impl == NULL)
        return;
    settings_finish(&draft->settings);
    settings_finish(&draft->ours);
}

/* -- files -- */

static bool failed(const char *path)
{
    printf("%s: %s\n", path, strerror(errno));
    return false;
}

/* Returns whether the files are for systemd's unit, whose user is not root: root writes them, and
 * systemd runs. */
static bool is_for_unit(void)
{
    return geteuid() == 0 && access("/run/systemd/system", F_OK) == 0;
}

static bool make_folder(const struct config_draft *draft)
{
    char folder[PATH_SIZE];
    folder_of(draft, folder);
    mode_t mode = is_for_unit() ? 0755 : 0700;
    for (char *at = folder + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool made = mkdir(folder, mode) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return failed(folder);
    }
    return mkdir(folder, mode) == 0 || errno == EEXIST || failed(folder);
}

/* Opens a new file, after it removes an old one of that name. NULL if that fails. */
static FILE *begin_file(const char *path, mode_t mode)
{
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    FILE *file = fd >= 0 && fchmod(fd, mode) == 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL && fd >= 0)
        close(fd);
    return file;
}

static bool end_file(FILE *file)
{
    bool whole = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && whole;
}

static bool write_secret(const struct config_draft *draft)
{
    char path[PATH_SIZE];
    char fresh[PATH_SIZE + 8];
    if (draft->secret_file[0] == '\0')
        return true;
    if (!secret_path(draft, draft->secret_file, path))
        return false;
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    FILE *file = begin_file(fresh, 0600);
    if (file == NULL)
        return failed(fresh);
    fprintf(file, "%s\n", draft->secret);
    if (end_file(file) && rename(fresh, path) == 0)
        return true;
    failed(fresh);
    unlink(fresh);
    return false;
}

static void print_keys(FILE *file, const struct settings *settings)
{
    for (int key = 0; settings->keys[key].name != NULL; key++) {
        if (settings->values[key] != NULL)
            fprintf(file, "%s = %s\n", settings->keys[key].name, settings->values[key]);
    }
}

/* Writes the configuration. If no unit of systemd provides a folder for the database, the database
 * is put beside the configuration. */
static bool write_config(const struct config_draft *draft, const char *path)
{
    char folder[PATH_SIZE];
    int channels = settings_find(&draft->settings, "channels");
    const char *list = channels >= 0 ? settings_text(&draft->settings, channels) : NULL;
    bool keys = list != NULL && strchr(list, ':') != NULL; /* the list holds keys of channels */
    FILE *file = begin_file(path, is_for_unit() && !keys ? 0644 : 0600);
    if (file == NULL)
        return failed(path);
    fputs("# Written by talon setup. `talon config` explains every key; so does talon.conf(5).\n",
          file);
    folder_of(draft, folder);
    if (!is_for_unit())
        fprintf(file, "[talon]\ndatabase = %s/talon.db\n\n", folder);
    fprintf(file, "[%s %s]\n", draft->impl->name, draft->name);
    print_keys(file, &draft->settings);
    print_keys(file, &draft->ours);
    return end_file(file) || failed(path);
}

static bool print_faults(const struct config_draft *draft, const char *path)
{
    struct config config;
    struct config_faults faults = {.count = 0};
    char text[TEXT_MAX];
    if (config_load(&config, path, &faults))
        judge_config(&config, path, &faults);
    bool right = config_is_right(&faults);
    for (unsigned i = 0; i < faults.count; i++) {
        config_fault_format(&faults, i, draft->path, text, sizeof(text));
        puts(text);
    }
    config_faults_finish(&faults);
    config_finish(&config);
    return right;
}

/* Returns whether a start would accept the file. The check runs in a child process, which becomes
 * the service's user. */
static bool is_right(const struct config_draft *draft, const char *path)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool judged = (!is_for_unit() || judge_as_unit()) && print_faults(draft, path);
        fflush(stdout);
        _exit(judged ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
        return true;
    puts("The configuration was not written.");
    return false;
}

enum { KEPT_MAX = 100 };

/* Keeps the old file under another name, with its time: ".before-setup", then ".before-setup-2" and
 * so on. A file that a package installed is thus never lost. */
static bool keep_before(const char *path)
{
    char before[PATH_SIZE + 24];
    bool kept = false;
    snprintf(before, sizeof(before), "%s.before-setup", path);
    for (unsigned n = 2; !(kept = link(path, before) == 0) && errno == EEXIST && n < KEPT_MAX; n++)
        snprintf(before, sizeof(before), "%s.before-setup-%u", path, n);
    if (kept)
        printf("The old file is now %s.\n", before);
    return kept || failed(before);
}

static bool replace(const char *fresh, const char *path)
{
    return (access(path, F_OK) != 0 || keep_before(path)) &&
           (rename(fresh, path) == 0 || failed(path));
}

bool config_draft_write(const struct config_draft *draft, struct config *config)
{
    char fresh[PATH_SIZE + 8];
    int length = snprintf(fresh, sizeof(fresh), "%s.new", draft->path);
    if (length < 0 || length >= PATH_SIZE) {
        puts("The path is too long.");
        return false;
    }
    if (!make_folder(draft) || !write_secret(draft))
        return false;
    config_find_secrets(draft->path);
    if (!write_config(draft, fresh) || !is_right(draft, fresh) || !replace(fresh, draft->path)) {
        unlink(fresh);
        return false;
    }
    struct config_faults faults = {.count = 0};
    bool read = config_load(config, draft->path, &faults);
    config_faults_finish(&faults);
    if (!read)
        config_finish(config);
    return read;
}
