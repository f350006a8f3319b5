import { type Colors, PLAIN } from '../colors.js';
import { count } from '../print/count.js';
import { makePrintable } from '../print/make-printable.js';

export interface Welcome {
  /** The project's folder relative to where the command ran; empty for that very folder. */
  readonly relativeFolder: string;
  /** What was written, relative to the project. */
  readonly written: readonly string[];
  readonly keptFiles: readonly string[];
  readonly keptScripts: readonly string[];
  /** Whether the workflow was omitted because the project is part of a larger repository. */
  readonly isWithoutWorkflow: boolean;
}

/** Lists the written files and the commands up to the first call. */
export function printWelcome(
  { relativeFolder, written, keptFiles, keptScripts, isWithoutWorkflow }: Welcome,
  colors: Colors = PLAIN,
): string {
  const note = colors.yellow('note:');
  const where = relativeFolder === '' ? 'here' : `in ${makePrintable(relativeFolder)}`;
  const lines = [`wrote ${count(written.length, 'file')} ${where}`, ...written.map((path) => `  ${path}`)];
  for (const path of keptFiles) {
    lines.push(
      `${note} ${path} already exists and was not changed.${path === 'tsconfig.json' ? TSCONFIG : ''}`,
    );
  }
  for (const name of keptScripts) {
    lines.push(`${note} package.json already has a script "${name}", which was not changed.`);
  }
  if (isWithoutWorkflow) {
    lines.push(
      `${note} GitHub only runs workflows from the root of the repository: add one there that checks this project.`,
    );
  }
  const steps = [
    ...(relativeFolder === '' ? [] : [`cd ${quote(relativeFolder)}`]),
    'npm install',
    keptScripts.includes('dev') ? 'npx procgen serve' : 'npm run dev',
  ];
  lines.push('', 'Next:', ...steps.map((step) => `  ${colors.cyan(step)}`));
  lines.push('', 'and in a second terminal, in the same folder:', `  ${colors.cyan(FIRST_CALL)}`);
  return `${lines.join('\n')}\n`;
}

const TSCONFIG =
  ' In a new project it has "module": "nodenext", "strict": true, "types": ["node"] and "skipLibCheck": true.';

const FIRST_CALL =
  'curl -H "Authorization: Bearer $(npx procgen keys create --plain)" http://localhost:3000/api/greetings/Ada';

/** Quotes a relative path for a shell. */
function quote(path: string): string {
  // Otherwise it would be an option.
  const word = path.startsWith('-') ? `./${path}` : path;
  return /^[\w./@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
