import type { Procedure } from '../authoring/procedure.js';
import type { InputPlan, NamedPlans } from '../protocol/decoding-plan.js';
import type { HttpMethod } from '../protocol/http-method.js';
import type { RateLimitClass } from '../protocol/rate-limit.js';

/** What `generated/routes.ts` holds: data, and the procedures it points at. */
export interface RouteTable {
  /** The file `openapi.json` beside the route table. */
  readonly description: URL;
  /** What stands before every path; `/api` when absent. */
  readonly prefix?: string;
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** The message catalogs: language to key to ICU message, the fallback language first. */
  readonly messages: { readonly [locale: string]: { readonly [key: string]: string } };
  /** The plans that `{ ref }` names. */
  readonly plans?: NamedPlans;
  /** The more literal path first, so that the first match is the right one. */
  readonly routes: readonly Route[];
}

export interface Route {
  readonly name: string;
  readonly method: HttpMethod;
  /** After the prefix, in the router's form: `/items/:id`. */
  readonly path: string;
  /** May be made when it is first asked for. */
  readonly procedure: Procedure;
  readonly protect: boolean;
  readonly scopes?: readonly string[];
  readonly rateLimit: RateLimitClass | false;
  /** The status of a success. */
  readonly status: number;
  /** Whether the schema is given `undefined` where nothing was sent. */
  readonly optional?: boolean;
  /** Whether a JSON body is read at all, and whether it may be missing. */
  readonly body?: 'required' | 'optional';
  readonly plan?: InputPlan;
  /** `Deprecation`, `Sunset` and `Link` of every answer; `{name}` in the link is what the request has in its path. */
  readonly deprecation?: { readonly [header: string]: string };
}

/** Types the generated table. */
export function defineRoutes(table: RouteTable): RouteTable {
  return table;
}
