/** `Promise.withResolvers`, which Node has from 22 on. */
export function makePromise<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value | PromiseLike<Value>) => void;
  readonly reject: (reason: unknown) => void;
} {
  let settle: Parameters<ConstructorParameters<typeof Promise<Value>>[0]> | undefined;
  const promise = new Promise<Value>((...both) => {
    settle = both;
  });
  const [resolve, reject] = settle as NonNullable<typeof settle>;
  return { promise, resolve, reject };
}
