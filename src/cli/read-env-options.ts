import type { TrustProxy } from '../definition/config.js';
import { isWebOrigin } from '../definition/cors.js';
import { DOCS, type Docs } from '../definition/docs.js';
import { isAddressBlock } from '../runtime/request/address.js';
import { CliFailure } from './cli-failure.js';
import type { Io } from './io.js';

/** The options of `procgen.config.ts` that an environment variable can override. */
export interface EnvOptions {
  readonly baseUrl?: string;
  readonly procedures?: string;
  readonly out?: string;
  readonly disableOpenAPI?: boolean;
  readonly store?: string;
  readonly maxKeysPerUser?: number;
  readonly keyCacheSize?: number;
  readonly rateLimitStore?: string;
  readonly bodyLimit?: number;
  readonly docs?: Docs | boolean;
  readonly accessLog?: boolean;
  readonly requestTimeoutMs?: number;
  readonly answerTimeoutMs?: number;
  readonly buildTimeoutMs?: number;
  readonly trustProxy?: TrustProxy;
  readonly cors?: '*' | readonly string[];
  readonly overload?: boolean;
}

type Value = string | number | boolean | readonly string[];
type Reader = (text: string) => Value | undefined;

const MILLISECONDS = 'a whole number of milliseconds above 0';

/** The variable of each option, its parser, which returns undefined for invalid text, and its expected value. */
export const VARIABLES: { readonly [Option in keyof EnvOptions]-?: readonly [string, Reader, string] } = {
  baseUrl: ['PROCGEN_BASE_URL', readHttpUrl, 'an http or https URL'],
  procedures: ['PROCGEN_PROCEDURES', readText, 'a folder'],
  out: ['PROCGEN_OUT', readText, 'a folder'],
  disableOpenAPI: ['PROCGEN_DISABLE_OPENAPI', readBoolean, 'true or false'],
  store: ['PROCGEN_STORE', readText, 'a store such as file:.procgen/store.json or postgres://HOST/DATABASE'],
  maxKeysPerUser: ['PROCGEN_MAX_KEYS_PER_USER', readPositiveInteger, 'a whole number of keys above 0'],
  keyCacheSize: ['PROCGEN_KEY_CACHE_SIZE', readPositiveInteger, 'a whole number of keys above 0'],
  rateLimitStore: ['PROCGEN_RATE_LIMIT_STORE', readText, 'memory or a redis:// URL'],
  bodyLimit: ['PROCGEN_BODY_LIMIT', readPositiveInteger, 'a whole number of bytes above 0'],
  docs: ['PROCGEN_DOCS', readDocs, 'development, signed-in, public, true or false'],
  accessLog: ['PROCGEN_ACCESS_LOG', readBoolean, 'true or false'],
  requestTimeoutMs: ['PROCGEN_REQUEST_TIMEOUT_MS', readPositiveInteger, MILLISECONDS],
  answerTimeoutMs: ['PROCGEN_ANSWER_TIMEOUT_MS', readPositiveInteger, MILLISECONDS],
  buildTimeoutMs: ['PROCGEN_BUILD_TIMEOUT_MS', readPositiveInteger, MILLISECONDS],
  trustProxy: [
    'PROCGEN_TRUST_PROXY',
    readTrustProxy,
    'a number of proxies, or a comma-separated list of their addresses and CIDR blocks such as 10.0.0.0/8',
  ],
  cors: [
    'PROCGEN_CORS',
    readOrigins,
    '*, or a comma-separated list of origins such as https://app.example.com',
  ],
  overload: ['PROCGEN_OVERLOAD', readBoolean, 'true or false'],
};

/** Every variable that procgen reads, those of secrets included. */
export function listVariables(): readonly string[] {
  const secrets = ['PROCGEN_KEY_PEPPER', 'PROCGEN_OPENID_CLIENT_SECRET'];
  return [...Object.values(VARIABLES).map(([variable]) => variable), ...secrets];
}

/** The options that the environment overrides. An empty variable counts as unset. */
export function readEnvOptions(env: Io['env']): EnvOptions {
  const options: Record<string, Value> = {};
  const errors: string[] = [];
  for (const [option, [variable, read, expected]] of Object.entries(VARIABLES)) {
    const text = env[variable];
    if (text === undefined || text === '') continue;
    const value = read(text);
    if (value === undefined) errors.push(`${variable} must be ${expected}, not "${text}".`);
    else options[option] = value;
  }
  if (errors.length > 0) throw new CliFailure(errors.join('\n'));
  return options;
}

/** The peppers in `PROCGEN_KEY_PEPPER`. Throws for a list with an empty one: a variable in it was probably unset. */
export function readPepper({ PROCGEN_KEY_PEPPER: list }: Io['env']): string | undefined {
  if (list === undefined || list === '') return undefined;
  if (list.split(',').some((pepper) => pepper.trim() === ''))
    throw new CliFailure(
      'PROCGEN_KEY_PEPPER must be one pepper or several separated by commas, none of them empty.',
    );
  return list;
}

function readText(text: string): string {
  return text;
}

function readBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return undefined;
}

function readDocs(text: string): Docs | boolean | undefined {
  return DOCS.find((docs) => docs === text) ?? readBoolean(text);
}

function readPositiveInteger(text: string): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function readTrustProxy(text: string): TrustProxy | undefined {
  return /^\d+$/.test(text) ? Number(text) : readList(text, isAddressBlock);
}

function readOrigins(text: string): '*' | readonly string[] | undefined {
  return text.trim() === '*' ? '*' : readList(text, isWebOrigin);
}

function readList(text: string, isValid: (item: string) => boolean): readonly string[] | undefined {
  const items = text.split(',').map((item) => item.trim());
  return items.every(isValid) ? items : undefined;
}

function readHttpUrl(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}
