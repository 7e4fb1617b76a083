// This is compiled with flags that objects for every processor must not have.

int squares(const int* values) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += values[i] * values[i];
  return sum;
}
