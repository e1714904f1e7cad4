/* The engine includes <stdlib.h> and asks nothing of it. */
