/* The header by itself, and twice. */
#include <perlane/perlane.h>
#include <perlane/perlane.h>

int main(void) { return perlane_isa(0) == NULL; }
