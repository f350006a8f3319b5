import type { Description, NamedSchemas, OperationPlace, Schema } from './description.js';

/**
 * What the explorer's script is made of. A part is sent to the browser as its own source text, so it reaches the others
 * through its arguments only, whatever a bundler makes of their names.
 */
export interface Parts {
  readonly addToQuery: (query: URLSearchParams, name: string, value: unknown) => void;
  readonly listOperations: (description: Description) => ReadonlyMap<string, readonly OperationPlace[]>;
  readonly makeElement: (tag: string, options?: ElementOptions, ...children: Node[]) => HTMLElement;
  readonly makeForm: (exploration: Exploration, place: OperationPlace) => HTMLFormElement;
  readonly makeOperation: (exploration: Exploration, place: OperationPlace) => HTMLElement;
  readonly printSchema: (schema: Schema) => string;
  readonly printSchemas: (exploration: Exploration, schema: Schema) => string;
  readonly readField: (text: string) => unknown;
  readonly sampleValue: (schema: Schema, schemas: NamedSchemas) => unknown;
  readonly sendRequest: (parts: Parts, request: ExplorerRequest, output: HTMLElement) => Promise<void>;
  readonly showOperations: (exploration: Exploration) => void;
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

export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly id?: string;
}

/** A request as its form has it. */
export interface ExplorerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
