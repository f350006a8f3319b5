/** The parts of package.json that a project needs. */
export interface ManifestParts {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface MergedManifest {
  readonly text: string;
  /** Why the text would change the meaning of the existing file. */
  readonly obstacles: readonly string[];
  /** Existing scripts that differ from the wanted ones and are kept. */
  readonly keptScripts: readonly string[];
}

type Json = { [key: string]: unknown };

/** The test script that `npm init` writes. */
const NPM_PLACEHOLDER = 'echo "Error: no test specified" && exit 1';

/**
 * A package.json with these parts: a new one, or `before` with what it lacks. Existing scripts, key order, indentation
 * and package ranges are kept, except ranges of an older major version than needed. `existingModule` is a module that
 * `"type": "module"` may break.
 */
export function mergeManifest(
  before: string | null,
  parts: ManifestParts,
  existingModule: string | null = null,
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
    dependencies: addPackages(manifest, 'dependencies', parts),
    devDependencies: addPackages(manifest, 'devDependencies', parts),
  };
  const affected = existingModule ?? findPlainCommand(manifest);
  const isSafe = manifest.type === 'module' || affected === null;
  const needed = parts.dependencies;
  const older = INSTALLED_KEYS.flatMap((key) => listOlder(asObject(manifest[key]), needed));
  const text = print(merged, /^([ \t]+)"/m.exec(before)?.[1] ?? '  ');
  return {
    text: before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text,
    obstacles: [
      ...(isSafe
        ? []
        : [`package.json does not have "type": "module", and adding it would make ${affected} an ES module`]),
      ...older.map(([name, range]) => `package.json has ${name} ${range}, but procgen needs ${needed[name]}`),
    ],
    keptScripts: taken.map(([name]) => name),
  };
}

const INSTALLED_KEYS = ['dependencies', 'devDependencies'] as const;
const DEPENDENCY_KEYS = [...INSTALLED_KEYS, 'peerDependencies', 'optionalDependencies'];

/**
 * The packages under `key` and those of `parts` that the manifest lists nowhere; sorted when any is added, as npm does.
 */
function addPackages(manifest: Json, key: (typeof INSTALLED_KEYS)[number], parts: ManifestParts): Json {
  const known = new Set(DEPENDENCY_KEYS.flatMap((each) => Object.keys(asObject(manifest[each]))));
  const added = Object.entries(parts[key]).filter(([name]) => !known.has(name));
  const found = asObject(manifest[key]);
  const renewed = listOlder(found, parts.dependencies).map(([name]) => [name, parts.dependencies[name]]);
  const before = { ...found, ...Object.fromEntries(renewed) };
  if (added.length === 0) return before;
  const all = [...Object.entries(before), ...added];
  return Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The packages whose range allows only an older major version than the needed one. */
function listOlder(found: Json, needed: Readonly<Record<string, string>>): readonly [string, unknown][] {
  const readMajor = (range: unknown) => Number(/^[\^~]?(\d+)[^|]*$/.exec(String(range))?.[1] ?? Number.NaN);
  return Object.entries(found).filter(([name, range]) => readMajor(range) < readMajor(needed[name]));
}

/** A command of the package that is a file without an extension, such as `bin/tool`; null when there is none. */
function findPlainCommand({ bin }: Json): string | null {
  const values = typeof bin === 'string' ? [bin] : Object.values(asObject(bin));
  const files = values.filter((value) => typeof value === 'string');
  return files.find((file) => /(?:^|\/)[^./]+$/.test(file)) ?? null;
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
