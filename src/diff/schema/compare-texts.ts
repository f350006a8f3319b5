import { type Comparing, report } from './comparing.js';
import type { SchemaMember } from './schema-member.js';

/** Formats of which every value is one of the other format too (JSON Schema 2020-12 Validation, section 7.3). */
const NARROWER_THAN: Readonly<Record<string, readonly string[]>> = {
  int32: ['int64'],
  float: ['double'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  iri: ['iri-reference'],
  'uri-reference': ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
};

/** Compares what a text has to look like. */
export function compareTexts(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  comparePatterns(base, head, at);
  compareFormats(base, head, at);
  if (base.content === head.content) return;
  const print = (content: string) => (content === '' ? 'plain' : `\`${content}\``);
  const predicate = `is now ${print(head.content)}; it was ${print(base.content)}`;
  report(at, 'content-changed', predicate, { base: base.pointer, head: head.pointer });
}

function comparePatterns(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  const gone = base.patterns.filter((pattern) => !head.patterns.includes(pattern));
  const come = head.patterns.filter((pattern) => !base.patterns.includes(pattern));
  const print = (patterns: readonly string[]) => patterns.map((pattern) => `\`${pattern}\``).join(', ');
  if (gone.length > 0 && come.length > 0) {
    report(at, 'pattern-changed', `must match ${print(come)}; it was ${print(gone)}`, pointers);
  } else if (come.length > 0) report(at, 'pattern-added', `must match ${print(come)} now`, pointers);
  else if (gone.length > 0) {
    report(at, 'pattern-removed', `need not match ${print(gone)} any more`, pointers);
  }
}

function compareFormats(base: SchemaMember, head: SchemaMember, at: Comparing): void {
  const pointers = { base: base.pointer, head: head.pointer };
  const gone = base.formats.filter((format) => !head.formats.includes(format));
  const come = head.formats.filter((format) => !base.formats.includes(format));
  if (gone.length === 0 && come.length === 0) return;
  const print = (formats: readonly string[]) => formats.map((format) => `\`${format}\``).join(', ');
  if (gone.length === 0) report(at, 'format-added', `has the format ${print(come)} now`, pointers);
  else if (come.length === 0)
    report(at, 'format-removed', `has no format any more; it was ${print(gone)}`, pointers);
  else {
    const predicate = `has the format ${print(come)}; it was ${print(gone)}`;
    if (isWithin(gone, come)) report(at, 'format-widened', predicate, pointers);
    else report(at, isWithin(come, gone) ? 'format-narrowed' : 'format-changed', predicate, pointers);
  }
}

function isWithin(narrow: readonly string[], wide: readonly string[]): boolean {
  return wide.every((format) => narrow.some((other) => NARROWER_THAN[other]?.includes(format)));
}
