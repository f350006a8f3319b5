import type { Host } from '../host.js';
import { isStateless } from '../parse/keeps-to-itself.js';
import { absolute } from '../relative-path.js';
import { listComponents, usesOf } from './choose-part.js';
import type { DraftedPart } from './draft-part.js';
import { areSeparate } from './keep-build.js';
import type { KeptBuild, KeptFile } from './kept-build.js';

/** Whether a part of the project comes to the same by itself as it does among all files. */
export async function isIndependent(
  part: DraftedPart,
  kept: KeptBuild,
  door: { readonly host: Host; readonly root: string },
): Promise<boolean> {
  return (
    (await areSeparate(part.fresh, door)) &&
    (await isEachSharedModuleStateless(part, door)) &&
    areNamesIndependent(part, kept) &&
    !hasNamedPlans(part.changed, kept)
  );
}

/** What changed files share with unchanged ones is run again for them. */
async function isEachSharedModuleStateless(
  { changed, fresh, unchanged }: DraftedPart,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<boolean> {
  const elsewhere = listModules(unchanged);
  for (const path of listModules([...changed, ...fresh])) {
    if (!elsewhere.has(path)) continue;
    if (!isStateless((await host.readFile(absolute(root, path))) ?? '')) return false;
  }
  return true;
}

/**
 * A schema with an id that can stand as it is has its name whatever else there is. One without an id, or with one that
 * has to be spelled otherwise, has what is left of names, and is called after who is met first.
 */
function areNamesIndependent({ changed, fresh, unchanged, api }: DraftedPart, kept: KeptBuild): boolean {
  const before = listComponents(usesOf(changed));
  const after = listComponents(usesOf(fresh));
  const { odd } = kept;
  const plain = new Set(api.names.schemas.filter(({ isPlain }) => isPlain).map((each) => each.component));
  if (odd.some((component) => before.has(component))) return false;
  if ([...after].some((component) => !plain.has(component))) return false;
  if (odd.length === 0) return true;
  const oddFiles = unchanged.filter((file) => {
    const used = listComponents(usesOf([file]));
    return odd.some((component) => used.has(component));
  });
  const oddModules = listModules(oddFiles);
  const isApart = [...listModules([...changed, ...fresh])].every((path) => !oddModules.has(path));
  const others = listComponents(usesOf(unchanged));
  const named = (used: ReadonlySet<string>) => new Set([...others, ...used]);
  return isApart && isSameSet(named(before), named(after));
}

/** Plans with names are those of schemas that contain themselves, and are counted in the order they are met. */
function hasNamedPlans(files: readonly KeptFile[], { frame, items }: KeptBuild): boolean {
  if (Object.keys(frame.plans).length === 0) return false;
  return files.some(({ uses }) =>
    Object.keys(uses).some((name) =>
      JSON.stringify(items.procedures.get(name)?.input?.plan ?? {}).includes('"ref":'),
    ),
  );
}

function listModules(files: readonly KeptFile[]): Set<string> {
  return new Set(files.flatMap(({ modules }) => modules));
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((each) => right.has(each));
}
