#!/bin/sh
# module.sh TREE MODULE TWIN MOST PACKED: a copy of the tree in another place gave the same module (twin.sh), byte by
# byte. The module has no path of this machine, and is small: below MOST bytes, and PACKED bytes gzipped.
set -eu
tree=$1
module=$2
twin=$3
most=$4
most_packed=$5

cmp "$module" "$twin"
if grep -aqF -e "$tree" -e /usr/ "$module"; then
    echo 'a path of this machine is in the module'
    exit 1
fi
size=$(wc -c <"$module")
packed=$(gzip -9c "$module" | wc -c)
echo "$size bytes, $packed gzipped"
[ "$size" -lt "$most" ] && [ "$packed" -lt "$most_packed" ]
