#include "bot/cli/config/reload_thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bot/cli/config/reload.h"

struct reload_thread {
    struct post post; /* must be the first member: it is cast to the struct */
    struct loop *loop;
    void (*read)(void *arg, struct reload_news *news);
    void *arg;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the members below */
    struct reload_news *news;
    bool over;     /* `post` is sent to the loop */
    bool given_up; /* nobody waits any more, so the thread frees everything */
    char path[];
};

static void destroy(struct reload_thread *thread)
{
    reload_drop(thread->news);
    pthread_mutex_destroy(&thread->mutex);
    free(thread);
}

static void *run_thread(void *arg)
{
    struct reload_thread *thread = arg;
    struct reload_news *news = reload_read(thread->path);
    pthread_mutex_lock(&thread->mutex);
    thread->news = news;
    thread->over = true;
    bool given_up = thread->given_up;
    if (!given_up)
        loop_post(thread->loop, &thread->post);
    pthread_mutex_unlock(&thread->mutex);
    if (given_up)
        destroy(thread);
    return NULL;
}

/* Runs on the loop. */
static void thread_done(struct post *post)
{
    struct reload_thread *thread = (struct reload_thread *)post;
    struct reload_news *news = thread->news;
    pthread_join(thread->thread, NULL);
    thread->news = NULL;
    thread->read(thread->arg, news);
    destroy(thread);
}

struct reload_thread *reload_thread_begin(struct loop *loop, const char *path,
                                          void (*read)(void *arg, struct reload_news *news),
                                          void *arg)
{
    size_t size = strlen(path) + 1;
    struct reload_thread *thread = calloc(1, sizeof(*thread) + size);
    if (thread == NULL)
        return NULL;
    thread->post.call = thread_done;
    thread->loop = loop;
    thread->read = read;
    thread->arg = arg;
    memcpy(thread->path, path, size);
    pthread_mutex_init(&thread->mutex, NULL);
    if (pthread_create(&thread->thread, NULL, run_thread, thread) == 0)
        return thread;
    destroy(thread);
    return NULL;
}

void reload_thread_give_up(struct reload_thread *thread)
{
    if (thread == NULL)
        return;
    const pthread_t handle = thread->thread;
    pthread_mutex_lock(&thread->mutex);
    bool over = thread->over;
    thread->given_up = true;
    pthread_mutex_unlock(&thread->mutex);
    if (!over) {
        pthread_detach(handle);
        return;
    }
    pthread_join(handle, NULL);
    loop_unpost(thread->loop, &thread->post);
    destroy(thread);
}
