/*
 * Writes integers in decimal: a library that the search's own process loads, since where inputs are long, writing them
 * is most of what a search does beside the program under test.
 *
 * Theory of operation. Eight digits are made at once in the bytes of a 64-bit word (first halves of four, then pairs, then
 * single digits, each step by a multiplication that stands for a division). The leading zeros of a number are shifted out
 * of its first word, so that nothing branches on how many digits it has. A word is stored whole and the next one begins
 * behind the digits that count: the room must reach eight bytes beyond what is written.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the first digit of a word must be stored first"
#endif

#define EIGHT_DIGITS 100000000u
#define ZEROS 0x3030303030303030ull

/* The digits (values, not characters) of a number below 10^8, with leading zeros; the first in the lowest byte. */
static inline uint64_t digits_of(uint32_t number) {
  uint64_t halves = number / 10000u | (uint64_t)(number % 10000u) << 32;
  uint64_t hundreds = halves * 10486u >> 20 & 0x0000007f0000007full;
  uint64_t pairs = hundreds | (halves - 100u * hundreds) << 16;
  uint64_t tens = pairs * 103u >> 10 & 0x000f000f000f000full;
  return tens | (pairs - 10u * tens) << 8;
}

static inline uint8_t *write_first(uint8_t *at, uint32_t number) {
  uint64_t digits = digits_of(number);
  /* The bit in the last byte keeps one digit of a zero. */
  unsigned left_out = (unsigned)__builtin_ctzll(digits | 1ull << 56) & ~7u;
  digits = (digits | ZEROS) >> left_out;
  memcpy(at, &digits, sizeof digits);
  return at + 8 - left_out / 8;
}

static inline uint8_t *write_further(uint8_t *at, uint32_t number) {
  uint64_t digits = digits_of(number) | ZEROS;
  memcpy(at, &digits, sizeof digits);
  return at + 8;
}

static inline uint8_t *write_magnitude(uint8_t *at, uint64_t number) {
  if (number < EIGHT_DIGITS) return write_first(at, (uint32_t)number);
  uint64_t above = number / EIGHT_DIGITS;
  if (above < EIGHT_DIGITS) {
    at = write_first(at, (uint32_t)above);
  } else {
    at = write_first(at, (uint32_t)(above / EIGHT_DIGITS));
    at = write_further(at, (uint32_t)(above % EIGHT_DIGITS));
  }
  return write_further(at, (uint32_t)(number % EIGHT_DIGITS));
}

/* Each value, and behind it its byte of `ends`, which are repeated. Returns how many bytes were written: at most 21 a
 * value, and eight more must be there. */
size_t slowpath_write_digits(const int64_t *values, size_t count, const uint8_t *ends, size_t width, uint8_t *room) {
  uint8_t *at = room;
  size_t column = 0;
  for (size_t place = 0; place < count; place++) {
    uint64_t magnitude = (uint64_t)values[place];
    if (values[place] < 0) {
      *at++ = '-';
      magnitude = 0 - magnitude;
    }
    at = write_magnitude(at, magnitude);
    *at++ = ends[column];
    if (++column == width) column = 0;
  }
  return (size_t)(at - room);
}
