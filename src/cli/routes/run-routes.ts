import { type Diagnostic, hasErrors } from '../../compiler/diagnostic.js';
import type { ApiModel, ProcedureModel } from '../../model/api-model.js';
import { printRouterPath } from '../../protocol/path-template.js';
import { reportDiagnostics } from '../build/report-build.js';
import { withBuilder } from '../builder/open-builder.js';
import { EXIT } from '../exit-code.js';
import { explainFailure } from '../explain-failure.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { printJson } from '../print/print-json.js';
import { printTable } from '../print/print-table.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';

export interface RoutesOptions extends ProjectOptions {
  readonly json?: boolean;
}

/** The output of `procgen routes --json`; `version` increases when the shape breaks. */
interface RoutesReport {
  readonly version: 1;
  /** By path, then method; none when there are errors. */
  readonly routes: readonly object[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the procedures could not be read. */
  readonly error?: { readonly message: string; readonly help: string | undefined };
}

/** `procgen routes`: prints the route table, or JSON. */
export async function runRoutes(options: RoutesOptions, io: Io): Promise<number> {
  try {
    return await listRoutes(options, io);
  } catch (error) {
    const failure = explainFailure(error);
    if (options.json && failure) {
      const { message, help } = failure;
      io.stdout.write(printReport({ routes: [], diagnostics: [], error: { message, help } }));
    }
    throw error;
  }
}

async function listRoutes(options: RoutesOptions, io: Io): Promise<number> {
  const project = openProject(options, io);
  const host = createNodeHost();
  const { model, diagnostics, isConfigBroken } = await withBuilder(project, io, (builder) =>
    builder.compile(),
  );
  await reportDiagnostics(diagnostics, { host, root: project.root }, io);
  if (model === null || hasErrors(diagnostics)) {
    io.stderr.write(`${summarizeDiagnostics(diagnostics)}\n`);
    if (options.json) io.stdout.write(printReport({ routes: [], diagnostics }));
    return isConfigBroken ? EXIT.usage : EXIT.errors;
  }
  io.stdout.write(
    options.json ? printReport({ routes: describeRoutes(model), diagnostics }) : printRoutes(model),
  );
  return EXIT.fine;
}

function printReport(report: Omit<RoutesReport, 'version'>): string {
  return printJson({ version: 1, ...report });
}

/** Orders routes by path, then method. */
export function printRoutes(model: ApiModel): string {
  const rows = sortByPath(model.procedures).map((procedure) => [
    procedure.method,
    `${model.prefix}${printRouterPath(procedure.path)}`,
    procedure.name,
    printProtection(procedure),
    printRateLimit(procedure, model),
  ]);
  return printTable([['METHOD', 'PATH', 'PROCEDURE', 'PROTECT', 'RATE LIMIT'], ...rows]);
}

function describeRoutes(model: ApiModel): readonly object[] {
  return sortByPath(model.procedures).map((procedure) => ({
    method: procedure.method,
    path: `${model.prefix}${printRouterPath(procedure.path)}`,
    procedure: procedure.name,
    protect: procedure.isProtected,
    scopes: procedure.scopes,
    rateLimit: procedure.rateLimit,
    file: procedure.source.file,
    exportName: procedure.source.exportName,
  }));
}

function sortByPath(procedures: readonly ProcedureModel[]): readonly ProcedureModel[] {
  const keys = new Map(procedures.map((it) => [it, `${printRouterPath(it.path)} ${it.method}`]));
  return [...procedures].sort((left, right) => ((keys.get(left) ?? '') < (keys.get(right) ?? '') ? -1 : 1));
}

function printProtection({ isProtected, scopes }: ProcedureModel): string {
  if (!isProtected) return 'no';
  return scopes.length === 0 ? 'yes' : `yes (${scopes.join(', ')})`;
}

function printRateLimit({ rateLimit }: ProcedureModel, model: ApiModel): string {
  if (rateLimit === false) return 'none';
  const { limit, windowMs } = model.rateLimits[rateLimit];
  return `${rateLimit} (${limit} in ${windowMs / 1000} s)`;
}
