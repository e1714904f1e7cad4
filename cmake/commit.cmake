# Writes OUT, the source of base/version.h, with VERSION and the commit of SOURCE.
#     cmake -D SOURCE=... -D VERSION=... -D OUT=... -P commit.cmake
#
# In a git work tree git names the commit, and "+changes" follows if the sources differ from it. Elsewhere commit.txt
# beside this file names it: `git archive` writes that file. Without either, the build warns, and the program says that
# the commit is not known.
set(program CMakeLists.txt cmake adapters base bot config/locale engine storage)

# Reads git's answer, even in a tree of another owner (root may install what a user cloned). The build runs files of
# that tree anyway.
function(git status output)
  execute_process(COMMAND git -c safe.directory=${SOURCE} -C ${SOURCE} ${ARGN}
                  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${status} "${result}" PARENT_SCOPE)
  set(${output} "${said}" PARENT_SCOPE)
endfunction()

set(commit "")
git(status above rev-parse --show-cdup)
if(status EQUAL 0 AND above STREQUAL "") # this folder is the top of its work tree, not a part of another project's
  git(status commit rev-parse --short=12 HEAD)
  git(changed ignored diff --quiet HEAD -- ${program})
  if(NOT status EQUAL 0)
    set(commit "")
  elseif(NOT changed EQUAL 0)
    string(APPEND commit "+changes")
  endif()
endif()
if(commit STREQUAL "" AND EXISTS ${SOURCE}/cmake/commit.txt)
  file(STRINGS ${SOURCE}/cmake/commit.txt commit REGEX "^[0-9a-f]+$" LIMIT_COUNT 1)
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
if(commit STREQUAL "")
  message(WARNING "the commit is not known: this is neither a work tree of git nor a source archive")
  set(commit "commit not known")
endif()

file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
/* Written by cmake/commit.cmake. */
#include "base/version.h"

const char version_number[] = "@VERSION@";
const char version_text[] = "@VERSION@ (@commit@)";
const char version_commit[] = "@commit@";
]])
