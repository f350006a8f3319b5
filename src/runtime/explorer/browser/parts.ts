import type { addToQuery } from './add-to-query.js';
import type { Description } from './description.js';
import type { listOperations } from './list-operations.js';
import type { makeElement } from './make-element.js';
import type { makeForm } from './make-form.js';
import type { makeOperation } from './make-operation.js';
import type { printSchema } from './print-schema.js';
import type { printSchemas } from './print-schemas.js';
import type { readField } from './read-field.js';
import type { sampleValue } from './sample-value.js';
import type { sendRequest } from './send-request.js';
import type { showOperations } from './show-operations.js';

/**
 * What the explorer's script is made of. A part is sent to the browser as its own source text, so it reaches the others
 * through its arguments only, whatever a bundler makes of their names.
 */
export interface Parts {
  readonly addToQuery: typeof addToQuery;
  readonly listOperations: typeof listOperations;
  readonly makeElement: typeof makeElement;
  readonly makeForm: typeof makeForm;
  readonly makeOperation: typeof makeOperation;
  readonly printSchema: typeof printSchema;
  readonly printSchemas: typeof printSchemas;
  readonly readField: typeof readField;
  readonly sampleValue: typeof sampleValue;
  readonly sendRequest: typeof sendRequest;
  readonly showOperations: typeof showOperations;
}

/** What the parts work on. */
export interface Exploration {
  readonly parts: Parts;
  readonly description: Description;
  /** Where the API stands, without a slash at the end: `/api`. */
  readonly base: string;
  /** The header that a key travels in, and what stands before the key. */
  readonly credentials: { readonly header: string; readonly prefix: string };
}
