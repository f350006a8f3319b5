import type { ApiModel } from '../../../model/api-model.js';

/** Part of every generated manifest. */
export const MANIFEST_MARK = '"./index.d.ts"';

/** A semantic version: <https://semver.org>. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

/**
 * Prints the package's manifest. It keeps name, version and all other fields of an existing one (`before`), except those
 * that locate modules; a new one takes them from the configuration's `info`. `isForeign` is true if the existing manifest
 * cannot be parsed or may belong to another package: without the mark of a generated one, it must not be overwritten.
 */
export function printManifest(
  info: ApiModel['info'],
  before: string | null,
  hasMock: boolean,
): { readonly text: string; readonly isForeign: boolean } {
  const found = before === null ? {} : parseManifest(before);
  const kept = found ?? {};
  const modules = hasMock ? ['index', 'mock'] : ['index'];
  const manifest = {
    name: nameOf(info.title),
    version: versionOf(info.version),
    description: `The typed client of ${info.title}.`,
    ...kept,
    type: 'module',
    exports: {
      '.': entryOf('index'),
      ...(hasMock && { './mock': entryOf('mock') }),
      './package.json': './package.json',
    },
    main: './index.js',
    types: './index.d.ts',
    files: modules.flatMap((module) => [`${module}.js`, `${module}.d.ts`]),
    sideEffects: false,
    engines: kept.engines ?? { node: '>=20' },
  };
  const isForeign = !found || ['exports', 'bin', 'workspaces'].some((key) => key in found);
  return { text: `${JSON.stringify(manifest, null, 2)}\n`, isForeign };
}

function entryOf(module: string): { readonly types: string; readonly default: string } {
  return { types: `./${module}.d.ts`, default: `./${module}.js` };
}

function parseManifest(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a name that npm accepts: `My Shop` becomes `my-shop-client`. */
function nameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return `${words.join('-').slice(0, 200) || 'api'}-client`;
}

/** Returns a version that npm accepts: `v2.1` becomes `2.1.0`, and a version without numbers `0.0.0`. */
function versionOf(version: string): string {
  if (VERSION.test(version)) return version;
  const [, major, minor = '0', patch = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version) ?? [];
  return major === undefined ? '0.0.0' : [major, minor, patch].map(Number).join('.');
}
