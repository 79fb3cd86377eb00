/* SPDX-License-Identifier: MIT
 *
 * Scripts run in processes of their own, which take one case after another by a pipe and send back
 * what came of it. One that crashes or takes too long is replaced; its case has failed.
 */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_REASON 4096 /* Fits into a pipe at once. */
#define MAX_END 10000   /* Milliseconds. */
#define IDLE UINT32_MAX

/* What a worker sends: this, and the reason's bytes. */
struct reply {
    uint32_t outcome;
    uint32_t is_missing;
    uint32_t missing;
    uint32_t is_last;
    uint32_t has_reason;
    uint32_t size;
};

struct worker {
    pid_t pid;       /* 0: there is none. */
    int to;          /* Cases go here, */
    int from;        /* replies come from there. */
    uint32_t number; /* Of the case that it runs, or IDLE. */
    double started;
    size_t received;
    unsigned char buffer[sizeof(struct reply) + MAX_REASON];
};

struct pool {
    struct cli_run *run;
    struct worker *workers;
    uint32_t count;
    uint32_t next;       /* Case. */
    const char *missing; /* Why a device is missing, */
    uint32_t device;     /* and which. */
};

static double
now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- in the worker ---- */

static bool
read_whole(int descriptor, void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t count = read(descriptor, (char *)data + done, size - done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

static bool
write_whole(int descriptor, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t count = write(descriptor, (const char *)data + done, size - done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

static bool
send_result(int descriptor, const struct cli_run_result *result)
{
    const size_t size = result->reason ? strlen(result->reason) : 0;
    const struct reply reply = {
        .outcome = result->outcome,
        .is_missing = result->is_missing,
        .missing = result->missing,
        .is_last = result->is_last,
        .has_reason = result->reason != NULL,
        .size = (uint32_t)(size < MAX_REASON ? size : MAX_REASON),
    };
    unsigned char buffer[sizeof(struct reply) + MAX_REASON];

    memcpy(buffer, &reply, sizeof(reply));
    if (reply.size)
        memcpy(buffer + sizeof(reply), result->reason, reply.size);
    return write_whole(descriptor, buffer, sizeof(reply) + reply.size);
}

static void
work(const struct cli_run *run, int from, int to)
{
    struct cli_run_state state = {.run = run};
    bool is_good = true;
    uint32_t number;

    script_begin_process();
    while (is_good && read_whole(from, &number, sizeof(number))) {
        struct cli_run_result result;

        cli_run_one(&state, run->cases.data[number].name, &result);
        is_good = send_result(to, &result) && !result.is_last;
        free(result.reason);
    }
    /* A device that has failed may hang here too. */
    for (size_t i = 0; i < BASE_COUNT(state.devices) && is_good; i++) {
        if (state.devices[i])
            state.devices[i]->destroy(state.devices[i]);
    }
    script_end_process();
}

/* ---- processes ---- */

static void
close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/* The ends of the other workers' pipes, so that each sees the end of its own. */
static void
close_others(const struct pool *pool)
{
    for (uint32_t i = 0; i < pool->count; i++) {
        if (pool->workers[i].pid) {
            close(pool->workers[i].to);
            close(pool->workers[i].from);
        }
    }
}

static bool
start_worker(struct pool *pool, struct worker *worker)
{
    int down[2], up[2];

    if (pipe(down) != 0)
        return false;
    if (pipe(up) != 0) {
        close_pair(down);
        return false;
    }
    /* What is buffered would be written twice. */
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        close_others(pool);
        close(down[1]);
        close(up[0]);
        work(pool->run, down[0], up[1]);
        fflush(stderr);
        _exit(0);
    }
    close(down[0]);
    close(up[1]);
    if (pid < 0) {
        close(down[1]);
        close(up[0]);
        return false;
    }
    *worker = (struct worker){.pid = pid, .to = down[1], .from = up[0], .number = IDLE};
    return true;
}

/* Ends the worker, if it has not ended yet. Its status as waitpid gives it. */
static int
stop_worker(struct worker *worker, bool must_kill)
{
    struct pollfd end = {.fd = worker->from, .events = POLLIN};
    int status = 0;

    /* An idle one ends when no more can come, unless its driver holds it. */
    close(worker->to);
    if (must_kill || poll(&end, 1, MAX_END) == 0)
        kill(worker->pid, SIGKILL);
    close(worker->from);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        ;
    worker->pid = 0;
    worker->number = IDLE;
    return status;
}

/* ---- results ---- */

static void
finish_case(struct pool *pool, struct worker *worker, enum script_outcome outcome,
            const char *reason)
{
    struct cli_run_case *c = &pool->run->cases.data[worker->number];

    c->is_done = true;
    c->outcome = outcome;
    c->reason = reason;
    c->seconds = now() - worker->started;
    worker->number = IDLE;
    worker->received = 0;
}

static void
fail_ended(struct pool *pool, struct worker *worker)
{
    struct worker copy = *worker;
    const int status = stop_worker(worker, false);
    const char *reason =
        WIFSIGNALED(status)
            ? base_arena_printf(pool->run->arena, "the run was ended by signal %d (%s)",
                                WTERMSIG(status), strsignal(WTERMSIG(status)))
            : base_arena_printf(pool->run->arena, "the run ended with status %d",
                                WEXITSTATUS(status));

    finish_case(pool, &copy, script_outcome_fail, reason);
}

static void
fail_late(struct pool *pool, struct worker *worker)
{
    struct worker copy = *worker;

    stop_worker(worker, true);
    finish_case(
        pool, &copy, script_outcome_fail,
        base_arena_printf(pool->run->arena, "no result after %" PRIu32 " s", pool->run->timeout));
}

/* Takes what has come; a whole reply ends the case. */
static void
receive(struct pool *pool, struct worker *worker)
{
    struct reply reply;
    const ssize_t count = read(worker->from, worker->buffer + worker->received,
                               sizeof(worker->buffer) - worker->received);

    if (count < 0 && errno == EINTR)
        return;
    if (count <= 0) {
        fail_ended(pool, worker);
        return;
    }
    worker->received += (size_t)count;
    if (worker->received < sizeof(reply))
        return;
    memcpy(&reply, worker->buffer, sizeof(reply));
    if (worker->received < sizeof(reply) + reply.size)
        return;
    const char *reason = NULL;
    if (reply.has_reason)
        reason = base_arena_copy_string(pool->run->arena,
                                        (const char *)worker->buffer + sizeof(reply), reply.size);
    if (reply.is_missing) {
        pool->missing = reason ? reason : "the device cannot be opened";
        pool->device = reply.missing;
    }
    finish_case(pool, worker, (enum script_outcome)reply.outcome, reason);
    if (reply.is_last)
        stop_worker(worker, true);
}

/* ---- the pool ---- */

/* Gives every idle worker a case, as long as there are any. */
static void
hand_out(struct pool *pool)
{
    for (uint32_t i = 0; i < pool->count && pool->next < pool->run->cases.count; i++) {
        struct worker *worker = &pool->workers[i];

        if (worker->number != IDLE)
            continue;
        if (!worker->pid && !start_worker(pool, worker)) {
            if (i == 0)
                pool->missing = "no process can be started";
            return;
        }
        worker->number = pool->next++;
        worker->started = now();
        /* One that cannot take it has ended, which shows when its reply is read. */
        (void)!write_whole(worker->to, &worker->number, sizeof(worker->number));
    }
}

/* Milliseconds until the first worker is late; -1: none can be. */
static int
time_left(const struct pool *pool)
{
    double first = -1;

    for (uint32_t i = 0; i < pool->count && pool->run->timeout; i++) {
        const struct worker *worker = &pool->workers[i];
        const double end = worker->started + pool->run->timeout;

        if (worker->number != IDLE && (first < 0 || end < first))
            first = end;
    }
    if (first < 0)
        return -1;
    const double left = (first - now()) * 1000 + 1;
    return left > 0 ? (int)left : 0;
}

static uint32_t
list_busy(const struct pool *pool, struct pollfd *polled, uint32_t *indices)
{
    uint32_t busy = 0;

    for (uint32_t i = 0; i < pool->count; i++) {
        if (pool->workers[i].number == IDLE)
            continue;
        polled[busy] = (struct pollfd){.fd = pool->workers[i].from, .events = POLLIN};
        indices[busy++] = i;
    }
    return busy;
}

static void
run_pool(struct pool *pool, void (*show)(struct cli_run *run))
{
    struct pollfd *polled = base_arena_new_array(pool->run->arena, struct pollfd, pool->count);
    uint32_t *indices = base_arena_new_array(pool->run->arena, uint32_t, pool->count);

    for (;;) {
        hand_out(pool);
        const uint32_t busy = list_busy(pool, polled, indices);
        if (busy == 0 || pool->missing)
            return;
        if (poll(polled, busy, time_left(pool)) < 0 && errno != EINTR)
            return;
        for (uint32_t i = 0; i < busy; i++) {
            struct worker *worker = &pool->workers[indices[i]];

            if (polled[i].revents)
                receive(pool, worker);
            else if (pool->run->timeout && now() - worker->started >= pool->run->timeout)
                fail_late(pool, worker);
        }
        if (!pool->missing)
            show(pool->run);
    }
}

const char *
cli_run_workers(struct cli_run *run, void (*show)(struct cli_run *run), uint32_t *missing)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    struct pool pool = {.run = run};

    if (run->jobs == 0) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);
        run->jobs = processors > 1 ? (uint32_t)processors : 1;
    }
    pool.count = run->jobs < run->cases.count ? run->jobs : run->cases.count;
    pool.workers = base_arena_new_array(run->arena, struct worker, pool.count);
    for (uint32_t i = 0; i < pool.count; i++)
        pool.workers[i].number = IDLE;
    /* A worker that has ended shows by its reply. */
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &before);
    run_pool(&pool, show);
    for (uint32_t i = 0; i < pool.count; i++) {
        if (pool.workers[i].pid)
            stop_worker(&pool.workers[i], pool.workers[i].number != IDLE);
    }
    sigaction(SIGPIPE, &before, NULL);
    *missing = pool.device;
    return pool.missing;
}
