import { describe, it } from 'vitest';
import { readPages } from './support/read-pages.js';
import { runPage } from './support/run-page.js';

const PAGES = readPages().filter(({ runs }) => runs !== 'npm test');

describe('every fence of a page that needs npm or a longer while does what the page says', () => {
  it.each(PAGES)('$name', (page) => runPage(page));
});
