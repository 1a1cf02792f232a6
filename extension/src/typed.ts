/** Values that a user wrote by hand, as the type that is asked for; what is of another type is as if it weren't there. */

export function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

export function atLeast(least: number, value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : otherwise;
}

/** A list of words; a text is one, too, with blanks between them. Null for anything else: no words aren't an empty list. */
export function words(value: unknown): string[] | null {
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : null;
}
