import { makePrintable } from './make-printable.js';
import { printCodeCell } from './print-code-span.js';

/** A code span of CommonMark: what stands between two runs of equally many backticks. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/** What mentions somebody or refers to an issue, also to bots that read Markdown as text. */
const MARK = /@|#(?=\d)/g;

/**
 * What becomes a link without Markdown's own signs: addresses (GFM, "Autolinks"; GitLab takes any scheme), and
 * GitLab's references to merge requests, snippets, epics, milestones, labels and the like.
 */
const REFERENCE = /:(?=\/\/)|www(?=\.)|GH-(?=\d)|[!$&%~^[](?=["\w])/gi;

/**
 * Text for one line or table cell of Markdown on GitHub and GitLab. Its code spans stay code; nothing else of it ends
 * the cell, becomes HTML, a link, an image, code or mathematics, mentions somebody or refers to an issue. An id of a
 * commit stays what it is: it can only lead to one of the same repository.
 */
export function escapeMarkdown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const parts: string[] = [];
  let end = 0;
  for (const { 0: span, 2: code = '', index } of line.matchAll(CODE_SPAN)) {
    const inside = code.replace(/^ (.*[^ ].*) $/, '$1').replaceAll('<', '‹');
    parts.push(escapeText(line.slice(end, index)), printCodeCell(breakUp(inside, MARK)));
    end = index + span.length;
  }
  return [...parts, escapeText(line.slice(end))].join('');
}

function escapeText(text: string): string {
  return breakUp(breakUp(makePrintable(text), MARK), REFERENCE)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_~|$[\]]/g, '\\$&');
}

/** Puts a space without width behind each of its places. */
function breakUp(text: string, pattern: RegExp): string {
  return text.replace(pattern, '$&\u200b');
}
