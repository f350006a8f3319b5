/** An object of so many members. */
export function membersOf(count: number, prefix = 'k'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));
}
