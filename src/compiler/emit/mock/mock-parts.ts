import { type ClientParts, type ReadText, readParts } from '../client/client-parts.js';

/** The sources of the mock's runtime in the order a reader of the generated file meets them. */
const MOCK_RUNTIME_FILES = [
  'mock-transport.ts',
  '../../examples/mock-schema.ts',
  '../../examples/making.ts',
  '../../examples/make-value.ts',
  '../../examples/make-object.ts',
  '../../examples/make-list.ts',
  '../../examples/make-number.ts',
  '../../examples/make-string.ts',
  '../../examples/formats.ts',
  '../../examples/sample-pattern.ts',
  '../../examples/parse-pattern.ts',
  '../../examples/combine-schemas.ts',
  '../../examples/random.ts',
] as const;

/** Reads what the mock is printed from beside the model. */
export function readMockParts(readText: ReadText): Promise<ClientParts> {
  return readParts(readText, {
    template: 'client-mock.hbs',
    folder: 'src/client/mock/',
    files: MOCK_RUNTIME_FILES,
  });
}
