import { expect, it } from 'vitest';
import { printDate, printMoment } from '../../src/dashboard/pages/format-moment.js';

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

it('A long list of dates takes less than half of what a new format for each would', () => {
  const measure = (print: () => unknown): number => {
    const { user: before } = process.cpuUsage();
    for (let count = 0; count < 1_000; count++) print();
    return process.cpuUsage().user - before;
  };
  const create = () => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(DATE);
  create();
  printDate(DATE, 'en');
  expect(measure(() => printDate(DATE, 'en'))).toBeLessThan(measure(create) / 2);
});
