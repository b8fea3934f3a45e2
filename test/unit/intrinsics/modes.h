// A weak function over a tensor, instantiated by two translation units in
// different modes.
#pragma once
#include <tilechecks/tilechecks.hpp>

enum class mode { portable, unchecked };

template <class X> [[gnu::noinline]] mode modeOf(X) {
#ifdef TILECHECKS_UNCHECKED
  return mode::unchecked;
#else
  return mode::portable;
#endif
}

mode modeOfTwin();
float readBeyondInTwin();
