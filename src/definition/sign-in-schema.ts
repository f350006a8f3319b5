import * as z from 'zod';
import { isLoopbackName } from '../protocol/is-loopback-name.js';

/** Creates the schema of `signIn` for a starting server. Most servers have no `signIn` and never create it. */
export function createSignInSchema() {
  return z.strictObject({
    openId: z.preprocess(dropBlanks, createOpenId()).optional(),
    proxyHeader: z.preprocess(dropBlanks, createProxyHeader()).optional(),
  });
}

/**
 * Creates the schema for the checks of a build: values from the environment may be missing, and functions were removed.
 */
export function createPartialSignInSchema() {
  return z.strictObject({
    openId: z.preprocess(dropBlanks, createOpenId().partial()).optional(),
    proxyHeader: z.preprocess(dropBlanks, createProxyHeader().partial()).optional(),
  });
}

function createOpenId() {
  return z.strictObject({
    issuer: z
      .string('Expected the URL of the provider.')
      .refine(
        isIssuer,
        'Expected an https URL without query and fragment; http is for a provider on this machine.',
      ),
    clientId: z.string('Expected the id of this client at the provider.'),
    clientSecret: z.string().optional(),
    clientAuthentication: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
    name: z.string().max(60).optional(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'Expected a scope.')).optional(),
    userClaim: z.string().optional(),
    allow: z.union([z.literal('*'), createAllowList(), z.custom<() => unknown>(isFunction)], {
      error: 'Say who may sign in: e-mail addresses and domains, a function, or "*" for everyone.',
    }),
  });
}

function createAllowList() {
  return z
    .array(
      z
        .string()
        .regex(
          /^(?:[^\s@]+@[a-z\d.-]+|[a-z\d-]+(?:\.[a-z\d-]+)+)$/i,
          'Expected an e-mail address or a domain such as "example.com".',
        ),
    )
    .min(1, 'Expected at least one e-mail address or domain.');
}

function createProxyHeader() {
  return z.strictObject({
    name: z
      .string('Expected the name of the header.')
      .regex(/^[A-Za-z\d-]+$/, 'Expected the name of a header, such as "X-Forwarded-User".'),
    from: z
      .array(createNetwork(), 'Expected the addresses of the proxy.')
      .min(1, 'Expected at least one address of the proxy.'),
  });
}

function createNetwork() {
  return z
    .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'Expected an address or a CIDR block such as "10.0.0.0/8".',
    })
    .refine((block) => !/\/0+$/.test(block), 'This includes every address.');
}

/** Drops undefined and empty settings, because `process.env.ISSUER ?? ''` means that a setting is missing. */
function dropBlanks(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, setting]) => setting !== undefined && setting !== ''),
  );
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (`${search}${hash}${username}${password}` !== '' || /[?#\s]/.test(text)) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
