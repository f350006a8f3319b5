import { dirname } from 'node:path';
import type { Host } from '../../compiler/host.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import type { BuildRecord } from '../cache/build-record.js';
import { hashText } from '../cache/hash-file.js';

/** What a build does, or would do, with the generated files. */
export interface PlannedOutputs extends OutputOwnership {
  readonly plan: readonly PlannedWrite[];
}

export const NOTHING_PLANNED: PlannedOutputs = { plan: [], foreign: [], edited: [], surplus: [] };

/** Compares files with those on disk. The plan is sorted by path. */
export async function planOutputs(
  host: Host,
  root: string,
  { files, last }: { readonly files: readonly OutputFile[]; readonly last: BuildRecord | null },
): Promise<PlannedOutputs> {
  const compared = files.map((file): PlannedWrite => {
    const before = readLike(file.text, host.readFile(`${root}/${file.path}`));
    return { ...file, before, status: compareTexts(before, file) };
  });
  const plan = compared.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { plan, ...(await inspectOutputs(host, root, { plan, last })) };
}

/** A file that procgen wrote once and no longer generates. */
export interface SurplusFile {
  readonly path: string;
  /** Whether it is unchanged since it was written: then deleting it loses nothing. */
  readonly isUntouched: boolean;
}

/** Who owns the files in the place of generated ones. Paths are relative to the project, sorted. */
interface OutputOwnership {
  /** Files of others in the place of generated ones. */
  readonly foreign: readonly string[];
  /** Generated files that were edited since they were written. */
  readonly edited: readonly string[];
  readonly surplus: readonly SurplusFile[];
}

/**
 * Tells generated files from others: by their mark or, in formats without comments such as JSON, by the record of the
 * last build or by other files of the plan that have the mark.
 */
export async function inspectOutputs(
  host: Host,
  root: string,
  { plan, last }: { readonly plan: readonly PlannedWrite[]; readonly last: BuildRecord | null },
): Promise<OutputOwnership> {
  const written = last?.files ?? {};
  const hasMarkedFile = plan.some(({ before }) => before?.includes(GENERATED_MARK));
  const isForeign = ({ path, status, mark, before, isExtra }: PlannedWrite) =>
    status === 'foreign' ||
    (status === 'changed' &&
      !mark &&
      !isExtra &&
      !hasMarkedFile &&
      before?.trim() !== '' &&
      !Object.hasOwn(written, path));
  const isEdited = ({ path, status, before }: PlannedWrite) => {
    const hash = written[path];
    // Without a record of what was written, an edit cannot be detected.
    return status === 'changed' && hash != null && hashText(before ?? '') !== hash;
  };
  return {
    foreign: plan.filter(isForeign).map(({ path }) => path),
    edited: plan.filter(isEdited).map(({ path }) => path),
    surplus: await findSurplus(host, root, plan, last),
  };
}

async function findSurplus(
  host: Host,
  root: string,
  plan: readonly PlannedWrite[],
  last: BuildRecord | null,
): Promise<readonly SurplusFile[]> {
  const { files: written = {}, extras = [] } = last ?? {};
  const planned = new Set(plan.map(({ path }) => path));
  const folders = new Set(plan.filter(({ isExtra }) => !isExtra).map(({ path }) => dirname(path)));
  const siblings = await Promise.all([...folders].map((folder) => listSiblings(host, root, folder)));
  const candidates = new Set([...Object.keys(written), ...siblings.flat()]);
  const surplus: SurplusFile[] = [];
  for (const path of [...candidates]
    .filter((candidate) => !planned.has(candidate) && !extras.includes(candidate))
    .sort()) {
    const text = host.readFile(`${root}/${path}`);
    const hash = written[path];
    if (text === null || (hash === undefined && !text.includes(GENERATED_MARK))) continue;
    surplus.push({
      path,
      isUntouched: hash === hashText(text) || hash === hashText(normalizeLineEnds(text)),
    });
  }
  return surplus;
}

/** Undoes the `\r\n` of a check-out with `core.autocrlf`, unless the generated text has it too. */
function readLike(text: string, before: string | null): string | null {
  return before === null || text.includes('\r\n') ? before : normalizeLineEnds(before);
}

function normalizeLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Lists the TypeScript directly in a folder of generated files, not in folders below. */
async function listSiblings(host: Host, root: string, folder: string): Promise<readonly string[]> {
  const paths = await host.listFiles(`${root}/${folder}`);
  return paths
    .map((path) => path.slice(root.length + 1))
    .filter((path) => dirname(path) === folder && /\.[cm]?[jt]sx?$/.test(path));
}

/** The planned write of one file. Paths are relative to the project, with `/`. */
export interface PlannedWrite extends OutputFile {
  /** `foreign` means that a file of somebody else is in its place. */
  readonly status: 'new' | 'changed' | 'unchanged' | 'foreign';
  /** The current text; null if there is no file. */
  readonly before: string | null;
}

function compareTexts(before: string | null, { text, mark }: OutputFile): PlannedWrite['status'] {
  if (before === null) return 'new';
  if (before === text) return 'unchanged';
  return mark === undefined || before.trim() === '' || before.includes(mark) ? 'changed' : 'foreign';
}
