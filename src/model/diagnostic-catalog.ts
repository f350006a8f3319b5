/** Errors, which keep a build from writing files, with the help that is printed without a more specific one. */
const ERRORS = {
  'syntax-error': 'Fix the syntax. The rest of this file was not read.',
  'failing-import':
    'A build runs the code that creates the schemas. Move what throws into a handler, or out of the modules that the schemas need.',
  'invalid-config': 'docs/configuration.md in the package lists the options.',
  'invalid-catalog': 'A catalog is a JSON object of message keys and ICU messages.',
  'missing-message': 'Add it: every language of `locales` needs the same messages.',
  'unknown-message': 'Remove it, or add it to the catalog of the first language.',
  'invalid-message': 'See the ICU message syntax: `{name}`, `{n, plural, one {# item} other {# items}}`.',
  'missing-metadata':
    'An exposed procedure needs `enabled`, `method`, `path`, `tags`, `summary` and `protect`.',
  'invalid-metadata': 'docs/metadata.md in the package lists the keys.',
  'unknown-metadata-key': 'Keys of your own belong beside `openapi`, not inside it.',
  'invalid-method': 'Use GET, POST, PUT, PATCH or DELETE, in capitals.',
  'invalid-path':
    'A path looks like `/items/:id`: it starts with a slash, does not end with one, and follows `/api`.',
  'invalid-path-parameter': 'A parameter is a whole segment, `:id` or `{id}`, and its name is an identifier.',
  'optional-path-parameter': 'Declare two procedures, one for each path.',
  'path-parameter-without-input': 'Add the key to the input schema, or remove the parameter from the path.',
  'unknown-tag': 'Add the tag to `tags` in procgen.config.ts.',
  'invalid-header':
    'Declare what the handler sets in `ctx.response.headers`: each header once, by a name such as `X-Total-Count`.',
  'missing-input': 'Add `.input(z.object({ … }))` with one key for each path parameter.',
  'missing-output':
    'Add `.output(…)`: `actionResponse(schema)` for an envelope, `z.void()` with status 204 for no body.',
  'missing-handler':
    'End it with `.query(…)` or `.mutation(…)`. A builder that procedures share needs no path.',
  'invalid-input': 'An input is a zod object, or a union or intersection of objects.',
  'input-cannot-travel': 'Use POST, PUT or PATCH, which send the input as JSON, or use a simpler type.',
  'unrepresentable-schema': 'Use a type that JSON can represent.',
  'duplicate-route': 'Change one of the methods or paths.',
  'duplicate-name': 'Rename one of the files or exports.',
  'duplicate-component': 'Give one of the schemas another `id`, or use one schema in both places.',
  'duplicate-export': 'Export a procedure once. If you need two, declare two that call the same function.',
  'client-name-conflict': 'Rename one of them: each needs its own place in the client.',
  'reserved-name': 'Rename the export; `export { … as … }` is enough.',
  'invalid-status': 'A success has a status from 200 to 299, a documented error one from 400 to 599.',
  'output-with-204': 'Use another status, or `.output(z.void())`.',
  'scopes-on-public': 'Set `protect: true`, or remove the scopes.',
  'query-method': 'Use GET or POST, or make it a `.mutation(…)`.',
  'mutation-method': 'Use POST, PUT, PATCH or DELETE, or make it a `.query(…)`.',
  'redirect-method': 'Make it a `.query(…)` with the method GET: a link and `location.href` send no other.',
  'unknown-replacement': 'Name the procedure as the client does, such as `items.list`.',
  'invalid-template':
    'README.md in the folder of templates describes the data of each template and the helpers.',
  'template-of-another-version':
    'Run "procgen eject templates --force" for templates of this version, and apply your changes again.',
  'failing-emitter':
    'An emitter is a function from the model to a list of `{ path, text }`. It runs in every build.',
  'invalid-emitted-file':
    'Give each file a path of its own in the folder of generated files, or elsewhere in the project with a `mark` in its text.',
  'nothing-to-expose': 'Export a procedure with `openapi: { enabled: true, … }` from a file in that folder.',
} as const satisfies Record<string, string>;

/** Warnings of likely mistakes, with which a build still writes its files. */
const WARNINGS = {
  'unread-file':
    'A build reads `*.ts` files in the folder itself. Rename or move the file, or start its name with `_`.',
  'unexported-procedure': 'Export it, or remove it.',
  'nested-procedure': 'Export each procedure under a name of its own.',
  'misspelt-metadata': 'Rename the key. A key of your own needs a less similar name.',
  'skipped-side-effect':
    'List the module in `setup` of the configuration if schemas need it, or turn this warning off.',
  'missing-context':
    'Add `context` to the configuration, or `authenticate` if only `user` has fields of its own.',
  'loosened-protect':
    'Set `protect` before the first `.use(…)`, so that the middleware is typed for callers without a user.',
  'protected-redirect':
    'Set `protect: false` and check a signed or random token of the input, or bring an `authenticate` that reads a cookie.',
  'unchecked-output':
    'Declare the fields that are sent, or use `z.json()` if you mean any JSON. Undeclared fields cannot be stripped.',
  'failing-start': 'Remove it, or move it into the function or the condition that it belongs to.',
  'unstable-schema':
    'Evaluate it for each request: in `.refine(…)`, in `.default(() => new Date())`, or in the handler.',
} as const satisfies Record<string, string>;

/**
 * Every diagnostic of the compiler. Each code has a page in `diagnostics` and a case of its name: an error in
 * `test/cases/invalid`, a warning in `test/cases/warned`.
 */
export const DIAGNOSTIC_CATALOG = { ...ERRORS, ...WARNINGS } as const;

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CATALOG;

export type WarningCode = keyof typeof WARNINGS;

export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];

export type Severity = 'error' | 'warning';

/** A code has one severity, wherever it is reported. */
export function severityOf(code: DiagnosticCode): Severity {
  return Object.hasOwn(WARNINGS, code) ? 'warning' : 'error';
}
