import { expect, it } from 'vitest';
import { printDate, printMoment } from '../../src/dashboard/pages/format-moment.js';
import * as formats from '../../src/dashboard/pages/formats.js';

const DATE = new Date(Date.UTC(2026, 2, 10, 12, 30));

it('A date is printed in each language, also after another one', () => {
  for (const language of ['en', 'de', 'en'] as const) {
    const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
    const moment = new Intl.DateTimeFormat(language, options).format(DATE);
    expect(printMoment(DATE, language)).toBe(`${moment} UTC`);
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(DATE);
    expect(printDate(DATE, language)).toBe(date);
  }
});

it.each(Object.entries(formats))('%s is created once per language', (_name, format) => {
  expect(format('de')).toBe(format('de'));
  expect(format('de').resolvedOptions().locale).toBe('de');
  expect(format('fr').resolvedOptions().locale).toBe('fr');
});
