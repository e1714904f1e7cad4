/* vfs.h: a disk that fails, for tests: SQLite's own way to the system, with faults.
 *
 * vfs_install() makes it the default of the process, so that storage/ runs as it is. Every write,
 * sync, truncation, removal and opening of a file counts; at the one that the plan names the fault
 * begins. The disk is not really synced: what a power cut would leave is told by disk.h. */
#ifndef TALON_TESTS_TORTURE_VFS_H
#define TALON_TESTS_TORTURE_VFS_H

#include <stdbool.h>

enum vfs_fault {
    VFS_NONE,   /* everything is well */
    VFS_FAILS,  /* that one gives an error, the next ones do not */
    VFS_TORN,   /* likewise, and half of what it writes is written */
    VFS_FULL,   /* there is no room from then on, until vfs_heal() */
    VFS_BROKEN, /* nothing succeeds from then on, until vfs_heal() */
    VFS_CUT     /* the power goes: `image` has what is left, and nothing succeeds any more */
};

enum vfs_kind { VFS_OPEN, VFS_WRITE, VFS_SYNC, VFS_TRUNCATE, VFS_DELETE, VFS_RENAME, VFS_KINDS };

struct vfs_plan {
    enum vfs_fault fault;
    unsigned long at;   /* from 1 */
    unsigned seed;      /* of the cut */
    const char *image;  /* an empty folder, for the cut */
    const char *folder; /* that is watched for it (disk_begin()) */
};

void vfs_install(void);
/* Counts from 1 again. The plan's texts outlive it. */
void vfs_begin(const struct vfs_plan *next);
/* How many have been counted. */
unsigned long vfs_count(void);
/* Told of each one that is counted, on the thread that it happens on; NULL: nobody is. `file` is
 * the end of its name: "db", "db-wal". */
extern void (*vfs_counted)(unsigned long n, enum vfs_kind kind, const char *file);
/* Whether the fault has begun. */
bool vfs_struck(void);
/* Whether it was a power cut: this machine is off. */
bool vfs_is_cut(void);
/* How often an error was given. */
unsigned long vfs_errors(void);
/* There is room again. */
void vfs_heal(void);

/* What the program does without SQLite, in place of the system's (the linker's --wrap): the first
 * two count as well. */
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_unlink(const char *path);
int __wrap_unlink(const char *path);

#endif
