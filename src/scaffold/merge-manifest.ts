/** The parts of a package.json that a project of procgen's needs. */
export interface ManifestParts {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface MergedManifest {
  readonly text: string;
  /** Why the text cannot be had without changing what the file says; empty when it can. */
  readonly obstacles: readonly string[];
  /** Scripts that have another meaning there, and keep it. */
  readonly keptScripts: readonly string[];
}

type Json = { [key: string]: unknown };

/** What `npm init` writes where there are no tests. */
const NPM_PLACEHOLDER = 'echo "Error: no test specified" && exit 1';

/**
 * A package.json with these parts: a new one, or `before` with what it lacks. What it says stays: its scripts, the
 * ranges of packages it has anywhere, the order of its keys, its indentation. A module that is there already, `ownModule`,
 * is one that `"type": "module"` may break.
 */
export function mergeManifest(
  before: string | null,
  parts: ManifestParts,
  ownModule: string | null = null,
): MergedManifest {
  if (before === null) {
    const { name, ...rest } = parts;
    const manifest = { name, version: '0.1.0', private: true, type: 'module', ...rest };
    return { text: print(manifest, '  '), obstacles: [], keptScripts: [] };
  }
  const manifest = parse(before);
  if (!manifest) return { text: before, obstacles: ['package.json is not a JSON object'], keptScripts: [] };
  const { test, ...others } = asObject(manifest.scripts);
  const scripts: Json = test === undefined || test === NPM_PLACEHOLDER ? others : asObject(manifest.scripts);
  const taken = Object.entries(parts.scripts).filter(([name, line]) => (scripts[name] ?? line) !== line);
  const merged = {
    ...manifest,
    type: 'module',
    scripts: { ...parts.scripts, ...scripts },
    dependencies: addPackages(manifest, 'dependencies', parts.dependencies),
    devDependencies: addPackages(manifest, 'devDependencies', parts.devDependencies),
  };
  const isSafe = manifest.type === 'module' || ownModule === null;
  return {
    text: print(merged, /^([ \t]+)"/m.exec(before)?.[1] ?? '  '),
    obstacles: isSafe
      ? []
      : [`package.json does not say "type": "module", which would make ${ownModule} an ES module`],
    keptScripts: taken.map(([name]) => name),
  };
}

const DEPENDENCY_KEYS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** The packages under `key`, and those of `wanted` that the manifest names nowhere; sorted when any came in, as npm does. */
function addPackages(manifest: Json, key: string, wanted: Readonly<Record<string, string>>): Json {
  const known = new Set(DEPENDENCY_KEYS.flatMap((each) => Object.keys(asObject(manifest[each]))));
  const added = Object.entries(wanted).filter(([name]) => !known.has(name));
  const before = asObject(manifest[key]);
  if (added.length === 0) return before;
  const all = [...Object.entries(before), ...added];
  return Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function print(manifest: Json, indent: string): string {
  return `${JSON.stringify(manifest, null, indent)}\n`;
}
