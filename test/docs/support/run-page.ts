import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { parse as parseYaml } from 'yaml';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../../cli/fake-io.js';
import { packProcgen } from '../../packed/install-procgen.js';
import { startLocalRegistry } from '../../packed/local-registry.js';
import { linkPackages, TSCONFIG, writeFiles } from '../../readme/support/create-readme-project.js';
import { REPOSITORY } from '../../readme/support/readme.js';
import { runCommand, type Started, startCommand } from '../../readme/support/start-command.js';
import { matchesJson, matchesText } from './match-output.js';
import type { Page, Snippet } from './read-pages.js';

const BASE = fileURLToPath(new URL('base', import.meta.url));
const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');

/** What a page may have beside what a careful reader's flags let through: a constant that it only shows. */
const LOOSER = { noUnusedLocals: false, skipLibCheck: true, noEmit: true };

/** The address that pages use for the service. */
const SHOWN_URL = 'http://localhost:3000';

/** Whether the last command of a text serves until it is stopped. */
const SERVES = /(?:^|\n)(?:\w+=\S* )*(?:(?:npx )?procgen serve\b[^\n]*|npm (?:run dev|start))\n$/;

/** What is left of a page that was run: its project, as the page leaves it, built. */
export interface FinishedPage {
  readonly name: string;
  readonly root: string;
  /** The modules to type-check, by path: the line of their fence, and whether tsc must refuse them. */
  readonly modules: ReadonlyMap<string, { readonly line: number; readonly isWrong: boolean }>;
}

/** A folder for the projects of pages. */
export async function createPagesFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'procgen-docs-')));
}

/**
 * Runs a page from top to bottom as `read-pages.ts` says, in a folder of its own below `pages`. Throws with the fence's line where one
 * does not keep its word.
 */
export async function runPage(page: Page, pages: string): Promise<FinishedPage> {
  const folder = join(pages, page.name.replaceAll(/\W+/g, '-'));
  const run = await PageRun.start(page, folder);
  try {
    for (const [index, snippet] of page.snippets.entries()) {
      const next = page.snippets[index + 1];
      await run.take(snippet, next?.kind === 'output' ? next : null).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`docs/${page.name}.md:${snippet.line}: ${message}`);
      });
    }
    return await run.finish();
  } finally {
    await run.end();
  }
}

/** Has tsc check the projects of pages together, which costs a quarter of what one by one does. Throws where it finds what no page shows. */
export async function checkTypes(pages: string, finished: readonly FinishedPage[]): Promise<void> {
  const checked = finished.filter(({ modules }) => modules.size > 0);
  if (checked.length === 0) return;
  const config = {
    ...TSCONFIG,
    compilerOptions: { ...TSCONFIG.compilerOptions, ...LOOSER },
    include: checked.map(({ root }) => `${root}/**/*.ts`),
    exclude: TSCONFIG.exclude.map((name) => `**/${name}`),
  };
  await linkPackages(pages);
  await writeFiles(pages, {
    'tsconfig.json': JSON.stringify(config),
    'package.json': '{ "type": "module" }',
  });
  const { out } = await runCommand([process.execPath, TSC, '-p', '.', '--pretty', 'false'], { cwd: pages });
  const errors = out.split('\n').filter((text) => /^\S/.test(text));
  const unexpected = new Set(errors);
  const accepted: string[] = [];
  for (const { name, root, modules } of checked) {
    for (const [path, { line, isWrong }] of modules) {
      const own = errors.filter((text) => text.startsWith(`${join(relative(pages, root), path)}(`));
      for (const error of own) {
        unexpected.delete(error);
        if (!isWrong) unexpected.add(`docs/${name}.md:${line}: ${error}`);
      }
      if (isWrong && own.length === 0)
        accepted.push(`docs/${name}.md:${line}: tsc accepts what is marked as wrong.`);
    }
  }
  const all = [...unexpected, ...accepted];
  if (all.length > 0) throw new Error(`tsc does not say of the pages what they say:\n${all.join('\n')}`);
}

/** Checks a fence that runs nothing: commands for a clone of the repository, or what is copied from a file of it. */
export async function checkAgainstRepository({ kind, path, text }: Snippet): Promise<void> {
  if (kind === 'repository') return checkRepositoryCommands(text);
  const original = await readFile(join(REPOSITORY, path ?? ''), 'utf8');
  if (!original.includes(text)) throw new Error(`${path} does not have this text.`);
}

async function checkRepositoryCommands(text: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
  const commands = text.split('\n').flatMap((line) => line.replace(/\s*#.*/, '').split(' && '));
  for (const command of commands) {
    const [, script] = /^npm (?:run )?([\w:]+)(?: |$)/.exec(command) ?? [];
    if (command !== '' && script !== 'ci' && !Object.hasOwn(scripts, script ?? ''))
      throw new Error(`"${command}" is no command of this repository.`);
  }
}

class PageRun {
  readonly #page: Page;
  readonly #folder: string;
  readonly #root: string;
  #env: Readonly<Record<string, string>>;
  #release: () => Promise<void> = async () => {};
  #server: { readonly started: Started; readonly url: string } | null = null;
  /** How the server is started, after files were written as well. */
  #serve = 'procgen serve\n';
  #isStale = true;
  #hasKey = false;
  /** What a `broken` file stands in the place of; null when nothing was there. */
  readonly #replaced = new Map<string, string | null>();
  readonly #modules = new Map<string, { readonly line: number; readonly isWrong: boolean }>();

  private constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
    this.#root = join(folder, 'items');
    this.#env = {
      HOME: folder,
      CURL_HOME: folder,
      PORT: '0',
      npm_config_offline: 'true',
      npm_config_yes: 'false',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    };
  }

  static async start(page: Page, folder: string): Promise<PageRun> {
    const run = new PageRun(page, folder);
    await mkdir(run.#root, { recursive: true });
    await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\n');
    if (page.runs === 'packed') await run.#preparePackage();
    else await run.#copyBase();
    return run;
  }

  async #copyBase(): Promise<void> {
    await cp(BASE, this.#root, { recursive: true });
    await linkPackages(this.#root);
    const vitest = `#!/bin/sh\nexec node '${join(REPOSITORY, 'node_modules/vitest/vitest.mjs')}' "$@"\n`;
    await writeFile(join(this.#root, 'node_modules/.bin/vitest'), vitest, { mode: 0o755 });
    const tsc = `#!/bin/sh\nexec node '${TSC}' "$@"\n`;
    await writeFile(join(this.#root, 'node_modules/.bin/tsc'), tsc, { mode: 0o755 });
    const options = { ...TSCONFIG.compilerOptions, ...LOOSER };
    await writeFiles(this.#root, {
      'package.json': '{ "name": "items", "private": true, "type": "module" }\n',
      'tsconfig.json': JSON.stringify({ ...TSCONFIG, compilerOptions: options }),
    });
    this.#env = { ...this.#env, PATH: `${join(this.#root, 'node_modules/.bin')}:${process.env.PATH}` };
  }

  /** The packed procgen beside an empty folder, and a registry with what this repository has installed. */
  async #preparePackage(): Promise<void> {
    const place = join(this.#folder, 'procgen');
    await mkdir(place);
    await packProcgen(place);
    const registry = await startLocalRegistry();
    this.#release = () => registry.close();
    this.#env = {
      ...this.#env,
      npm_config_registry: registry.url,
      npm_config_cache: join(this.#folder, 'cache'),
      npm_config_offline: 'false',
    };
  }

  async take(snippet: Snippet, output: Snippet | null): Promise<void> {
    switch (snippet.kind) {
      case 'file':
        return this.#writeFile(snippet);
      case 'module':
        await this.#writeModule(snippet);
        return;
      case 'program':
        return this.#runProgram(snippet, output);
      case 'commands':
        return this.#runCommands(snippet, output);
      case 'foreign':
        await transform(snippet.text, {
          loader: snippet.language === 'tsx' ? 'tsx' : 'ts',
          tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
        });
        return;
      case 'repository':
      case 'copy':
        return checkAgainstRepository(snippet);
    }
  }

  async #writeFile({ language, line, path, text, flags }: Snippet): Promise<void> {
    const target = join(this.#root, path ?? '');
    if (flags.includes('broken')) {
      this.#replaced.set(target, await readFile(target, 'utf8').catch(() => null));
    } else {
      if (language === 'json') JSON.parse(text);
      if (language === 'yaml') parseYaml(text);
      if (language.startsWith('ts'))
        this.#modules.set(path ?? '', { line, isWrong: flags.includes('wrong') });
    }
    this.#isStale = true;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }

  async #writeModule({ language, line, text, flags }: Snippet): Promise<string> {
    const name = `snippet-${line}.${language}`;
    this.#modules.set(name, { line, isWrong: flags.includes('wrong') });
    await writeFile(join(this.#root, name), /^(?:import|export) /m.test(text) ? text : `${text}export {};\n`);
    return name;
  }

  async #runProgram(snippet: Snippet, output: Snippet | null): Promise<void> {
    if (snippet.path !== null) await this.#writeFile(snippet);
    const name = snippet.path ?? (await this.#writeModule(snippet));
    await this.#ensureServer();
    // Beside the generated files, where the route table finds the description.
    const bundle = join(this.#root, 'generated', `program-${snippet.line}.mjs`);
    await build({
      entryPoints: [join(this.#root, name)],
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      outfile: bundle,
      logLevel: 'silent',
    });
    if (this.#server) {
      const text = await readFile(bundle, 'utf8');
      await writeFile(bundle, text.replaceAll(SHOWN_URL, this.#server.url));
    }
    const ran = await this.#runScript(`node ${bundle}\n`);
    await rm(bundle);
    this.#checkRun(snippet, output, ran);
  }

  async #runCommands(snippet: Snippet, output: Snippet | null): Promise<void> {
    if (SERVES.test(snippet.text) && snippet.exitCode === 0) {
      await this.#stopServer();
      this.#serve = snippet.text;
      await this.#ensureServer();
      if (output) await this.#checkServerOutput(output);
      return;
    }
    if (snippet.text.includes(SHOWN_URL) || /\$\{?API_KEY/.test(snippet.text)) await this.#ensureServer();
    this.#checkRun(snippet, output, await this.#runScript(snippet.text));
    for (const [path, text] of this.#replaced) {
      if (text === null) await rm(path);
      else await writeFile(path, text);
    }
    this.#replaced.clear();
  }

  /** Runs commands as the same person in the same terminal as those before. */
  async #runScript(text: string): Promise<{ readonly exitCode: number | null; readonly out: string }> {
    const state = join(this.#folder, 'state.sh');
    const real = this.#server ? text.replaceAll(SHOWN_URL, this.#server.url) : text;
    const script = [
      `exec 2>&1`,
      `[ ! -e '${state}' ] || source '${state}'`,
      // The server may have been started again on another port since.
      ...(this.#server ? [`export API_URL='${this.#server.url}'`] : []),
      `trap 'code=$?; { export -p; printf "cd %q\\n" "$PWD"; } > "${state}"; exit $code' EXIT`,
      real,
    ].join('\n');
    const started = startCommand(['bash', '-euo', 'pipefail', '-c', this.#withNpx(script)], this.#options());
    const { exitCode, out } = await started.finished;
    return { exitCode, out: this.#server ? out.replaceAll(this.#server.url, SHOWN_URL) : out };
  }

  /** npx takes half a second to find what is installed, which a page of `npm test` does not wait for. */
  #withNpx(script: string): string {
    return this.#page.runs === 'packed' ? script : `npx() { "$@"; }\n${script}`;
  }

  #options() {
    const url = this.#server ? { API_URL: this.#server.url } : {};
    return { cwd: this.#root, env: { ...this.#env, ...url } };
  }

  #checkRun(
    { exitCode: expected }: Snippet,
    output: Snippet | null,
    { exitCode, out }: { readonly exitCode: number | null; readonly out: string },
  ): void {
    if (exitCode !== expected) throw new Error(`it exits with ${exitCode}, not ${expected}.\n${out}`);
    if (!output) {
      if (/"success":false/.test(out)) throw new Error(`a call fails, and no output is shown.\n${out}`);
      return;
    }
    const matches = output.language === 'json' ? matchesJson : matchesText;
    if (!matches(out, output.text))
      throw new Error(`it prints\n${out}\nwhile line ${output.line} shows\n${output.text}`);
  }

  async #checkServerOutput({ line, text }: Snippet): Promise<void> {
    if (!this.#server) throw new Error('no server was started.');
    const { started, url } = this.#server;
    const end = Date.now() + 5_000;
    for (;;) {
      const [, err = ''] = await started.seen(/^([\s\S]*)$/);
      const shown = err.replaceAll(url, SHOWN_URL);
      if (matchesText(shown, text)) return;
      if (Date.now() > end) throw new Error(`the server prints\n${shown}\nwhile line ${line} shows\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The server of the files as they are now, and a key for it. */
  async #ensureServer(): Promise<void> {
    if (this.#server && !this.#isStale) return;
    await this.#stopServer();
    const { cwd, env } = this.#options();
    const script = this.#withNpx(this.#serve.replace(/ --port \d+/, ''));
    const started = startCommand(['bash', '-euo', 'pipefail', '-c', script], { cwd, env });
    const [, url = ''] = await started.seen(/listening on (http:\/\/\S+)\n/);
    this.#server = { started, url };
    this.#isStale = false;
    if (this.#hasKey || this.#page.text.includes('API_KEY=') || !this.#page.text.includes('API_KEY')) return;
    const made = await this.#runProcgen('keys', 'create', '--plain');
    this.#env = { ...this.#env, API_KEY: made.trim() };
    this.#hasKey = true;
  }

  async #stopServer(): Promise<void> {
    const { started } = this.#server ?? {};
    this.#server = null;
    started?.end('SIGTERM');
    await started?.finished;
  }

  /** Builds the project as the page leaves it. */
  async finish(): Promise<FinishedPage> {
    if (this.#modules.size > 0 && (!this.#server || this.#isStale)) await this.#build();
    return { name: this.#page.name, root: this.#root, modules: this.#modules };
  }

  async #build(): Promise<void> {
    if (this.#page.runs !== 'packed') return void (await this.#runProcgen('build'));
    const { exitCode, out } = await this.#runScript('npx --no-install procgen build\n');
    if (exitCode !== 0) throw new Error(`procgen build exits with ${exitCode}.\n${out}`);
  }

  /** Runs a command of procgen that the page does not show, in this process: what it prints. Throws where it fails. */
  async #runProcgen(...argv: readonly string[]): Promise<string> {
    const { cwd, env } = this.#options();
    const io = new FakeIo(cwd, { env });
    if ((await run(argv, io)) !== 0) throw new Error(`procgen ${argv.join(' ')} fails.\n${io.err}`);
    return io.out;
  }

  async end(): Promise<void> {
    await this.#stopServer();
    await this.#release();
  }
}
