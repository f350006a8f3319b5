import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** ts-morph, loaded when something of it is first used: a build without errors does without it. */
export const tsMorph = {
  get Node() {
    return load().Node;
  },
  get Project() {
    return load().Project;
  },
  get SyntaxKind() {
    return load().SyntaxKind;
  },
  get ts() {
    return load().ts;
  },
};

function load(): typeof import('ts-morph') {
  return require('ts-morph');
}
