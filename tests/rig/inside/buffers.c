/* Lets libcamera have its frame buffers on a kernel without udmabuf and dma_heap: memory files stand in for them.
   Preloaded; raw system calls only, because looking the originals up would call back into here. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_any(const char *path, int flags, int mode)
{
    if (path && (!strcmp(path, "/dev/udmabuf") || !strcmp(path, "/dev/dma_heap/linux,cma")))
        path = "/dev/null";
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPENS(name)                                  \
    int name(const char *path, int flags, ...)       \
    {                                                \
        va_list rest;                                \
        va_start(rest, flags);                       \
        int mode = va_arg(rest, int);                \
        va_end(rest);                                \
        return open_any(path, flags, mode);          \
    }
OPENS(open)
OPENS(open64)

static int make_heap_buffer(struct dma_heap_allocation_data *wanted)
{
    int file = memfd_create("frame", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, wanted->len) < 0)
        return -1;
    wanted->fd = file;
    return 0;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    switch (request) {
    case UDMABUF_CREATE:
        return syscall(SYS_fcntl, ((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 3);
    case DMA_HEAP_IOCTL_ALLOC:
        return make_heap_buffer(argument);
    case DMA_BUF_SET_NAME_A:
    case DMA_BUF_SET_NAME_B:
        return 0;
    }
    int result = syscall(SYS_ioctl, file, request, argument);
    return request == DMA_BUF_IOCTL_SYNC && result < 0 ? 0 : result;
}
