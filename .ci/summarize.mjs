// Prints the closing line `N passed, N failed` over every test report of this run.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
const failedFiles = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status }) => status === 'failed');
const passed = sum('numPassedTests');
// A file that could not even be loaded has no failed test of its own.
const failed = Math.max(sum('numFailedTests'), failedFiles.length);
if (passed === 0) console.error('No test ran.');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed === 0 || failed > 0 ? 1 : 0;
