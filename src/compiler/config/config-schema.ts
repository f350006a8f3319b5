import { posix } from 'node:path';
import * as z from 'zod';
import { type CorsOptions, findCorsError } from '../../definition/cors.js';
import { DOCS, findDocsError } from '../../definition/docs.js';
import { definitionOf, listInnerSchemas } from '../../definition/inner-schemas.js';
import type { Schema } from '../../definition/schema.js';
import { createPartialSignInSchema } from '../../definition/sign-in-schema.js';
import { WARNING_CODES } from '../../model/diagnostic-catalog.js';
import type { Emitter } from '../../model/emitter.js';
import { isReservedPath } from '../../protocol/is-reserved-path.js';

const Policy = z.strictObject({ limit: z.int().min(1), windowMs: z.int().min(1) });
const Scheme = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/)
    .optional(),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .optional(),
  prefix: z.string().optional(),
  description: z.string().optional(),
});

/** A path inside the project, with `/` and without `..`. */
const Folder = z
  .string()
  .regex(
    /^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\\]+$/,
    'Expected a folder inside the project, such as "procedures".',
  )
  .transform((folder) => folder.replace(/^\.\//, '').replace(/\/+$/, ''));

/** Relative to the project, without `./`. */
const Module = z
  .string()
  .regex(/^(?!\/)[^\\]+\.[cm]?[jt]sx?$/, 'Expected the path of a module, such as "./src/setup.ts".')
  .transform((path) => posix.normalize(path));

const Url = z.string().regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'Expected an http or https URL.');

const TrustProxy = z.union(
  [
    z.int().min(0),
    z.array(
      z.union(
        [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
        'Expected an address or a CIDR block such as "10.0.0.0/8".',
      ),
    ),
  ],
  'Expected the number of proxies in front of the server, or a list of their addresses and CIDR blocks.',
);

const Origins = z.union([z.literal('*'), z.array(z.string())], 'Expected "*" or a list of origins.');
const Cors = z
  .union(
    [
      Origins.transform((origins) => ({ origins })),
      z.strictObject({
        origins: Origins,
        credentials: z.boolean().optional(),
        exposeHeaders: z.array(z.string().regex(/^[\w-]+$/, 'Expected the name of a header.')).optional(),
        maxAgeSeconds: z.int().min(0).optional(),
      }),
    ],
    'Expected "*", a list of origins, or { origins, credentials, exposeHeaders, maxAgeSeconds }.',
  )
  .superRefine((cors, context) => {
    const error = findCorsError(cors as CorsOptions);
    if (error) context.addIssue({ code: 'custom', message: `${error}.` });
  });

/** OpenAPI requires a title and a version; blank text would be useless to a reader. */
const Text = z.string().regex(/\S/, 'Expected non-empty text.');

/** A build cuts functions out, or replaces them with others, so that only another value is reported. */
const Code = z.union([z.undefined(), z.null(), z.function()], 'Expected a function.').optional();

const Prefix = z
  .string()
  .regex(/^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*$/, 'Expected a path such as "/v1", or "".')
  .refine((prefix) => !isReservedPath(prefix), 'Expected another path: procgen itself answers there.');

/** Validates `procgen.config.ts`. Functions are cut out before it is loaded. */
export const ConfigSchema = z
  .strictObject({
    info: z
      .strictObject({
        title: Text.optional(),
        version: Text.optional(),
        description: z.string().optional(),
      })
      .optional(),
    baseUrl: Url.transform((url) => url.replace(/\/+$/, '')).optional(),
    prefix: Prefix.optional(),
    procedures: Folder.optional(),
    out: Folder.optional(),
    setup: z.array(Module).optional(),
    tags: z.record(z.string(), z.string().min(1)).optional(),
    authenticate: z
      .union(
        [
          z.undefined(),
          z.function(),
          z.looseObject({ scheme: Scheme.optional(), limitFailures: z.boolean().optional(), verify: Code }),
        ],
        'Expected a function, or an object with a function `verify`.',
      )
      .optional(),
    rateLimits: z
      .strictObject({
        QUERY: Policy.optional(),
        MUTATION: Policy.optional(),
        onStoreFailure: z.enum(['local', 'refuse']).optional(),
      })
      .optional(),
    rateLimitStore: z
      .string()
      .regex(/^(memory|rediss?:\/\/.+)$/, 'Expected "memory" or a redis:// URL.')
      .optional(),
    locales: z
      .array(z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Expected a language tag such as "en".'))
      .min(1)
      .optional(),
    disableOpenAPI: z.boolean().optional(),
    store: z.string().optional(),
    maxKeysPerUser: z.int().min(1).optional(),
    keyCacheSize: z.int().min(1).optional(),
    bodyLimit: z.int().min(1).optional(),
    uploads: z
      .strictObject({
        limit: z.int().min(1).optional(),
        fileLimit: z.int().min(1).optional(),
        files: z.int().min(1).optional(),
        fields: z.int().min(1).optional(),
        folder: Text.optional(),
      })
      .optional(),
    docs: z
      .union(
        [z.boolean(), z.enum(DOCS)],
        `Expected a boolean or one of ${DOCS.map((docs) => `"${docs}"`).join(', ')}.`,
      )
      .optional(),
    accessLog: z.boolean().optional(),
    requestTimeoutMs: z.int().min(1).optional(),
    answerTimeoutMs: z.int().min(1).optional(),
    buildTimeoutMs: z.int().min(1).optional(),
    trustProxy: TrustProxy.optional(),
    cors: Cors.optional(),
    overload: z
      .union([
        z.boolean(),
        z.strictObject({
          lagMs: z.int().min(1).optional(),
          inFlight: z.int().min(1).optional(),
          streams: z.int().min(1).optional(),
          streamsPerCaller: z.int().min(1).optional(),
        }),
      ])
      .optional(),
    signIn: createPartialSignInSchema().optional(),
    idempotency: z.strictObject({ scope: Code, anonymous: z.boolean().optional() }).optional(),
    emitters: z
      .array(
        z.custom<Emitter>(
          (value) => typeof value === 'function',
          'Expected a function from the model to files.',
        ),
      )
      .optional(),
    warnings: z
      .strictObject(Object.fromEntries(WARNING_CODES.map((code) => [code, z.literal('off').optional()])))
      .optional(),
    context: Code,
    onStart: Code,
    onStop: Code,
    onError: Code,
  })
  .superRefine(({ docs, authenticate }, context) => {
    const error = findDocsError(docs, authenticate !== undefined);
    if (error) context.addIssue({ code: 'custom', path: ['docs'], message: `${error}.` });
  });

/** Lists the options that the configuration allows in the object at that path; empty if there is no such object. */
export function listOptions(path: readonly string[]): readonly string[] {
  const objects = path.reduce<readonly ObjectShape[]>(
    (shapes, key) => shapes.flatMap((shape) => (Object.hasOwn(shape, key) ? listShapes(shape[key]) : [])),
    listShapes(ConfigSchema),
  );
  return [...new Set(objects.flatMap((shape) => Object.keys(shape)))];
}

type ObjectShape = Readonly<Record<string, Schema>>;

/** Lists the objects that a schema accepts, inside any wrappers. */
function listShapes(schema: Schema | undefined): readonly ObjectShape[] {
  if (!schema) return [];
  const { shape } = definitionOf(schema);
  return shape ? [shape as ObjectShape] : listInnerSchemas(schema).flatMap(listShapes);
}
