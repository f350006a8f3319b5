/**
 * Whether a module's text speaks of nothing through which it could change what other modules made: zod's registry, a
 * prototype, the global object.
 */
export function keepsToItself(text: string): boolean {
  return !/\b(?:globalRegistry|globalThis|prototype|setPrototypeOf)\b/.test(text);
}

/**
 * Whether a module's text holds nothing at its top level that could tell who used it before: where it does, what is run
 * again for some of the files that share it may come to something else than what is run once for all.
 */
export function isStateless(text: string): boolean {
  return !STATE.test(text);
}

/** A variable, or a collection that begins empty, at the start of a line. */
const STATE =
  /^(?:export\s+)?(?:(?:let|var)\s|const\s[^\n]*=\s*(?:\[\]|\{\}|new\s+(?:Weak)?(?:Map|Set)\b|Object\.create\b))/m;
