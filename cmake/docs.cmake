# Writes the pages for people to OUT, in the form for an installed Talon: README.md, SECURITY.md and CHANGELOG.md at the
# top, the others in docs/. Pages of the tree name some files by their place in the tree. Installed, these files are
# beside README.md.
#     cmake -D SOURCE=... -D OUT=... -P docs.cmake
set(beside config/talon.conf.example config/grafana-talon.json config/prometheus-talon.yml
           config/nginx-talon.conf config/Caddyfile-talon config/fleet/
           storage/export/export.h storage/export/export_person.h)

file(REMOVE_RECURSE ${OUT})
file(GLOB pages RELATIVE ${SOURCE} ${SOURCE}/README.md ${SOURCE}/SECURITY.md ${SOURCE}/CHANGELOG.md ${SOURCE}/docs/*.md)
foreach(page ${pages})
  file(READ ${SOURCE}/${page} text)
  foreach(path ${beside})
    string(REGEX REPLACE "^[a-z/]*/([^/]+/?)$" "\\1" name ${path})
    string(REPLACE "${path}" "${name}" text "${text}")
  endforeach()
  string(REPLACE "tests/fair/verify.py" "verify/verify.py" text "${text}")
  # Drop lines about files that are not installed.
  string(REGEX REPLACE "[^\n]*\\((\\.\\./)?(CONTRIBUTING|tests/bounds)\\.md\\)[^\n]*\n" "" text "${text}")
  file(WRITE ${OUT}/${page} "${text}")
endforeach()
