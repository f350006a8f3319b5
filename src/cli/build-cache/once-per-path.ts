/** `read`, done once for each path, however often it is asked. */
export function oncePerPath<Result>(read: (path: string) => Result): (path: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (path) => {
    const once = known.get(path) ?? { result: read(path) };
    known.set(path, once);
    return once.result;
  };
}
