import { join } from 'node:path';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Change } from '../../diff/change.js';
import { DescriptionError } from '../../diff/description-error.js';
import { diffDescriptions } from '../../diff/diff-descriptions.js';
import { LEVELS } from '../../diff/level.js';
import { parseDescription } from '../../diff/parse-description.js';
import { reportDiagnostics } from '../build/report-build.js';
import { withBuilder } from '../builder/open-builder.js';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { openFolder, openProject, type Project, type ProjectOptions } from '../open-project.js';
import { escapeMarkdown } from '../print/escape-markdown.js';
import { makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import { printJson } from '../print/print-json.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import type { Described } from './described.js';
import { countLevels, type DiffReport, type FailOn, summarizeLevels } from './diff-report.js';
import { findProjectPaths } from './find-project-paths.js';
import { printChanges } from './print-changes.js';
import { printChangesMarkdown } from './print-changes-markdown.js';
import { readDescribed } from './read-described.js';
import { MissingDescription } from './read-from-git.js';

export interface DiffOptions extends ProjectOptions {
  /** Text when absent. */
  readonly format?: 'text' | 'json' | 'markdown';
  readonly json?: boolean;
  readonly failOn: FailOn;
}

/** The descriptions as named by the user; without `head`, the procedures in the working tree. */
export interface DiffNames {
  readonly base: string;
  readonly head: string | undefined;
}

/** `procgen diff <base> [head]`: prints the changes; fails when one reaches `--fail-on`. */
export async function runDiff(names: DiffNames, options: DiffOptions, io: Io): Promise<number> {
  const isJson = options.json === true || options.format === 'json';
  const print = (report: Outcome, text: () => string): void => {
    const { failOn } = options;
    const { base, head = null } = names;
    io.stdout.write(isJson ? printJson({ version: 1, failOn, base, head, ...report }) : text());
  };
  try {
    const { base, head } = await readSides(names, options, io);
    if (base instanceof MissingDescription) {
      const note = `${base.message} There is nothing to compare with yet.`;
      print({ ok: true, counts: countLevels([]), changes: [], note }, () =>
        options.format === 'markdown' ? `### API\n\n${escapeMarkdown(note)}\n` : '',
      );
      io.stderr.write(`${makePrintable(note)}\nhelp: ${makePrintable(base.help ?? '')}\n`);
      return EXIT.fine;
    }
    const changes = compare({ base, head });
    const ok = !reachesLevel(changes, options.failOn);
    print({ ok, counts: countLevels(changes), changes }, () =>
      options.format === 'markdown'
        ? printChangesMarkdown(changes, { base: base.name, head: head.name })
        : printChanges(changes, createColors(io, io.stdout)),
    );
    io.stderr.write(summarize(changes, { base, head }, io));
    return ok ? EXIT.fine : EXIT.breaking;
  } catch (error) {
    if (error instanceof CliFailure) {
      const { message, help } = error;
      const failure = { message, ...(help && { help }) };
      print({ ok: false, counts: countLevels([]), changes: [], error: failure }, () => '');
    }
    throw error;
  }
}

type Outcome = Omit<DiffReport, 'version' | 'failOn' | 'base' | 'head'>;

interface DiffSides {
  readonly base: Described;
  readonly head: Described;
}

/** Reads the head even without a base, so that a misspelt name is reported. */
async function readSides({ base, head }: DiffNames, options: DiffOptions, io: Io) {
  const project = {
    ...openProject(options, io, { isNeeded: head === undefined }),
    folder: openFolder(options, io),
  };
  const findPaths = () => findProjectPaths(project, io);
  const before = await readDescribed(base, project, findPaths).catch((error: unknown) => {
    if (error instanceof MissingDescription) return error;
    throw error;
  });
  if (head !== undefined) return { base: before, head: await readDescribed(head, project, findPaths) };
  return { base: before, head: await readProject(project, io) };
}

function compare({ base, head }: DiffSides): readonly Change[] {
  try {
    return diffDescriptions(base.description, head.description, { now: new Date() });
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    throw new CliFailure(`The descriptions cannot be compared. ${error.message}`, { cause: error });
  }
}

/** Whether a change reaches `failOn`. */
function reachesLevel(changes: readonly Change[], failOn: FailOn): boolean {
  if (failOn === 'none') return false;
  const failing = LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
  return changes.some(({ level }) => failing.includes(level));
}

function summarize(changes: readonly Change[], { base, head }: DiffSides, io: Io): string {
  const time = printDuration(performance.now() - io.startedAt);
  const line = `${summarizeLevels(countLevels(changes))} from ${base.name} to ${head.name} in ${time}`;
  return `${makePrintable(line)}\n`;
}

/** The description of the project's current procedures, whether built or not. Writes nothing. */
async function readProject(project: Project, io: Io): Promise<Described> {
  const host = createNodeHost();
  const { plan, diagnostics, isConfigBroken } = await withBuilder(project, io, (builder) => builder.check());
  await reportDiagnostics(diagnostics, { host, root: project.root }, io);
  const written = plan.find(({ path }) => /(^|\/)openapi\.json$/.test(path));
  if (written && !hasErrors(diagnostics)) {
    // The compilation omits texts that are unchanged since the last build; they are on disk.
    const text = written.text || (await host.readFile(join(project.root, written.path))) || '';
    return { name: 'the procedures', description: parseDescription(text) };
  }
  throw new CliFailure(`The procedures cannot be compiled: ${summarizeDiagnostics(diagnostics)}.`, {
    exitCode: isConfigBroken ? EXIT.usage : EXIT.errors,
    help: 'Fix them, or pass a description to compare with: procgen diff <base> <head>',
  });
}
