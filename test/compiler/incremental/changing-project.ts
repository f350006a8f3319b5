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
import { KeptList } from '../../../src/compiler/incremental/kept-list.js';
import { createProject } from '../support/create-project.js';

/** How a state of the project was compiled: `merged` into what was kept, as a `whole`, or with faults. */
export type Way = 'merged' | 'whole' | 'faulty';

/** A project that is compiled after each change, both ways, which have to come to the same. */
export interface ChangingProject {
  /** Null removes a file. */
  change(files: Readonly<Record<string, string | null>>): Promise<Way>;
  /** The procedure files that the last compilation of changes read, relative to the project. */
  readonly read: readonly string[];
  /** Whether the last compilation of changes filled in templates: all that it printed is new then. */
  readonly hasPrintedAll: boolean;
}

export async function createChangingProject(
  files: Readonly<Record<string, string>>,
  isPrintedLost = (count: number) => count % 3 === 0,
): Promise<ChangingProject> {
  const root = await createProject(files);
  let kept: KeptBuild | null = null;
  /** Since what is kept. */
  let changed = new Set<string>();
  let isSameSet = true;
  let count = 0;
  let printed: ReadonlyMap<string, string> = new Map();
  const read = new Set<string>();
  let hasPrintedAll = false;
  const plain = createNodeHost();
  const counting: Host = {
    ...plain,
    readFile(path) {
      if (/\/procedures\/.*\.ts$/.test(path)) read.add(path.slice(root.length + 1));
      return plain.readFile(path);
    },
    readPackageFile(file) {
      hasPrintedAll = true;
      return plain.readPackageFile(file);
    },
  };

  const compileBothWays = async (): Promise<Way> => {
    const whole = await guardProcess(() => compile(plain, { root }));
    read.clear();
    hasPrintedAll = false;
    const last = kept;
    const merged =
      last && isSameSet
        ? await guardProcess(() => {
            count += 1;
            // Every other time it is begun before what was kept is there.
            const begunPart =
              count % 2 ? beginPart(counting, { root, config: last.config, changed }) : undefined;
            const findPrinted = async () => (isPrintedLost(count) ? null : printed);
            return compileChanges(counting, { root, kept: last, changed, begunPart, findPrinted });
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
    printed = new Map(whole.files.map(({ path, text }) => [path, text]));
    changed = new Set();
    isSameSet = true;
    return merged ? 'merged' : 'whole';
  };

  await compileBothWays();
  return {
    get read() {
      return [...read].sort();
    },
    get hasPrintedAll() {
      return hasPrintedAll;
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
  expect(printKept(copy(parsed))).toEqual([head, items]);
  return parsed;
}

function printKept(kept: KeptBuild): readonly [head: string | null, items: Buffer | null] {
  const items = printKeptItems(kept);
  return [printKeptHead({ kept }), items && Buffer.concat([...items].map((piece) => Buffer.from(piece)))];
}

/** The same in other objects, of which nobody has printed anything. */
function copy(kept: KeptBuild): KeptBuild {
  const { items, ...own } = JSON.parse(JSON.stringify(kept)) as Omit<KeptBuild, 'items'> & {
    items: Record<string, { name: string; file: string; component: string }[]>;
  };
  const lists = Object.entries(items).map(([kind, each]) => [
    kind,
    KeptList.of(each, ({ name, file, component }) => file ?? component ?? name),
  ]);
  return { ...own, items: Object.fromEntries(lists) as KeptBuild['items'] };
}

function toData(kept: KeptBuild | null): unknown {
  return kept && JSON.parse(JSON.stringify(kept));
}
