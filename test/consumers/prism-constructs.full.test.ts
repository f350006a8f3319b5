import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, type ConstructName, constructs } from '../schemas/constructs.js';
import { listConstructs, printConstructFiles } from '../schemas/support/construct-files.js';
import { SEED, valuesOf } from '../schemas/support/define-properties.js';
import { isRefusable } from '../schemas/support/exceptions.js';
import { createJudges, type Judge } from '../schemas/support/judge.js';
import { type PrintedRequest, printRequest } from '../schemas/support/print-request.js';
import { type ServedProject, serveProject } from '../schemas/support/serve-project.js';
import { answerJson } from './support/answer-json.js';
import { PRISM_EXCEPTIONS } from './support/prism-exceptions.js';
import { type Prism, startPrism } from './support/start-prism.js';

/** Right and wrong ones, of each construct in each place where it can travel. */
const SAMPLES = 12;

let served: ServedProject;
let prism: Prism;
let judgeOf: (carrier: Carrier, name: ConstructName) => Judge;

beforeAll(async () => {
  served = await serveProject(printConstructFiles());
  prism = await startPrism(served.description, `${served.url}/api`);
  judgeOf = createJudges(served.description);
});
afterAll(async () => {
  await prism?.stop();
  await served?.stop();
});

describe.each(['body', 'query', 'path'] as const)(
  'in the %s Prism has nothing against a right request, nor against any answer:',
  (carrier) => {
    test.each(listConstructs(carrier))('%s', async (name) => {
      const judge = judgeOf(carrier, name);
      const values = fc.sample(valuesOf(judge, constructs[name]), { seed: SEED, numRuns: SAMPLES });
      const verdicts = await Promise.all(values.map((value) => check(carrier, name, value, judge)));
      expect(verdicts.filter((verdict) => verdict === 'right' || verdict === 'excepted')).not.toEqual([]);
    });
  },
);

/** What became of one request; `unsaid` when no URL can say it. */
type Verdict = 'right' | 'wrong' | 'excepted' | 'unsaid';

async function check(carrier: Carrier, name: ConstructName, value: unknown, judge: Judge): Promise<Verdict> {
  const request = printRequest(carrier, name, value);
  if (!request) return 'unsaid';
  const { status, body, violations } = await prism.ask(request.path, request.init);
  const shown = `${carrier} ${name} ${JSON.stringify(value)} -> ${status} ${body}`;
  const exception = PRISM_EXCEPTIONS.find((one) => one.applies(name, carrier, value));
  expect([200, 400], shown).toContain(status);
  if (!exception?.parts.includes('response')) expect(violations.response, shown).toEqual([]);
  if (exception) return 'excepted';
  if (status !== 200 || judge.findFaults(value).length > 0) return 'wrong';
  expect(violations.request, shown).toEqual([]);
  return 'right';
}

describe('in the body Prism sees what is wrong with', () => {
  test.each(listConstructs('body').filter(isRefusable))('%s', async (name) => {
    const judge = judgeOf('body', name);
    const values = fc.sample(valuesOf(judge, constructs[name]), { seed: SEED, numRuns: 300 });
    const wrong = values.find((value) => judge.findFaults(value).length > 0);
    const { path, init } = printRequest('body', name, wrong) as PrintedRequest;
    expect((await prism.ask(path, init)).violations.request, JSON.stringify(wrong)).not.toEqual([]);
  });
});

test.each(['/path/int/x', '/path/enum/x', '/query/int?value=x', '/query/object?value[b]=1', '/query/int'])(
  'Prism sees what is wrong with %s',
  async (path) => {
    const { status, violations } = await prism.ask(path);
    expect(status).toBe(400);
    expect(violations).toMatchObject({ request: [expect.any(String)], response: [] });
  },
);

test('Prism sees in every operation when a server answers with what nobody described.', async () => {
  const liar = await answerJson(() => []);
  const before = await startPrism(served.description, liar.url);
  try {
    const blind: string[] = [];
    for (const [path, item] of Object.entries<object>(served.description.paths)) {
      const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
      const { violations } = await before.ask(path.replace('{value}', '1'), 'post' in item ? post : {});
      if (violations.response.length === 0) blind.push(path);
    }
    expect(blind).toEqual([]);
  } finally {
    await before.stop();
    liar.close();
  }
});
