import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Guard } from '../guards/guard.js';
import { JSON_TYPE } from '../respond/answer.js';

export interface Description {
  readonly endpoint: Endpoint;
  /** Reads the file. Before that there is nothing to answer with. */
  load(): Promise<void>;
}

/** `GET /api/openapi.json`: the bytes of the generated file, and a strong ETag of them. */
export function createDescription(file: URL): Description {
  let bytes: Buffer = Buffer.alloc(0);
  let etag = '';
  return {
    endpoint: {
      path: '/openapi.json',
      methods: ['GET'],
      answer: ({ answer, exchange }) => {
        // Not at the start: the description of a thousand procedures is four megabytes.
        etag ||= printEtag(bytes);
        answer.set('ETag', etag);
        answer.set('Cache-Control', 'no-cache');
        if (isFresh(exchange.headers['if-none-match'] as string | undefined, etag)) answer.sendNothing(304);
        else answer.send(200, JSON_TYPE, bytes);
        return undefined;
      },
    },
    async load() {
      bytes = await readFile(file);
      etag = '';
    },
  };
}

function printEtag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`;
}

/** Whether an `If-None-Match` header names `etag`, by the weak comparison that RFC 9110, 13.1.2 asks for. */
function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Something under the prefix that the package itself answers. */
export interface Endpoint {
  /** After the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: Guard;
}
