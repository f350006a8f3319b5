/**
 * Whether there is a program to test with. Its tests are left out without it, and never where they have to run (CI, or
 * CI_REQUIRE_POSTGRES), which an exception sees to.
 */
export function requireProgram(found: unknown, name: string, installation: string): boolean {
  if (found !== undefined) return true;
  if (process.env.CI || process.env.CI_REQUIRE_POSTGRES)
    throw new Error(`${name} is not installed, and its tests may not be skipped: ${installation}`);
  console.warn(`\n!!! ${name} is not installed: its tests are SKIPPED. Install it: ${installation}\n`);
  return false;
}
