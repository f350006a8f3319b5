import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { BENCH_FOLDER, WORK_FOLDER } from '../harness/places.js';
import { nameFolder } from './sized-project.js';

/** Writes the service of `writeFlatProject` as tsoa's documentation says, a controller a file, for Koa; returns its folder. */
export function writeTsoaProject(procedures: number): string {
  const root = `${WORK_FOLDER}/build/tsoa-${procedures}`;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/src`, { recursive: true });
  symlinkSync(`${BENCH_FOLDER}node_modules`, `${root}/node_modules`);
  writeFileSync(`${root}/package.json`, '{ "name": "sized", "version": "1.0.0", "type": "module" }\n');
  writeFileSync(
    `${root}/tsconfig.json`,
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
  );
  writeFileSync(`${root}/tsoa.json`, JSON.stringify(CONFIG));
  writeFileSync(`${root}/src/authentication.ts`, AUTHENTICATION);
  for (let index = 0; index < procedures; index++) writeController(root, index);
  return root;
}

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  experimentalDecorators: true,
  strict: true,
  skipLibCheck: true,
};

const CONFIG = {
  controllerPathGlobs: ['src/**/resource*.ts'],
  noImplicitAdditionalProperties: 'silently-remove-extras',
  spec: {
    outputDirectory: 'generated',
    specVersion: 3,
    securityDefinitions: { apiKey: { type: 'http', scheme: 'bearer' } },
  },
  routes: {
    routesDir: 'generated',
    middleware: 'koa',
    authenticationModule: './src/authentication.ts',
    esm: true,
  },
};

const AUTHENTICATION = `import type { Request } from 'koa';

export async function koaAuthentication(_request: Request, _name: string): Promise<unknown> {
  return { id: 'local' };
}
`;

function writeController(root: string, index: number): void {
  const folder = `${root}/src/${nameFolder(index)}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/resource${index}.ts`, printController(index));
}

function printController(index: number): string {
  return `import { Controller, Get, Query, Route, Security, Tags } from 'tsoa';

export interface Resource${index} {
  /** @format uuid */
  id: string;
  /**
   * @minLength 1
   * @maxLength 120
   */
  name: string;
  /**
   * @isInt
   * @minimum 0
   */
  quantity: number;
  state: 'draft' | 'open' | 'closed';
  tags: string[];
  createdAt: Date;
}

export interface Resource${index}List {
  success: true;
  payload: Resource${index}[];
  message?: string;
}

@Route('resource${index}')
@Tags('resources')
@Security('apiKey')
export class Resource${index}Controller extends Controller {
  /**
   * Lists what there is of resource ${index}.
   * @summary List resource ${index}
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 100
   */
  @Get()
  public async listResource${index}(@Query() limit: number = 20, @Query() tag?: string[]): Promise<Resource${index}List> {
    return { success: true, payload: [] };
  }
}
`;
}
