import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { REPOSITORY } from '../cli/temporary-project.js';

export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

type Manifest = { readonly name: string; readonly version: string };
type Lock = { readonly packages: Readonly<Record<string, { readonly version: string }>> };
type Copy = { readonly folder: string; readonly manifest: Manifest };

/**
 * A package registry on loopback that has what is installed in this repository and nothing else, so that npm installs
 * for real, with resolution, archives and links, without a network.
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */
export async function startLocalRegistry(): Promise<LocalRegistry> {
  const copies = await listInstalled();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1);
    const [, index] = /^archives\/(\d+)\.tgz$/.exec(path) ?? [];
    if (index !== undefined) return void sendArchive(copies[Number(index)] as Copy).pipe(response);
    const document = describe(path, copies, `http://${request.headers.host}`);
    response.statusCode = document === null ? 404 : 200;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(document ?? { error: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Every package of the lock. Those for other systems, whose files are not here, as the lock knows them. */
async function listInstalled(): Promise<readonly Copy[]> {
  const lock = JSON.parse(await readFile(join(REPOSITORY, 'package-lock.json'), 'utf8')) as Lock;
  const places = Object.entries(lock.packages).filter(([place]) => place !== '');
  return Promise.all(
    places.map(async ([place, noted]): Promise<Copy> => {
      const folder = join(REPOSITORY, place);
      const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
      const name = place.replace(/^.*node_modules\//, '');
      return { folder, manifest: manifest === null ? { ...noted, name } : JSON.parse(manifest) };
    }),
  );
}

function describe(name: string, copies: readonly Copy[], origin: string): object | null {
  const versions = Object.fromEntries(
    [...copies.entries()]
      .filter(([, { manifest }]) => manifest.name === name)
      .map(([index, { manifest }]) => [
        manifest.version,
        { ...manifest, dist: { tarball: `${origin}/archives/${index}.tgz` } },
      ]),
  );
  const [latest] = Object.keys(versions);
  return latest === undefined ? null : { name, 'dist-tags': { latest }, versions };
}

function sendArchive({ folder }: Copy): NodeJS.ReadableStream {
  const flags = ['-c', '--exclude=./node_modules', '--transform=s,^\\.,package,', '.'];
  const tar = spawn('tar', ['-C', folder, '--use-compress-program=gzip -1', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return tar.stdout;
}
