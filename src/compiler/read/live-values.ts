/**
 * The top-level values, by module URL and name, that a bundle was found to need although they could not be marked
 * as pure. A mark stands for such a value first; where the bundler keeps a mark, something reaches the value.
 */
export type LiveValues = ReadonlySet<string>;

const MARK = '$procgenLive';

/** An expression that the bundler drops unless something uses it. It is never run. */
export function markValue(key: string): string {
  return `/* @__PURE__ */ ${MARK}(${JSON.stringify(key)})`;
}

/** The keys of the marks that a bundle still holds. */
export function listMarks(bundle: string): readonly string[] {
  return [...bundle.matchAll(/\$procgenLive\("([^"]+)"\)/g)].map(([, key = '']) => key);
}
