/* disk.h: how much room the disks have that Talon writes to: the disk of the database's file, and
 * that of the folder of daily backups.
 *
 * Both are asked once a minute on libuv's thread pool, because a disk may hang, and the loop must
 * not. While a disk does not answer, the last answer stays. */
#ifndef TALON_BOT_HOST_DISK_H
#define TALON_BOT_HOST_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct disk;
struct host;

enum disk_use { DISK_DATABASE, DISK_BACKUP, DISK_USES };

/* Bytes. */
struct disk_room {
    bool known;
    uint64_t free; /* that Talon may use */
    uint64_t size;
};

/* NULL: memory is out. */
struct disk *disk_create(struct host *host);
/* Accepts NULL. */
void disk_destroy(struct disk *disk);
/* The last answer. Not known: no file is there for that use, or no answer has come yet. */
struct disk_room disk_room(const struct host *host, enum disk_use use);
/* "database", "backup" */
const char *disk_use_name(enum disk_use use);

#endif
