import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateReference } from '../../scripts/reference/generate-reference.js';
import { readOptions } from '../../scripts/reference/read-options.js';
import { DEFAULT_PROCEDURES } from '../../src/compiler/config/project-config.js';
import { DEFAULT_RATE_LIMIT_STORE, DEFAULT_STORE } from '../../src/definition/config.js';
import { DEFAULT_PREFIX } from '../../src/protocol/path-template.js';
import { DEFAULT_RATE_LIMITS } from '../../src/protocol/rate-limit.js';
import { DEFAULT_TIMEOUT_MS } from '../../src/runtime/call/wait-within.js';
import { DEFAULT_BODY_LIMIT_BYTES } from '../../src/runtime/guards/read-body.js';
import { REPOSITORY } from '../readme/support/readme.js';

it.each([...generateReference(REPOSITORY)])(
  'the reference of %s is fresh: `npm run reference`',
  (path, text) => {
    expect(readFileSync(join(REPOSITORY, path), 'utf8')).toBe(text);
  },
);

it('the defaults of the configuration are those of the code', () => {
  const options = readOptions(REPOSITORY, 'src/definition/config.ts', 'Config');
  const limits = options.find(({ name }) => name === 'rateLimits')?.options ?? [];
  const written = Object.fromEntries([...options, ...limits].map((option) => [option.name, option.default]));
  const defaults = {
    procedures: DEFAULT_PROCEDURES,
    prefix: DEFAULT_PREFIX,
    store: DEFAULT_STORE,
    rateLimitStore: DEFAULT_RATE_LIMIT_STORE,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeoutMs: DEFAULT_TIMEOUT_MS,
    ...DEFAULT_RATE_LIMITS,
  };
  for (const [name, value] of Object.entries(defaults)) {
    expect(new Function(`return ${written[name]};`)(), name).toEqual(value);
  }
});
