// A step of `npm run bundle:dist`: TypeScript's parser as `dist` brings it, with what the stage `read` calls of it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { cutParser, TYPESCRIPT } from './cut-parser.mjs';

const STAGE = new URL('../src/compiler/read/', import.meta.url);
const PARSER = new URL('../dist/compiler/read/typescript-parser.cjs', import.meta.url);

const texts = readdirSync(STAGE).map((name) => readFileSync(new URL(name, STAGE), 'utf8'));
const names = new Set(texts.flatMap((text) => [...text.matchAll(/\bts\.(\w+)/g)].map(([, name]) => name)));
const text = cutParser(readFileSync(TYPESCRIPT, 'utf8'), [...names].sort());
const { code } = await transform(text, { minifyWhitespace: true, charset: 'utf8', legalComments: 'inline' });
writeFileSync(PARSER, code);
