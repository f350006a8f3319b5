/** The name under which the place of a key, not of its value, is noted. */
export function keyOf(path: string): string {
  return `${path}@key`;
}
