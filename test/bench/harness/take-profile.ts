import { mkdirSync, writeFileSync } from 'node:fs';
import type { Contender } from './compare.js';
import { WORK_FOLDER } from './places.js';
import { type ProfileSummary, summarizeProfile } from './summarize-profile.js';

export interface TakenProfile {
  /** What ran. */
  readonly title: string;
  /** The profile itself, for DevTools and the like. */
  readonly file: string;
  readonly summary: ProfileSummary;
}

/** Profiles a contender that is warm by now, and keeps the profile under `.procgen/bench/profiles/`. */
export async function takeProfile(
  title: string,
  contender: Contender,
  operations: number,
): Promise<TakenProfile> {
  const profile = await contender.profile(operations);
  const folder = `${WORK_FOLDER}/profiles`;
  const file = `${folder}/${title.replaceAll(/[^\w]+/g, '-')}.cpuprofile`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
  return { title, file, summary: summarizeProfile(profile) };
}
