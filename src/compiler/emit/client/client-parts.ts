import { PACKAGE_FOLDER } from '../../package-folder.js';

/** The package's texts that the client is printed from, together with the model. */
export interface ClientParts {
  readonly template: string;
  /** The sources of the client's runtime, in the order of `CLIENT_RUNTIME_FILES`. */
  readonly runtime: readonly RuntimeSource[];
  /** The source that exports the public part of the runtime. */
  readonly entry: string;
}

export interface RuntimeSource {
  readonly file: string;
  readonly text: string;
}

/** The runtime's sources in the order of the generated file. `credentials.ts` is printed from the model instead. */
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
  'network-messages.ts',
  'retry-delay.ts',
  'transport-session.ts',
  'race.ts',
  'encode-path.ts',
  'encode-query.ts',
  'encode-body.ts',
  'print-scalar.ts',
  'stream-events.ts',
  'stream-lines.ts',
  'read-lines.ts',
  'read-item.ts',
  'print-url.ts',
  'encode-form.ts',
] as const;

/** Sources that only some services need: those with event streams, any streams, links, or files. */
export const RUNTIME_PURPOSES: Readonly<Record<string, RuntimePurpose | undefined>> = {
  'stream-events.ts': 'events',
  'stream-lines.ts': 'streams',
  'read-lines.ts': 'streams',
  'read-item.ts': 'streams',
  'print-url.ts': 'links',
  'encode-form.ts': 'forms',
} satisfies Partial<Record<(typeof CLIENT_RUNTIME_FILES)[number], RuntimePurpose>>;

type RuntimePurpose = 'events' | 'streams' | 'links' | 'forms';

/** Reads the parts of the client through `readText`. */
export function readClientParts(readText: ReadText): Promise<ClientParts> {
  return readParts(readText, { template: 'client.hbs', folder: 'src/client/', files: CLIENT_RUNTIME_FILES });
}

export type ReadText = (file: URL) => Promise<string>;

/** The package ships its sources. */
export async function readParts(
  readText: ReadText,
  { template, folder, files }: { template: string; folder: string; files: readonly string[] },
): Promise<ClientParts> {
  const read = (path: string) => readText(new URL(path, PACKAGE_FOLDER));
  const [templateText, entry, ...runtime] = await Promise.all([
    read(`templates/${template}`),
    read(`${folder}index.ts`),
    ...files.map(async (file) => ({ file, text: await read(folder + file) })),
  ]);
  return { template: templateText, entry, runtime };
}

const IMPORT = /^import [^;]*;\n/gm;
const EXPORT = /^export (?=(?:abstract |async )*(?:class|const|function|interface|type) (\w+))/gm;
const ENTRY = /^export (?:type )?\{([^}]*)\}/gm;

/** Prepares the runtime's sources for one file: removes imports, and exports only what the entry point exports. */
export function inlineRuntime(parts: Pick<ClientParts, 'runtime' | 'entry'>): readonly string[] {
  const exported = new Set(
    [...parts.entry.matchAll(ENTRY)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
    ),
  );
  return parts.runtime.map(({ text }) =>
    text
      .replace(IMPORT, '')
      .replace(EXPORT, (keyword, name: string) => (exported.has(name) ? keyword : ''))
      .trim(),
  );
}

/** The sources of the mock's runtime in the order of the generated file. */
const MOCK_RUNTIME_FILES = [
  'mock-transport.ts',
  '../../examples/mock-schema.ts',
  '../../examples/generation-context.ts',
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

/** Reads the package's texts that the mock is printed from. */
export function readMockParts(readText: ReadText): Promise<ClientParts> {
  return readParts(readText, {
    template: 'client-mock.hbs',
    folder: 'src/client/mock/',
    files: MOCK_RUNTIME_FILES,
  });
}
