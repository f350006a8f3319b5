// Renews `scalar.js.br`, `library.json` and `LICENSES.txt` after the version in package.json was changed:
// `node scripts/explorer/update.mjs`. It needs the registry; nothing else that builds or tests procgen does.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NAME = '@scalar/api-reference';
/** Of packages without a licence file, as the licence in their repository has it. */
const COPYRIGHTS = {
  '@scalar': 'Copyright (c) 2023-present Scalar',
  '@headlessui': 'Copyright (c) 2020 Tailwind Labs',
};
/** Parts of the file that its source map does not show, because they were bundled or copied before. */
const HIDDEN = ['highlight.js', 'lowlight', 'tailwindcss', '@phosphor-icons/core'];

/** What the file contains and an installation of the package leaves out. */
const UNLISTED = ['tailwindcss@4', 'unist-util-find-after@5', 'vue-demi@0.14'];

const version = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).dependencies[NAME];
const folder = mkdtempSync(join(tmpdir(), 'procgen-explorer-'));
try {
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  execFileSync('npm', ['install', ...flags, `${NAME}@${version}`, ...UNLISTED], { stdio: 'inherit' });
  const modules = join(folder, 'node_modules');
  const browser = join(modules, NAME, 'dist/browser');
  const bytes = readFileSync(join(browser, 'standalone.js'));
  const packages = listPackages(
    modules,
    JSON.parse(readFileSync(join(browser, 'standalone.js.map'), 'utf8')),
  );
  writeFileSync(join(HERE, 'scalar.js.br'), compress(bytes));
  writeFileSync(join(HERE, 'LICENSES.txt'), printLicenses(modules, packages));
  const library = {
    name: NAME,
    version,
    file: 'dist/browser/standalone.js',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    packages,
  };
  writeFileSync(join(HERE, 'library.json'), `${JSON.stringify(library, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compress(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** The packages that the file was made of, by its source map and those of what it was made of. */
function listPackages(modules, { sources }) {
  const names = new Set([NAME, ...HIDDEN]);
  for (const source of sources) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
    const [, own] = /^(?:\.\.\/)+([a-z-]+)\/dist\//.exec(source) ?? [];
    if (name !== undefined) names.add(name);
    else if (own !== undefined) names.add(`@scalar/${own}`);
  }
  // Bundled by @scalar/code-highlight before it was bundled again.
  for (const name of listAllDependencies(modules, '@scalar/code-highlight')) names.add(name);
  return [...names].sort();
}

function listAllDependencies(modules, name, known = new Set()) {
  const file = join(modules, name, 'package.json');
  if (known.has(name) || !existsSync(file)) return known;
  known.add(name);
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  for (const other of Object.keys(dependencies))
    if (!other.startsWith('@types/')) listAllDependencies(modules, other, known);
  return known;
}

function printLicenses(modules, packages) {
  const byText = new Map();
  for (const name of packages) {
    const text = readLicense(modules, name);
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const head = `The API explorer of procgen is ${NAME} ${version}, whose build for browsers contains these packages.`;
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}`);
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function readLicense(modules, name) {
  const folder = join(modules, name);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((each) => /^licen[cs]e(?:[.-](?:md|txt|mit))?$/i.test(each));
  if (file !== undefined) return normalize(readFileSync(join(folder, file), 'utf8'));
  if (files.length === 0) throw new Error(`${name} is not installed, so its licence is not known.`);
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const copyright = COPYRIGHTS[name.split('/')[0]];
  if (license === 'MIT' && copyright !== undefined) return printMit(copyright);
  const holder = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || holder === undefined)
    throw new Error(
      `${name} has no licence file; package.json names "${license}" and the author "${holder}".`,
    );
  return printMit(`Copyright (c) ${holder}`);
}

function normalize(text) {
  return text
    .replace(/\r/g, '')
    .replace(/[ \t]+$/gm, '')
    .trim();
}

function printMit(copyright) {
  return `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
}
