/** `412 ms`, `1.4 s`. */
export function printDuration(durationMs: number): string {
  return durationMs < 999.5 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}
