import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../readme/support/readme.js';
import { readPages } from './support/read-pages.js';

const PAGES = readPages().map(({ name }) => join('docs', `${name}.md`));

const ALL = [
  ...PAGES,
  'CHANGELOG.md',
  'SECURITY.md',
  'llms.txt',
  'templates/README.md',
  'test/bench/README.md',
];

const MAX_COLUMNS = 120;

describe.each(ALL)('%s', (path) => {
  const lines = readProse(path);

  it(`has no line of prose longer than ${MAX_COLUMNS} columns`, () => {
    const long = lines.filter(
      ({ text }) => text.length > MAX_COLUMNS && !/^\s*\||https?:\/\/\S{60}/.test(text),
    );
    expect(long).toEqual([]);
  });
});

it.each(PAGES.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md'))(
  '%s is in the index',
  (path) => {
    const index = readFileSync(join(REPOSITORY, 'docs/README.md'), 'utf8');
    expect(index).toContain(`(${relative('docs', path)})`);
  },
);

it('README.md has at most 200 lines and 1,200 words', () => {
  const text = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
  expect(text.split('\n').length).toBeLessThanOrEqual(200);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

it('llms.txt and the skill have at most 150 lines together', () => {
  const texts = ['llms.txt', 'docs/agents/SKILL.md'].map((path) =>
    readFileSync(join(REPOSITORY, path), 'utf8'),
  );
  expect(texts.join('').split('\n').length).toBeLessThanOrEqual(150);
});

it.each(ALL)('every link of %s leads somewhere', (path) => {
  const broken: string[] = [];
  for (const { text, line } of readProse(path)) {
    for (const [, target = ''] of text.replace(/`[^`]*`/g, '``').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? path : join(dirname(path), file);
      const isThere = existsSync(join(REPOSITORY, full));
      if (!isThere || (anchor !== undefined && !listAnchors(full).has(anchor)))
        broken.push(`${line}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

/** What readers ask, and words of the heading that answers it. */
const QUESTIONS = [
  ['how to add an endpoint with a scope', /^#+ Add an endpoint with a scope$/m],
  ['what happens to a retry', /^#+ What happens to a retry$/m],
  ['what to back up', /^#+ What must I back up$/m],
  ['why no second process', /^#+ Why not start a second process on one store$/m],
  ['what a breaking change looks like in CI', /^#+ What a breaking change looks like in CI$/m],
  ['how to mount it in Express', /^#+ Mount it in Express$/m],
  ['where a new compiler rule goes', /^#+ Where does a new compiler rule go$/m],
] as const;

it.each(QUESTIONS)('a page within two links of the README has a heading for %s', (_question, heading) => {
  const near = new Set(['README.md', ...listLinkedPages('README.md')]);
  const pages = [...near, ...[...near].flatMap(listLinkedPages)];
  expect(pages.filter((path) => heading.test(readFileSync(join(REPOSITORY, path), 'utf8')))).not.toEqual([]);
});

/** The pages of the repository that a page links to. */
function listLinkedPages(path: string): readonly string[] {
  const links = readProse(path).flatMap(({ text }) => [...text.matchAll(/\]\(([^)\s#]+\.md)[)#]/g)]);
  return links
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => join(dirname(path), target));
}

/** The lines of a page without its fences and comments. */
function readProse(path: string): readonly { readonly line: number; readonly text: string }[] {
  const source = readFileSync(join(REPOSITORY, path), 'utf8');
  const blank = (part: string) => part.replace(/[^\n]/g, '');
  const prose = source.replace(/^```[\s\S]*?^```$/gm, blank).replace(/<!--[\s\S]*?-->/g, blank);
  return prose.split('\n').map((text, index) => ({ line: index + 1, text }));
}

/** The anchors that GitHub gives to headings, and those that the page sets itself. */
function listAnchors(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of readProse(path)) {
    for (const [, id = ''] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(id);
    const [, heading] = /^#{1,6} (.+)$/.exec(text) ?? [];
    if (heading === undefined) continue;
    const slug = heading
      .replace(/\]\([^)]*\)/g, ']')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let unique = slug;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}
