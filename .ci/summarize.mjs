// Prints each failed test of this run with its message, and the closing line `N passed, N failed` over every report.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = process.argv[2];
const reports = readdirSync(folder).map((name) => ({
  name,
  ...JSON.parse(readFileSync(join(folder, name), 'utf8')),
}));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
const failedFiles = reports.flatMap(({ name, testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map((file) => ({ report: name, ...file })),
);
for (const { report, name, message, assertionResults } of failedFiles) {
  console.log(`\n${report}: ${relative('.', name)}`);
  if (message) console.log(message);
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status === 'failed') console.log([fullName, ...failureMessages].join('\n'));
  }
}
const passed = sum('numPassedTests');
// A file that could not even be loaded has no failed test of its own.
const failed = Math.max(sum('numFailedTests'), failedFiles.length);
if (passed === 0) console.error('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed === 0 || failed > 0 ? 1 : 0;
