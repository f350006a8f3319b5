import type { ApiModel, ProcedureModel } from '../../../model/api-model.js';
import type { OutputFile } from '../../../model/output-file.js';
import { comparePathSpecificity, DEFAULT_PREFIX, printRouterPath } from '../../../protocol/path-template.js';
import { renderTemplate } from '../render-template.js';
import { printData } from '../typescript/print-literal.js';
import { ROUTES_FILE } from './find-routes-path.js';
import type { RoutesView } from './routes-view.js';

/** Prints the Koa route table: one row a route, the more literal path first. */
export function emitRoutes(model: ApiModel, template: string): OutputFile {
  const ordered = [...model.procedures].sort((left, right) => comparePathSpecificity(left.path, right.path));
  const view: RoutesView = {
    setup: model.setup,
    imports: listImports(model.procedures),
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
    routes: ordered.map(printRow),
  };
  return { path: ROUTES_FILE, text: renderTemplate(template, view) };
}

/** One import a procedure file, each procedure under the identifier that the client uses for it too. */
function listImports(procedures: readonly ProcedureModel[]): { specifier: string; names: string }[] {
  const names = new Map<string, string[]>();
  for (const { source, identifier } of procedures) {
    const clause = source.exportName === identifier ? identifier : `${source.exportName} as ${identifier}`;
    names.set(source.specifier, [...(names.get(source.specifier) ?? []), clause]);
  }
  return [...names]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([specifier, clauses]) => ({ specifier, names: clauses.join(', ') }));
}

function printRow(procedure: ProcedureModel): string {
  const { input, scopes, deprecation } = procedure;
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
  const opening = printData(start).slice(0, -' }'.length);
  return `${opening}, procedure: ${procedure.identifier}, ${printData(rest).slice('{ '.length)}`;
}
