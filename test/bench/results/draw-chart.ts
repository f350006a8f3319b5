import { printFigure } from './print-figures.js';
import { type Figures, selectBuild, selectRequests, selectStart } from './select-figures.js';
import type { Results } from './summarize-report.js';

const WIDTH = 760;
const [PANEL_WIDTH, PANEL_HEIGHT] = [370, 122];
const [LABEL_WIDTH, BAR_WIDTH, BAR_HEIGHT, ROW_HEIGHT] = [110, 180, 13, 21];
const OURS = 'procgen';

/** Readable on light and on dark pages: what is not coloured is grey on both, and texts follow the page. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.v,.b{fill:#8b949e}.o{fill:#1f6feb}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.v{fill:#8b949e}.o{fill:#58a6ff}}`;

/** The chart of the README: a panel a measure, a bar a contender; what was not measured is left out. */
export function drawChart(results: Results): string {
  const panels = [
    ...selectRequests(results).map((figures) => ({ ...figures, title: `CPU a request: ${figures.title}` })),
    selectBuild(results, 'ms, wall'),
    selectStart(results, 'ms, wall'),
  ].filter((figures) => figures !== undefined);
  const height = Math.ceil(panels.length / 2) * PANEL_HEIGHT;
  const title = 'CPU a request, build time and start of procgen beside others; shorter is better';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    ...panels.map(drawPanel),
    '</svg>\n',
  ].join('\n');
}

function drawPanel({ title, unit, rows }: Figures, index: number): string {
  const [x, y] = [(index % 2) * (WIDTH - PANEL_WIDTH), Math.floor(index / 2) * PANEL_HEIGHT];
  const longest = Math.max(...rows.map(({ median }) => median));
  return [
    `<g transform="translate(${x} ${y})">`,
    `<text class="t" y="16">${escapeText(title)}</text>`,
    ...rows.map(({ contender, median }, row) => {
      const top = 26 + row * ROW_HEIGHT;
      const width = Math.max(1, Math.round((BAR_WIDTH * median) / longest));
      const baseline = top + BAR_HEIGHT - 2;
      return [
        `<text x="0" y="${baseline}">${escapeText(contender)}</text>`,
        `<rect class="${contender === OURS ? 'o' : 'b'}" x="${LABEL_WIDTH}" y="${top}" width="${width}" height="${BAR_HEIGHT}" rx="2"/>`,
        `<text x="${LABEL_WIDTH + width + 6}" y="${baseline}">${printFigure(median, unit)}</text>`,
      ].join('');
    }),
    '</g>',
  ].join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
