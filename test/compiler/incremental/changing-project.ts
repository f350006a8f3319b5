import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type KeptHead,
  parseKeptState,
  printKeptHead,
  printKeptItems,
} from '../../../src/cli/build-cache/kept-state-text.js';
import { guardProcess } from '../../../src/cli/guard-process.js';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { compile } from '../../../src/compiler/compile.js';
import type { Host } from '../../../src/compiler/host.js';
import { beginPart } from '../../../src/compiler/incremental/begin-part.js';
import { compileChanges } from '../../../src/compiler/incremental/compile-changes.js';
import { keepBuild } from '../../../src/compiler/incremental/keep-build.js';
import type { KeptBuild } from '../../../src/compiler/incremental/kept-build.js';
import { createProject } from '../support/create-project.js';

/** How a state of the project was compiled: `merged` into what was kept, as a `whole`, or with faults. */
export type Way = 'merged' | 'whole' | 'faulty';

/** A project that is compiled after each change, both ways, which have to come to the same. */
export interface ChangingProject {
  /** Null removes a file. */
  change(files: Readonly<Record<string, string | null>>): Promise<Way>;
  /** The procedure files that the last compilation of changes read, relative to the project. */
  readonly read: readonly string[];
}

export async function createChangingProject(
  files: Readonly<Record<string, string>>,
): Promise<ChangingProject> {
  const root = await createProject(files);
  let kept: KeptBuild | null = null;
  /** Since what is kept. */
  let changed = new Set<string>();
  let isSameSet = true;
  let count = 0;
  const read = new Set<string>();
  const plain = createNodeHost();
  const counting: Host = {
    ...plain,
    readFile(path) {
      if (/\/procedures\/.*\.ts$/.test(path)) read.add(path.slice(root.length + 1));
      return plain.readFile(path);
    },
  };

  const compileBothWays = async (): Promise<Way> => {
    const whole = await guardProcess(() => compile(plain, { root }));
    read.clear();
    const last = kept;
    const merged =
      last && isSameSet
        ? await guardProcess(() => {
            count += 1;
            // Every other time it is begun before what was kept is there.
            const begunPart =
              count % 2 ? beginPart(counting, { root, config: last.config, changed }) : undefined;
            return compileChanges(counting, { root, kept: last, changed, begunPart });
          })
        : null;
    if (merged) {
      const { files: mergedFiles, diagnostics, model, stats, inputs } = merged.compilation;
      expect(diagnostics).toEqual(whole.diagnostics);
      expect(stats).toEqual(whole.stats);
      expect(inputs).toEqual(whole.inputs);
      expect(model).toEqual(whole.model);
      expect(mergedFiles).toEqual(whole.files);
    }
    if (!whole.grounds) return 'faulty';
    const asWhole = await keepBuild(plain, root, whole.grounds);
    // What is kept of a merge is what would be kept of the whole: the next merge stands on it.
    if (merged) expect(toData(merged.kept)).toEqual(toData(asWhole));
    kept = throughText(merged?.kept ?? asWhole);
    changed = new Set();
    isSameSet = true;
    return merged ? 'merged' : 'whole';
  };

  await compileBothWays();
  return {
    get read() {
      return [...read].sort();
    },
    async change(edits) {
      for (const [path, text] of Object.entries(edits)) {
        const isThere = (await plain.readFile(join(root, path))) !== null;
        if (text === null) await rm(join(root, path));
        else await writeFile(join(root, path), text);
        if (isThere !== (text !== null)) isSameSet = false;
        changed.add(path);
      }
      return compileBothWays();
    },
  };
}

/** As another process gets it, where it can have it. */
function throughText(kept: KeptBuild | null): KeptBuild | null {
  const [head, items] = kept ? printKept(kept) : [null, null];
  if (head === null || items === null) return kept;
  const { kept: parsed } = parseKeptState(JSON.parse(head) as KeptHead, items);
  expect(toData(parsed)).toEqual(toData(kept));
  // What was read is printed as it was, and what is printed anew is what was read.
  expect(printKept(parsed)).toEqual([head, items]);
  expect(printKept(structuredClone(parsed))).toEqual([head, items]);
  return parsed;
}

function printKept(kept: KeptBuild): readonly [head: string | null, items: Buffer | null] {
  const items = printKeptItems(kept);
  const known = { links: {}, edited: null };
  return [printKeptHead({ kept, known }), items && Buffer.concat(items)];
}

function toData(kept: KeptBuild | null): unknown {
  return kept && JSON.parse(JSON.stringify(kept));
}
