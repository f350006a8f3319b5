import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Report } from '../harness/report.js';
import { drawChart } from './draw-chart.js';
import { fillBlock } from './fill-block.js';
import { printBars, printFigures, printSummary } from './print-figures.js';
import { type Machine, type Results, summarizeReport } from './summarize-report.js';
import { listFollowing, readResults } from './write-results.js';

const MACHINE: Machine = { date: '2026-11-22', node: 'v20.19.0', processors: '2 × Abacus' };

const REPORT: Report = {
  bench: 'server',
  tables: [
    {
      title: 'health, 3 rounds of 4000',
      unit: 'µs CPU a request',
      kind: 'rounds',
      baseline: 'node:http',
      series: [
        { contender: 'node:http', samples: [10, 20, 30] },
        { contender: 'procgen', samples: [12, 18, 33] },
        { contender: 'hono, outputs <checked>', samples: [20, 40, 60.123456] },
      ],
    },
    {
      title: 'a wait',
      unit: 'ms',
      kind: 'single',
      baseline: 'one',
      series: [{ contender: 'one', samples: [1] }],
    },
  ],
  bars: [
    { name: 'health', value: 1.1, limit: 1.4, unit: '× node:http' },
    {
      name: 'health, below hono',
      value: 0.5,
      limit: 1,
      unit: '× its median',
      lower: { rounds: 2, of: 3, atLeast: 3 },
    },
  ],
  profiles: [],
};

const RESULTS = { server: summarizeReport(REPORT, MACHINE) };

function measureOutside(titles: readonly string[]): Results {
  const contenders = ['fastify', 'oRPC', 'procgen-keys'];
  const rows = [
    { measure: 'list, median', unit: 'µs CPU', values: [10, 25, 7.5] },
    { measure: 'list, slowest', unit: 'µs CPU', values: [11, 26, 8] },
    { measure: 'list, median', unit: 'requests/s', values: [100_000, 40_000, 133_000] },
  ];
  const sheets = titles.map((title) => ({ title, contenders, rows }));
  return {
    outside: { machine: { ...MACHINE, node: 'v20.19.6, v24.21.0' }, tables: [], sheets, bars: [] },
  };
}

describe('What is kept of a run', () => {
  it('is the medians and the spread of what was measured in rounds', () => {
    expect(RESULTS.server.tables).toHaveLength(1);
    expect(RESULTS.server.tables[0]?.rows).toEqual([
      {
        contender: 'node:http',
        median: 20,
        lowerQuartile: 15,
        upperQuartile: 25,
        ratio: 1,
        below: 0,
        rounds: 3,
      },
      {
        contender: 'procgen',
        median: 18,
        lowerQuartile: 15,
        upperQuartile: 25.5,
        ratio: 1.1,
        below: 1,
        rounds: 3,
      },
      {
        contender: 'hono, outputs <checked>',
        median: 40,
        lowerQuartile: 30,
        upperQuartile: 50.06,
        ratio: 2,
        below: 0,
        rounds: 3,
      },
    ]);
  });

  it('has the sheets of a bench that has some', () => {
    const row = { measure: 'list', unit: 'µs CPU', values: [10.12345, 20] };
    const sheet = { title: 'Node 24', contenders: ['one', 'other'], rows: [row] };
    const { sheets } = summarizeReport({ ...REPORT, sheets: [sheet] }, MACHINE);
    expect(sheets).toEqual([{ ...sheet, rows: [{ ...row, values: [10.12, 20] }] }]);
  });

  it('tells of each bar whether it was met, the missed ones too', () => {
    const printed = printBars(RESULTS);
    expect(printed).toContain('| `server` | health | 1.10 × node:http | 1.4 | met |');
    expect(printed).toContain(
      '| `server` | health, below hono | 0.50 × its median, lower in 2 of 3 rounds | 1 | **missed** |',
    );
  });
});

describe('What README.md and docs/performance.md show', () => {
  it('is a row a measure, procgen before others', () => {
    const tables = RESULTS.server.tables.map((table) => ({ ...table, title: 'list of 20' }));
    expect(printSummary({ server: { ...RESULTS.server, tables } })).toBe(
      [
        '|  | procgen | others |',
        '| --- | --- | --- |',
        '| CPU of a list of 20, same answers, Node 20 | 18.0 µs | node:http 20.0 µs, hono 40.0 µs |',
        '',
      ].join('\n'),
    );
  });

  it('is a row a measure, with the quotient of the two figures shown, the day, Node and the processor', () => {
    expect(printFigures(RESULTS)).toBe(
      [
        '## Requests: same answers',
        '',
        '| CPU of a request | node:http | procgen | hono |',
        '| --- | --- | --- | --- |',
        '| health | 20.0 µs | 18.0 µs (× 0.90) | 40.0 µs (× 2.00) |',
        '',
        'Medians of server: 2026-11-22, Node 20.19.0, 2 × Abacus.',
        '',
      ].join('\n'),
    );
  });

  it('has a table for each Node on which servers were measured as they come', () => {
    const printed = printFigures(measureOutside(['Node 20', 'Node 24', 'Node 24 beside 1,000 more routes']));
    expect([...printed.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'Requests: servers as they come, Node 20',
      'Requests: servers as they come, Node 24',
      'Requests: servers as they come, Node 24 beside 1,000 more routes',
    ]);
    expect(printed).toContain(
      '| CPU of a request | fastify | oRPC | procgen-keys |\n| --- | --- | --- | --- |\n| list | 10.0 µs | 25.0 µs (× 2.50) | 7.50 µs (× 0.75) |\n',
    );
    expect(printed).toContain('Medians of outside: 2026-11-22, Node 20.19.6, 24.21.0, 2 × Abacus.');
  });

  it.each([
    [['Node 20', 'Node 24', 'Node 24 beside 1,000 more routes', 'Node 26'], 'Node 24'],
    [['Node 20', 'Node 26', 'Node 26 beside 1,000 more routes'], 'Node 26'],
    [['Node 20'], 'Node 20'],
  ])('is in the README one Node of %j: %s', (titles, shown) => {
    expect(printSummary(measureOutside(titles))).toContain(
      `| CPU of a list of 20, as they come, ${shown} | 7.50 µs | fastify 10.0 µs, oRPC 25.0 µs |\n`,
    );
  });

  it('is of p99 the ratio of the paired rounds, and not the medians', () => {
    const row = { lowerQuartile: 1, upperQuartile: 1, below: 0, rounds: 3 };
    const table = {
      title: 'list of 20, at half',
      unit: 'ms at p99',
      baseline: 'fastify',
      rows: [
        { ...row, contender: 'procgen', median: 24, ratio: 1.118 },
        { ...row, contender: 'fastify', median: 12, ratio: 1 },
      ],
    };
    expect(printFigures({ latency: { machine: MACHINE, tables: [table], bars: [] } })).toContain(
      '| list of 20 | × 1.12 | × 1.00 |\n',
    );
  });

  it('is a chart of texts and bars, as long as the figures, and nothing that runs', () => {
    const chart = drawChart(RESULTS);
    const widths = [...chart.matchAll(/<rect class="(\w)" .*?width="(\d+)"/g)].map(([, kind, width]) => [
      kind,
      width,
    ]);
    expect(widths).toEqual([
      ['b', '90'],
      ['o', '81'],
      ['b', '180'],
    ]);
    expect(chart).toMatch(/<text [^>]*>procgen<\/text>.*<text [^>]*>18\.0 µs<\/text>/);
    expect(chart).not.toMatch(/<script|href|on\w+=/);
  });

  it('stands between two comments, and nothing else of a page is changed', () => {
    const page = `before\n${fillBlock(`<!-- figures: written by \`npm run bench:readme\` -->\nold\n<!-- /figures -->\n`, 'new\n')}after\n`;
    expect(fillBlock(page, 'newer\n')).toBe(page.replace('new', 'newer'));
    expect(() => fillBlock('a page', 'new\n')).toThrow('no place for figures');
  });
});

describe('The committed figures', () => {
  it.each([...listFollowing(readResults())])('are what results.json gives: %s', (file, expected) => {
    expect(readFileSync(file, 'utf8')).toBe(expected);
  });

  it('have no multiple that is not the quotient of the two figures in its row', () => {
    const page = printFigures(readResults());
    const rows = page.split('\n').filter((line) => / \(× /.test(line));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const cells = row.split(' | ').slice(1);
      const base = cells.find((cell) => !cell.includes('×')) ?? '';
      for (const cell of cells) {
        const [, multiple] = /\(× ([\d.]+)\)/.exec(cell) ?? [];
        if (multiple) expect((readFigure(cell) / readFigure(base)).toFixed(2), row).toBe(multiple);
      }
    }
  });

  it('make a chart of a few kilobytes', () => {
    expect(drawChart(readResults()).length).toBeLessThan(8_000);
  });
});

/** A figure as it is printed, in the smaller unit. */
function readFigure(cell: string): number {
  const [, value, unit] = /([\d.]+) (\S+)/.exec(cell) ?? [];
  return Number(value) * (unit === 's' ? 1_000 : 1);
}
