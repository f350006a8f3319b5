/**
 * Resolves with the result of `work`, with `timeout` after `ms`, or with `aborted` when `outer` aborts. The latter two
 * also abort the signal of `work`. Leaves no timer and no listener behind.
 */
export function race<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  outer: AbortSignal | undefined,
): Promise<Value | 'timeout' | 'aborted'> {
  const inner = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort: () => void;
  return new Promise<Value | 'timeout' | 'aborted'>((resolve, reject) => {
    const stop = (outcome: 'timeout' | 'aborted') => {
      resolve(outcome);
      inner.abort(outer?.reason);
    };
    abort = () => stop('aborted');
    if (outer?.aborted) return abort();
    outer?.addEventListener('abort', abort);
    timer = setTimeout(stop, Math.min(ms, 0x7fffffff), 'timeout');
    work(inner.signal).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  });
}
