import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { BENCH_FOLDER, WORK_FOLDER } from '../harness/places.js';
import type { DescribedService } from './build-described-service.js';

/** A generator of clients, and what somebody writes who calls one operation of what it generates. */
interface ClientContender {
  readonly name: string;
  /** The command line below `node_modules`, as its documentation says; procgen has generated its own by then. */
  readonly command?: readonly string[];
  readonly imports: string;
  /** What comes before the call. */
  readonly setUp: string;
  readonly call: string;
  /** What an editor is asked about: the call again where it is written in no other way. */
  readonly consumer?: { readonly imports: string; readonly setUp: string; readonly call: string };
  /** The name that is called there, up to its parenthesis. */
  readonly method: string;
  /** Imports and an expression that hold on to every operation. */
  readonly whole: readonly [imports: string, expression: string];
}

const URL = "'https://example.com/api'";

export const CONTENDERS: readonly ClientContender[] = [
  {
    name: 'procgen',
    imports: "import { createTransport, resource1Create } from './client.js';",
    setUp: "const transport = createTransport({ baseUrl: 'https://example.com' });",
    call: "resource1Create(transport, { name: 'x' })",
    consumer: {
      imports: "import { createClient } from './client.js';",
      setUp: "const api = createClient({ baseUrl: 'https://example.com' });",
      call: "api.resource1.create({ name: 'x' })",
    },
    method: 'create(',
    whole: [
      "import { createClient } from './client.js';",
      "createClient({ baseUrl: 'https://example.com' })",
    ],
  },
  {
    name: 'hey-api',
    command: ['@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', '--output', '.'],
    imports: "import { client } from './client.gen.js';\nimport { resource1Create } from './sdk.gen.js';",
    setUp: `client.setConfig({ baseUrl: ${URL} });`,
    call: "resource1Create({ body: { name: 'x' } })",
    method: 'resource1Create(',
    whole: ["import * as sdk from './sdk.gen.js';", 'sdk'],
  },
  {
    name: 'orval',
    command: [
      'orval/dist/bin/orval.js',
      '--input',
      'openapi.json',
      '--output',
      'api.ts',
      '--client',
      'fetch',
    ],
    imports: "import { resource1Create } from './api.js';",
    setUp: '',
    call: "resource1Create({ name: 'x' })",
    method: 'resource1Create(',
    whole: ["import * as api from './api.js';", 'api'],
  },
  {
    name: 'openapi-fetch',
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'schema.ts'],
    imports: "import createClient from 'openapi-fetch';\nimport type { paths } from './schema.js';",
    setUp: `const client = createClient<paths>({ baseUrl: ${URL} });`,
    call: "client.POST('/resource1', { body: { name: 'x' } })",
    method: 'POST(',
    whole: [
      "import createClient from 'openapi-fetch';\nimport type { paths } from './schema.js';",
      `createClient<paths>({ baseUrl: ${URL} })`,
    ],
  },
  {
    name: 'oazapfts',
    command: ['oazapfts/dist/cli.js', 'openapi.json', 'api.ts'],
    imports: "import { defaults, resource1Create } from './api.js';",
    setUp: `defaults.baseUrl = ${URL};`,
    call: "resource1Create({ name: 'x' })",
    method: 'resource1Create(',
    whole: ["import * as api from './api.js';", 'api'],
  },
];

export interface GeneratedClient {
  readonly name: string;
  /** Holds `one-call.ts`, `consumer.ts`, `whole.ts` and what they import. */
  readonly folder: string;
  readonly method: string;
  readonly operations: number;
}

/** Generates a contender's client from the description of a service. Throws with what its generator printed. */
export function generateClient(contender: ClientContender, service: DescribedService): GeneratedClient {
  const { name, command, method, whole } = contender;
  const folder = `${WORK_FOLDER}/client/${name}-${service.operations}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(`${BENCH_FOLDER}node_modules`, `${folder}/node_modules`);
  copyFileSync(`${service.folder}/openapi.json`, `${folder}/openapi.json`);
  if (command) runGenerator(command, folder);
  else copyFileSync(`${service.folder}/client.ts`, `${folder}/client.ts`);
  const [wholeImports, everything] = whole;
  writeFileSync(`${folder}/one-call.ts`, printCall(contender));
  writeFileSync(`${folder}/consumer.ts`, printCall(contender.consumer ?? contender));
  writeFileSync(`${folder}/whole.ts`, `${wholeImports}\nconsole.log(${everything});\n`);
  return { name, folder, method, operations: service.operations };
}

function printCall({ imports, setUp, call }: Pick<ClientContender, 'imports' | 'setUp' | 'call'>): string {
  return `${imports}\n${setUp}\nconst result = await ${call};\nconsole.log(result);\nexport {};\n`;
}

function runGenerator([script = '', ...args]: readonly string[], cwd: string): void {
  const path = `${BENCH_FOLDER}node_modules/${script}`;
  const env = { PATH: process.env.PATH, CI: '1', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}:\n${stdout}${stderr}`);
}
