#include "asset.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *name, const void *asset)
{
    return strcmp(name, ((const struct asset *)asset)->name);
}

const struct asset *asset_find(const char *name)
{
    return bsearch(name, site_assets, site_asset_count, sizeof(site_assets[0]), compare_names);
}
