import type { ApiModel } from '../../../model/api-model.js';

/** What every manifest of ours holds. */
export const MANIFEST_MARK = '"./index.d.ts"';

export interface ManifestPlace {
  /** The manifest that stands there by now, or null. */
  readonly before: string | null;
  readonly hasMock: boolean;
}

/** Numbers, and what may stand behind them: <https://semver.org>. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

/**
 * The package's manifest. Name, version and whatever else is not about where the modules are stay as they stand there;
 * in a new one they come from the configuration's `info`. `isForeign` tells of a manifest that leads to other modules,
 * or cannot be read: it must not be written over.
 */
export function printManifest(
  info: ApiModel['info'],
  { before, hasMock }: ManifestPlace,
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

/** A name that npm takes: `My Shop` is `my-shop-client`. */
function nameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return `${words.join('-').slice(0, 200) || 'api'}-client`;
}

/** `info.version` need not be one that npm takes: `v2.1` is `2.1.0`, and what has no numbers `0.0.0`. */
function versionOf(version: string): string {
  if (VERSION.test(version)) return version;
  const [, major, minor = '0', patch = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version) ?? [];
  return major === undefined ? '0.0.0' : [major, minor, patch].map(Number).join('.');
}
