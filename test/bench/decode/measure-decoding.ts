import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type * as z from 'zod';
import { encodeQuery } from '../../../src/client/encode-query.js';
import { type Decoder, prepareDecoder } from '../../../src/runtime/request/decode/prepare-decoder.js';
import {
  listQueryKeys,
  prepareQueryParser,
  type QueryParser,
} from '../../../src/runtime/request/parse-query.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { buildService } from '../harness/build-service.js';
import { type Contender, compareContenders } from '../harness/compare.js';
import { createInProcessContender } from '../harness/in-process.js';
import type { Report } from '../harness/report.js';
import { summarize } from '../harness/statistics.js';
import { takeProfile } from '../harness/take-profile.js';
import { listInputs } from './list-inputs.js';

const OPERATIONS = 50_000;
const INPUTS = listInputs(256);
/** As the generated client sends them. */
const QUERIES = INPUTS.map((input) => encodeQuery(input).slice(1));

/** What a query of ten parameters costs between the socket and zod, beside what zod itself costs. */
export async function measureDecoding({ rounds, share, profile }: BenchOptions): Promise<Report> {
  const { parse, decode, schema } = await loadProcedure();
  const decoding = createDecoding(parse, decode);
  const zod = createZod(schema);
  const contenders = [zod, createZodAsync(schema), decoding, createReading(parse), createSearchParams()];
  const operations = Math.ceil(OPERATIONS * share);
  const series = await compareContenders(contenders, { rounds, operations });
  const samples = series[contenders.indexOf(decoding)]?.samples ?? [];
  return {
    bench: 'decode',
    tables: [
      {
        title: `a query of ten parameters, ${rounds} rounds of ${operations}`,
        unit: 'µs CPU a query',
        kind: 'rounds',
        baseline: zod.name,
        series,
      },
    ],
    bars: [
      { name: 'CPU that decoding adds to a request', value: summarize(samples).median, limit: 5, unit: 'µs' },
    ],
    profiles: profile ? [await takeProfile('decode', decoding, operations * 4)] : [],
  };
}

interface LoadedProcedure {
  readonly parse: QueryParser;
  readonly decode: Decoder;
  readonly schema: z.ZodType;
}

/** `items.search` as it was compiled, prepared as the server prepares it. */
async function loadProcedure(): Promise<LoadedProcedure> {
  const { routes } = await buildService();
  const route = routes.routes.find(({ name }) => name === 'items.search');
  const plan = route?.plan?.query;
  const schema = route?.procedure.definition.input;
  if (!plan || !schema) throw new TypeError('The service has no procedure with a query of ten parameters.');
  return {
    parse: prepareQueryParser(listQueryKeys(plan)),
    decode: prepareDecoder(plan, 'text', routes.plans),
    schema: schema as z.ZodType,
  };
}

function createDecoding(parse: QueryParser, decode: Decoder): Contender {
  return createLoop('query read and decoded', {
    operate: (index) => decode(parse(QUERIES[index] as string)),
    expect: ({ value, issues }, input) => deepStrictEqual({ value, issues }, { value: input, issues: [] }),
  });
}

function createReading(parse: QueryParser): Contender {
  return createLoop('query read alone', {
    operate: (index) => parse(QUERIES[index] as string),
    expect: (query, input) => deepStrictEqual(Object.keys(query), Object.keys(input)),
  });
}

function createZod(schema: z.ZodType): Contender {
  return createLoop('zod on what was decoded', {
    operate: (index) => schema.safeParse(INPUTS[index]),
    expect: (parsed, input) => deepStrictEqual(parsed, { success: true, data: input }),
  });
}

/** As the server calls it, because a refinement may be asynchronous. */
function createZodAsync(schema: z.ZodType): Contender {
  return createLoop('zod on it, asynchronously', {
    operate: (index) => schema.safeParseAsync(INPUTS[index]),
    expect: (parsed, input) => deepStrictEqual(parsed, { success: true, data: input }),
  });
}

function createSearchParams(): Contender {
  return createLoop('new URLSearchParams alone', {
    operate: (index) => new URLSearchParams(QUERIES[index]),
    // Three tags and two prices.
    expect: (params, input) => strictEqual(params.size, Object.keys(input).length + 3),
  });
}

interface Loop<Result> {
  readonly operate: (index: number) => Result | Promise<Result>;
  readonly expect: (result: Result, input: object) => void;
}

function createLoop<Result>(name: string, { operate, expect }: Loop<Result>): Contender {
  return createInProcessContender(name, {
    async check() {
      for (const [index, input] of INPUTS.entries()) expect(await operate(index), input);
    },
    async run(operations) {
      for (let index = 0; index < operations; index++) {
        const result = operate(index % INPUTS.length);
        sink = result instanceof Promise ? await result : result;
      }
    },
  });
}

/** Takes every result, so that none is optimised away. */
export let sink: unknown;
