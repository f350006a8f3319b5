import type { ApiModel } from '../model/api-model.js';
import type { Remembering } from '../remember.js';
import type { OperationView } from './client/client-view.js';
import { declareType, describeFunction, printMethod } from './client/emit-client.js';
import { findInputType } from './client/find-type.js';
import { answerOf } from './client/operation-row.js';
import { failureSchema } from './openapi/describe-failures.js';
import { printOperation, printSchema } from './openapi/emit-openapi.js';
import { printRoute } from './routes/emit-routes.js';

/** What emitters print of a model part by part, and remember: plain data, each list in the order of the model. */
export interface PrintedParts {
  /** Of procedures. */
  readonly operations: readonly string[];
  readonly routes: readonly string[];
  readonly functions: readonly OperationView[];
  readonly methods: readonly string[];
  /** Of the description's schemas. */
  readonly schemas: readonly string[];
  /** Of the client's types. */
  readonly declarations: readonly string[];
}

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

/** Makes emitters remember what they, or their likes in another process, printed of the same model. */
export function learnPrinted(model: ApiModel, printed: PrintedParts): void {
  OPERATIONS.learn(model, printed.operations);
  ROUTES.learn(model, printed.routes);
  FUNCTIONS.learn(model, printed.functions);
  METHODS.learn(model, printed.methods);
  SCHEMAS.learn(model, printed.schemas);
  DECLARATIONS.learn(model, printed.declarations);
}

/** The parts of a kind: the function that prints them, and what it is given for each. */
function definePart<Key extends object, Rest extends readonly unknown[], Made>(
  print: Remembering<Key, Rest, Made>,
  listGiven: (model: ApiModel) => readonly (readonly [Key, ...Rest])[],
) {
  return {
    list: (model: ApiModel) => listGiven(model).map((given) => print(...given)),
    learn(model: ApiModel, printed: readonly Made[]) {
      for (const [index, given] of listGiven(model).entries()) print.learn(printed[index] as Made, ...given);
    },
  };
}

const OPERATIONS = definePart(printOperation, (model) => {
  const { procedures, credentials, rateLimits } = model;
  const failure = failureSchema(model).name;
  return procedures.map((procedure) => [procedure, credentials, rateLimits, failure] as const);
});
const ROUTES = definePart(printRoute, ({ procedures }) =>
  procedures.map((procedure) => [procedure] as const),
);
const FUNCTIONS = definePart(describeFunction, ({ procedures, types }) =>
  procedures.map(
    (procedure) => [procedure, answerOf(procedure, types), findInputType(procedure, types)] as const,
  ),
);
const METHODS = definePart(printMethod, ({ procedures, types }) =>
  procedures.map(
    (procedure) => [procedure, procedure.namePath.at(-1) as string, findInputType(procedure, types)] as const,
  ),
);
const SCHEMAS = definePart(printSchema, ({ schemas }) => schemas.map((schema) => [schema] as const));
const DECLARATIONS = definePart(declareType, ({ types }) => types.map((type) => [type] as const));
