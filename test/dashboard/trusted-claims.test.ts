import { describe, expect, it } from 'vitest';
import { identifyUser } from '../../src/dashboard/sign-in/open-id/identify-user.js';
import type { OpenIdSettings } from '../../src/dashboard/sign-in/open-id/open-id-settings.js';

const TOKEN = { iss: 'https://id.example.com', sub: 'mallory', aud: 'procgen' };
const ALICE = 'alice@example.com';

/** What the function `allow` gets to see. */
async function claimsOf(idToken: object, userInfo: Record<string, unknown> | null = null): Promise<unknown> {
  let seen: unknown;
  const allow: OpenIdSettings['allow'] = (claims) => {
    seen = claims;
    return true;
  };
  const settings = { allow, userClaim: 'sub' } as OpenIdSettings;
  await identifyUser(settings, { idToken: { ...TOKEN, ...idToken }, userInfo });
  return seen;
}

describe('K-21 A function "allow"', () => {
  it('sees an address that is verified, in lower case', async () => {
    const verified = { ...TOKEN, email: ALICE, email_verified: true };
    expect(await claimsOf({ email: 'Alice@Example.com', email_verified: true })).toEqual(verified);
    expect(await claimsOf({}, { email: ALICE, email_verified: true, hd: 'example.com' })).toEqual({
      ...verified,
      hd: 'example.com',
    });
  });

  it.each<[string, object, Record<string, unknown> | null]>([
    ['says nothing of it', { email: ALICE }, null],
    ['says no', { email: ALICE, email_verified: false }, null],
    ['says yes as a text', { email: ALICE, email_verified: 'true' }, null],
    ['says no in the user info', {}, { email: ALICE, email_verified: false }],
    [
      'says yes of another address',
      { email: ALICE },
      { email: 'mallory@evil.example', email_verified: true },
    ],
    ['says yes of none', { email_verified: true }, { email: ALICE }],
    ['repeats it elsewhere', { email: ALICE, preferred_username: ALICE, upn: 'ALICE@example.com' }, null],
    ['lists it', { email: ALICE, emails: [{ value: ALICE }] }, { email: ALICE }],
  ])('sees none of which the provider %s', async (_what, idToken, userInfo) => {
    const seen = await claimsOf(idToken, userInfo);
    expect(seen).toEqual(TOKEN);
  });

  it('sees a verified address and no unverified one beside it', async () => {
    const seen = await claimsOf(
      { email: ALICE, email_verified: true, groups: ['staff'], preferred_username: ALICE },
      { email: 'mallory@evil.example', nickname: 'mallory@evil.example', name: 'Alice' },
    );
    expect(seen).toEqual({
      ...TOKEN,
      email: ALICE,
      email_verified: true,
      groups: ['staff'],
      preferred_username: ALICE,
      name: 'Alice',
    });
  });

  it.each<[string, object]>([
    ['a name', { preferred_username: ALICE, upn: ALICE }],
    ['a name with more around it', { name: `Alice <${ALICE}>`, profile: `mailto:${ALICE}` }],
    ['a list', { emails: [ALICE], groups: ['staff', ALICE] }],
    ['an object', { identities: { email: [{ value: ALICE }] } }],
    ['the name of a field', { addresses: { [ALICE]: true }, [ALICE]: true }],
    ['a domain', { upn: '@example.com' }],
  ])('sees no address that stands in a claim of its own: %s', async (_what, claims) => {
    expect(await claimsOf({}, { ...claims })).toEqual(TOKEN);
    expect(await claimsOf(claims, { hd: 'example.com', groups: ['staff'] })).toEqual({
      ...TOKEN,
      hd: 'example.com',
      ...(!('groups' in claims) && { groups: ['staff'] }),
    });
    const verified = { email: 'mallory@evil.example', email_verified: true };
    expect(await claimsOf({ ...verified, ...claims })).toEqual({ ...TOKEN, ...verified });
    const longer = { email: `m${ALICE}`, email_verified: true };
    expect(await claimsOf({ ...longer, ...claims })).toEqual({ ...TOKEN, ...longer });
  });

  it('sees the verified address in another claim, where it is all that stands there', async () => {
    const verified = { email: ALICE, email_verified: true };
    const claims = { upn: 'Alice@Example.com', emails: [ALICE] };
    expect(await claimsOf({ ...verified, ...claims })).toEqual({ ...TOKEN, ...verified, ...claims });
    expect(await claimsOf({ ...verified, upn: `x${ALICE}`, name: `${ALICE}.evil.example` })).toEqual({
      ...TOKEN,
      ...verified,
    });
  });

  it('sees the subject, whatever it is', async () => {
    expect(await claimsOf({ sub: ALICE, email: ALICE })).toEqual({ ...TOKEN, sub: ALICE });
  });
});
