import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Call } from '../call/call.js';
import type { Exchange, KoaHost, RequestBody, RequestHeaders } from '../exchange.js';
import { isClosed, isSent } from './close-with-connection.js';
import './keep-tick-object.js';
import { isBodySent, NodeBody } from './node-body.js';

/** A request of Node's server together with its response. */
export class NodeExchange implements Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly querystring: string;
  readonly headers: RequestHeaders;
  readonly koa: KoaHost | null = null;
  #body: NodeBody | undefined;

  /** `sent` is the original target, if the host keeps it. */
  constructor(req: IncomingMessage, res: ServerResponse, sent?: string) {
    const { method = '', url = '' } = req;
    this.req = req;
    this.res = res;
    this.method = method;
    this.url = sent ?? url;
    this.headers = req.headers;
    const target = url.charCodeAt(0) === SLASH ? url : cutOrigin(url);
    const mark = target.indexOf('?');
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.querystring = mark < 0 ? '' : target.slice(mark + 1);
  }

  get peerAddress(): string {
    return this.req.socket.remoteAddress ?? '';
  }

  get isEncrypted(): boolean {
    return (this.req.socket as Partial<TLSSocket>).encrypted === true;
  }

  get body(): RequestBody {
    this.#body ??= new NodeBody(this.req, this.res, this.parsed);
    return this.#body;
  }

  /** Whether Node's parser may still deliver a body that arrived together with the head. */
  get isArriving(): boolean {
    return !this.req.complete && isBodySent(this.req);
  }

  /** Whether reading was stopped. The connection then closes even if the rest of the body is short. */
  get isStopped(): boolean {
    return this.#body?.isStopped ?? false;
  }

  isRepeated(name: string): boolean {
    return isRepeatedHeader(this.req.rawHeaders, name);
  }

  onDisconnect(listener: () => void): void {
    const end = () => {
      if (!isSent(this.res)) listener();
    };
    if (isClosed(this.res)) end();
    else this.res.on('close', end);
  }

  /** The object on which a body parser of the host leaves what it has read. */
  protected get parsed(): object {
    return this.req;
  }
}

/** Already resolved: its callbacks run once Node's parser has delivered what arrived together with the head. */
export const ARRIVED = Promise.resolve();

const SLASH = 0x2f;

/** Returns the path and query of a target in absolute form (RFC 9112, 3.2.2), and any other target unchanged. */
function cutOrigin(url: string): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [''];
  const rest = url.slice(origin.length);
  return origin === '' || rest.startsWith('/') ? rest : `/${rest}`;
}

const CALL = Symbol('procgen.call');

/** Associates the call with its response. */
export function attachCall(res: ServerResponse, call: Call): void {
  (res as { [CALL]?: Call })[CALL] = call;
}

/** Returns the call that is answered with `res`; undefined if the request has not become one yet. */
export function findCall(res: ServerResponse): Call | undefined {
  return (res as { [CALL]?: Call })[CALL];
}

/** Whether a header, named in lower case, was sent more than once. Node silently drops repetitions of some headers. */
export function isRepeatedHeader(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] as string;
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
