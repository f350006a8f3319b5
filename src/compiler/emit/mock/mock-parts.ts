import { type ClientParts, type ReadText, readParts } from '../client/client-parts.js';

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

/** Reads what the mock is printed from beside the model. */
export function readMockParts(readText: ReadText): Promise<ClientParts> {
  return readParts(readText, {
    template: 'client-mock.hbs',
    folder: 'src/client/mock/',
    files: MOCK_RUNTIME_FILES,
  });
}
