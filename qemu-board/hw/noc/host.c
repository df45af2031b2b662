/*
 * Calls to the host: files of one directory, standard input, a command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * docs/board.md, section 8. QEMU's own handler of semihosting, which opens any path and runs
 * commands, has no part in this, and the machine refuses to have it switched on.
 *
 * Calls that more than one hart could see happen in the order of (cycle, node), as accesses to the
 * network interface do: a hart whose turn it is not yet leaves its slice before the ebreak, and
 * repeats it. A call takes the one cycle of its ebreak, however long the host needs.
 *
 * All that a program gives is taken by way of nocturne_dma_read() and _write(), which refuse what
 * is not in this core's RAM, or in the image.
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/main-loop.h"
#include "hw/noc/host_path.h"
#include "hw/noc/nocturne.h"

#include <poll.h>
#include <sys/resource.h>

#include "host_calls.h"
#include "regs.h"

enum { PIECE_BYTES = 1 << 16, FILES_WANTED = 1 << 16, INPUT_WAIT_MS = 100, MINUS_ONE = -1 };

/* What a handle stands for. Standard input is in one place only. */
enum kind { CLOSED, INPUT, OUTPUT, ERRORS, REGULAR };

struct NocturneHostFile {
    enum kind kind;
    int fd;                 /* of REGULAR */
    bool append;
};

static uint32_t fail(NocturneNode *n, int error)
{
    n->host_errno = error;
    return MINUS_ONE;
}

/* Words of the block that a1 names. False: it is not in memory. */
static bool take_words(NocturneNode *n, uint32_t *word, unsigned count)
{
    uint32_t block = n->hart.env.gpr[xA1];
    unsigned i;

    if (!nocturne_dma_read(n->board, n->id, block, word, count * sizeof(*word))) {
        return false;
    }
    for (i = 0; i < count; i++) {
        word[i] = le32_to_cpu(word[i]);
    }
    return true;
}

/* A path; 0, or an error. */
static int take_path(NocturneNode *n, uint32_t address, uint32_t length,
                     char path[NOC_HOST_PATH_BYTES + 1])
{
    if (length > NOC_HOST_PATH_BYTES) {
        return NOC_HOST_ENAMETOOLONG;
    }
    if (!nocturne_dma_read(n->board, n->id, address, path, length)) {
        return NOC_HOST_EFAULT;
    }
    path[length] = 0;
    return strlen(path) == length ? 0 : NOC_HOST_EINVAL;
}

/* --- handles: from 1 ------------------------------------------------------------- */

static struct NocturneHostFile *file_of(NocturneNode *n, uint32_t handle)
{
    struct NocturneHostFile *f;

    if (!n->host_files || handle < 1 || handle > NOC_HOST_FILES) {
        return NULL;
    }
    f = &n->host_files[handle - 1];
    return f->kind == CLOSED ? NULL : f;
}

/* The words of a call, of which the first is a file's handle. NULL: the call has failed. */
static struct NocturneHostFile *take_file(NocturneNode *n, uint32_t *word, unsigned count)
{
    struct NocturneHostFile *f;

    if (!take_words(n, word, count)) {
        fail(n, NOC_HOST_EFAULT);
        return NULL;
    }
    f = file_of(n, word[0]);
    if (!f) {
        fail(n, NOC_HOST_EBADF);
    }
    return f;
}

/* One that is free; NULL: there is none. */
static struct NocturneHostFile *free_file(NocturneNode *n)
{
    unsigned i;

    if (!n->host_files) {
        n->host_files = g_new0(struct NocturneHostFile, NOC_HOST_FILES);
    }
    for (i = 0; i < NOC_HOST_FILES; i++) {
        if (n->host_files[i].kind == CLOSED) {
            return &n->host_files[i];
        }
    }
    return NULL;
}

static void close_file(struct NocturneHostFile *f)
{
    if (f->kind == REGULAR) {
        close(f->fd);
    }
    f->kind = CLOSED;
}

/* --- the calls --------------------------------------------------------------------- */

/* Flags of open(2) for a mode of fopen(). */
static int flags_of(uint32_t mode)
{
    int flags = mode & NOC_HOST_UPDATE ? O_RDWR : mode < NOC_HOST_W ? O_RDONLY : O_WRONLY;

    if (mode >= NOC_HOST_A) {
        return flags | O_CREAT | O_APPEND;
    }
    return mode >= NOC_HOST_W ? flags | O_CREAT | O_TRUNC : flags;
}

/* There is no directory. Says so once: a user may have forgotten it. */
static int without_directory(NocturneNode *n)
{
    if (!n->board->host.told) {
        n->board->host.told = true;
        fprintf(stderr, "nocturne: files wanted node=%" PRIu32 "\n", n->id);
    }
    return NOC_HOST_ENOSYS;
}

static uint32_t call_open(NocturneNode *n)
{
    char path[NOC_HOST_PATH_BYTES + 1];
    uint32_t word[3];
    struct NocturneHostFile *f;
    int error;

    if (!take_words(n, word, ARRAY_SIZE(word))) {
        return fail(n, NOC_HOST_EFAULT);
    }
    error = word[1] < NOC_HOST_MODES ? take_path(n, word[0], word[2], path) : NOC_HOST_EINVAL;
    if (error) {
        return fail(n, error);
    }
    f = free_file(n);
    if (!f) {
        return fail(n, NOC_HOST_EMFILE);
    }
    if (strcmp(path, NOC_HOST_STREAM) == 0) {
        f->kind = word[1] < NOC_HOST_W ? INPUT : word[1] < NOC_HOST_A ? OUTPUT : ERRORS;
        return f - n->host_files + 1;
    }
    if (n->board->host.directory < 0) {
        return fail(n, without_directory(n));
    }
    f->fd = nocturne_path_open(n->board->host.directory, path, flags_of(word[1]));
    if (f->fd < 0) {
        return fail(n, -f->fd);
    }
    f->kind = REGULAR;
    f->append = word[1] >= NOC_HOST_A;
    return f - n->host_files + 1;
}

static uint32_t call_close(NocturneNode *n)
{
    uint32_t handle;
    struct NocturneHostFile *f = take_file(n, &handle, 1);

    if (!f) {
        return MINUS_ONE;
    }
    close_file(f);
    return 0;
}

/* More input, however long that takes; the machine may be looked at meanwhile. False: it is to stop
 * first, as for a debugger or at its end, and there is none yet. */
static bool fill_input(NocturneNode *n)
{
    struct NocturneHost *host = &n->board->host;
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    bool stop = false;
    ssize_t got = -1;

    nocturne_unlock();
    while (!stop && poll(&input, 1, INPUT_WAIT_MS) <= 0) {
        stop = qatomic_read(&CPU(&n->hart)->stop);
    }
    while (!stop && (got = read(STDIN_FILENO, host->input, sizeof(host->input))) < 0 &&
           errno == EINTR) {
    }
    nocturne_lock();
    host->input_at = 0;
    host->input_end = got > 0 ? got : 0;
    return !stop;
}

/* Input up to the end of a line, and no more than is asked for. So it does not matter in which
 * pieces it comes, and who types a line is answered. If the machine is to stop, what there is; if
 * there is nothing, the whole call is to be repeated. */
static size_t read_input(NocturneNode *n, char *to, size_t bytes)
{
    struct NocturneHost *host = &n->board->host;
    size_t done = 0;

    do {
        if (host->input_at == host->input_end) {
            host->again = !fill_input(n) && !done;
            if (!host->input_end) {
                break;
            }
        }
        to[done] = host->input[host->input_at++];
    } while (to[done++] != '\n' && done < bytes);
    return done;
}

/* Up to PIECE_BYTES. */
static ssize_t read_some(NocturneNode *n, const struct NocturneHostFile *f, char *to, size_t bytes)
{
    ssize_t got;

    if (f->kind == INPUT) {
        return n->id == n->board->host.input_node ? read_input(n, to, bytes) : 0;
    }
    do {
        got = f->kind == REGULAR ? read(f->fd, to, bytes) : (errno = EBADF, -1);
    } while (got < 0 && errno == EINTR);
    return got;
}

static uint32_t call_read(NocturneNode *n)
{
    g_autofree char *piece = g_malloc(PIECE_BYTES);
    uint32_t word[3], done = 0;
    struct NocturneHostFile *f;
    ssize_t got = 1;

    if (!take_words(n, word, ARRAY_SIZE(word)) ||
        !nocturne_dma_is_ram(n->board, word[1], word[2])) {
        return fail(n, NOC_HOST_EFAULT);
    }
    f = file_of(n, word[0]);
    if (!f) {
        return fail(n, NOC_HOST_EBADF);
    }
    while (done < word[2] && got > 0) {
        uint32_t wanted = MIN(word[2] - done, PIECE_BYTES);

        got = read_some(n, f, piece, wanted);
        if (got > 0) {
            nocturne_dma_write(n->board, n->id, word[1] + done, piece, got);
            done += got;
        }
        if (got < wanted) {
            break;
        }
    }
    return got < 0 && !done ? fail(n, errno) : word[2] - done;
}

/* Where the next byte goes. */
static off_t place_of(const struct NocturneHostFile *f)
{
    struct stat s;

    return f->append && fstat(f->fd, &s) == 0 ? s.st_size : lseek(f->fd, 0, SEEK_CUR);
}

static ssize_t write_some(NocturneNode *n, const struct NocturneHostFile *f, const char *from,
                          size_t bytes)
{
    ssize_t put;
    size_t i;

    if (f->kind == OUTPUT || f->kind == ERRORS) {
        for (i = 0; i < bytes; i++) {
            (f->kind == OUTPUT ? nocturne_console_put : nocturne_console_put_error)(n->board, n->id,
                                                                                    from[i]);
        }
        return bytes;
    }
    if (f->kind != REGULAR) {
        errno = EBADF;
        return -1;
    }
    do {
        put = write(f->fd, from, bytes);
    } while (put < 0 && errno == EINTR);
    return put;
}

static uint32_t call_write(NocturneNode *n)
{
    g_autofree char *piece = g_malloc(PIECE_BYTES);
    uint32_t word[3], done = 0;
    struct NocturneHostFile *f = take_file(n, word, ARRAY_SIZE(word));
    ssize_t put = 0;

    if (!f) {
        return MINUS_ONE;
    }
    if (f->kind == REGULAR && word[2] > NOC_HOST_FILE_BYTES - place_of(f)) {
        return fail(n, NOC_HOST_EFBIG);
    }
    while (done < word[2]) {
        uint32_t wanted = MIN(word[2] - done, PIECE_BYTES);

        if (!nocturne_dma_read(n->board, n->id, word[1] + done, piece, wanted)) {
            return done ? word[2] - done : fail(n, NOC_HOST_EFAULT);
        }
        put = write_some(n, f, piece, wanted);
        done += put > 0 ? put : 0;
        if (put < wanted) {
            break;
        }
    }
    return put < 0 && !done ? fail(n, errno) : word[2] - done;
}

static uint32_t call_istty(NocturneNode *n)
{
    uint32_t handle;
    struct NocturneHostFile *f = take_file(n, &handle, 1);

    if (!f) {
        return MINUS_ONE;
    }
    return f->kind == OUTPUT || f->kind == ERRORS ||
           (f->kind == INPUT && n->id == n->board->host.input_node && isatty(STDIN_FILENO));
}

static uint32_t call_seek(NocturneNode *n)
{
    uint32_t word[2];
    struct NocturneHostFile *f = take_file(n, word, ARRAY_SIZE(word));

    if (!f) {
        return MINUS_ONE;
    }
    if (f->kind != REGULAR) {
        return fail(n, ESPIPE);
    }
    if (word[1] > NOC_HOST_FILE_BYTES) {
        return fail(n, NOC_HOST_EINVAL);
    }
    return lseek(f->fd, word[1], SEEK_SET) < 0 ? fail(n, errno) : 0;
}

static uint32_t call_flen(NocturneNode *n)
{
    uint32_t handle;
    struct NocturneHostFile *f = take_file(n, &handle, 1);
    struct stat s;

    if (!f) {
        return MINUS_ONE;
    }
    if (f->kind != REGULAR) {
        return fail(n, ESPIPE);
    }
    if (fstat(f->fd, &s)) {
        return fail(n, errno);
    }
    return s.st_size > NOC_HOST_FILE_BYTES ? fail(n, NOC_HOST_EOVERFLOW) : s.st_size;
}

/* REMOVE, or RENAME. */
static uint32_t call_names(NocturneNode *n, bool rename)
{
    char path[NOC_HOST_PATH_BYTES + 1], to[NOC_HOST_PATH_BYTES + 1];
    int directory = n->board->host.directory;
    uint32_t word[4];
    int error;

    if (!take_words(n, word, rename ? 4 : 2)) {
        return fail(n, NOC_HOST_EFAULT);
    }
    error = take_path(n, word[0], word[1], path);
    if (!error && rename) {
        error = take_path(n, word[2], word[3], to);
    }
    if (!error && directory < 0) {
        error = without_directory(n);
    }
    if (!error) {
        error = -(rename ? nocturne_path_rename(directory, path, to)
                         : nocturne_path_remove(directory, path));
    }
    return error ? fail(n, error) : 0;
}

static uint32_t call_cmdline(NocturneNode *n)
{
    const struct NocturneHost *host = &n->board->host;
    uint32_t block = n->hart.env.gpr[xA1], word[2], length = cpu_to_le32(host->line_bytes);

    if (!take_words(n, word, ARRAY_SIZE(word))) {
        return fail(n, NOC_HOST_EFAULT);
    }
    if (!host->line) {
        return fail(n, NOC_HOST_ENOSYS);
    }
    if (word[1] <= host->line_bytes) {
        return fail(n, NOC_HOST_EINVAL);
    }
    return nocturne_dma_write(n->board, n->id, word[0], host->line, host->line_bytes + 1) &&
                   nocturne_dma_write(n->board, n->id, block + 4, &length, sizeof(length))
               ? 0
               : fail(n, NOC_HOST_EFAULT);
}

static uint32_t call_iserror(NocturneNode *n)
{
    uint32_t value;

    return take_words(n, &value, 1) ? value >> 31 : fail(n, NOC_HOST_EFAULT);
}

static uint32_t serve(NocturneNode *n)
{
    switch (n->hart.env.gpr[xA0]) {
    case NOC_HOST_OPEN:
        return call_open(n);
    case NOC_HOST_CLOSE:
        return call_close(n);
    case NOC_HOST_WRITE:
        return call_write(n);
    case NOC_HOST_READ:
        return call_read(n);
    case NOC_HOST_ISERROR:
        return call_iserror(n);
    case NOC_HOST_ISTTY:
        return call_istty(n);
    case NOC_HOST_SEEK:
        return call_seek(n);
    case NOC_HOST_FLEN:
        return call_flen(n);
    case NOC_HOST_REMOVE:
        return call_names(n, false);
    case NOC_HOST_RENAME:
        return call_names(n, true);
    case NOC_HOST_ERRNO:
        return n->host_errno;
    case NOC_HOST_CMDLINE:
        return call_cmdline(n);
    default: /* SYSTEM, which runs commands, among them */
        return fail(n, NOC_HOST_ENOSYS);
    }
}

/* --- at an ebreak ------------------------------------------------------------------ */

/* Is it the one in the middle of the three? */
bool nocturne_host_is_call(NocturneNode *n)
{
    uint32_t word[3], before = n->hart.env.pc - sizeof(word[0]);

    return nocturne_dma_read(n->board, n->id, before, word, sizeof(word)) &&
           le32_to_cpu(word[0]) == NOC_HOST_BEFORE && le32_to_cpu(word[1]) == NOC_HOST_EBREAK &&
           le32_to_cpu(word[2]) == NOC_HOST_AFTER;
}

/* The ebreak, which has not been executed then. */
void nocturne_host_later(NocturneNode *n)
{
    nocturne_cpu_uncount(n);
    cpu_exit(CPU(&n->hart));
}

bool nocturne_host_call(NocturneNode *n)
{
    uint32_t answer;

    if (!n->board->host.on || !nocturne_host_is_call(n)) {
        return false;
    }
    if (!nocturne_sched_try(n)) {
        nocturne_host_later(n);
        return true;
    }
    answer = serve(n);
    if (n->board->host.again) {
        n->board->host.again = false;
        nocturne_host_later(n);
        return true;
    }
    n->hart.env.gpr[xA0] = answer;
    n->hart.env.pc += 4;
    return true;
}

/* --- beginning ---------------------------------------------------------------------- */

static void load_line(NocturneBoard *b, const char *file)
{
    g_autoptr(GError) error = NULL;

    if (!g_file_get_contents(file, &b->host.line, &b->host.line_bytes, &error)) {
        error_report("cmdline=%s: %s", file, error->message);
        exit(EXIT_FAILURE);
    }
    if (b->host.line_bytes > NOC_HOST_LINE_BYTES ||
        strlen(b->host.line) != b->host.line_bytes) {
        error_report("cmdline=%s: it is text of at most %d bytes", file, NOC_HOST_LINE_BYTES);
        exit(EXIT_FAILURE);
    }
}

/* Each core may have some. */
static void allow_many_files(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < FILES_WANTED) {
        limit.rlim_cur = MIN(limit.rlim_max, FILES_WANTED);
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

void nocturne_host_init(NocturneBoard *b)
{
    const NocturneConfig *c = &b->config;

    b->host.directory = -1;
    b->host.input_node = c->input_node;
    b->host.on = c->files || c->cmdline || c->input_node < b->nodes;
    if (c->files) {
        b->host.directory = open(c->files, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (b->host.directory < 0) {
            error_report("files=%s: %s; it is a directory", c->files, strerror(errno));
            exit(EXIT_FAILURE);
        }
        allow_many_files();
    }
    if (c->cmdline) {
        load_line(b, c->cmdline);
    }
    if (b->host.on) {
        noc_board_set_host(b->model, NOC_PUT(1, NI_HOST, SERVED) | NOC_PUT(1, NI_HOST, ERRORS));
    }
}

void nocturne_host_reset(NocturneNode *n)
{
    unsigned i;

    for (i = 0; n->host_files && i < NOC_HOST_FILES; i++) {
        close_file(&n->host_files[i]);
    }
    n->host_errno = 0;
}
