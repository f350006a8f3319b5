/**
 * TypeScript's parser, as ts-morph bundles it. Its syntax trees are read directly: ts-morph's own wrapping of
 * every node costs several times what parsing does, and nothing here needs types.
 */
export { ts } from 'ts-morph';
