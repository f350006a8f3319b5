import { createDiagnostic } from '../../compiler/diagnostic.js';
import { describeThrown } from '../../compiler/evaluate/describe-thrown.js';
import { locateLine } from '../../compiler/evaluate/locate-line.js';
import { traceLines } from '../../compiler/evaluate/trace-lines.js';
import type { Host } from '../../compiler/host.js';
import type { BuildReply } from './build-reply.js';

/**
 * What is told of an error that no code waits for, such as a rejection: it is the project's where its stack leads through
 * one of the project's modules.
 */
export function reportUncaught(error: unknown, root: string, host: Pick<Host, 'readFile'>): BuildReply {
  const isOwn = (path: string) => path.startsWith(`${root}/`) && !path.includes('/node_modules/');
  const findText = (path: string) => (isOwn(path) ? host.readFile(path) : null);
  const [line] = traceLines(error, null, { root, findText });
  if (!line) return { kind: 'crashed', stack: (error as Partial<Error>).stack ?? String(error) };
  const { file } = line;
  const location = locateLine({ file, text: findText(`${root}/${file}`) ?? '' }, line);
  const message = `An error that nothing waits for ended the build: ${describeThrown(error)}`;
  const help = 'Move this into a handler, or handle its error: a build runs the code that makes the schemas.';
  const diagnostic = createDiagnostic('failing-import', location, message, { help });
  return { kind: 'ended', diagnostic, isConfigBroken: false };
}
