const BEGIN = '<!-- figures: written by `npm run bench:readme` -->\n';
const END = '<!-- /figures -->\n';

/** A page with `figures` between its two marker comments. Throws when it lacks one of them. */
export function fillBlock(page: string, figures: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('The page has no place for figures.');
  return `${page.slice(0, begin + BEGIN.length)}\n${figures}\n${page.slice(end)}`;
}
