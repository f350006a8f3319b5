import { makePrintable } from './make-printable.js';
import { printCodeCell } from './print-code-span.js';

/** A code span of CommonMark: text between two equally long runs of backticks. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/** Mentions and references to issues, also for bots that read Markdown as text. */
const MARK = /@|#(?=\d)/g;

/**
 * Text that becomes a link without Markdown syntax: URLs (GFM, "Autolinks"; any scheme in GitLab) and GitLab's references
 * to merge requests, snippets, epics, milestones, labels and the like.
 */
const REFERENCE = /:(?=\/\/)|www(?=\.)|GH-(?=\d)|[!$&%~^[](?=["\w])/gi;

/**
 * Escapes text for one line or table cell of Markdown on GitHub and GitLab. Code spans stay code; nothing else ends the
 * cell, becomes HTML, a link, an image, code or mathematics, mentions a user or refers to an issue. Commit ids are kept,
 * because they link only within the same repository.
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

/** Inserts a zero-width space after each match. */
function breakUp(text: string, pattern: RegExp): string {
  return text.replace(pattern, '$&\u200b');
}
