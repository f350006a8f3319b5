import { PACKAGE_FOLDER } from '../../package-folder.js';

/** What the client is printed from beside the model: texts of the package. */
export interface ClientParts {
  readonly template: string;
  /** The sources of the client's runtime, in the order of `CLIENT_RUNTIME_FILES`. */
  readonly runtime: readonly string[];
  /** The source whose exports are the runtime's public ones. */
  readonly entry: string;
}

/** The runtime's sources in the order a reader of the generated file meets them. `credentials.ts` is printed instead. */
export const CLIENT_RUNTIME_FILES = [
  'result.ts',
  'call.ts',
  'api-error.ts',
  'options.ts',
  'operation.ts',
  'transport.ts',
  'perform-call.ts',
  'send-request.ts',
  'read-answer.ts',
  'redirected.ts',
  'retry-delay.ts',
  'transport-session.ts',
  'race.ts',
  'encode-path.ts',
  'encode-query.ts',
  'encode-body.ts',
  'print-scalar.ts',
] as const;

/** The package ships its sources. */
const CLIENT = new URL('src/client/', PACKAGE_FOLDER);
const TEMPLATE = new URL('templates/client.hbs', PACKAGE_FOLDER);

/** Reads the parts through `readText`, the template from elsewhere when the project has its own. */
export async function readClientParts(
  readText: (file: URL) => Promise<string>,
  template: URL = TEMPLATE,
): Promise<ClientParts> {
  const [templateText, entry, ...runtime] = await Promise.all(
    [template, ...['index.ts', ...CLIENT_RUNTIME_FILES].map((file) => new URL(file, CLIENT))].map((file) =>
      readText(file),
    ),
  );
  return { template: templateText ?? '', entry: entry ?? '', runtime };
}
