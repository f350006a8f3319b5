/** Words that stand where a slug would: `/articles/feed`. */
const RESERVED = new Set(['feed']);

/** A slug that is not taken: `How to Train` is `how-to-train`, and `how-to-train-2` the second time. */
export function createSlug(title: string, isTaken: (slug: string) => boolean): string {
  const base = printSlug(title) || 'article';
  const isFree = (slug: string) => !RESERVED.has(slug) && !isTaken(slug);
  let slug = base;
  for (let count = 2; !isFree(slug); count++) slug = `${base}-${count}`;
  return slug;
}

/** Letters and digits of every script stay, Latin ones without their accents. */
function printSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
