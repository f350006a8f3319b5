import { makePrintable } from './make-printable.js';
import { printCodeCell } from './print-code-span.js';

/** A code span of CommonMark: what stands between two runs of equally many backticks. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/**
 * Text for one line or table cell of Markdown on GitHub and GitLab. Its code spans stay code; nothing else of it ends
 * the cell, becomes HTML, a link, an image, code or mathematics, mentions somebody or refers to an issue.
 */
export function escapeMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const parts: string[] = [];
  let end = 0;
  for (const { 0: span, 2: code = '', index } of line.matchAll(CODE_SPAN)) {
    const inside = code.replace(/^ (.*[^ ].*) $/, '$1').replaceAll('<', '‹');
    parts.push(escapeText(line.slice(end, index)), printCodeCell(breakMarks(inside)));
    end = index + span.length;
  }
  return [...parts, escapeText(line.slice(end))].join('');
}

function escapeText(text: string): string {
  const escaped = makePrintable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_~|$[\]]/g, '\\$&');
  return breakMarks(escaped);
}

/** Puts a space without width behind what would mention somebody or refer to an issue. */
function breakMarks(text: string): string {
  return text.replace(/@|#(?=\d)/g, '$&\u200b');
}
