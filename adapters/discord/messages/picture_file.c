#include "picture_file.h"

#include <stdlib.h>

#include "adapters/picture/picture.h"

struct picture_file {
    struct rest_file file; /* first member, so that a cast finds this struct */
    struct picture *picture;
};

static bool make_picture(struct rest_file *file)
{
    const struct picture_file *of = (const struct picture_file *)file;
    bool good = picture_draw(of->picture);
    file->data = of->picture->data;
    file->size = of->picture->size;
    return good;
}

static void destroy_picture(struct rest_file *file)
{
    picture_destroy(((struct picture_file *)file)->picture);
    free(file);
}

struct rest_file *picture_file_of(const struct message *message)
{
    struct picture *picture = picture_of(message);
    struct picture_file *of = picture != NULL ? calloc(1, sizeof(*of)) : NULL;
    if (of == NULL) {
        picture_destroy(picture);
        return NULL;
    }
    of->picture = picture;
    of->file = (struct rest_file){.name = picture->name,
                                  .type = "image/png",
                                  .description = picture->description,
                                  .make = make_picture,
                                  .destroy = destroy_picture};
    return &of->file;
}
