import { describe, it } from 'vitest';
import { readPages } from './support/read-pages.js';
import { runPage } from './support/run-page.js';

const PAGES = readPages().filter(({ runs, snippets }) => runs === 'npm test' && snippets.length > 0);

describe.concurrent('every fence of a page does what the page says', () => {
  it.each(PAGES)('$name', (page) => runPage(page));
});
