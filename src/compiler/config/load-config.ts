import { posix } from 'node:path';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import { listFieldErrors } from '../../definition/field-errors.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { evaluateExports } from '../evaluate/evaluate-exports.js';
import { type EvaluationContext, evaluateInOrder } from '../evaluate/evaluate-in-order.js';
import { listSyntaxErrors } from '../locations/list-syntax-errors.js';
import { keyOf, readConfigLocations } from '../locations/read-object-locations.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { findNearestLocation, type SourceLocation, startOf } from '../source-location.js';
import { suggestName } from '../suggest-name.js';
import { ConfigSchema, listOptions } from './config-schema.js';
import { DEFAULT_BUILD_TIMEOUT_MS, DEFAULT_PROCEDURES, type ProjectConfig } from './project-config.js';

export type LoadedConfig =
  | { readonly config: ProjectConfig; readonly diagnostics: readonly [] }
  | { readonly config: null; readonly diagnostics: readonly Diagnostic[] };

export interface ConfigOptions {
  /** Relative to the project. Defaults to `procgen.config.ts` if that exists. */
  readonly configFile?: string | undefined;
  /** Options that override those of the file. */
  readonly overrides?: object | undefined;
}

/** Loads the configuration for a build, without its functions. A project without a configuration gets the defaults. */
export async function loadConfig(
  context: EvaluationContext,
  { configFile, overrides = {} }: ConfigOptions,
): Promise<LoadedConfig> {
  const file = configFile ?? DEFAULT_CONFIG_FILE;
  const path = `${context.root}/${file}`;
  const source = context.sources.parse(path);
  if (!source) {
    if (configFile === undefined) return check(context, { written: {}, overrides, file, source });
    return refuse(file, 'There is no such configuration file.');
  }
  if (source.errors.length > 0) return { config: null, diagnostics: listSyntaxErrors(source) };
  if (!source.exports.has('default'))
    return refuse(file, 'The configuration has to be the default export.', HELP_WITH_EXPORT);
  const evaluated = await evaluateInOrder(context, [path], (modules) =>
    evaluateExports(context, modules, { path, names: ['default'], help: HELP_WITH_THROWN }),
  );
  if ('diagnostics' in evaluated) return { config: null, diagnostics: evaluated.diagnostics };
  const written = evaluated.values.default;
  if (written instanceof Promise) {
    return refuse(
      file,
      'The configuration is a promise, not an object.',
      'Await it: `export default await …`.',
    );
  }
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    const isNothing = written === undefined || written === null;
    const what = isNothing ? String(written) : Array.isArray(written) ? 'an array' : `a ${typeof written}`;
    return refuse(file, `The configuration is ${what}, not an object.`, HELP_WITH_EXPORT);
  }
  return check(context, { written, overrides, file, source });
}

interface WrittenConfig {
  readonly written: object;
  readonly overrides: object;
  readonly file: string;
  /** Null if the project has no configuration; then only the overrides can be wrong. */
  readonly source: ModuleSyntax | null;
}

function check(
  { root }: EvaluationContext,
  { written, overrides, file, source }: WrittenConfig,
): LoadedConfig {
  const checked = ConfigSchema.safeParse({ ...written, ...overrides });
  const locations = source ? readConfigLocations(source) : new Map<string, SourceLocation>();
  const locate = (keys: readonly string[]) => findNearestLocation(locations, keys) ?? startOf(file);
  if (checked.success) {
    return { config: applyDefaults(checked.data, root, source ? file : null, locate), diagnostics: [] };
  }
  const diagnostics = listFieldErrors(checked.error.issues).map(({ path: keys, message }) => {
    // Point at the key if it is unknown, else at the value.
    const key = isUnknown(message) ? locations.get(keyOf(keys.join('.'))) : undefined;
    const location = key ?? locate(keys);
    const isOverridden = Object.hasOwn(overrides, keys[0] ?? '');
    const suggestion = isUnknown(message) && suggestName(keys.at(-1) ?? '', listOptions(keys.slice(0, -1)));
    const help = isOverridden ? OVERRIDDEN : suggestion || undefined;
    return createDiagnostic('invalid-config', location, describeError(keys, message), { help });
  });
  return { config: null, diagnostics };
}

const HELP_WITH_THROWN =
  'A build runs the configuration without what only a server calls, such as `context`, `authenticate` and `onStart`, and maybe without the environment. Move what throws into one of these functions.';

const OVERRIDDEN = 'A flag or an environment variable sets it, in place of the configuration file.';

const HELP_WITH_EXPORT = 'Write `export default defineConfig({ … })`.';

function refuse(file: string, message: string, help?: string): LoadedConfig {
  return {
    config: null,
    diagnostics: [createDiagnostic('invalid-config', startOf(file), message, { help })],
  };
}

/** Reports files of `setup` that do not exist. This is an error only in a build: other commands run no setup. */
export function checkSetup({ sources }: EvaluationContext, { setup }: ProjectConfig): readonly Diagnostic[] {
  const help = 'Paths in `setup` are relative to the project, with the extension of the file.';
  const missing = setup.filter(({ path }) => sources.parse(path) === null);
  return missing.map(({ file, location }) =>
    createDiagnostic('invalid-config', location, `There is no file ${JSON.stringify(file)}.`, { help }),
  );
}

function describeError(keys: readonly string[], message: string): string {
  const key = keys.join('.');
  return isUnknown(message) ? `There is no option \`${key}\`.` : `${key}: ${message}`;
}

function isUnknown(message: string): boolean {
  return message.startsWith('Unrecognized key');
}

function applyDefaults(
  config: ReturnType<typeof ConfigSchema.parse>,
  root: string,
  file: string | null,
  locate: (keys: readonly string[]) => SourceLocation,
): ProjectConfig {
  const { info, authenticate, rateLimits: { onStoreFailure: _, ...rateLimits } = {} } = config;
  const scheme = typeof authenticate === 'object' ? authenticate.scheme : undefined;
  return {
    settings: config,
    info: { title: 'API', version: '1.0.0', ...withoutUndefined(info ?? {}) },
    baseUrl: config.baseUrl,
    prefix: config.prefix ?? DEFAULT_PREFIX,
    procedures: config.procedures ?? DEFAULT_PROCEDURES,
    out: config.out ?? 'generated',
    setup: (config.setup ?? []).map((each, index) => ({
      file: each,
      path: posix.resolve(root, each),
      location: locate(['setup', String(index)]),
    })),
    tags: config.tags ?? {},
    credentials: {
      name: 'ApiKey',
      header: 'Authorization',
      prefix: 'Bearer',
      ...withoutUndefined(scheme ?? {}),
    },
    hasOwnAuthentication: authenticate !== undefined,
    hasOwnContext: typeof config.context === 'function',
    keepsAnonymousAnswers: config.idempotency?.anonymous === true,
    rateLimits: { ...DEFAULT_RATE_LIMITS, ...withoutUndefined(rateLimits) },
    locales: config.locales ?? ['en'],
    buildTimeoutMs: config.buildTimeoutMs ?? DEFAULT_BUILD_TIMEOUT_MS,
    emitters: (config.emitters ?? []).map((emit, index) => ({
      emit,
      location: locate(['emitters', String(index)]),
    })),
    silenced: Object.keys(withoutUndefined(config.warnings ?? {})),
    file,
  };
}

function withoutUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
