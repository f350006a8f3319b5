/** `read`, done once for each path, however often it is asked. */
export function oncePerPath<Result>(
  read: (path: string) => Promise<Result>,
): (path: string) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (path) => {
    const result = known.get(path) ?? read(path);
    known.set(path, result);
    return result;
  };
}
