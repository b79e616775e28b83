/* Preloaded: writes down every change of files below a folder, and lets the n-th of them fail when armed.
 *
 * A record is one line, "kind inode offset length path path", and then so many bytes. The log is written with bare
 * system calls, so that it does not write down itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST = 4096 };
static char paths[MOST][PATH_MAX];
static const char *folder;
static int log_file = -1;
static long calls, fail_at = -1;
static int fail_with;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("SHIM_FOLDER");
    const char *log = getenv("SHIM_LOG");
    if (log) log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

void shim_arm(long at, int with) { calls = 0; fail_at = at; fail_with = with; }
long shim_calls(void) { return calls; }

/* the folder itself, without the slash at its end, counts too: syncing it is what confirms its names */
static int ours(const char *path) {
    if (!folder || !path) return 0;
    size_t length = strlen(folder) - 1;
    return !strncmp(path, folder, length) && (!path[length] || path[length] == '/');
}
static const char *path_of(int fd) { return fd >= 0 && fd < MOST && paths[fd][0] ? paths[fd] : NULL; }

static int fails(void) {
    if (calls++ != fail_at) return 0;
    errno = fail_with;
    return 1;
}

static void note(const char *kind, int fd, long offset, const void *data, long length, const char *a, const char *b) {
    struct stat what = {0};
    char head[3 * PATH_MAX];
    if (log_file < 0) return;
    int saved = errno;
    if (fd >= 0) fstat(fd, &what);
    int size = snprintf(head, sizeof head, "%s\t%lu\t%ld\t%ld\t%s\t%s\n", kind, (unsigned long)what.st_ino, offset,
                        data ? length : 0, a ? a : "", b ? b : "");
    if (!data) length = 0;
    char *whole = malloc(size + length);
    memcpy(whole, head, size);
    if (length) memcpy(whole + size, data, length);
    syscall(SYS_write, log_file, whole, size + length);
    free(whole);
    errno = saved;
}

#define REAL(name, type, ...) static type (*real)(__VA_ARGS__); if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int opened(const char *path, int flags, int existed, int fd) {
    if (fd >= 0 && fd < MOST) {
        paths[fd][0] = 0;
        if (ours(path)) {
            strcpy(paths[fd], path);
            if (!existed && flags & O_CREAT) note("create", fd, 0, NULL, 0, path, NULL);
            else if (flags & O_TRUNC) note("truncate", fd, 0, NULL, 0, path, NULL);
            else note("open", fd, 0, NULL, 0, path, NULL);
        }
    }
    return fd;
}

static int open_any(const char *path, int flags, mode_t mode) {
    struct stat what;
    int existed = !stat(path, &what);
    if (ours(path) && fails()) return -1;
    return opened(path, flags, existed, syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open(const char *path, int flags, ...) {
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, int); va_end(more);
    return open_any(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, int); va_end(more);
    return open_any(path, flags | O_LARGEFILE, mode);
}

int close(int fd) {
    if (fd >= 0 && fd < MOST) paths[fd][0] = 0;
    return syscall(SYS_close, fd);
}

ssize_t write(int fd, const void *data, size_t length) {
    const char *path = path_of(fd);
    if (path && fails()) return -1;
    ssize_t done = syscall(SYS_write, fd, data, length);
    if (path && done > 0) note("write", fd, syscall(SYS_lseek, fd, 0, SEEK_CUR) - done, data, done, path, NULL);
    return done;
}

static ssize_t put(int fd, const void *data, size_t length, off_t offset) {
    const char *path = path_of(fd);
    if (path && fails()) return -1;
    ssize_t done = syscall(SYS_pwrite64, fd, data, length, offset);
    if (path && done > 0) note("write", fd, offset, data, done, path, NULL);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset); }

static ssize_t get(int fd, void *data, size_t length, off_t offset) {
    if (path_of(fd) && fails()) return -1;
    return syscall(SYS_pread64, fd, data, length, offset);
}
ssize_t pread(int fd, void *data, size_t length, off_t offset) { return get(fd, data, length, offset); }
ssize_t pread64(int fd, void *data, size_t length, off_t offset) { return get(fd, data, length, offset); }
ssize_t read(int fd, void *data, size_t length) {
    if (path_of(fd) && fails()) return -1;
    return syscall(SYS_read, fd, data, length);
}

static int sync_any(int fd, long number) {
    const char *path = path_of(fd);
    if (path && fails()) return -1;
    int done = syscall(number, fd);
    if (path && !done) note("sync", fd, 0, NULL, 0, path, NULL);
    return done;
}
int fsync(int fd) { return sync_any(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_any(fd, SYS_fdatasync); }

static int cut(int fd, off_t length) {
    const char *path = path_of(fd);
    if (path && fails()) return -1;
    int done = syscall(SYS_ftruncate, fd, length);
    if (path && !done) note("truncate", fd, length, NULL, 0, path, NULL);
    return done;
}
int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off_t length) { return cut(fd, length); }

int rename(const char *from, const char *to) {
    if (ours(from) && fails()) return -1;
    int done = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
    if (ours(from) && !done) note("rename", -1, 0, NULL, 0, from, to);
    return done;
}

int unlink(const char *path) {
    if (ours(path) && fails()) return -1;
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (ours(path) && !done) note("unlink", -1, 0, NULL, 0, path, NULL);
    return done;
}

int mkdir(const char *path, mode_t mode) {
    if (ours(path) && fails()) return -1;
    int done = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (ours(path) && !done) note("mkdir", -1, 0, NULL, 0, path, NULL);
    return done;
}

/* Names below an open folder, as when a tree is removed. */
static const char *below(int dir, const char *name, char *whole) {
    if (dir == AT_FDCWD || name[0] == '/') return name;
    const char *path = path_of(dir);
    if (!path) return NULL;
    snprintf(whole, PATH_MAX, "%s/%s", path, name);
    return whole;
}

static int openat_any(int dir, const char *name, int flags, mode_t mode) {
    char whole[PATH_MAX];
    struct stat what;
    const char *path = below(dir, name, whole);
    int existed = !fstatat(dir, name, &what, 0);
    if (ours(path) && fails()) return -1;
    return opened(path, flags, existed, syscall(SYS_openat, dir, name, flags, mode));
}
int openat(int dir, const char *name, int flags, ...) {
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, int); va_end(more);
    return openat_any(dir, name, flags, mode);
}
int openat64(int dir, const char *name, int flags, ...) {
    va_list more; va_start(more, flags); mode_t mode = va_arg(more, int); va_end(more);
    return openat_any(dir, name, flags | O_LARGEFILE, mode);
}

int unlinkat(int dir, const char *name, int flags) {
    char whole[PATH_MAX];
    const char *path = below(dir, name, whole);
    if (ours(path) && fails()) return -1;
    int done = syscall(SYS_unlinkat, dir, name, flags);
    if (ours(path) && !done) note(flags & AT_REMOVEDIR ? "rmdir" : "unlink", -1, 0, NULL, 0, path, NULL);
    return done;
}

int rmdir(const char *path) {
    if (ours(path) && fails()) return -1;
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
    if (ours(path) && !done) note("rmdir", -1, 0, NULL, 0, path, NULL);
    return done;
}

int symlink(const char *target, const char *path) {
    if (ours(path) && fails()) return -1;
    int done = syscall(SYS_symlinkat, target, AT_FDCWD, path);
    if (ours(path) && !done) note("symlink", -1, 0, NULL, 0, path, target);
    return done;
}
