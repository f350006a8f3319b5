import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type * as Generated from '../cases/valid/realworld/generated/client.js';
import {
  type AcceptedDifference,
  compareDescriptions,
  printDifferences,
  sortDifferences,
} from './support/compare-descriptions.js';
import { copyCase } from './support/copy-case.js';
import { type JsonObject, readOperations } from './support/read-operations.js';
import { type Finished, runProcgen } from './support/run-procgen.js';
import { type RunningServer, startScript, startServer } from './support/start-server.js';

const CASE = fileURLToPath(new URL('../cases/valid/realworld/', import.meta.url));
const GENERATED = ['openapi.json', 'routes.ts', 'client.ts'];

let folder: string;
let removeCopy: () => Promise<void>;
let build: Finished;
let client: typeof Generated;

const readGenerated = (file: string, from = folder) => readFile(join(from, 'generated', file), 'utf8');
const readDescription = async (): Promise<JsonObject> => JSON.parse(await readGenerated('openapi.json'));

beforeAll(async () => {
  ({ folder, remove: removeCopy } = await copyCase('realworld'));
  // Elsewhere and in another time zone and language than what stands in the repository was built in.
  build = await runProcgen(['build'], { cwd: folder, env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' } });
  expect(build, build.stderr).toMatchObject({ code: 0 });
  client = await import(/* @vite-ignore */ join(folder, 'generated', 'client.ts'));
});

afterAll(() => removeCopy?.());

describe('building', () => {
  test.each(GENERATED)('gives the %s that stands in the repository', async (file) => {
    expect(await readGenerated(file)).toBe(await readGenerated(file, CASE));
  });

  test('again finds nothing stale and writes nothing', async () => {
    expect(await runProcgen(['build', '--check'], { cwd: folder })).toMatchObject({ code: 0 });
    const { code, stdout } = await runProcgen(['build', '--json'], { cwd: folder });
    const report: { files: { path: string; status: string }[] } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(GENERATED.map((file) => `generated/${file}`)),
    );
    expect([...new Set(report.files.map(({ status }) => status))]).toEqual(['unchanged']);
  });

  test('runs nothing of the application', async () => {
    const copy = await copyCase('realworld');
    try {
      await appendFile(
        join(copy.folder, 'app', 'conduit.ts'),
        "throw new Error('The application was started.');",
      );
      expect(await runProcgen(['build'], { cwd: copy.folder })).toMatchObject({ code: 0 });
      for (const file of GENERATED) {
        expect(await readGenerated(file, copy.folder)).toBe(await readGenerated(file, CASE));
      }
    } finally {
      await copy.remove();
    }
  });
});

describe('the description', () => {
  /** What the two may say differently, because DESIGN.md says so. */
  const ACCEPTED: AcceptedDifference[] = [
    {
      reason: 'procgen documents every failure it can answer with, not only those of the application',
      accepts: ({ place: [group, status, ...rest], given }) =>
        group === 'failures' &&
        rest.length === 0 &&
        given === undefined &&
        ['400', '401', '403', '404', '413', '415', '429', '500', '503'].includes(status ?? ''),
    },
    {
      reason: 'an integer of zod is one that a JavaScript number holds exactly, and says so',
      accepts: ({ place, given, ours }) =>
        given === undefined &&
        ((place.at(-1) === 'minimum' && ours === Number.MIN_SAFE_INTEGER) ||
          (place.at(-1) === 'maximum' && ours === Number.MAX_SAFE_INTEGER)),
    },
    {
      reason: 'procgen keeps the answers of protected mutations under an Idempotency-Key, and offers it',
      accepts: ({ place: [group, ...rest], given }) =>
        group === 'parameters' && rest.join() === 'header Idempotency-Key' && given === undefined,
    },
    {
      reason: 'a failure is `{ success: false, message, errors? }` and not a GenericErrorModel or nothing',
      accepts: ({ place: [group, status, ...rest], given, ours }) =>
        group === 'failures' &&
        ['401', '422'].includes(status ?? '') &&
        rest[0] === 'application/json' &&
        !(rest.length === 1 && given !== undefined && ours === undefined),
    },
  ];

  test('says of every operation what the given one says, but for what procgen does on purpose', async () => {
    const given: JsonObject = parse(await readFile(join(CASE, 'conduit.openapi.yml'), 'utf8'));
    const differences = compareDescriptions(given, await readDescription());
    const { unexplained, unusedReasons } = sortDifferences(differences, ACCEPTED);
    expect(printDifferences(unexplained)).toBe('');
    expect(unusedReasons).toEqual([]);
  });

  test('documents every failure that the given one does', async () => {
    const given = readOperations(parse(await readFile(join(CASE, 'conduit.openapi.yml'), 'utf8')));
    const ours = readOperations(await readDescription());
    expect(given.size).toBe(19);
    for (const [operation, { failures }] of given) {
      const documented = Object.keys(ours.get(operation)?.failures ?? {});
      expect(documented, operation).toEqual(expect.arrayContaining(Object.keys(failures)));
    }
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(await readGenerated('openapi.json')));
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, version: '3.1' });
  });

  test('names the scheme, the server path, the tags and the shapes as the given one does', async () => {
    const given = parse(await readFile(join(CASE, 'conduit.openapi.yml'), 'utf8'));
    const ours = JSON.parse(await readGenerated('openapi.json'));
    const { type, name, in: place } = given.components.securitySchemes.Token;
    expect(ours.components.securitySchemes.Token).toMatchObject({ type, name, in: place });
    expect(ours.servers).toEqual([{ url: new URL(given.servers[0].url).pathname }]);
    expect(ours.tags.map((tag: { name: string }) => tag.name)).toEqual(
      given.tags.map((tag: { name: string }) => tag.name),
    );
    const shapes = Object.keys(given.components.schemas).filter((shape) => shape !== 'GenericErrorModel');
    expect(Object.keys(ours.components.schemas)).toEqual(expect.arrayContaining(shapes));
  });
});

describe.each(['development', 'production'] as const)('serving in %s mode', (mode) => {
  let server: RunningServer;
  /** The operations that have answered with a success, such as `GET /articles/{slug}`. */
  const succeeded = new Set<string>();

  beforeAll(async () => {
    server = await startServer({ cwd: folder, args: ['--mode', mode] });
  });

  afterAll(async () => {
    if (!server) return;
    expect(await server.stop()).toMatchObject({ code: 0, signal: null });
    expect(server.output.stdout).not.toContain('secret of');
  });

  /** A client that sends `token`, if any, and gives up at once. */
  function connect(token?: string) {
    return client.createClient({
      baseUrl: server.url,
      apiKey: token,
      retries: 0,
      onResponse: (response, { operation }) => {
        if (response.ok) succeeded.add(`${operation.method} ${operation.path}`);
      },
    });
  }

  async function signUp(username: string) {
    const email = `${encodeURIComponent(username)}@example.com`;
    const account = { username, email, password: `secret of ${username}` };
    const { user } = await connect().users.register({ user: account }).orThrow();
    return connect(user.token);
  }

  function newArticle(title: string, tagList: string[] = []) {
    return { article: { title, description: `About ${title}`, body: `All of ${title}`, tagList } };
  }

  test('users register, log in, read and change themselves', async () => {
    const account = { username: 'jake', email: 'jake@example.com', password: 'secret of jake' };
    const registered = await connect().users.register({ user: account });
    expect(registered).toMatchObject({
      success: true,
      status: 201,
      payload: { user: { username: 'jake', email: 'jake@example.com', bio: '', image: '' } },
    });
    const login = await connect().users.login({ user: { email: account.email, password: account.password } });
    expect(login).toMatchObject({ success: true, status: 200, payload: { user: { username: 'jake' } } });
    const { user } = login.success ? login.payload : expect.fail('The login failed.');
    expect(Object.keys(user).sort()).toEqual(['bio', 'email', 'image', 'token', 'username']);

    const jake = connect(user.token);
    expect(await jake.user.get().orThrow()).toEqual({ user });
    const changed = await jake.user.update({ user: { bio: 'I like to skateboard' } });
    expect(changed).toMatchObject({
      status: 200,
      payload: { user: { bio: 'I like to skateboard', email: account.email } },
    });
    expect(await jake.user.get().orThrow()).toEqual({ user: { ...user, bio: 'I like to skateboard' } });
  });

  test('profiles are read by anybody, followed and left by those who are logged in', async () => {
    const fan = await signUp('fan');
    await signUp('star / one?');
    const star = { username: 'star / one?' };
    expect(await connect().profiles.get(star)).toMatchObject({
      status: 200,
      payload: { profile: { ...star, bio: '', image: '', following: false } },
    });
    expect(await fan.profiles.follow(star)).toMatchObject({
      status: 200,
      payload: { profile: { following: true } },
    });
    expect((await fan.profiles.get(star).orThrow()).profile.following).toBe(true);
    expect((await connect().profiles.get(star).orThrow()).profile.following).toBe(false);
    expect(await fan.profiles.unfollow(star)).toMatchObject({
      status: 200,
      payload: { profile: { following: false } },
    });
  });

  test('articles are written, read, found, changed and deleted', async () => {
    const author = await signUp('author');
    const created = await author.articles.create(
      newArticle('How to train your dragon', ['dragons', 'training']),
    );
    expect(created).toMatchObject({
      success: true,
      status: 201,
      payload: {
        article: {
          slug: 'how-to-train-your-dragon',
          title: 'How to train your dragon',
          description: 'About How to train your dragon',
          body: 'All of How to train your dragon',
          tagList: ['dragons', 'training'],
          favorited: false,
          favoritesCount: 0,
          author: { username: 'author', following: false },
        },
      },
    });
    const { article } = created.success ? created.payload : expect.fail('Nothing was created.');
    expect(new Date(article.createdAt).toISOString()).toBe(article.createdAt);
    const slug = article.slug;
    expect(await connect().articles.get({ slug }).orThrow()).toEqual({ article });

    await author.articles.create(newArticle('Über Drachen 日本', ['dragons'])).orThrow();
    const page = await connect().articles.list({ tag: 'dragons', author: 'author', limit: 1 }).orThrow();
    expect(page.articles.map(({ title }) => title)).toEqual(['Über Drachen 日本']);
    expect(page.articlesCount).toBe(2);
    expect(page.articles[0]).not.toHaveProperty('body');
    const next = await connect()
      .articles.list({ tag: 'dragons', author: 'author', limit: 1, offset: 1 })
      .orThrow();
    expect(next.articles.map((each) => each.slug)).toEqual([slug]);
    expect((await connect().articles.list().orThrow()).articlesCount).toBeGreaterThanOrEqual(2);
    expect(await connect().tags.list()).toMatchObject({
      status: 200,
      payload: { tags: ['dragons', 'training'] },
    });

    const changed = await author.articles.update({ slug, article: { title: 'Dragons', body: 'Nothing' } });
    expect(changed).toMatchObject({
      status: 200,
      payload: { article: { slug: 'dragons', body: 'Nothing', tagList: ['dragons', 'training'] } },
    });
    const other = (await connect().articles.get({ slug: 'uber-drachen-日本' }).orThrow()).article;
    for (const gone of ['dragons', other.slug]) {
      expect(await author.articles.delete({ slug: gone })).toMatchObject({
        success: true,
        status: 204,
        payload: undefined,
      });
      expect(await connect().articles.get({ slug: gone })).toMatchObject({ status: 404 });
    }
  });

  test('a feed holds what followed authors wrote, the newest first', async () => {
    const [reader, writer] = [await signUp('reader'), await signUp('writer')];
    await writer.articles.create(newArticle('Feed')).orThrow();
    await writer.articles.create(newArticle('Feed me')).orThrow();
    expect(await reader.articles.feed().orThrow()).toEqual({ articles: [], articlesCount: 0 });
    await reader.profiles.follow({ username: 'writer' }).orThrow();
    const feed = await reader.articles.feed({ limit: 5 });
    expect(feed).toMatchObject({
      status: 200,
      payload: {
        articles: [
          { slug: 'feed-me', author: { username: 'writer', following: true } },
          { slug: 'feed-2', author: { username: 'writer', following: true } },
        ],
        articlesCount: 2,
      },
    });
  });

  test('articles are favorites of some, and found by it', async () => {
    const lover = await signUp('lover');
    const { slug } = (await lover.articles.create(newArticle('Lovely')).orThrow()).article;
    expect(await lover.articles.favorite({ slug })).toMatchObject({
      status: 200,
      payload: { article: { slug, favorited: true, favoritesCount: 1 } },
    });
    const found = await connect().articles.list({ favorited: 'lover' }).orThrow();
    expect(found.articles).toMatchObject([{ slug, favorited: false, favoritesCount: 1 }]);
    expect(await lover.articles.unfavorite({ slug })).toMatchObject({
      status: 200,
      payload: { article: { slug, favorited: false, favoritesCount: 0 } },
    });
  });

  test('comments are made, read and deleted', async () => {
    const talker = await signUp('talker');
    const { slug } = (await talker.articles.create(newArticle('Talk')).orThrow()).article;
    const created = await talker.comments.create({ slug, comment: { body: 'First!' } });
    expect(created).toMatchObject({
      status: 200,
      payload: { comment: { body: 'First!', author: { username: 'talker' } } },
    });
    const { comment } = created.success ? created.payload : expect.fail('Nothing was said.');
    expect(Number.isInteger(comment.id)).toBe(true);
    expect(await connect().comments.list({ slug }).orThrow()).toEqual({ comments: [comment] });
    expect(await talker.comments.delete({ slug, id: comment.id })).toMatchObject({
      success: true,
      status: 204,
    });
    expect(await connect().comments.list({ slug }).orThrow()).toEqual({ comments: [] });
  });

  test('every operation of the description has now succeeded', async () => {
    expect([...succeeded].sort()).toEqual([...readOperations(await readDescription()).keys()].sort());
    expect(succeeded.size).toBe(19);
  });

  test('400 names the offending field of a body and of a query', async () => {
    const picky = await signUp('picky');
    const noBody = { title: 'No body', description: 'None' };
    expect(await picky.articles.create({ article: noBody as Generated.NewArticle })).toMatchObject({
      success: false,
      kind: 'failure',
      status: 400,
      errors: [{ path: ['article', 'body'] }],
    });
    expect(await connect().articles.list({ limit: 0, offset: -1 })).toMatchObject({
      kind: 'failure',
      status: 400,
      errors: [{ path: ['offset'] }, { path: ['limit'] }],
    });
    const id = 'one' as unknown as number;
    expect(await picky.comments.delete({ slug: 'any', id })).toMatchObject({
      status: 400,
      errors: [{ path: ['id'] }],
    });
  });

  test('401 meets who is not logged in, who has a bad token, and who has a wrong password', async () => {
    for (const stranger of [connect(), connect('no-such-token')]) {
      const answers = [
        await stranger.user.get(),
        await stranger.articles.feed(),
        await stranger.articles.create(newArticle('Never')),
        await stranger.articles.delete({ slug: 'any' }),
        await stranger.profiles.follow({ username: 'any' }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ success: false, kind: 'failure', status: 401, errors: [] });
        expect(answer.headers?.get('www-authenticate')).toMatch(/^Token\b/);
      }
    }
    const { email, password } = { email: 'picky@example.com', password: 'wrong' };
    expect(await connect().users.login({ user: { email, password } })).toMatchObject({
      kind: 'failure',
      status: 401,
      message: 'The email or the password is wrong.',
    });
  });

  test('a token of another scheme opens nothing', async () => {
    const { user } = await (await signUp('schemer')).user.get().orThrow();
    const get = (authorization: string) =>
      fetch(`${server.url}/api/user`, { headers: { authorization } }).then(({ status }) => status);
    expect(await get(`Token ${user.token}`)).toBe(200);
    expect(await get(`token ${user.token}`)).toBe(200);
    expect(await get(`Bearer ${user.token}`)).toBe(401);
    expect(await get(user.token)).toBe(401);
  });

  test('public reads take a bad token for none', async () => {
    const { slug } = (await (await signUp('public')).articles.create(newArticle('Public')).orThrow()).article;
    expect(await connect('no-such-token').articles.get({ slug })).toMatchObject({ status: 200 });
    expect(await connect('no-such-token').articles.list()).toMatchObject({ status: 200 });
  });

  test('403 meets who changes what is another’s', async () => {
    const [owner, thief] = [await signUp('owner'), await signUp('thief')];
    const { slug } = (await owner.articles.create(newArticle('Mine')).orThrow()).article;
    const { comment } = await owner.comments.create({ slug, comment: { body: 'Mine' } }).orThrow();
    const message = 'Only its author may change an article.';
    expect(await thief.articles.update({ slug, article: { body: 'Yours' } })).toMatchObject({
      status: 403,
      message,
    });
    expect(await thief.articles.delete({ slug })).toMatchObject({ status: 403, message });
    expect(await thief.comments.delete({ slug, id: comment.id })).toMatchObject({ status: 403 });
    expect((await connect().articles.get({ slug }).orThrow()).article.body).toBe('All of Mine');
  });

  test('404 meets who asks for what is not there', async () => {
    const seeker = await signUp('seeker');
    const slug = 'no-such-article';
    const answers = [
      await seeker.articles.get({ slug }),
      await seeker.articles.update({ slug, article: {} }),
      await seeker.articles.delete({ slug }),
      await seeker.articles.favorite({ slug }),
      await seeker.articles.unfavorite({ slug }),
      await seeker.comments.list({ slug }),
      await seeker.comments.create({ slug, comment: { body: 'Hello?' } }),
      await seeker.comments.delete({ slug, id: 1 }),
      await seeker.profiles.get({ username: 'nobody' }),
      await seeker.profiles.follow({ username: 'nobody' }),
      await seeker.profiles.unfollow({ username: 'nobody' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'failure', status: 404 });
    expect(answers[0]).toMatchObject({ message: 'No such article.' });
    const unknown = await fetch(`${server.url}/api/no/such/path`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { success: false }]);
  });

  test('405 says which methods there are', async () => {
    const answer = await fetch(`${server.url}/api/articles/some-slug`, { method: 'PATCH' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(/, */).sort()).toEqual(
      expect.arrayContaining(['DELETE', 'GET', 'PUT']),
    );
    expect(await answer.json()).toMatchObject({ success: false });
  });

  test('422 names the field that the application does not accept', async () => {
    const taken = { username: 'picky', email: 'picky@example.com', password: 'x' };
    expect(await connect().users.register({ user: taken })).toMatchObject({
      kind: 'failure',
      status: 422,
      errors: [
        { path: ['user', 'username'], message: 'has already been taken' },
        { path: ['user', 'email'], message: 'has already been taken' },
      ],
    });
    await expect(connect().users.register({ user: taken }).orThrow()).rejects.toMatchObject({ status: 422 });
  });

  test('429 comes with the 21st mutation in a minute, for this caller and this procedure alone', async () => {
    const [eager, calm] = [await signUp('eager'), await signUp('calm')];
    const { slug } = (await calm.articles.create(newArticle('Limited')).orThrow()).article;
    for (let count = 1; count <= 20; count++) {
      expect(await eager.articles.favorite({ slug })).toMatchObject({ status: 200 });
    }
    const refused = await eager.articles.favorite({ slug });
    expect(refused).toMatchObject({ kind: 'failure', status: 429 });
    expect(refused.message).toMatch(/^Too many requests\. Try again in \d+ seconds?\.$/);
    expect(Number(refused.headers?.get('retry-after'))).toBeGreaterThan(0);
    expect(await calm.articles.favorite({ slug })).toMatchObject({ status: 200 });
    expect(await eager.articles.unfavorite({ slug })).toMatchObject({ status: 200 });
  });

  test('the description is served, and the explorer in development only', async () => {
    const description = await fetch(`${server.url}/api/openapi.json`);
    expect(await description.text()).toBe(await readGenerated('openapi.json'));
    const docs = await fetch(`${server.url}/api/docs`);
    expect(docs.status).toBe(mode === 'development' ? 200 : 404);
  });
});

test('npm run realworld builds and serves', async () => {
  const server = await startScript(join(folder, 'run.js'), ['--port', '0'], folder);
  try {
    const answer = await fetch(`${server.url}/api/tags`);
    expect([answer.status, await answer.json()]).toEqual([200, { tags: [] }]);
  } finally {
    expect(await server.stop()).toMatchObject({ code: 0, signal: null });
  }
});
