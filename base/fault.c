#include "fault.h"

#include <stdio.h>

bool fault_set_list(struct fault *fault, const char *format, va_list arguments)
{
    if (fault != NULL)
        vsnprintf(fault->text, sizeof(fault->text), format, arguments);
    return false;
}

bool fault_set(struct fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault_set_list(fault, format, arguments);
    va_end(arguments);
    return false;
}
