import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type BuildSession, buildProject } from '../../src/build/build-project.js';
import type { ProjectBuild } from '../../src/build/builder.js';
import { compileProject } from '../../src/build/compile-project.js';
import { createNodeHost } from '../../src/cli/node-host.js';
import type { ServerBundler } from '../../src/compiler/bundle/server-bundler.js';
import { createProject } from '../compiler/support/create-project.js';

/** An edit of a project: new texts by path, null for a file that goes, and files that get another name. */
export interface Edit {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly rename?: readonly [from: string, to: string];
}

/** A project that is built with its cache after each edit, and compared with a compilation of everything. */
export interface ChangingProject {
  readonly root: string;
  /** What the cached build came to, and the procedure files that it parsed, relative to the project. */
  edit(edit: Edit): Promise<{ readonly build: ProjectBuild; readonly parsed: readonly string[] }>;
}

/** `isOneProcess` tells whether what is parsed is kept in memory from build to build, or only on the disk. */
export async function createChangingProject(
  files: Readonly<Record<string, string>>,
  isOneProcess = true,
): Promise<ChangingProject> {
  const root = await createProject(files);
  const plain = createNodeHost();
  const read = new Set<string>();
  const counting = {
    ...plain,
    readFile(path: string) {
      read.add(path.slice(root.length + 1));
      return plain.readFile(path);
    },
  };
  let parsed: readonly string[] = [];
  const noteParsed = () => {
    parsed = [...read].filter((path) => /^procedures\/.*\.ts$/.test(path)).sort();
  };
  // Nothing of a server is compared here. What is read after it was bundled is read to be hashed.
  const bundler: ServerBundler = {
    async prebundle() {
      read.clear();
    },
    async bundle() {
      noteParsed();
      return { code: '', sourceMap: '', metafile: { inputs: {}, outputs: {} } };
    },
    cancel: async () => noteParsed(),
    lastSource: undefined,
    async close() {},
  };
  let session: BuildSession = { bundler };
  const build = async () => {
    parsed = [];
    if (!isOneProcess) session = { bundler };
    const built = await buildProject(counting, { root }, session);
    const whole = await compileProject(plain, { root });
    expect(built.diagnostics).toEqual(whole.diagnostics);
    expect(built.stats.files).toBe(whole.parsed.length);
    for (const { path, text } of whole.files) {
      expect(await readFile(join(root, path), 'utf8'), path).toBe(text);
    }
    return { build: built, parsed };
  };
  await build();
  return {
    root,
    async edit({ files: edited = {}, rename: names }) {
      for (const [path, text] of Object.entries(edited)) {
        if (text === null) await rm(join(root, path), { force: true });
        else await writeFile(join(root, path), text);
      }
      if (names) await rename(join(root, names[0]), join(root, names[1]));
      return build();
    },
  };
}
