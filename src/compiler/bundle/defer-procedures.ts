import { posix } from 'node:path';
import type { ApiModel } from '../../model/api-model.js';
import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import { nullPrototypeRecord } from '../null-prototype-record.js';

/** The procedure files that a server may run when they are needed, by what the route table imports them as. */
export type Deferrals = Readonly<Record<string, readonly string[]>>;

/** Each with what it imports itself, as the route table would. */
export function listDeferrals({ procedures }: ApiModel, config: { readonly out: string }): Deferrals {
  const folder = posix.dirname(findRoutesPath(config));
  const deferrals = new Map<string, readonly string[]>();
  for (const { source } of procedures) {
    const { runsAfter, specifier, file } = source;
    if (!runsAfter || deferrals.has(specifier)) continue;
    deferrals.set(
      specifier,
      runsAfter.map((each) => moveImport(each, file, folder)),
    );
  }
  return nullPrototypeRecord(deferrals);
}

function moveImport(specifier: string, from: string, folder: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = posix.relative(folder, posix.join(posix.dirname(from), specifier));
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * The route table as it is bundled: with a member that is asked for in place of each procedure whose file may wait, so that
 * a server makes the schemas of a thousand procedures when they are called. What such a file imports runs when it did.
 */
export function deferProcedures(table: string, deferrals: Deferrals): string {
  // A template of the project's own may call something else so.
  if (Object.keys(deferrals).length === 0 || /\brequire\b/.test(table)) return table;
  const isRow = findRowNames(table);
  const members = new Map<string, string>();
  const begun = table.replace(IMPORT, (line, clauses: string, specifier: string) => {
    if (!Object.hasOwn(deferrals, specifier)) return line;
    const names = clauses.split(', ').map((clause) => clause.split(' as '));
    if (!names.every(([exported = '', local = exported]) => isRow(local))) return line;
    for (const [exported = '', local = exported] of names) {
      members.set(local, `get procedure() { return require('${specifier}').${exported}; },`);
    }
    return (deferrals[specifier] ?? []).map((each) => `import ${JSON.stringify(each)};\n`).join('');
  });
  return begun.replace(ROW, (row, opening: string, name: string) => {
    const member = members.get(name);
    return member === undefined ? row : opening + member;
  });
}

/** Tells the names that stand in one row and in an import, and nowhere else: where a template is the project's own, they may. */
function findRowNames(table: string): (name: string) => boolean {
  const counts = new Map([...table.matchAll(ROW)].map(([, , name = '']) => [name, 0]));
  for (const [word] of table.matchAll(WORD)) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
  }
  return (name) => counts.get(name) === 2;
}

/** As the template prints them. */
const IMPORT = /^import \{ ([\w$, ]+) \} from '([^'\\]+)';\n/gm;
const ROW = /^( {4}\{ name: '[\w$.]+', method: '[A-Z]+', path: '[^'\\]*', )procedure: ([\w$]+),/gm;
const WORD = /[\w$]+/g;
