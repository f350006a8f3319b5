/** Whether whoever waits for `value` gets something else. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const kind = typeof value;
  if (value === null || (kind !== 'object' && kind !== 'function')) return false;
  return typeof (value as { then?: unknown }).then === 'function';
}
