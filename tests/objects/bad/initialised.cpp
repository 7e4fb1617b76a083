// This has an object that is constructed before main.

int number();
int initialised = number();
