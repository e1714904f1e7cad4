#include "mortal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

static atomic_uint left; /* changes, the last of which is not made; 0: no end */
static int teller = -1;

static void count(void)
{
    if (atomic_load(&left) != 0 && atomic_fetch_sub(&left, 1) == 1)
        kill(getpid(), SIGKILL);
}

static ssize_t write_at(int fd, const void *bytes, size_t size, off_t at)
{
    count();
    return pwrite(fd, bytes, size, at);
}

static int cut(int fd, off_t size)
{
    count();
    return ftruncate(fd, size);
}

void mortal_arm(unsigned changes)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    atomic_store(&left, changes);
    assert_int_equal(vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)write_at), SQLITE_OK);
    if (sizeof(off_t) == 8)
        vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)write_at);
    assert_int_equal(vfs->xSetSystemCall(vfs, "ftruncate", (sqlite3_syscall_ptr)cut), SQLITE_OK);
}

void mortal_answer(void)
{
    if (teller >= 0 && write(teller, "a", 1) != 1)
        _exit(3);
}

bool mortal_run(void (*act)(unsigned changes), unsigned changes, bool *answered)
{
    int ends[2];
    int status = 0;
    char byte = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        teller = ends[1];
        act(changes);
        _exit(0);
    }
    close(ends[1]);
    *answered = read(ends[0], &byte, 1) == 1;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
        assert_int_equal(WTERMSIG(status), SIGKILL);
        return false;
    }
    assert_int_equal(WEXITSTATUS(status), 0);
    return true;
}
