import { describe, expect, it } from 'vitest';
import { findUnreadFiles } from '../../src/compiler/discover/discover-procedure-files.js';
import type { Host } from '../../src/compiler/host.js';

describe('A link that leads nowhere', () => {
  it.each([
    ['is told of where a procedure file would be', 'items.ts', 1],
    ['is left alone where an editor locks a file by it', '.#items.ts', 0],
  ])('%s', async (_what, name, count) => {
    const host = { listFiles: async () => [`/app/procedures/${name}/`] } as unknown as Host;
    const found = await findUnreadFiles(host, '/app', 'procedures');
    expect(found).toEqual(Array(count).fill({ file: `procedures/${name}`, reason: 'broken-link' }));
  });
});
