import type { ApiModel, ProcedureModel } from '../../../model/api-model.js';
import type { OutputFile } from '../../../model/output-file.js';
import { comparePathSpecificity, DEFAULT_PREFIX, printRouterPath } from '../../../protocol/path-template.js';
import { renderTemplate } from '../render-template.js';
import { printString, printTypedData } from '../typescript/print-literal.js';
import type { RoutesView } from './routes-view.js';

/** The name of the route table in the folder of generated files. */
export const ROUTES_FILE = 'routes.ts';

/** Procedure files that are loaded on the first call of a procedure, by specifier, with the imports that stay eager. */
export type Deferrals = ReadonlyMap<string, readonly string[]>;

/** Prints the Koa route table: one row per route, more literal paths first. */
export function emitRoutes(model: ApiModel, template: string, deferrals: Deferrals = new Map()): OutputFile {
  const ordered = [...model.procedures].sort((left, right) => comparePathSpecificity(left.path, right.path));
  const view: RoutesView = {
    setup: model.setup,
    imports: listImports(model.procedures, deferrals),
    hasPrefix: model.prefix !== DEFAULT_PREFIX,
    prefix: model.prefix,
    credentials: { header: model.credentials.header, prefix: model.credentials.prefix },
    hasMessages: Object.keys(model.messages).length > 0,
    catalogs: Object.entries(model.messages).map(([locale, messages]) => ({
      locale,
      messages: Object.entries(messages).map(([key, message]) => ({ key, message })),
    })),
    hasPlans: Object.keys(model.plans).length > 0,
    plans: model.plans,
    routes: ordered.map((procedure) => printRow(procedure, deferrals.has(procedure.source.specifier))),
  };
  return { path: ROUTES_FILE, text: renderTemplate(template, view) };
}

/** Lists one import per procedure file, which names each procedure as the client does. */
function listImports(procedures: readonly ProcedureModel[], deferrals: Deferrals): RoutesView['imports'] {
  const names = new Map<string, string[]>();
  for (const { source, identifier } of procedures) {
    const clause = source.exportName === identifier ? identifier : `${source.exportName} as ${identifier}`;
    names.set(source.specifier, [...(names.get(source.specifier) ?? []), clause]);
  }
  return [...names]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(
      ([specifier, clauses]) =>
        deferrals.get(specifier)?.map((each) => ({ specifier: each, names: '' })) ?? [
          { specifier, names: clauses.join(', ') },
        ],
    );
}

function printRow(procedure: ProcedureModel, isDeferred: boolean): string {
  const { input, scopes, deprecation, source } = procedure;
  const start = { name: procedure.name, method: procedure.method, path: printRouterPath(procedure.path) };
  const rest = {
    protect: procedure.isProtected,
    ...(scopes.length > 0 && { scopes }),
    rateLimit: procedure.rateLimit,
    status: procedure.success.status,
    ...(input?.mayBeUndefined && { optional: true }),
    ...(input?.body && { body: input.body.isRequired ? 'required' : 'optional' }),
    ...(input && Object.keys(input.plan).length > 0 && { plan: input.plan }),
    ...(deprecation && Object.keys(deprecation.headers).length > 0 && { deprecation: deprecation.headers }),
  };
  const opening = printTypedData(start).slice(0, -' }'.length);
  const member = isDeferred
    ? `get procedure() { return require(${printString(source.specifier)}).${source.exportName}; }`
    : `procedure: ${procedure.identifier}`;
  return `${opening}, ${member}, ${printTypedData(rest).slice('{ '.length)}`;
}
