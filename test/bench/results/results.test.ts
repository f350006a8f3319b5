import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Report } from '../harness/report.js';
import { drawChart } from './draw-chart.js';
import { fillBlock } from './fill-block.js';
import { printBars, printFigures, printSummary } from './print-figures.js';
import { type Machine, summarizeReport } from './summarize-report.js';
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
        '| CPU of a request, list of 20 | 18.0 µs | node:http 20.0 µs, hono 40.0 µs |',
        '',
      ].join('\n'),
    );
  });

  it('has the sheets of servers as they come, with a dash for what was not measured', () => {
    const sheet = {
      title: 'Node 24.21.0',
      contenders: ['node:http', 'procgen'],
      rows: [{ measure: 'health', unit: 'µs', values: [10, Number.NaN] }],
    };
    expect(printFigures({ outside: { machine: MACHINE, tables: [], sheets: [sheet], bars: [] } })).toContain(
      '| Node 24.21.0 | node:http | procgen |\n| --- | --- | --- |\n| health | 10.0 µs | – |\n',
    );
  });

  it('is a row a measure, with the quotient of the two figures shown, the day, Node and the processor', () => {
    expect(printFigures(RESULTS)).toBe(
      [
        '| CPU a request | node:http | procgen | hono |',
        '| --- | --- | --- | --- |',
        '| health | 20.0 µs | 18.0 µs (× 0.90) | 40.0 µs (× 2.00) |',
        '',
        'Medians of server: 2026-11-22, Node 20.19.0, 2 × Abacus.',
        '',
      ].join('\n'),
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

  it('make a chart of a few kilobytes', () => {
    expect(drawChart(readResults()).length).toBeLessThan(8_000);
  });
});
