import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SRC } from './read-sources.js';

/** What a folder may import of another, or of a package: everything, or its types only. */
export type Permission = 'values' | 'types';

export interface SourceFolder {
  readonly name: string;
  /** Other folders; itself is always allowed. */
  readonly folders: ReadonlyMap<string, Permission>;
  /** Whether the table says "everything but …". */
  readonly mayImportAlmostAll: boolean;
  readonly packages: ReadonlyMap<string, Permission>;
  readonly mayUseNode: boolean;
}

/** The import matrix, read from the table of `docs/architecture.md` and the sentence under it. */
export function readImportTable(): ReadonlyMap<string, SourceFolder> {
  const text = readFileSync(join(SRC, '..', 'docs/architecture.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes('`'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const names = rows.map(([name = '']) => name.replaceAll('`', ''));
  const [, withoutNode = ''] = /Node's own modules are free to all but\s+([^.]*?), which/.exec(text) ?? [];
  const nodeless = [...withoutNode.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return new Map(
    rows.map(([, , folders = '', packages = ''], index) => {
      const name = names[index] as string;
      const folder: SourceFolder = {
        name,
        folders: readWorlds(folders, names),
        mayImportAlmostAll: folders.startsWith('everything but '),
        packages: readPermissions(packages),
        mayUseNode: !nodeless.includes(name),
      };
      return [name, folder];
    }),
  );
}

function readWorlds(cell: string, names: readonly string[]): ReadonlyMap<string, Permission> {
  const [, excepted] = /^everything but (.*)$/.exec(cell) ?? [];
  if (excepted === undefined) return readPermissions(cell);
  const out = excepted.split(', ');
  return new Map(names.filter((name) => !out.includes(name)).map((name) => [name, 'values']));
}

function readPermissions(cell: string): ReadonlyMap<string, Permission> {
  const items = cell
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return new Map(
    items.map((item) => {
      const [, name = item] = /^(\S+) \(types\)$/.exec(item) ?? [];
      return [name, name === item ? 'values' : 'types'];
    }),
  );
}
