import type { ServerResponse } from 'node:http';
import { putHeader } from './header-list.js';
import { HELD, HOLDING, type HoldingResponse, NODE } from './holding-response.js';

/**
 * Keeps the headers of an answer out of Node's table: to put ten of them in and to read them out again takes longer than
 * the guards do, and a list that comes with the status Node writes as it is. Whoever asks the response for a header,
 * sets or removes one, finds them as ever. Nothing happens to a response that has headers already, or functions that
 * are not Node's own.
 */
export function holdHeaders(response: ServerResponse): void {
  const res = response as HoldingResponse;
  if (!isNodes(res) || res.headersSent || res.getHeaderNames().length > 0) return;
  res[HELD] = [];
  // One by one: `Object.assign` takes as long as is won.
  res.setHeader = HOLDING.setHeader as HoldingResponse['setHeader'];
  res.appendHeader = HOLDING.appendHeader as HoldingResponse['appendHeader'];
  res.removeHeader = HOLDING.removeHeader;
  res.getHeader = HOLDING.getHeader;
  res.hasHeader = HOLDING.hasHeader;
  res.getHeaders = HOLDING.getHeaders;
  res.getHeaderNames = HOLDING.getHeaderNames;
  res.getRawHeaderNames = HOLDING.getRawHeaderNames;
  res.writeHead = HOLDING.writeHead as HoldingResponse['writeHead'];
  res.writeHeader = HOLDING.writeHeader;
}

/** Sets prepared headers, names and values by turns, that HTTP can carry. */
export function addHeaders(res: ServerResponse, headers: readonly string[]): void {
  const held = res.headersSent ? undefined : (res as HoldingResponse)[HELD];
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index] as string, headers[index + 1] as string];
    if (held) putHeader(held, name, value);
    else res.setHeader(name, value);
  }
}

function isNodes(res: HoldingResponse): boolean {
  return (
    res.setHeader === NODE.setHeader &&
    res.appendHeader === NODE.appendHeader &&
    res.removeHeader === NODE.removeHeader &&
    res.getHeader === NODE.getHeader &&
    res.hasHeader === NODE.hasHeader &&
    res.getHeaders === NODE.getHeaders &&
    res.getHeaderNames === NODE.getHeaderNames &&
    res.getRawHeaderNames === NODE.getRawHeaderNames &&
    res.writeHead === NODE.writeHead
  );
}
