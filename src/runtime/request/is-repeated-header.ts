/** Whether a header, named in lower case, was sent more than once. Node keeps the first of some and says nothing of the others. */
export function isRepeatedHeader(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] as string;
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
