import { makeLinesPrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import type { Problem } from './problem.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The problems as a SARIF 2.1.0 log (OASIS), which GitHub code scanning and editors read. */
export function printSarif(problems: readonly Problem[], tool: { readonly version: string }): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const run = {
    tool: {
      driver: {
        name: 'procgen',
        version: tool.version,
        rules: codes.map((id) => ({ id, ...describeRule(problems, id) })),
      },
    },
    columnKind: 'utf16CodeUnits',
    results: problems.map((problem) => printResult(problem, codes)),
  };
  return printJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] });
}

function describeRule(problems: readonly Problem[], id: string): object {
  const help = problems.find(({ code }) => code === id)?.help;
  return help === undefined ? {} : { help: { text: makeLinesPrintable(help) } };
}

function printResult({ code, severity, message, help, location }: Problem, codes: readonly string[]): object {
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: makeLinesPrintable(help ? `${message} ${help}` : message) },
    ...(location && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: {
              uri: location.file.split('/').map(encodeURIComponent).join('/'),
              uriBaseId: '%SRCROOT%',
            },
            region: {
              startLine: location.line,
              startColumn: location.column,
              endColumn: location.column + location.length,
            },
          },
        },
      ],
    }),
  };
}
