import { expect, test } from 'vitest';
import { listExports } from '../../../src/compiler/read/list-exports.js';
import { parseSource } from '../../../src/compiler/read/parse-source.js';

test.each<readonly [text: string, names: readonly string[] | null]>([
  ['const a = 1; function b() {} class C {}', []],
  ['export const a = 1, b = 2; export let { c, d: [e, ...f] } = g;', ['a', 'b', 'c', 'e', 'f']],
  [
    'export function a() {} export async function* b() {} export class C {} export enum D {}',
    ['a', 'b', 'C', 'D'],
  ],
  ['export namespace N { export const a = 1; }', ['N']],
  ['export type A = 1; export interface B {} export declare const c: number; export declare class D {}', []],
  ['export default 1;', ['default']],
  ['export default function named() {}', ['default']],
  ['export default class {}', ['default']],
  ['export { a, b as c, type D, e as default }; export type { F };', ['a', 'c', 'default']],
  ["export { a as 'not a name' } from './b.js';", ['not a name']],
  ["export * as all from './b.js';", ['all']],
  ["export * from './b.js';", null],
  ["export type * from './b.js';", []],
  ['export = a;', null],
  ["export import a = require('b');", ['a']],
])('%s exports %j', (text, names) => {
  expect(listExports(parseSource('a.ts', text).tree)).toEqual(names);
});
