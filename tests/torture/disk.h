/* disk.h: what a disk would hold after a power cut, for tests.
 *
 * A model of one folder beside the real one. It is told of every change (by vfs.c, and by the calls
 * of the system that tests wrap); what was not synced is kept apart. disk_cut() writes the folder
 * anew as a machine might find it that lost its power: what was synced, and of the rest nothing,
 * all, or some of it, writes torn between sectors.
 *
 * Names are as in ext4, XFS or btrfs: a file that was made, removed or renamed is so after a cut
 * only when its folder was synced since; of what was not, all or nothing happened.
 *
 * One thread at a time: vfs.c holds its mutex. Where memory is out the process ends. */
#ifndef TALON_TESTS_TORTURE_DISK_H
#define TALON_TESTS_TORTURE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct disk_file;

/* Watches that folder; what stands in it now is on the disk. */
void disk_begin(const char *path);
/* The file by that name; one that stands there and is not known yet was made by somebody else, and
 * its name is not on the disk. NULL: it is not in the folder. */
struct disk_file *disk_find(const char *path);
void disk_write(struct disk_file *file, uint64_t at, const void *bytes, size_t size);
void disk_truncate(struct disk_file *file, uint64_t size);
void disk_sync(struct disk_file *file);
/* Names. */
void disk_remove(const char *path);
void disk_rename(const char *from, const char *to);
void disk_sync_folder(void);

/* Fills the folder `to`, which is empty. */
void disk_cut(const char *to, unsigned seed);

#endif
