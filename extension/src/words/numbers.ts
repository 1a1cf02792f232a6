/** Numbers as people read them: three significant digits, a unit, and the exact figure for tooltips. */

/** A count: 999, 1.24k, 38.6M, 1.50G. */
export function count(value: number): string {
  return scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P']);
}

/** So many a second: 0.13, 1.7, 12, 1.68k. */
export function rate(value: number): string {
  return value >= 9.95 ? count(value) : value.toFixed(value >= 0.95 ? 1 : 2);
}

/** A count with all its digits, grouped: 1,240,000. */
export function exact(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Bytes: 17 B, 1.91 MB (powers of 1000, as file managers and judges print them). */
export function bytes(value: number): string {
  return scaled(value, 1000, [' B', ' kB', ' MB', ' GB', ' TB']);
}

/** A duration in seconds: 840 µs, 12.4 ms, 1.25 s. */
export function seconds(value: number): string {
  if (value >= 0.9995) return `${digits(value)} s`;
  if (value >= 0.0009995) return `${digits(value * 1e3)} ms`;
  return `${digits(value * 1e6)} µs`;
}

/** A duration that was given, not measured: 1 s, 1.5 s, 250 ms. */
export function round(value: number): string {
  return value >= 1 ? `${Number(value.toPrecision(3))} s` : `${Number((value * 1e3).toPrecision(3))} ms`;
}

/** A duration that may be an estimate far from now: as `seconds`, from 100 s on 2.5 min, 3.1 h, 12 days, 31 years. */
export function long(value: number): string {
  const units: [number, string][] = [[365 * 86400, 'years'], [86400, 'days'], [3600, 'h'], [60, 'min']];
  const [size, unit] = units.find(([least]) => value >= 1.6 * least) ?? [1, ''];
  if (value < 100 || unit === '') return seconds(value);
  return value / size >= 9999.5 ? `${count(value / size)} ${unit}` : `${digits(value / size)} ${unit}`;
}

/** A spread in the unit that `seconds(value)` would choose, so that both read as one number. */
export function spread(value: number, around: number): string {
  if (around >= 0.9995) return `± ${value.toFixed(2)}`;
  if (around >= 0.0009995) return `± ${(value * 1e3).toFixed(value * 1e3 >= 10 ? 0 : 1)}`;
  return `± ${(value * 1e6).toFixed(value * 1e6 >= 10 ? 0 : 1)}`;
}

/** A ratio: 0.98×, 38.6×, 1,240×, 34.8k×. */
export function ratio(value: number): string {
  if (value >= 9999.5) return `${count(value)}×`;
  return `${value >= 1000 ? exact(value) : digits(value)}×`;
}

/** A stop-watch: 7 s, 1:05, 1:02:03. */
export function elapsed(total: number): string {
  const whole = Math.floor(total);
  if (whole < 60) return `${whole} s`;
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** A share 0..1 as a percentage; never 100% while something is missing. */
export function percent(share: number): string {
  if (share >= 1) return '100%';
  const value = share * 100;
  return value > 99.9 ? '99.9%' : `${value >= 10 ? value.toFixed(1).replace(/\.0$/, '') : digits(value)}%`;
}

function scaled(value: number, base: number, units: readonly string[]): string {
  let unit = 0;
  while (unit < units.length - 1 && Math.abs(value) >= base * 0.9995) {
    value /= base;
    unit += 1;
  }
  return `${unit === 0 ? String(Math.round(value)) : digits(value)}${units[unit]}`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 99.95) return value.toFixed(0);
  return size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}
