# Language, warnings and hardening of every target.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

add_compile_options(-Wall -Wextra -Wformat=2 -Wconversion -Wshadow -Wstrict-prototypes
                    -Wmissing-prototypes -Wvla -fno-common)
add_compile_definitions(_POSIX_C_SOURCE=200809L)
# Without it a 32-bit program cannot read folders and files whose numbers or sizes need more than 32 bits.
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  add_compile_definitions(_FILE_OFFSET_BITS=64)
endif()
if(TALON_WERROR)
  add_compile_options(-Werror)
endif()
if(CMAKE_BUILD_TYPE MATCHES "Rel")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-fcf-protection TALON_HAVE_CF_PROTECTION) # x86 only
  add_compile_options(-fstack-protector-strong -fstack-clash-protection $<$<BOOL:${TALON_HAVE_CF_PROTECTION}>:-fcf-protection>
                      -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# Hands are sets of bits. Without this instruction the compiler calls a function to count them.
if(TALON_POPCNT AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-mpopcnt TALON_HAVE_POPCNT)
  if(TALON_HAVE_POPCNT)
    add_compile_options(-mpopcnt)
  endif()
endif()

# Intel's CPUs of 2015 to 2019 are slow at jumps that cross a 32-byte boundary, so the assembler avoids these. With
# link-time optimisation the linker runs the assembler.
if(CMAKE_BUILD_TYPE MATCHES "Rel" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  include(CheckCCompilerFlag)
  check_c_compiler_flag(-Wa,-mbranches-within-32B-boundaries TALON_HAVE_JUMPS_WITHIN)
  if(TALON_HAVE_JUMPS_WITHIN)
    add_compile_options(-Wa,-mbranches-within-32B-boundaries)
    add_link_options(-Wa,-mbranches-within-32B-boundaries)
  endif()
endif()

include(CheckPIESupported)
check_pie_supported()
