import { REPOSITORY } from '../harness/places.js';
import { createEdit, nameFolder, type SizedProject, writeProject } from './sized-project.js';

const PROCEDURES_A_FILE = 5;
const PROCEDURES_A_SCHEMA_MODULE = 20;
const PROCEDURES_A_SERVICE = 50;
/** So many schema modules refer to one another, each to the one before it. */
const CHAIN = 5;
const STEPS_A_SERVICE = 24;

/**
 * Writes a project as people have them, of so many procedures: several in a file, with middleware and handlers that use
 * services. 1,000 of them have 200 files, 50 schema modules that refer to each other, and 20 services of 300 lines that
 * import packages, keep state and read the environment.
 */
export function writeRealProject(procedures: number, checkout = REPOSITORY, name = 'real'): SizedProject {
  const files = Math.ceil(procedures / PROCEDURES_A_FILE);
  const schemas = Math.ceil(procedures / PROCEDURES_A_SCHEMA_MODULE);
  const services = Math.ceil(procedures / PROCEDURES_A_SERVICE);
  const printFile = (file: number, edits: number) =>
    printProcedures({ file, procedures, schema: file % schemas, service: file % services, edits });
  const root = writeProject(`${name}-${procedures}`, checkout, {
    ...list(schemas, (index) => [`schemas/shared${index}.ts`, printSchemas(index, 0)]),
    ...list(services, (index) => [`services/service${index}.ts`, printService(index)]),
    ...list(files, (index) => [nameFile(index), printFile(index, 0)]),
  });
  return {
    root,
    procedures,
    files,
    editProcedure: createEdit(
      root,
      nameFile(0),
      (edits) => printFile(0, edits),
      (edits) => `"edits":${edits},`,
    ),
    editShared: createEdit(
      root,
      'schemas/shared0.ts',
      (edits) => printSchemas(0, edits),
      (edits) => `"revision":${edits},`,
    ),
    path: '/api/resource0/1',
  };
}

function list(
  count: number,
  print: (index: number) => readonly [path: string, text: string],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => print(index)));
}

function nameFile(file: number): string {
  return `procedures/${nameFolder(file)}/resources${file}.ts`;
}

function printSchemas(index: number, revision: number): string {
  const before = index % CHAIN === 0 ? undefined : index - 1;
  return `import * as z from 'zod';
${before === undefined ? '' : `import { Shared${before} } from './shared${before}.js';\n`}
export enum State${index} {
  Draft = 'draft',
  Open = 'open',
  Closed = 'closed',
}

export const Shared${index} = z
  .object({
    revision: z.int().default(${revision}),
    id: z.string().min(1).max(40),
    state: z.enum(State${index}),
    changedAt: z.iso.datetime(),${before === undefined ? '' : `\n    before: Shared${before}.optional(),`}
  })
  .meta({ id: 'Shared${index}' });
`;
}

function printService(index: number): string {
  const steps = Array.from({ length: STEPS_A_SERVICE }, (_, step) => printStep(step));
  return `import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import pino from 'pino';

const log = pino({ name: 'service${index}', level: process.env.LOG_LEVEL ?? 'silent' });
const url = process.env.DATABASE_URL ?? 'memory:service${index}';
const settings = process.env.SETTINGS_FILE && existsSync(process.env.SETTINGS_FILE)
  ? readFileSync(process.env.SETTINGS_FILE, 'utf8')
  : '';
const cache = new Map<string, string>();
let calls = 0;

interface Connection {
  readonly id: string;
  uses: number;
}

/** Connections to one database, each lent to one call at a time. */
class Pool {
  readonly #idle: Connection[] = [];
  #opened = 0;

  constructor(
    private readonly target: string,
    private readonly most: number,
  ) {}

  run<Value>(work: (connection: Connection) => Value): Value {
    const connection = this.#idle.pop() ?? this.#open();
    try {
      connection.uses += 1;
      return work(connection);
    } finally {
      this.#idle.push(connection);
    }
  }

  #open(): Connection {
    if (this.#opened === this.most) throw new Error(\`No connection to \${this.target} is idle.\`);
    this.#opened += 1;
    return { id: randomUUID(), uses: 0 };
  }
}

const pool = new Pool(url, Number(process.env.POOL_SIZE ?? 10));

/** What the procedures ask for. */
export class Service${index} {
  #steps = 0;

  constructor(private readonly name: string) {}

  /** The number of a call, counted from the start of the process. */
  begin(): number {
    calls += 1;
    log.debug({ calls, settings: settings.length }, 'call');
    return calls;
  }
${steps.join('')}}

export const service${index} = new Service${index}('service${index}');
`;
}

function printStep(step: number): string {
  return `
  step${step}(id: string): string {
    this.#steps += 1;
    const kept = cache.get(\`${step} \${id}\`);
    if (kept !== undefined) return kept;
    log.debug({ id, url, steps: this.#steps }, '${step}');
    const made = pool.run(({ uses }) => \`\${this.name} \${uses}\`);
    cache.set(\`${step} \${id}\`, made);
    return made;
  }
`;
}

interface ProcedureFile {
  readonly file: number;
  /** In the whole project; the last file may have fewer than the others. */
  readonly procedures: number;
  readonly schema: number;
  readonly service: number;
  readonly edits: number;
}

function printProcedures({ file, procedures, schema, service, edits }: ProcedureFile): string {
  const first = file * PROCEDURES_A_FILE;
  const count = Math.min(PROCEDURES_A_FILE, procedures - first);
  const print = (_: unknown, position: number) =>
    (position < 3 ? printQuery : printMutation)({ file, schema, service, edits }, first + position);
  return `import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
import { Shared${schema}, State${schema} } from '../../schemas/shared${schema}.js';
import { service${service} } from '../../services/service${service}.js';

const Resource${file} = z
  .object({
    id: z.string().min(1),
    name: z.string().min(1).max(120),
    quantity: z.number().int().min(0),
    tags: z.array(z.string()).max(10),
    createdAt: z.iso.datetime(),
    shared: Shared${schema},
  })
  .meta({ id: 'Resource${file}' });

const counted = procedure.use(async ({ next }) => next({ ctx: { call: service${service}.begin() } }));
${Array.from({ length: count }, print).join('')}`;
}

type PrintedIn = Omit<ProcedureFile, 'procedures'>;

function printQuery({ file, schema, service, edits }: PrintedIn, index: number): string {
  return `
/** Lists what there is of resource ${index}. */
export const list${index} = counted
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/resource${index}/:id', tags: ['resources'], summary: 'List resource ${index}, edit ${edits}', protect: false },
  })
  .input(z.object({ id: z.string(), limit: z.number().int().min(1).max(100).default(20) }))
  .output(z.object({ edits: z.int(), call: z.int(), shared: Shared${schema}, items: z.array(Resource${file}) }))
  .query(async ({ input, ctx }) => ({
    edits: ${edits},
    call: ctx.call,
    shared: { id: service${service}.step${index % STEPS_A_SERVICE}(input.id), state: State${schema}.Open, changedAt: new Date().toISOString() },
    items: [],
  }));
`;
}

function printMutation({ file, service }: PrintedIn, index: number): string {
  return `
/** Creates resource ${index}. */
export const create${index} = counted
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/resource${index}', tags: ['resources'], summary: 'Create resource ${index}', protect: true, status: 201 },
  })
  .input(Resource${file}.omit({ id: true }))
  .output(actionResponse(Resource${file}))
  .mutation(async ({ input }) => ok({ ...input, id: service${service}.step${index % STEPS_A_SERVICE}(input.name) }));
`;
}
