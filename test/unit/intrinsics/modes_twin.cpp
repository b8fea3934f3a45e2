#define TILECHECKS_UNCHECKED
#include "modes.h"

mode modeOfTwin() { return modeOf(tc::tensor1<float>()); }

float readBeyondInTwin() {
  float data[4] = {0, 1, 2, 3};
  return tc::tensor1<float>(data, 2)(3); // beyond the extent, within the array
}
