import assert from 'node:assert/strict';
import { bytes, count, elapsed, exact, long, percent, ratio, seconds, spread } from '../src/words/numbers';

function table<T>(title: string, format: (value: T) => string, cases: [T, string][]): void {
  describe(title, () => {
    for (const [value, text] of cases) it(`${String(value)} reads ${text}`, () => assert.equal(format(value), text));
  });
}

table('a count', count, [
  [0, '0'], [999, '999'], [1000, '1.00k'], [1240, '1.24k'], [99_950, '100k'], [999_600, '1.00M'], [38_600_000, '38.6M'], [1.5e9, '1.50G'],
]);
table('all digits', exact, [[1240000, '1,240,000']]);
table('bytes', bytes, [[17, '17 B'], [1_911_000, '1.91 MB'], [999, '999 B']]);
table('seconds', seconds, [[0.00084, '840 µs'], [0.0124, '12.4 ms'], [1.25, '1.25 s'], [0.9999, '1.00 s'], [0, '0 µs']]);
table('a long duration', long, [[41, '41.0 s'], [150, '2.50 min'], [9000, '2.50 h'], [1e6, '11.6 days'], [1e9, '31.7 years'], [1e15, '31.7M years']]);
table('a ratio', ratio, [[0.98, '0.98×'], [38.6, '38.6×'], [1240, '1,240×'], [34_750, '34.8k×']]);
table('a stop-watch', elapsed, [[7.9, '7 s'], [65, '1:05'], [3723, '1:02:03']]);
table('a percentage', percent, [[1, '100%'], [0.99999, '99.9%'], [0.5, '50%'], [0.0123, '1.23%'], [0, '0%']]);

describe('a spread', () => {
  it('has the unit of the time that it stands beside', () => {
    assert.equal(spread(0.002, 0.084), '± 2.0');
    assert.equal(spread(0.02, 1.84), '± 0.02');
    assert.equal(spread(0.000004, 0.0004), '± 4.0');
    assert.equal(spread(0.00003, 0.0004), '± 30');
  });
});
