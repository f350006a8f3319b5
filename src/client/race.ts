/**
 * What `work` comes to, or the word for what came before it: `ms` passed, or `outer` aborted. `work` is then told
 * through its own signal. Leaves no timer and no listener behind.
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
    const stop = (word: 'timeout' | 'aborted') => {
      resolve(word);
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
