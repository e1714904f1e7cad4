# `cmake --install build`: the program, its words, its unit and the example of its configuration.
if(TARGET talon)
  install(TARGETS talon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${compiled} DESTINATION ${CMAKE_INSTALL_LOCALEDIR}/en/LC_MESSAGES)
install(FILES config/talon.service DESTINATION lib/systemd/system)
install(FILES config/talon.conf.example README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
