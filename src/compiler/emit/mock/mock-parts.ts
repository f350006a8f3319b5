import { PACKAGE_FOLDER } from '../../package-folder.js';
import type { ClientParts } from '../client/client-parts.js';

/** The sources of the mock's runtime in the order a reader of the generated file meets them. */
const MOCK_RUNTIME_FILES = [
  'mock-transport.ts',
  'mock-schema.ts',
  'making.ts',
  'make-value.ts',
  'make-object.ts',
  'make-list.ts',
  'make-number.ts',
  'make-string.ts',
  'formats.ts',
  'sample-pattern.ts',
  'parse-pattern.ts',
  'combine-schemas.ts',
  'random.ts',
] as const;

/** The package ships its sources. */
const MOCK = new URL('src/client/mock/', PACKAGE_FOLDER);
const TEMPLATE = new URL('templates/client-mock.hbs', PACKAGE_FOLDER);

/** Reads what the mock is printed from beside the model. */
export async function readMockParts(readText: (file: URL) => Promise<string>): Promise<ClientParts> {
  const [template = '', entry = '', ...runtime] = await Promise.all(
    [TEMPLATE, ...['index.ts', ...MOCK_RUNTIME_FILES].map((file) => new URL(file, MOCK))].map(readText),
  );
  return { template, entry, runtime };
}
