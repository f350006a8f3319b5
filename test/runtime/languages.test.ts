import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { prepareLocaleNegotiator } from '../../src/runtime/context/negotiate-locale.js';
import { routeOf, startService, stopServices } from './support/start-service.js';

afterAll(stopServices);

const LOCALES = ['en', 'de', 'pt-BR', 'zh-Hant', 'sr-Latn', 'fr', 'fr-CA'];

describe('Of the languages of a service', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE-de', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['de_DE', 'en'],
    ['en-GB', 'en'],
    ['xx, de', 'de'],
    ['de;q=0.1, fr;q=0.9', 'fr'],
    ['de;q=0, fr', 'fr'],
    ['de;q=0', 'en'],
    ['*, de;q=0.5', 'en'],
    ['fr-CA', 'fr-CA'],
    ['fr-ca-x-private', 'fr-CA'],
    ['fr-BE', 'fr'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt-PT, en;q=0.9', 'pt-BR'],
    ['zh', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-Hant-TW;q=1.0, en-TW;q=0.9', 'zh-Hant'],
    ['zh-HK, en', 'zh-Hant'],
    ['zh-CN, de;q=0.5', 'de'],
    ['sr', 'sr-Latn'],
    ['sr-RS, de;q=0.5', 'de'],
    ['i-klingon, de', 'de'],
    ['x-private', 'en'],
    ['constructor, __proto__', 'en'],
    [';;,q=', 'en'],
    [`${'xx,'.repeat(5_000)}de`, 'en'],
  ])('%j gets "%s"', (acceptLanguage, locale) => {
    const negotiate = prepareLocaleNegotiator(LOCALES);
    expect(negotiate(acceptLanguage)).toBe(locale);
    expect(negotiate(acceptLanguage)).toBe(locale);
  });
});

const needsName = procedure
  .meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/it', protect: false } })
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .query(() => 'ok');

describe('An answer that depends on the language', () => {
  const vary = async (locales: readonly string[], path: string, cors?: readonly string[]) => {
    const { ask } = await startService({
      routes: [routeOf('it', needsName)],
      config: { locales, ...(cors && { cors }) },
    });
    return (await ask(path)).headers.get('Vary');
  };

  it('says so, for caches that keep it', async () => {
    for (const path of ['/api/it?name=a', '/api/it', '/api/nowhere']) {
      expect(await vary(['en', 'de'], path)).toBe('Accept-Language');
      expect(await vary(['en', 'de'], path, ['https://a.example'])).toBe('Origin, Accept-Language');
    }
  });

  it('is none in a service of one language', async () => {
    expect(await vary(['de'], '/api/it')).toBeNull();
  });
});

describe('The messages of zod', () => {
  it.each([
    ['de', 'Ungültige Eingabe'],
    ['zh', '无效输入'],
    ['zh-CN', '无效输入'],
    ['zh-Hans-SG', '无效输入'],
    ['zh-Hant', '無效的輸入值'],
    ['zh-TW', '無效的輸入值'],
    ['zh-hk', '無效的輸入值'],
    ['nb', 'Ugyldig input'],
    ['no-NO', 'Ugyldig input'],
    ['pt', 'Entrada inválida'],
    ['pt-PT', 'Entrada inválida'],
    ['fr-ca', 'Entrée invalide'],
    ['uk-UA', 'Неправильні вхідні дані'],
    ['xx', 'Invalid input'],
    ['en-GB', 'Invalid input'],
  ])('are said in "%s": %s', async (locale, beginning) => {
    const { ask } = await startService({ routes: [routeOf('it', needsName)], config: { locales: [locale] } });
    const { errors } = await (await ask('/api/it')).json();
    expect(errors[0].message.slice(0, beginning.length)).toBe(beginning);
  });
});

describe('The messages of the package', () => {
  it.each([
    ['zh', '未找到。'],
    ['zh-SG', '未找到。'],
    ['zh-Hant', 'Not found.'],
    ['zh-TW', 'Not found.'],
    ['pt-PT', 'Não encontrado.'],
  ])('are said in "%s", in a script that its readers read: %s', async (locale, message) => {
    const { ask } = await startService({ routes: [routeOf('it', needsName)], config: { locales: [locale] } });
    expect((await (await ask('/api/nowhere')).json()).message).toBe(message);
  });
});
