import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type * as runtime from '../../../src/runtime/index.js';
import { buildDescribedService } from '../client/build-described-service.js';
import type { Bar } from '../harness/bar.js';
import type { BenchOptions } from '../harness/bench-options.js';
import { REPOSITORY } from '../harness/places.js';
import type { Report } from '../harness/report.js';
import { pairSamples } from '../harness/statistics.js';
import { tellProgress } from '../harness/tell-progress.js';

/** Of five operations each. */
const RESOURCES = 200;
const OURS = 'procgen';
const STATIC = 'the library on a static page';
const READY_LIMIT = 1.1;
const SECOND_VISIT_LIMIT_KB = 160;
const DESCRIPTION_LIMIT_KB = 150;

/** How long the explorer takes to its first operation, beside its library on a static page, and what it transfers. */
export async function measureExplorer({ rounds, share }: BenchOptions): Promise<Report> {
  const { folder, operations } = buildDescribedService(Math.ceil(RESOURCES * share));
  const ours = await startOurs(join(folder, 'openapi.json'));
  const theirs = await startStatic(await (await fetch(`${ours.url}/api/docs/openapi.json`)).text());
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const pages = [
      { contender: OURS, url: `${ours.url}/api/docs`, samples: [] as number[] },
      { contender: STATIC, url: `${theirs.url}/`, samples: [] as number[] },
    ] as const;
    for (let round = -1; round < rounds; round++) {
      tellProgress(`explorer: ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`);
      for (const { url, samples } of pages) {
        const readyMs = await visitOnce(browser, url);
        if (round >= 0) samples.push(readyMs);
      }
    }
    const { first, second } = await weighVisits(browser, pages[0].url);
    const description = await weighDescription(ours.url);
    const { ratio } = pairSamples(pages[0].samples, pages[1].samples);
    const bars: readonly Bar[] = [
      { name: 'first operation', value: ratio.median, limit: READY_LIMIT, unit: `× ${STATIC}` },
      { name: 'second visit', value: second / 1_000, limit: SECOND_VISIT_LIMIT_KB, unit: 'KB' },
      { name: 'description in Brotli', value: description / 1_000, limit: DESCRIPTION_LIMIT_KB, unit: 'KB' },
    ];
    const title = `to the first of ${operations} operations in Chromium, nothing cached`;
    return {
      bench: 'explorer',
      tables: [{ title, unit: 'ms', kind: 'rounds', baseline: STATIC, series: pages }],
      sheets: [
        {
          title: 'bytes on the wire',
          contenders: [OURS],
          rows: [
            { measure: 'first visit', unit: 'KB', values: [first / 1_000] },
            { measure: 'second visit', unit: 'KB', values: [second / 1_000] },
            { measure: 'description in Brotli', unit: 'KB', values: [description / 1_000] },
          ],
        },
      ],
      bars,
      profiles: [],
    };
  } finally {
    await browser.close();
    theirs.server.close();
    await ours.close();
  }
}

/** A service without routes: the explorer reads the description alone. */
async function startOurs(description: string) {
  // The package itself, which finds the library beside it; the benches are bundled elsewhere.
  const { createLog, createServer, toNodeListener }: typeof runtime = await import(
    `${REPOSITORY}dist/runtime/index.js`
  );
  const cwd = mkdtempSync(join(tmpdir(), 'procgen-explorer-'));
  const table = {
    description: pathToFileURL(description),
    credentials: { header: 'Authorization', prefix: 'Bearer' },
    messages: { en: {} },
    routes: [],
  };
  const log = createLog({ destination: { write() {} } });
  const listener = toNodeListener(table, { docs: 'public', accessLog: false }, { cwd, log, serves: 'all' });
  await listener.ready();
  const http = createServer(listener);
  const { port } = await http.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await http.drain(0);
      await listener.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title><link rel="icon" href="data:,">
<link rel="preload" href="openapi.json" as="fetch" crossorigin><script src="scalar.js" defer></script>
<script src="start.js" defer></script></head><body><div id="app"></div></body></html>`;
const START = `Scalar.createApiReference('#app', { url: 'openapi.json', telemetry: false, withDefaultFonts: false,
  showDeveloperTools: 'never', agent: { disabled: true }, mcp: { disabled: true } });`;

/** Files that were compressed before, and nothing that is decided for a request. */
async function startStatic(description: string): Promise<{ readonly url: string; readonly server: Server }> {
  const files = new Map([
    ['/', ['text/html', brotliCompressSync(PAGE)]],
    ['/start.js', ['text/javascript', brotliCompressSync(START)]],
    ['/scalar.js', ['text/javascript', readFileSync(`${REPOSITORY}dist/explorer/scalar.js.br`)]],
    ['/openapi.json', ['application/json', brotliCompressSync(description)]],
  ] as const);
  const server = createHttpServer((request, response) => {
    const [type, body] = files.get((request.url ?? '') as '/') ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** With nothing cached: from the begin of the navigation to the first operation, in milliseconds. */
async function visitOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    return await visit(context, url);
  } finally {
    await context.close();
  }
}

async function visit(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await untilReady(page);
  return page.evaluate(() => performance.now());
}

/** Waits for the first operation in the contents: what is below the window is made when it is scrolled to. */
async function untilReady(page: Page): Promise<void> {
  await page.locator('a[href*="/POST/"], a[href*="/GET/"]').first().waitFor({ timeout: 60_000 });
}

/** The bytes on the wire of a first visit, and of another in the same browser. */
async function weighVisits(browser: Browser, url: string) {
  const context = await browser.newContext();
  const weigh = async (): Promise<number> => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await page.goto(url);
    await untilReady(page);
    await page.close();
    return bytes;
  };
  const first = await weigh();
  const second = await weigh();
  await context.close();
  return { first, second };
}

async function weighDescription(url: string): Promise<number> {
  const response = await fetch(`${url}/api/openapi.json`, { headers: { 'Accept-Encoding': 'br' } });
  await response.arrayBuffer();
  return Number(response.headers.get('Content-Length'));
}
