import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProject } from '../../schemas/support/build-project.js';
import { printConstructFiles } from '../../schemas/support/construct-files.js';

/** What the consumers read: the project of all constructs, Conduit, and this repository's own service. */
export const PROJECTS = ['constructs', 'conduit', 'own'] as const;
export type Project = (typeof PROJECTS)[number];

export interface Descriptions {
  /** Holds `<project>.json`, each project's description; and what else a test puts there. */
  readonly folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
  readonly byProject: Readonly<Record<Project, any>>;
  remove(): Promise<void>;
}

/** Writes the three descriptions to a folder of their own, far from any project's configuration. */
export async function writeDescriptions(): Promise<Descriptions> {
  const { compilation, remove } = await buildProject(printConstructFiles());
  await remove();
  const repository = new URL('../../../', import.meta.url);
  const texts: Readonly<Record<Project, string>> = {
    constructs: compilation.files.find(({ path }) => path.endsWith('openapi.json'))?.text ?? '',
    conduit: await readFile(new URL('test/cases/valid/realworld/generated/openapi.json', repository), 'utf8'),
    own: await readFile(new URL('generated/openapi.json', repository), 'utf8'),
  };
  const folder = await mkdtemp(join(tmpdir(), 'procgen-consumers-'));
  for (const project of PROJECTS) await writeFile(join(folder, `${project}.json`), texts[project]);
  return {
    folder,
    byProject: {
      constructs: JSON.parse(texts.constructs),
      conduit: JSON.parse(texts.conduit),
      own: JSON.parse(texts.own),
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
