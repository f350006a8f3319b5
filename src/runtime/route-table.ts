import type { Procedure } from '../authoring/procedure.js';
import type { InputPlan, NamedPlans } from '../protocol/decoding-plan.js';
import type { HttpMethod } from '../protocol/http-method.js';
import type { RateLimitClass } from '../protocol/rate-limit.js';

/** The content of `generated/routes.ts`: data, and references to procedures. */
export interface RouteTable {
  /** The file `openapi.json` next to the route table. */
  readonly description: URL;
  /** The prefix of every path; `/api` when absent. */
  readonly prefix?: string;
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** The message catalogs: language to key to ICU message, the fallback language first. */
  readonly messages: { readonly [locale: string]: { readonly [key: string]: string } };
  /** The named plans that `{ ref }` refers to. */
  readonly plans?: NamedPlans;
  /** Sorted by specificity, so that the first match is the right one. */
  readonly routes: readonly Route[];
}

export interface Route {
  readonly name: string;
  readonly method: HttpMethod;
  /** Without the prefix, in the router's form: `/items/:id`. */
  readonly path: string;
  /** May be created on first access. */
  readonly procedure: Procedure;
  readonly protect: boolean;
  readonly scopes?: readonly string[];
  readonly rateLimit: RateLimitClass | false;
  /** The status of a success. */
  readonly status: number;
  /** Whether the schema gets `undefined` if nothing was sent. */
  readonly optional?: boolean;
  /** Set if a JSON body is read; `optional` if it may be missing. */
  readonly body?: 'required' | 'optional';
  readonly plan?: InputPlan;
  /** `Deprecation`, `Sunset` and `Link` of every response; `{name}` in the link stands for a path parameter. */
  readonly deprecation?: { readonly [header: string]: string };
}

/** Checks the type of the generated table. */
export function defineRoutes(table: RouteTable): RouteTable {
  return table;
}
