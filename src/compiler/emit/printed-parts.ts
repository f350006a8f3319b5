import type { ApiModel } from '../../model/api-model.js';
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

/** What emitters print of a model, or have printed of it. */
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
