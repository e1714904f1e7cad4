/* scene_watch.h: the watch over hands (scene.h), apart for its subject. */
#ifndef TALON_TESTS_BOT_SCENE_WATCH_H
#define TALON_TESTS_BOT_SCENE_WATCH_H

struct scene;

void watch_begin(struct scene *scene);
void watch_end(void);

#endif
