import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { MESSAGES } from '../../src/protocol/messages.js';
import { prepareTranslations } from '../../src/runtime/context/translate.js';
import { routeOf, type ServiceSetup, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const say = procedure
  .meta({
    openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/say', protect: false },
    rateLimit: false,
  })
  .input(z.object({ key: z.string() }))
  .output(z.string())
  .query(({ input, ctx }) => ctx.t(input.key, { seconds: 3 }));

async function start(
  messages: ServiceSetup['messages'] = { en: { known: 'Known.' }, de: { known: 'Bekannt.' } },
) {
  const { ask, lines } = await startService({
    routes: [routeOf('say', say, { plan: { query: { object: { key: 'string' } } } })],
    config: { locales: Object.keys(messages ?? {}) },
    messages,
  });
  const read = async (key: string, language = 'en') => {
    const headers = { 'Accept-Language': language };
    return (await ask(`/api/say?key=${encodeURIComponent(key)}`, { headers })).json();
  };
  return { read, warnings: () => lines.filter(({ level }) => level === 'warn') };
}

describe('A key that no catalog has', () => {
  it('is sent as it is, and warned of in the log once a key, whatever the language', async () => {
    const { read, warnings } = await start();
    expect([await read('unknwon'), await read('unknwon'), await read('unknwon', 'de')]).toEqual([
      'unknwon',
      'unknwon',
      'unknwon',
    ]);
    expect(await read('other', 'de')).toBe('other');
    expect([await read('known'), await read('known', 'de')]).toEqual(['Known.', 'Bekannt.']);
    const msg = 'ctx.t was called with a key that is in no catalog: the key itself is sent';
    expect(warnings()).toMatchObject([
      { key: 'unknwon', locale: 'en', msg },
      { key: 'other', locale: 'de', msg },
    ]);
  });

  it('is no warning where the fallback language has it', async () => {
    const { read, warnings } = await start({ en: { onlyEnglish: 'English.' }, de: {} });
    expect(await read('onlyEnglish', 'de')).toBe('English.');
    expect(warnings()).toEqual([]);
  });

  it('is remembered up to a bound, and cut in the log, since callers may choose it', async () => {
    const { read, warnings } = await start();
    await read('x'.repeat(5000));
    for (let from = 0; from < 1100; from += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => read(`key ${from + index}`)));
    }
    expect(warnings()).toHaveLength(1000);
    expect(warnings()[0]).toMatchObject({ key: 'x'.repeat(200) });
  });
});

describe('A key of the package', () => {
  it('is said in English where no catalog has it, and is no warning', async () => {
    const { read, warnings } = await start();
    expect(await read('procgen.status.404')).toBe(MESSAGES['status.404']);
    expect(await read('procgen.limit.exceeded')).toBe('Too many requests. Try again in 3 seconds.');
    expect(await read('procgen.status.404', 'de')).not.toBe(MESSAGES['status.404']);
    expect(warnings()).toEqual([]);
  });

  it('is filled anew each time', () => {
    const t = prepareTranslations({ en: {} }, { warn() {} } as never)('en');
    const read = (params?: { seconds: number }) => t('procgen.limit.exceeded', params);
    expect([read(), read({ seconds: 3 }), read({ seconds: 4 })]).toEqual([
      'Too many requests. Try again in {seconds} seconds.',
      'Too many requests. Try again in 3 seconds.',
      'Too many requests. Try again in 4 seconds.',
    ]);
  });

  it('is unknown where the package has no such message', async () => {
    const { read, warnings } = await start();
    expect(await read('procgen.status.999')).toBe('procgen.status.999');
    expect(warnings()).toMatchObject([{ key: 'procgen.status.999' }]);
  });
});
