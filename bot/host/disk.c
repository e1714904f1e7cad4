#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "bot/host.h"
#include "bot/host/daemon_state.h"

enum { MINUTE = 60000, PATH_SIZE = 4096 };

/* One look at the disks. Lives until it is back on the loop, even if its owner does not. */
struct disk_look {
    struct work work;                /* first member, so that a cast finds this struct */
    struct disk *disk;               /* NULL: destroyed meanwhile */
    char path[DISK_USES][PATH_SIZE]; /* "": none */
    struct disk_room room[DISK_USES];
};

struct disk {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    struct disk_look *look; /* NULL: none runs */
    struct disk_room room[DISK_USES];
};

const char *disk_use_name(enum disk_use use)
{
    static const char *const names[] = {[DISK_DATABASE] = "database", [DISK_BACKUP] = "backup"};
    return names[use];
}

/* On a thread. */
static void ask_disks(struct work *work)
{
    struct disk_look *look = (struct disk_look *)work;
    for (unsigned i = 0; i < DISK_USES; i++) {
        struct statvfs found;
        struct disk_room *room = &look->room[i];
        room->known = *look->path[i] != '\0' && statvfs(look->path[i], &found) == 0;
        if (room->known) {
            room->free = (uint64_t)found.f_bavail * found.f_frsize;
            room->size = (uint64_t)found.f_blocks * found.f_frsize;
        }
    }
}

static void note_answer(struct work *work)
{
    struct disk_look *look = (struct disk_look *)work;
    if (look->disk != NULL) {
        memcpy(look->disk->room, look->room, sizeof(look->room));
        look->disk->look = NULL;
    }
    free(look);
}

static void begin_look(struct disk *disk)
{
    const struct host *host = disk->host;
    struct disk_look *look = calloc(1, sizeof(*look));
    if (look == NULL)
        return;
    const struct store_source *database = &host->daemon->database;
    const char *paths[DISK_USES] = {[DISK_DATABASE] =
                                        database->copier == NULL ? database->from : NULL,
                                    [DISK_BACKUP] = host->options.backup};
    for (unsigned i = 0; i < DISK_USES; i++)
        snprintf(look->path[i], PATH_SIZE, "%s", paths[i] != NULL ? paths[i] : "");
    look->disk = disk;
    disk->look = look;
    loop_work(host->loop, &look->work, ask_disks, note_answer);
}

static void on_timer(struct timer *timer)
{
    struct disk *disk = (struct disk *)timer;
    timer_set(timer, MINUTE);
    if (disk->look == NULL && !disk->host->stopping)
        begin_look(disk);
}

struct disk_room disk_room(const struct host *host, enum disk_use use)
{
    return host->daemon->disk->room[use];
}

struct disk *disk_create(struct host *host)
{
    struct disk *disk = calloc(1, sizeof(*disk));
    if (disk == NULL)
        return NULL;
    disk->host = host;
    timer_init(host->loop, &disk->timer, on_timer);
    timer_set(&disk->timer, 0);
    return disk;
}

static void free_disk(struct timer *timer)
{
    free((struct disk *)timer);
}

void disk_destroy(struct disk *disk)
{
    if (disk == NULL)
        return;
    if (disk->look != NULL)
        disk->look->disk = NULL;
    timer_finish(&disk->timer, free_disk);
}
