import { fileURLToPath } from 'node:url';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listSyntaxErrors } from '../locations/list-syntax-errors.js';
import { listImports } from '../parse/list-imports.js';
import { locationOf } from '../parse/location-of.js';
import type { SourceModules } from '../parse/source-modules.js';
import { suggestImport } from '../parse/suggest-import.js';
import { absolute, relativeTo } from '../relative-path.js';
import { type SourceLocation, startOf } from '../source-location.js';
import { suggestName } from '../suggest-name.js';
import type { EvaluationContext } from './evaluate-in-order.js';
import type { EvaluationFailure, LazyModules } from './lazy-modules.js';
import { UnavailableError } from './pending.js';
import { describeThrown, traceLines } from './trace-lines.js';

/** A module's exports by name. */
export type Exports = Readonly<Record<string, unknown>>;

interface ImportFailure {
  /** The thrown error, in one line. */
  readonly reason: string;
  /** The modules from the file to the one that threw, relative to the project, or only an invalid tsconfig.json. */
  readonly chain: readonly string[];
  /** The lines of the stack trace, innermost first; empty if no code ran. */
  readonly lines: readonly SourceLocation[];
  /** Where the error is, if not at a line that threw. */
  readonly location?: SourceLocation;
  /** How to fix it, if known. */
  readonly help?: string | undefined;
}

export interface ExportRequest {
  /** Absolute. */
  readonly path: string;
  readonly names: readonly string[];
  /** How to fix an error that a module throws. */
  readonly help?: string;
}

/** Evaluates exports of a module for a build: without handlers, and only what these exports need. */
export async function evaluateExports(
  context: EvaluationContext,
  modules: LazyModules,
  { path, names, help }: ExportRequest,
): Promise<{ readonly values: Exports } | { readonly diagnostics: readonly Diagnostic[] }> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of names) {
    const evaluated = await modules.get(path, name);
    if ('failure' in evaluated) {
      const unavailable: EvaluationFailure[] = [];
      for (const each of names) unavailable.push(...(await modules.listUnavailable(path, each)));
      const failures = distinct([evaluated.failure, ...unavailable]);
      const explained = failures.map((each) => explain(context, modules, each));
      const file = relativeTo(context.root, path);
      return { diagnostics: explained.map((each) => reportFailure(context, file, each, help)) };
    }
    values[name] = evaluated.value;
  }
  return { values };
}

/** Keeps one failure for each import that is unavailable. */
function distinct(failures: readonly EvaluationFailure[]): readonly EvaluationFailure[] {
  const byLocation = new Map<unknown, EvaluationFailure>();
  for (const failure of failures) {
    const { error } = failure;
    const location = error instanceof UnavailableError ? error.details.location : undefined;
    const key = location ? `${location.path}:${location.start}` : error;
    if (!byLocation.has(key)) byLocation.set(key, failure);
  }
  return [...byLocation.values()];
}

/** A module that runs for its side effects before any schema is created. */
export interface SetupFile {
  /** Relative to the project. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Where the configuration names it. */
  readonly location: SourceLocation;
}

/** Runs whole modules for their side effects, one after the other, without handlers. Null on success. */
export async function runSetup(
  context: EvaluationContext,
  modules: LazyModules,
  setup: readonly SetupFile[],
): Promise<Diagnostic | null> {
  for (const file of setup) {
    const ran = await modules.run(file.path);
    if ('failure' in ran) return reportSetup(context, file, explain(context, modules, ran.failure));
  }
  return null;
}

/** Reports a failure at its own line, or at the import that leads to it. */
function reportFailure(
  context: EvaluationContext,
  file: string,
  failure: ImportFailure,
  help?: string,
): Diagnostic {
  const { chain, location } = failure;
  const message =
    chain[0] === file ? `This file cannot be imported: ${describe(file, failure)}` : failure.reason;
  const isElsewhere = location !== undefined && location.file !== chain[0];
  const related = isElsewhere ? { related: { ...location, message: 'The error is here.' } } : {};
  const at = findLocation(context, file, failure);
  return createDiagnostic('failing-import', at, message, { help: failure.help ?? help, ...related });
}

/** Reports a failure of a file that the configuration names at `location`. */
function reportSetup(
  context: EvaluationContext,
  { file, location }: SetupFile,
  failure: ImportFailure,
): Diagnostic {
  const message = `${JSON.stringify(file)} cannot be imported: ${describe(file, failure)}`;
  const at = failure.location ?? findLocation(context, file, failure);
  const related = { ...at, message: 'The error is here.' };
  return createDiagnostic('failing-import', location, message, { help: failure.help, related });
}

/** Prints the reason, the chain of imports, and the line that threw, unless the error is located there. */
function describe(file: string, { reason, chain, location, lines: [thrown] }: ImportFailure): string {
  const modules = chain.length > 1 ? chain.join(' → ') : '';
  const at = location ?? thrown;
  if (!at || at.file === file) return modules ? `${reason} (${modules})` : reason;
  if (at.file === chain.at(-1)) return `${reason} (${modules}:${at.line})`;
  const line = `thrown at ${at.file}:${at.line}`;
  return modules ? `${reason} (${modules}; ${line})` : `${reason} (${line})`;
}

function findLocation(
  { root, sources }: EvaluationContext,
  file: string,
  failure: ImportFailure,
): SourceLocation {
  const [first, next] = failure.chain;
  if (failure.location && failure.location.file === first) return failure.location;
  const path = `${root}/${file}`;
  const source = sources.parse(path);
  if (!source) return startOf(file);
  const link = listImports(source).find(({ specifier }) => {
    const target = next === undefined ? null : sources.resolve(path, specifier);
    return target !== null && relativeTo(root, target) === next;
  });
  return link?.location ?? failure.lines.find((line) => line.file === source.file) ?? startOf(file);
}

function explain(
  context: EvaluationContext,
  modules: LazyModules,
  { error, chain, part }: EvaluationFailure,
): ImportFailure {
  const { host, root, sources } = context;
  const reason = error instanceof UnavailableError ? error.message : describeThrown(error);
  const failure = { reason, chain: chain.map((path) => relativeTo(root, path)), lines: [] };
  if (!(error instanceof UnavailableError)) {
    const lines = traceLines(error, part, {
      root,
      findText: (path) => modules.find(path)?.compiler.printInstrumented() ?? null,
    });
    const thrownBy = lines[0] ? absolute(root, lines[0].file) : (chain.at(-1) ?? root);
    const isOfZod3 = reason.includes('zod 3') || importsZod3(sources, thrownBy);
    return { ...failure, lines, help: isOfZod3 ? FROM_ZOD_4 : suggestFix(reason) };
  }
  const { location: range, missing, unresolved } = error.details;
  if (unresolved?.target.tsconfig) {
    const { path, line, column } = unresolved.target.tsconfig;
    const location = { file: relativeTo(root, path), line, column, length: 1 };
    // Makes a watch rebuild when it changes.
    host.readFile(path);
    const help = path.endsWith('/package.json')
      ? FIX_SYNTAX
      : `Imports such as ${JSON.stringify(unresolved.specifier)} are found by its \`paths\`, those of what it extends included.`;
    const chain = [location.file];
    return { reason: `${location.file} cannot be read: ${reason}.`, chain, lines: [], location, help };
  }
  const importer = range?.path ?? chain.at(-1) ?? root;
  const help = unresolved?.target.isAbsent
    ? suggestImport(sources, importer, unresolved.specifier, unresolved.target)
    : unresolved && NOT_A_MODULE;
  if (!range) return { ...failure, help };
  const file = relativeTo(root, range.path);
  const text = modules.find(range.path)?.syntax.text ?? host.readFile(range.path) ?? '';
  const location = locationOf({ file, text }, range);
  if (missing) {
    const fix = missing.isOfProject ? 'Fix the name, or export it there. ' : '';
    return { ...failure, location, help: `${fix}${suggestName(missing.name, missing.exports)}`.trim() };
  }
  if (unresolved) return { ...failure, reason: reason.replaceAll(`${root}/`, ''), location, help };
  if (file.endsWith('.json')) {
    return { ...failure, chain: [...failure.chain, file], location, help: FIX_SYNTAX };
  }
  // Prefer TypeScript's message for a syntax error.
  const module = sources.parse(range.path);
  if (!module || module.errors.length === 0) return { ...failure, location };
  const syntaxError = listSyntaxErrors(module)[0] ?? { message: reason, ...location };
  return { ...failure, reason: syntaxError.message, location: syntaxError, help: FIX_SYNTAX };
}

/** Returns the fix of an error that code in a procedure file often throws, by its message. */
function suggestFix(reason: string): string | undefined {
  if (reason.endsWith('before initialization')) return 'Declare it above the line that uses it.';
  if (UNKNOWN_STEP.test(reason)) return STEPS;
  return reason.endsWith('takes a zod 4 schema, not an object.')
    ? 'Pass a schema, such as `z.object({ … })`.'
    : undefined;
}

/** A method that a builder does not have, such as `procedure.meta(...).handler is not a function`. */
const UNKNOWN_STEP =
  /^\w*procedure\w*(?:\.(?:meta|use|input|output|query|mutation)\(\.\.\.\))*\.\w+ is not a function$/i;

const STEPS =
  'A procedure has the steps `.meta()`, `.use()`, `.input()` and `.output()`, then `.query()` or `.mutation()` at its end.';

const NOT_A_MODULE = 'Schemas are made of TypeScript, JavaScript and JSON. Read other files in a handler.';

const FIX_SYNTAX = 'Fix the syntax there.';

const FROM_ZOD_4 =
  "Import zod 4, `import * as z from 'zod'`: schemas of zod 3 (`zod/v3`) cannot be described.";

/** Whether a module imports zod 3, as `zod/v3` or because that version is installed as `zod`. */
function importsZod3(sources: SourceModules, path: string): boolean {
  const imports = sources.parse(path)?.imports ?? [];
  if (imports.some((specifier) => /^zod\/v3(\/|$)/.test(specifier))) return true;
  const about = sources.resolveImport(path, 'zod/package.json');
  if (about.kind !== 'package' || !imports.includes('zod')) return false;
  return /"version":\s*"3\./.test(sources.readText(fileURLToPath(about.url)) ?? '');
}
