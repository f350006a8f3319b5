import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Call } from '../call/call.js';
import type { Exchange, KoaHost, RequestBody, RequestHeaders } from '../exchange.js';
import { isClosed, isSent } from './close-with-connection.js';
import { isBodySent, NodeBody } from './node-body.js';

/** A request of Node's server, and where its answer goes. */
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

  /** `sent` is the target as it was sent, where the host tells. */
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

  /** Whether there is a body of which Node's parser may hand on something yet that came together with the head. */
  get isArriving(): boolean {
    return !this.req.complete && isBodySent(this.req);
  }

  /** Whether more of the body is to be left unread than is known to be little. */
  get isStopped(): boolean {
    return this.#body?.isStopped ?? false;
  }

  isRepeated(name: string): boolean {
    return isRepeatedHeader(this.req.rawHeaders, name);
  }

  onGone(listener: () => void): void {
    const end = () => {
      if (!isSent(this.res)) listener();
    };
    if (isClosed(this.res)) end();
    else this.res.on('close', end);
  }

  /** Where a body parser of the host leaves what it has read. */
  protected get parsed(): object {
    return this.req;
  }
}

/** Over already: what waits for it goes on once Node's parser has handed on what came together with the head. */
export const ARRIVED = Promise.resolve();

const SLASH = 0x2f;

/** The path and query of a target in absolute form (RFC 9112, 3.2.2); any other as it is. */
function cutOrigin(url: string): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [''];
  const rest = url.slice(origin.length);
  return origin === '' || rest.startsWith('/') ? rest : `/${rest}`;
}

const CALL = Symbol('procgen.call');

/** Lets the call be found by where it is answered. */
export function keepCall(res: ServerResponse, call: Call): void {
  (res as { [CALL]?: Call })[CALL] = call;
}

/** The call that is answered with `res`, if the request has got so far. */
export function findCall(res: ServerResponse): Call | undefined {
  return (res as { [CALL]?: Call })[CALL];
}

/** Whether a header, named in lower case, was sent more than once. Node keeps the first of some and says nothing of the others. */
export function isRepeatedHeader(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] as string;
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
