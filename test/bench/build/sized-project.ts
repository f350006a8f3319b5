import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { WORK_FOLDER } from '../harness/places.js';

/** A project that a checkout of procgen builds. */
export interface SizedProject {
  readonly root: string;
  readonly procedures: number;
  /** How many files they stand in. */
  readonly files: number;
  /** Changes what the procedures of one file say and answer, differently at each call. */
  readonly editProcedure: Edit;
  /** The same of a schema that several files use. */
  readonly editShared?: Edit;
  /** What the service is asked to see an edit in its answer. */
  readonly path?: string;
}

/** Returns what only an answer of the edited service holds. */
export type Edit = () => string;

const PACKAGES = ['zod', 'pino'];

const CONFIG = `import { defineConfig } from 'procgen';

export default defineConfig({
  info: { title: 'Sized', version: '1.0.0' },
  tags: { resources: 'Resources' },
  rateLimits: { QUERY: { limit: 1_000_000, windowMs: 60_000 }, MUTATION: { limit: 1_000_000, windowMs: 60_000 } },
});
`;

/** Makes the folder `name` anew, with a configuration and the packages of a checkout; `files` maps paths to texts. */
export function writeProject(
  name: string,
  checkout: string,
  files: Readonly<Record<string, string>>,
): string {
  const root = `${WORK_FOLDER}/build/${name}`;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/node_modules`, { recursive: true });
  // A package of its own, so that it has a cache of its own.
  symlinkSync(checkout, `${root}/node_modules/procgen`);
  for (const each of PACKAGES) symlinkSync(`${checkout}node_modules/${each}`, `${root}/node_modules/${each}`);
  const own = { 'package.json': '{ "name": "sized", "type": "module" }\n', 'procgen.config.ts': CONFIG };
  for (const [path, text] of Object.entries({ ...own, ...files })) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    writeFileSync(`${root}/${path}`, text);
  }
  return root;
}

/** An edit that prints a file of `root` anew, with how many edits there have been. */
export function createEdit(
  root: string,
  path: string,
  print: (edits: number) => string,
  show: (edits: number) => string,
): Edit {
  let edits = 0;
  return () => {
    edits += 1;
    writeFileSync(`${root}/${path}`, print(edits));
    return show(edits);
  };
}

const FILES_A_FOLDER = 50;

/** The folder of a procedure's file, below that of all of them. */
export function nameFolder(index: number): string {
  return `group${Math.floor(index / FILES_A_FOLDER)}`;
}
