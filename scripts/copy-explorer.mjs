// A step of `npm run bundle:dist`: the library of the explorer, and the licences of what it contains.
import { cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path) => fileURLToPath(new URL(path, import.meta.url));

mkdirSync(read('../dist/explorer'), { recursive: true });
for (const file of ['scalar.js.br', 'LICENSES.txt'])
  cpSync(read(`explorer/${file}`), read(`../dist/explorer/${file}`));
