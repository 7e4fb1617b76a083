// JSON with the sign of -0, which JSON.stringify drops and JSON.parse reads.

/** Stands for -0. No text of a field has such a character. */
const minusZero = '\0-0';

/** The JSON of a value; '' if it has none. */
export function jsonOf(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, (_, each) => Object.is(each, -0) ? minusZero : each, indent);
  return (text as string | undefined ?? '').replaceAll(JSON.stringify(minusZero), '-0.0');
}

/** A value as a text to edit; objects may lack a text of their own. */
export const textOf = (value: unknown): string =>
  Object.is(value, -0) || (typeof value === 'object' && value !== null) ? jsonOf(value) :
    String(value ?? '');
