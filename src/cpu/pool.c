/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cpu_pool_thread {
    struct cpu_pool *pool;
    pthread_t thread;
    uint32_t number; /* The caller's is 0. */
};

struct cpu_pool {
    pthread_mutex_t mutex;
    pthread_cond_t start;
    pthread_cond_t done;
    /* Guarded by the mutex. */
    uint64_t round;     /* Rises with each run. */
    uint32_t last_used; /* Threads up to this number take part in the round, */
    uint32_t busy;      /* and so many of them have not finished it. */
    bool is_ending;

    /* The run. Set before the round rises. */
    cpu_pool_run_item *run;
    void *context;
    uint32_t count;
    _Atomic uint32_t next;
    _Atomic uint32_t failed;

    uint32_t thread_count; /* Started ones. */
    struct cpu_pool_thread threads[CPU_MAX_THREADS - 1];
};

/* Items are handed out in order, so those before a failed one are taken already. */
static void
work(struct cpu_pool *pool, uint32_t thread)
{
    for (;;) {
        const uint32_t item = atomic_fetch_add(&pool->next, 1);
        uint32_t failed = atomic_load(&pool->failed);

        if (item >= pool->count || item > failed)
            return;
        if (pool->run(pool->context, thread, item))
            continue;
        while (item < failed && !atomic_compare_exchange_weak(&pool->failed, &failed, item))
            continue;
    }
}

static void *
thread_main(void *data)
{
    const struct cpu_pool_thread *thread = data;
    struct cpu_pool *pool = thread->pool;
    uint64_t round = 0;

    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == round && !pool->is_ending)
            pthread_cond_wait(&pool->start, &pool->mutex);
        if (pool->is_ending)
            break;
        round = pool->round;
        if (thread->number > pool->last_used)
            continue;
        pthread_mutex_unlock(&pool->mutex);
        work(pool, thread->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

struct cpu_pool *
cpu_pool_create(uint32_t threads)
{
    struct cpu_pool *pool = calloc(1, sizeof(*pool));

    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    while (pool->thread_count + 1 < threads && pool->thread_count + 1 < CPU_MAX_THREADS) {
        struct cpu_pool_thread *thread = &pool->threads[pool->thread_count];

        thread->pool = pool;
        thread->number = pool->thread_count + 1;
        if (pthread_create(&thread->thread, NULL, thread_main, thread) != 0)
            break;
        pool->thread_count++;
    }
    return pool;
}

void
cpu_pool_destroy(struct cpu_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->start);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

uint32_t
cpu_pool_threads(const struct cpu_pool *pool)
{
    return pool->thread_count + 1;
}

uint32_t
cpu_pool_run(struct cpu_pool *pool, uint32_t count, cpu_pool_run_item *run, void *context)
{
    /* No more threads than items: the caller waits for each that takes part to wake up. */
    const uint32_t others = count < 2                        ? 0
                            : count - 1 < pool->thread_count ? count - 1
                                                             : pool->thread_count;

    pool->run = run;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->failed, CPU_NONE);
    if (others) {
        pthread_mutex_lock(&pool->mutex);
        pool->busy = pool->last_used = others;
        pool->round++;
        pthread_cond_broadcast(&pool->start);
        pthread_mutex_unlock(&pool->mutex);
    }
    work(pool, 0);
    if (others) {
        pthread_mutex_lock(&pool->mutex);
        while (pool->busy)
            pthread_cond_wait(&pool->done, &pool->mutex);
        pthread_mutex_unlock(&pool->mutex);
    }
    return atomic_load(&pool->failed);
}
