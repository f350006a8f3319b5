/**
 * Whether a module's text speaks of nothing through which it could change what other modules made: zod's registry, a
 * prototype, the global object.
 */
export function keepsToItself(text: string): boolean {
  return !/\b(?:globalRegistry|globalThis|prototype|setPrototypeOf)\b/.test(text);
}

/**
 * Whether nothing in a module's text changes anything once it is made: where something does, it may tell who used it
 * before, and what is run again for some of the files that share it may come to something else than what is run once
 * for all. Where the text only looks so, it costs a whole compilation and nothing else.
 */
export function isStateless(text: string): boolean {
  return !CHANGES.some((pattern) => pattern.test(text));
}

/** What can change a variable, a member or a collection. */
const CHANGES = [
  /\b(?:let|var|static)\s/,
  /\bnew\s+(?:Weak)?(?:Map|Set)\b|=\s*(?:\[\]|\{\})|\bObject\.(?:assign|create|defineProperty)\b/,
  /\+\+|--|(?:\?\?|\|\||&&|[-+*/%])=/,
  /(?:\.\w+|\w\[[^\]]*\w[^\]]*\])\s*=(?![=>])/,
  /(?<!\bz)\.(?:push|unshift|splice|pop|shift|set|add|delete)\(/,
];
