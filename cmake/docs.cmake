# Writes to OUT the pages for people as they lie in an installed talon: they name files by where they are there.
#     cmake -D SOURCE=... -D OUT=... -P docs.cmake
set(pages README.md bot/FAIR.md bot/control/CONTROL.md bot/pages/API.md)
set(moved bot/FAIR.md bot/control/CONTROL.md bot/pages/API.md storage/export/export.h storage/export/export_person.h tests/fair/verify.py config/talon.conf.example config/grafana-talon.json
          config/nginx-talon.conf config/Caddyfile-talon)

foreach(page ${pages})
  file(READ ${SOURCE}/${page} text)
  # What is measured, and where things are, is about the sources.
  string(FIND "${text}" "\n## Measured\n" at)
  if(page STREQUAL README.md AND NOT at EQUAL -1)
    string(SUBSTRING "${text}" 0 ${at} text)
    string(APPEND text "\nWhat is done by `./dev`, or with files below `config/`, is done in the folder of the sources.\n")
  endif()
  foreach(file ${moved})
    get_filename_component(name ${file} NAME)
    string(REPLACE "${file}" "${name}" text "${text}")
  endforeach()
  foreach(folder fleet pictures)
    string(REPLACE "config/${folder}/" "${folder}/" text "${text}")
  endforeach()
  string(REPLACE "](../" "](" text "${text}")
  get_filename_component(name ${page} NAME)
  file(WRITE ${OUT}/${name} "${text}")
endforeach()
