import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import { listFieldErrors } from '../../definition/field-errors.js';
import { DEFAULT_RATE_LIMITS } from '../../protocol/rate-limit.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type Place, startOf } from '../place.js';
import { keyOf } from '../read/key-of.js';
import type { ReadConfig } from '../read/read-module.js';
import { suggestName } from '../suggest-name.js';
import { ConfigSchema } from './config-schema.js';
import { reportFailingImport } from './failing-import.js';
import type { ImportContext } from './import-context.js';
import { type ImportOutcome, importIsolated } from './import-isolated.js';
import { listOptions } from './list-options.js';
import { DEFAULT_PROCEDURES, type ProjectConfig } from './project-config.js';

export type LoadedConfig =
  | { readonly config: ProjectConfig; readonly diagnostics: readonly [] }
  | { readonly config: null; readonly diagnostics: readonly Diagnostic[] };

export interface ConfigOptions {
  /** Relative to the project; `procgen.config.ts` when absent, if there is one. */
  readonly configFile?: string | undefined;
  /** Options that win over what the file says. */
  readonly overrides?: object | undefined;
  /** What its text tells; null where there is no such file. */
  readonly source: ReadConfig | null;
}

/** Loads the configuration as a build may: without its functions. A project without one has the defaults. */
export async function loadConfig(
  context: ImportContext,
  { configFile, overrides = {}, source }: ConfigOptions,
): Promise<LoadedConfig> {
  const file = configFile ?? DEFAULT_CONFIG_FILE;
  const path = `${context.root}/${file}`;
  if (!source) {
    if (configFile === undefined) return check({}, overrides, null, NOT_WRITTEN);
    return broken(createDiagnostic('invalid-config', startOf(file), 'There is no such configuration file.'));
  }
  const { syntaxErrors, hasDefaultExport } = source;
  if (syntaxErrors.length > 0) return { config: null, diagnostics: syntaxErrors };
  if (!hasDefaultExport) return broken(reportMissingExport(file));
  const { outcomes } = await importIsolated(context, [{ path, listExports: async () => ['default'] }]);
  const [outcome = NO_OUTCOME] = outcomes;
  if ('reason' in outcome) return broken(await reportFailingImport(context, file, outcome));
  const written = outcome.values?.default;
  if (!isPlainObject(written)) return broken(reportWrongExport(file, written));
  return check(written, overrides, file, source);
}

/** `file` is null where the project has no configuration, and only the overrides can be wrong. */
function check(
  written: object,
  overrides: object,
  file: string | null,
  source: Pick<ReadConfig, 'places' | 'buildOptions'>,
): LoadedConfig {
  const checked = ConfigSchema.safeParse({ ...written, ...overrides });
  if (checked.success) return { config: applyDefaults(checked.data, file, source), diagnostics: [] };
  const diagnostics = listFieldErrors(checked.error.issues).map(({ path: keys, message }) => {
    const place = placeOfFault(source.places, keys, message, file ?? DEFAULT_CONFIG_FILE);
    const isOverridden = Object.hasOwn(overrides, keys[0] ?? '');
    const suggestion = isUnknown(message) && suggestName(keys.at(-1) ?? '', listOptions(keys.slice(0, -1)));
    const help = isOverridden ? OVERRIDDEN : suggestion || undefined;
    return createDiagnostic('invalid-config', place, describeFault(keys, message), help ? { help } : {});
  });
  return { config: null, diagnostics };
}

const NOT_WRITTEN = { places: new Map<string, Place>(), buildOptions: [] };

const OVERRIDDEN = 'A flag or an environment variable sets it, in place of the configuration file.';

const NO_OUTCOME: ImportOutcome = { reason: 'it could not be evaluated', chain: [], lines: [] };

function broken(diagnostic: Diagnostic): LoadedConfig {
  return { config: null, diagnostics: [diagnostic] };
}

function reportMissingExport(file: string): Diagnostic {
  const help = 'Write `export default defineConfig({ … })`.';
  const message = 'The configuration has to be the default export.';
  return createDiagnostic('invalid-config', startOf(file), message, { help });
}

function reportWrongExport(file: string, value: unknown): Diagnostic {
  const isPromise = value instanceof Promise;
  const what = Array.isArray(value) ? 'an array' : isPromise ? 'a promise' : describeScalar(value);
  const message = `The configuration is ${what}, not an object.`;
  const help = isPromise
    ? 'Await it: `export default await …`.'
    : 'Write `export default defineConfig({ … })`.';
  return createDiagnostic('invalid-config', startOf(file), message, { help });
}

function describeScalar(value: unknown): string {
  return value === undefined || value === null ? String(value) : `a ${typeof value}`;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise);
}

function describeFault(keys: readonly string[], message: string): string {
  const key = keys.join('.');
  return isUnknown(message) ? `There is no option \`${key}\`.` : `${key}: ${message}`;
}

/** At the key that is unknown, at the value that is wrong, or at the nearest thing around it that the text tells of. */
function placeOfFault(
  places: ReadonlyMap<string, Place>,
  keys: readonly string[],
  message: string,
  file: string,
): Place {
  const key = isUnknown(message) ? places.get(keyOf(keys.join('.'))) : undefined;
  return key ?? nearestPlace(places, keys, file);
}

function isUnknown(message: string): boolean {
  return message.startsWith('Unrecognized key');
}

function nearestPlace(places: ReadonlyMap<string, Place>, keys: readonly string[], file: string): Place {
  for (let length = keys.length; length > 0; length--) {
    const place = places.get(keys.slice(0, length).join('.'));
    if (place) return place;
  }
  return startOf(file);
}

function applyDefaults(
  config: ReturnType<typeof ConfigSchema.parse>,
  file: string | null,
  { places, buildOptions }: Pick<ReadConfig, 'places' | 'buildOptions'>,
): ProjectConfig {
  const { info, authenticate, rateLimits: { onStoreFailure: _, ...rateLimits } = {} } = config;
  const scheme = typeof authenticate === 'object' ? authenticate.scheme : undefined;
  return {
    info: { title: info?.title ?? 'API', version: info?.version ?? '1.0.0', description: info?.description },
    baseUrl: config.baseUrl,
    procedures: config.procedures ?? DEFAULT_PROCEDURES,
    out: config.out ?? 'generated',
    tags: config.tags ?? {},
    credentials: withoutUndefined(scheme ?? {}),
    hasOwnAuthentication: authenticate !== undefined,
    hasOwnContext: config.context !== undefined,
    keepsAnonymousAnswers: config.idempotency?.anonymous === true,
    rateLimits: { ...DEFAULT_RATE_LIMITS, ...withoutUndefined(rateLimits) },
    locales: config.locales ?? ['en'],
    emitters: (config.emitters ?? []).map((emit, index) => ({
      emit,
      place: nearestPlace(places, ['emitters', String(index)], file ?? DEFAULT_CONFIG_FILE),
    })),
    silenced: Object.keys(withoutUndefined(config.warnings ?? {})),
    file,
    buildOptions,
  };
}

function withoutUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
