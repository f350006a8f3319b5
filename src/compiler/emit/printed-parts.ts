import type { ApiModel } from '../model/api-model.js';
import type { OperationView } from './client/client-view.js';
import { DECLARATIONS, FUNCTIONS, METHODS } from './client/emit-client.js';
import { OPERATIONS, SCHEMAS } from './openapi/emit-openapi.js';
import { ROUTES } from './routes/emit-routes.js';

/** What emitters print of a model part by part, and remember: plain data, each list in the order of the model. */
export interface PrintedParts {
  readonly operations: readonly string[];
  readonly routes: readonly string[];
  readonly functions: readonly OperationView[];
  readonly methods: readonly string[];
  /** Of the description's schemas. */
  readonly schemas: readonly string[];
  /** Of the client's types. */
  readonly declarations: readonly string[];
}

/** What of the model each of them is printed of. */
export const PRINTED_OF = {
  operations: 'procedures',
  routes: 'procedures',
  functions: 'procedures',
  methods: 'procedures',
  schemas: 'schemas',
  declarations: 'types',
} as const satisfies Record<keyof PrintedParts, 'procedures' | 'schemas' | 'types'>;

const PARTS = {
  operations: OPERATIONS,
  routes: ROUTES,
  functions: FUNCTIONS,
  methods: METHODS,
  schemas: SCHEMAS,
  declarations: DECLARATIONS,
};

/** What emitters have printed of the model that they have just been given. */
export function listPrinted(model: ApiModel): PrintedParts {
  return {
    operations: OPERATIONS.list(model),
    routes: ROUTES.list(model),
    functions: FUNCTIONS.list(model),
    methods: METHODS.list(model),
    schemas: SCHEMAS.list(model),
    declarations: DECLARATIONS.list(model),
  };
}

/** What was printed of one item last; undefined where nothing was. */
export function recallPrinted(kind: keyof PrintedParts, item: object): string | OperationView | undefined {
  return PARTS[kind].recall(item as never);
}

/** Makes emitters remember what they, or their likes in another process, printed of the same model. */
export function learnPrinted(model: ApiModel, printed: PrintedParts): void {
  OPERATIONS.learn(model, printed.operations);
  ROUTES.learn(model, printed.routes);
  FUNCTIONS.learn(model, printed.functions);
  METHODS.learn(model, printed.methods);
  SCHEMAS.learn(model, printed.schemas);
  DECLARATIONS.learn(model, printed.declarations);
}
