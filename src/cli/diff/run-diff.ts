import type { Change } from '../../diff/change.js';
import { DescriptionFault } from '../../diff/description-fault.js';
import { diffDescriptions } from '../../diff/diff-descriptions.js';
import { LEVELS } from '../../diff/level.js';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import type { Described } from './described.js';
import { countLevels, type DiffReport, type FailOn, summarizeLevels } from './diff-report.js';
import { findDescriptionPath } from './find-description-path.js';
import { printChanges } from './print-changes.js';
import { printChangesMarkdown } from './print-changes-markdown.js';
import { readDescribed } from './read-described.js';

export interface DiffOptions extends ProjectOptions {
  /** Text when absent. */
  readonly format?: 'text' | 'json' | 'markdown';
  readonly json?: boolean;
  readonly failOn: FailOn;
}

/** The descriptions as they were named; no head means what the procedures of the project say now. */
export interface DiffNames {
  readonly base: string;
  readonly head: string | undefined;
}

/** `procgen diff <base> [head]`: what changed between two descriptions, on stdout, and whether that may pass. */
export async function runDiff(names: DiffNames, options: DiffOptions, io: Io): Promise<number> {
  const isJson = options.json === true || options.format === 'json';
  const [base, head] = [names.base, names.head ?? null];
  const printReport = (report: Omit<DiffReport, 'version' | 'failOn' | 'base' | 'head'>): void =>
    io.stdout.write(
      `${JSON.stringify({ version: 1, failOn: options.failOn, base, head, ...report }, null, 2)}\n`,
    );
  try {
    const described = await readBoth(names, options, io);
    const changes = compare(described);
    const ok = !isTooBad(changes, options.failOn);
    if (isJson) printReport({ ok, counts: countLevels(changes), changes });
    else io.stdout.write(printFor(options, changes, described, io));
    io.stderr.write(summarize(changes, described, io));
    return ok ? EXIT.fine : EXIT.breaking;
  } catch (error) {
    if (isJson && error instanceof CliFailure) {
      const { message, help } = error;
      printReport({
        ok: false,
        counts: countLevels([]),
        changes: [],
        error: { message, ...(help && { help }) },
      });
    }
    throw error;
  }
}

interface Both {
  readonly base: Described;
  readonly head: Described;
}

async function readBoth({ base, head }: DiffNames, options: DiffOptions, io: Io): Promise<Both> {
  const project = openProject(options, io);
  const findPath = () => findDescriptionPath(project, io);
  const before = await readDescribed(base, project, findPath);
  if (head !== undefined) return { base: before, head: await readDescribed(head, project, findPath) };
  const { readProject } = await import('./read-project.js');
  return { base: before, head: await readProject(project, io) };
}

function compare({ base, head }: Both): readonly Change[] {
  try {
    return diffDescriptions(base.description, head.description, { now: new Date() });
  } catch (error) {
    if (!(error instanceof DescriptionFault)) throw error;
    throw new CliFailure(`The descriptions cannot be compared. ${error.message}`, { cause: error });
  }
}

/** Whether a change is as bad as `failOn`, or worse. */
function isTooBad(changes: readonly Change[], failOn: FailOn): boolean {
  if (failOn === 'none') return false;
  const refused = LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
  return changes.some(({ level }) => refused.includes(level));
}

function printFor(options: DiffOptions, changes: readonly Change[], { base, head }: Both, io: Io): string {
  if (options.format === 'markdown')
    return printChangesMarkdown(changes, { base: base.name, head: head.name });
  return printChanges(changes, createColors(io, io.stdout));
}

function summarize(changes: readonly Change[], { base, head }: Both, io: Io): string {
  const time = printDuration(performance.now() - io.startedAt);
  const line = `${summarizeLevels(countLevels(changes))} from ${base.name} to ${head.name} in ${time}`;
  return `${makePrintable(line)}\n`;
}
