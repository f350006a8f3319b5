/**
 * How README.md and the pages of `docs/` are written, so that `pages.test.ts` and `pages.full.test.ts` run every fence of them.
 *
 * A page is a project. It begins as the small service of `base/` (a copy; the page's own files are written over it), with
 * `procgen`, zod, Koa and vitest installed, and is run from top to bottom. What follows a fence's language says what it is:
 *
 * | fence                          | what the test does with it                                                              |
 * | ------------------------------ | --------------------------------------------------------------------------------------- |
 * | `ts title="procedures/a.ts"`   | writes the file; at the end of the page it is type-checked with the whole project       |
 * | `ts title="app/a.ts" run`      | writes it, and runs it with API_URL and API_KEY set; a `text` fence after it is the output |
 * | `ts title="a.ts" broken`       | writes it for the next command, and puts back what was there; it is not type-checked    |
 * | `ts`                           | a module in the project's folder (`./procedures/a.js`, `./generated/client.js`), type-checked |
 * | `ts run`                       | the same, run                                                                           |
 * | `ts wrong`                     | the same, and tsc must report an error in it                                            |
 * | `ts foreign`                   | code for another library: only its syntax is checked                                    |
 * | `json title="tsconfig.json"`   | writes the file (`yaml`, `sh`, … too, and JSON and YAML must parse)                     |
 * | `sh`                           | runs the commands in the project, with bash; variables and `cd` last to the end of the page |
 * | `sh exit=3`                    | the same, and the last one must exit with 3                                             |
 * | `text` or `http` after a command | is all that it printed, on both streams. A line `…` stands for any lines, `…` in a line for any text |
 * | `json` after a command         | the JSON that it printed; the string "…" stands for any value                           |
 * | any, with `from="test/a.ts"`   | stands word for word in that file of the repository, which has its own test             |
 * | `sh repository`                | commands for a clone of this repository: each is `npm ci` or a script of package.json     |
 * | `text picture`, `mermaid`      | a drawing: nothing                                                                      |
 *
 * `http://localhost:3000` in a fence is the page's server: `procgen serve` on a free port, started before the first fence
 * that names it, and again after a file has been written. A fence whose last command is `procgen serve …` or `npm run dev`
 * starts the server with that command instead; a `text` fence after it is what it has printed. Without an `API_KEY=` on the page
 * the variable holds a key of the user `local`.
 *
 * What is needed and not to be read stands in a comment right before a fence, `<!-- before:`, the lines, `-->`: they are put
 * before the fence's own text.
 *
 * `npm test` runs the pages of `QUICK`, and `npm run test:full` the others. With a comment `<!-- test: packed -->` a page begins
 * in an empty folder, with real npm and the packed `procgen-0.1.0.tgz` in a folder `procgen` beside it. In another page `npx` runs
 * what is installed.
 *
 * One of the others alone: `npx vitest run --config test/vitest.full.config.ts test/docs/pages -t getting-started`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Fence, readFences } from '../../readme/support/read-fences.js';
import { REPOSITORY } from '../../readme/support/readme.js';

export interface Snippet extends Pick<Fence, 'language' | 'line' | 'text'> {
  readonly kind:
    | 'file'
    | 'program'
    | 'module'
    | 'foreign'
    | 'commands'
    | 'output'
    | 'copy'
    | 'repository'
    | 'picture';
  /** The path of `title="…"`; for a copy that of `from="…"`. */
  readonly path: string | null;
  /** What stands after the language beside these: `run`, `broken`, `wrong`. */
  readonly flags: readonly string[];
  /** Of the last command. */
  readonly exitCode: number;
}

export interface Page {
  /** Relative to `docs`, without `.md`; `../README` is that of the repository. */
  readonly name: string;
  readonly text: string;
  readonly runs: 'npm test' | 'full' | 'packed';
  readonly snippets: readonly Snippet[];
}

/** What most projects use. All pages together take a minute and a half of a processor. */
const QUICK = ['client', 'command-line', 'errors', 'procedures'];

/** README.md and every page of `docs/`. */
export function readPages(): readonly Page[] {
  const paths = readdirSync(`${REPOSITORY}/docs`, { recursive: true, encoding: 'utf8' });
  return [
    '../README.md',
    '../CONTRIBUTING.md',
    '../src/README.md',
    ...paths.filter((path) => path.endsWith('.md')).sort(),
  ].map((path) => readPage(path.slice(0, -3), readFileSync(`${REPOSITORY}/docs/${path}`, 'utf8')));
}

/** Throws where a fence is of no kind. */
export function readPage(name: string, text: string): Page {
  const lines = text.split('\n');
  const runs = /^<!-- test: packed -->$/m.test(text) ? 'packed' : QUICK.includes(name) ? 'npm test' : 'full';
  const snippets: Snippet[] = [];
  for (const fence of readFences(text)) {
    const snippet = readSnippet(fence, `${readHidden(lines, fence.line)}${fence.text}`, snippets.at(-1));
    if (!snippet) throw new Error(`docs/${name}.md:${fence.line}: nothing tells how to test this fence.`);
    snippets.push(snippet);
  }
  return { name, text, runs, snippets };
}

function readSnippet({ language, line, path: words }: Fence, text: string, before: Snippet | undefined) {
  const attributes = new Map<string, string>();
  const flags = (words ?? '')
    .replace(/(\w+)=(?:"([^"]*)"|(\S+))/g, (_all, name: string, quoted?: string, bare?: string) => {
      attributes.set(name, quoted ?? bare ?? '');
      return '';
    })
    .split(/\s+/)
    .filter((word) => word !== '');
  const title = attributes.get('title') ?? null;
  const exitCode = Number(attributes.get('exit') ?? 0);
  const as = (kind: Snippet['kind'], path = title): Snippet => ({
    kind,
    language,
    line,
    text,
    path,
    flags,
    exitCode,
  });
  const known = ['title', 'from', 'exit'];
  if ([...attributes.keys()].some((name) => !known.includes(name))) return null;
  if (flags.some((flag) => !['run', 'broken', 'wrong', 'foreign', 'repository', 'picture'].includes(flag)))
    return null;
  const from = attributes.get('from');
  if (from !== undefined) return as('copy', from);
  if (language === 'mermaid' || flags.includes('picture')) return as('picture');
  if (flags.includes('foreign')) return as('foreign');
  if (flags.includes('repository')) return as('repository');
  if (language === 'ts' && flags.includes('run')) return as('program');
  if (title !== null) return as('file');
  if (language === 'ts' || language === 'tsx') return as('module');
  if (language === 'sh') return as('commands');
  const printed = before?.kind === 'commands' || before?.kind === 'program';
  return printed && ['text', 'http', 'json'].includes(language) ? as('output') : null;
}

/** The lines of the comment `<!-- before:` that ends right above a line. */
function readHidden(lines: readonly string[], line: number): string {
  if (lines[line - 2] !== '-->') return '';
  const begin = lines.lastIndexOf('<!-- before:', line - 2);
  return begin === -1 ? '' : `${lines.slice(begin + 1, line - 2).join('\n')}\n`;
}
