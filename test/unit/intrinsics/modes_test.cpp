// Two modes in one program: no weak function of one stands in for the other's.
#include "modes.h"
#include <gtest/gtest.h>

namespace {

TEST(Modes, DoNotShareWeakFunctions) {
  EXPECT_EQ(modeOf(tc::tensor1<float>()), mode::portable);
  EXPECT_EQ(modeOfTwin(), mode::unchecked);
}

TEST(Modes, TheTwinChecksNothing) { EXPECT_EQ(readBeyondInTwin(), 3.0f); }

} // namespace
