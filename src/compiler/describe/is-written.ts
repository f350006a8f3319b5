/**
 * Whether a person wrote a date: it begins or ends a minute. One that was taken from the clock when the module was
 * loaded (`z.date().max(new Date())`) is another at every build, and falls there once in twenty thousand times.
 */
export function isWritten(date: Date): boolean {
  const inMinuteMs = date.getTime() % 60_000;
  return inMinuteMs === 0 || Math.abs(inMinuteMs) === 59_000 || Math.abs(inMinuteMs) === 59_999;
}
