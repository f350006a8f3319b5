import type { OutgoingHttpHeader } from 'node:http';

/** Headers in the order of their setting, names and values by turns and no name twice, as Node's `writeHead` takes them. */
export type HeaderList = OutgoingHttpHeader[];

/** The value of a header, whatever the case of its name. */
export function readHeader(headers: HeaderList, name: string): OutgoingHttpHeader | undefined {
  const index = findHeader(headers, name);
  return index < 0 ? undefined : headers[index + 1];
}

/** Sets a header, in the place of what it was, or behind the others. */
export function putHeader(headers: HeaderList, name: string, value: OutgoingHttpHeader): void {
  const index = findHeader(headers, name);
  if (index < 0) headers.push(name, value);
  else headers.splice(index, 2, name, value);
}

export function dropHeader(headers: HeaderList, name: string): void {
  const index = findHeader(headers, name);
  if (index >= 0) headers.splice(index, 2);
}

/** Where the header's name stands; -1 where it does not. */
function findHeader(headers: HeaderList, name: string): number {
  const { length } = name;
  for (let index = 0; index < headers.length; index += 2) {
    const known = headers[index] as string;
    if (known.length === length && (known === name || known.toLowerCase() === name.toLowerCase()))
      return index;
  }
  return -1;
}
