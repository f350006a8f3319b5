/**
 * Whether a version is in a range of `>=1.2.3`, `^1.2.3` and `||`, the forms in procgen's package.json
 * (https://github.com/npm/node-semver#ranges). A prerelease counts as its release.
 */
export function satisfiesRange(version: string, range: string): boolean {
  return range.split('||').some((part) => satisfiesPart(parse(version), part.trim()));
}

type Version = readonly [major: number, minor: number, patch: number];

function satisfiesPart(version: Version, part: string): boolean {
  const [, operator, floor = ''] = /^(>=|\^)\s*(\S+)$/.exec(part) ?? [];
  if (operator === undefined) throw new Error(`The range ${part} has an unsupported form.`);
  const least = parse(floor);
  if (compare(version, least) < 0) return false;
  if (operator === '>=') return true;
  // `^` fixes the leftmost part that is not zero.
  const fixed = least[0] > 0 ? 1 : least[1] > 0 ? 2 : 3;
  return version.slice(0, fixed).every((number, index) => number === least[index]);
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number);
  return [major, minor, patch];
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
