import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createNodeHost } from '../../../src/cli/node-host.js';
import { type Compilation, compile } from '../../../src/compiler/compile.js';
import type { RouteTable } from '../../../src/runtime/index.js';
import { type Carrier, type ConstructName, constructs } from '../constructs.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const CARRIERS: readonly Carrier[] = ['path', 'query', 'body'];

export interface BuiltProject {
  readonly compilation: Compilation;
  readonly routes: RouteTable;
  /** The text of `client.ts`. */
  readonly client: string;
  // biome-ignore lint/suspicious/noExplicitAny: a description is walked by its keys.
  readonly description: any;
  remove(): Promise<void>;
}

/**
 * Builds one project with a procedure a construct and carrier, called `<carrier>.<construct>`, whose handler
 * returns what it received. It stands below `.procgen/` of this repository, where `procgen` and `zod` resolve.
 */
export async function buildProject(): Promise<BuiltProject> {
  const project = await createProject(
    Object.fromEntries(CARRIERS.map((carrier) => [carrier, printProcedures(carrier)])),
  );
  const { compilation } = project;
  const faults = compilation.diagnostics.map(({ message }) => message);
  if (compilation.files.length === 0) throw new Error(faults.join('\n'));
  for (const { path, text } of compilation.files) await project.write(path, text);
  const { routes } = await import(
    /* @vite-ignore */ pathToFileURL(join(project.root, 'generated/routes.ts')).href
  );
  const textOf = (name: string) => compilation.files.find(({ path }) => path.endsWith(name))?.text ?? '';
  return {
    compilation,
    routes,
    client: textOf('client.ts'),
    description: JSON.parse(textOf('openapi.json')),
    remove: project.remove,
  };
}

export interface Project {
  readonly root: string;
  readonly compilation: Compilation;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Compiles a project of the given procedure files, by their names without `.ts`. */
export async function createProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const root = join(REPOSITORY, '.procgen', 'schemas', randomUUID());
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  await write(
    'procgen.config.ts',
    "import { defineConfig } from 'procgen';\nexport default defineConfig({ tags: { schemas: 'Schemas' } });\n",
  );
  for (const [name, text] of Object.entries(files)) await write(`procedures/${name}.ts`, text);
  const compilation = await compile(createNodeHost(), { root });
  return { root, compilation, write, remove: () => rm(root, { recursive: true, force: true }) };
}

/** What a procedure file of such a project begins with. */
export const PRELUDE = `import { procedure } from 'procgen';
import * as z from 'zod';
import { constructs, outputRefusals, refusals } from '../../../../test/schemas/constructs.js';
import { recordInput } from '../../../../test/schemas/support/record-input.js';

const base = procedure.meta({ openapi: { enabled: true, tags: ['schemas'], protect: false }, rateLimit: false });
`;

function printProcedures(carrier: Carrier): string {
  const names = listConstructs(carrier);
  return PRELUDE + names.map((name) => printProcedure(carrier, name)).join('');
}

function printProcedure(carrier: Carrier, name: ConstructName): string {
  const method = carrier === 'body' ? 'POST' : 'GET';
  const path = carrier === 'path' ? `/path/${name}/:value` : `/${carrier}/${name}`;
  const end = carrier === 'body' ? 'mutation' : 'query';
  const output = 'output' in constructs[name] ? 'output' : 'schema';
  // Keywords cannot be declared, but exported.
  return `
const ${name}_ = base
  .meta({ openapi: { method: '${method}', path: '${path}', summary: '${name}' } })
  .input(z.object({ value: constructs.${name}.schema }))
  .output(z.object({ value: constructs.${name}.${output} }))
  .${end}(({ input }) => recordInput(input));
export { ${name}_ as ${name} };
`;
}

/** The constructs that can travel in `carrier`. */
export function listConstructs(carrier: Carrier): ConstructName[] {
  return (Object.keys(constructs) as ConstructName[]).filter((name) =>
    (constructs[name].carriers as readonly Carrier[]).includes(carrier),
  );
}
