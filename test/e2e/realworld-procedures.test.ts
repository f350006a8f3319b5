import { beforeEach, describe, expect, test } from 'vitest';
import { type Conduit, createConduit } from '../cases/valid/realworld/app/conduit.js';
import type { Viewer } from '../cases/valid/realworld/app/verify-token.js';
import * as articles from '../cases/valid/realworld/procedures/articles.js';
import * as comments from '../cases/valid/realworld/procedures/comments.js';
import * as profiles from '../cases/valid/realworld/procedures/profiles.js';
import * as tags from '../cases/valid/realworld/procedures/tags.js';
import * as user from '../cases/valid/realworld/procedures/user.js';
import * as users from '../cases/valid/realworld/procedures/users.js';

/** The procedures called as a unit test of the application would, without HTTP. */
let conduit: Conduit;
let visitor: { conduit: Conduit; user: null };

beforeEach(() => {
  let time = Date.UTC(2026, 0, 1);
  conduit = createConduit(() => {
    time += 1000;
    return new Date(time);
  });
  visitor = { conduit, user: null };
});

async function signUp(username: string): Promise<{ conduit: Conduit; user: Viewer }> {
  const answer = await users.register.call({
    ctx: visitor,
    input: { user: { username, email: `${username}@example.com`, password: `${username}'s secret` } },
  });
  const id = conduit.tokens.findOwner(answer.user.token);
  return { conduit, user: { id: id ?? expect.fail('The token is nobody’s.'), token: answer.user.token } };
}

function write(ctx: { conduit: Conduit; user: Viewer }, title: string, tagList: string[] = []) {
  return articles.create.call({
    ctx,
    input: { article: { title, description: `About ${title}`, body: `All of ${title}`, tagList } },
  });
}

const titles = (page: { articles: { title: string }[] }) => page.articles.map(({ title }) => title);

describe('users', () => {
  test('are registered with an empty profile and a token that opens their account', async () => {
    const jake = await signUp('jake');
    await expect(user.get.call({ ctx: jake })).resolves.toEqual({
      user: { email: 'jake@example.com', username: 'jake', bio: '', image: '', token: jake.user.token },
    });
  });

  test('cannot take an email or a username that is taken, in whatever case', async () => {
    await signUp('jake');
    const again = { username: 'JAKE', email: 'Jake@Example.com', password: 'x' };
    await expect(users.register.call({ ctx: visitor, input: { user: again } })).rejects.toMatchObject({
      status: 422,
      errors: [
        { path: ['user', 'username'], message: 'has already been taken' },
        { path: ['user', 'email'], message: 'has already been taken' },
      ],
    });
  });

  test('who register under one name at the same time are one winner and one loser', async () => {
    const outcomes = await Promise.allSettled([signUp('jake'), signUp('jake')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('learn of every blank field at once, and of an email that is none', async () => {
    const blank = { username: ' ', email: '', password: '' };
    await expect(users.register.call({ ctx: visitor, input: { user: blank } })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: ['user', 'username'] }, { path: ['user', 'email'] }, { path: ['user', 'password'] }],
    });
    const odd = { username: 'a', email: 'nowhere', password: 'b' };
    await expect(users.register.call({ ctx: visitor, input: { user: odd } })).rejects.toMatchObject({
      status: 422,
      errors: [{ path: ['user', 'email'], message: 'is not an email address' }],
    });
  });

  test('log in with their password only, and a wrong email is told like a wrong password', async () => {
    await signUp('jake');
    const login = (email: string, password: string) =>
      users.login.call({ ctx: visitor, input: { user: { email, password } } });
    expect((await login('JAKE@example.com', "jake's secret")).user.username).toBe('jake');
    const refusal = { status: 401, message: 'The email or the password is wrong.' };
    await expect(login('jake@example.com', 'wrong')).rejects.toMatchObject(refusal);
    await expect(login('nobody@example.com', "jake's secret")).rejects.toMatchObject(refusal);
  });

  test('change what they name and nothing else', async () => {
    const jake = await signUp('jake');
    await user.update.call({ ctx: jake, input: { user: { bio: 'I work at statefarm', image: '' } } });
    await expect(user.get.call({ ctx: jake })).resolves.toMatchObject({
      user: { email: 'jake@example.com', username: 'jake', bio: 'I work at statefarm' },
    });
    await expect(user.update.call({ ctx: jake, input: { user: {} } })).rejects.toMatchObject({ status: 422 });
  });

  test('may keep their own name but not take another’s', async () => {
    const jake = await signUp('jake');
    await signUp('anna');
    await user.update.call({ ctx: jake, input: { user: { username: 'Jake' } } });
    await expect(
      user.update.call({ ctx: jake, input: { user: { username: 'anna' } } }),
    ).rejects.toMatchObject({
      status: 422,
      errors: [{ path: ['user', 'username'], message: 'has already been taken' }],
    });
  });

  test('lose every other token with their old password', async () => {
    const jake = await signUp('jake');
    const other = await users.login.call({
      ctx: visitor,
      input: { user: { email: 'jake@example.com', password: "jake's secret" } },
    });
    await user.update.call({ ctx: jake, input: { user: { password: 'new' } } });
    expect(conduit.tokens.findOwner(other.user.token)).toBeNull();
    expect(conduit.tokens.findOwner(jake.user.token)).toBe(jake.user.id);
  });

  test('have a password that nothing in the application holds as text', async () => {
    const jake = await signUp('jake');
    const { password } = conduit.accounts.get(jake.user.id);
    expect(Buffer.concat([password.salt, password.hash]).toString('latin1')).not.toContain('secret');
    expect(password.hash).toHaveLength(32);
  });
});

describe('profiles', () => {
  test('tell a viewer, and no visitor, whether they follow', async () => {
    const jake = await signUp('jake');
    await signUp('anna');
    const input = { username: 'anna' };
    await expect(profiles.follow.call({ ctx: jake, input })).resolves.toMatchObject({
      profile: { following: true },
    });
    expect((await profiles.get.call({ ctx: jake, input })).profile.following).toBe(true);
    expect((await profiles.get.call({ ctx: visitor, input })).profile.following).toBe(false);
    await profiles.unfollow.call({ ctx: jake, input });
    expect((await profiles.get.call({ ctx: jake, input })).profile.following).toBe(false);
  });

  test('of nobody are a 404', async () => {
    const jake = await signUp('jake');
    for (const action of [profiles.get, profiles.follow, profiles.unfollow]) {
      await expect(action.call({ ctx: jake, input: { username: 'x' } })).rejects.toMatchObject({
        status: 404,
      });
    }
  });
});

describe('articles', () => {
  test('get a slug from their title that is theirs alone', async () => {
    const jake = await signUp('jake');
    const slugs: string[] = [];
    for (const title of [
      'How to train your dragon?',
      'How to Train Your Dragon',
      'Feed',
      'Été à Paris',
      '日本',
      '!!!',
    ]) {
      slugs.push((await write(jake, title)).article.slug);
    }
    expect(slugs).toEqual([
      'how-to-train-your-dragon',
      'how-to-train-your-dragon-2',
      'feed-2',
      'ete-a-paris',
      '日本',
      'article',
    ]);
  });

  test('are listed the newest first, a page at a time, without their bodies', async () => {
    const jake = await signUp('jake');
    for (let count = 1; count <= 22; count++) await write(jake, `Number ${count}`);
    const page = await articles.list.call({ ctx: visitor, input: {} });
    expect(titles(page).slice(0, 2)).toEqual(['Number 22', 'Number 21']);
    expect(page.articles).toHaveLength(20);
    expect(page.articlesCount).toBe(22);
    expect(page.articles[0]).not.toHaveProperty('body');
    const rest = await articles.list.call({ ctx: visitor, input: { offset: 20, limit: 5 } });
    expect(titles(rest)).toEqual(['Number 2', 'Number 1']);
    expect(rest.articlesCount).toBe(22);
  });

  test('are found by tag, author and who likes them, and by several of these at once', async () => {
    const [jake, anna] = [await signUp('jake'), await signUp('anna')];
    await write(jake, 'One', ['dragons']);
    await write(jake, 'Two', ['dragons', 'training']);
    await write(anna, 'Three', ['training']);
    await articles.favorite.call({ ctx: anna, input: { slug: 'two' } });
    const find = async (input: object) => titles(await articles.list.call({ ctx: visitor, input }));
    expect(await find({ tag: 'training' })).toEqual(['Three', 'Two']);
    expect(await find({ author: 'jake' })).toEqual(['Two', 'One']);
    expect(await find({ favorited: 'anna' })).toEqual(['Two']);
    expect(await find({ author: 'jake', tag: 'training' })).toEqual(['Two']);
    expect(await find({ author: 'nobody' })).toEqual([]);
    expect(await find({ favorited: 'nobody' })).toEqual([]);
  });

  test('reach the feeds of those who follow their author', async () => {
    const [jake, anna] = [await signUp('jake'), await signUp('anna')];
    await write(jake, 'By Jake');
    await write(anna, 'By Anna');
    expect(titles(await articles.feed.call({ ctx: jake, input: {} }))).toEqual([]);
    await profiles.follow.call({ ctx: jake, input: { username: 'anna' } });
    const feed = await articles.feed.call({ ctx: jake, input: {} });
    expect(titles(feed)).toEqual(['By Anna']);
    expect(feed.articles[0]?.author.following).toBe(true);
    expect(feed.articlesCount).toBe(1);
  });

  test('count each of those who like them once', async () => {
    const [jake, anna] = [await signUp('jake'), await signUp('anna')];
    const { slug } = (await write(jake, 'One')).article;
    await articles.favorite.call({ ctx: anna, input: { slug } });
    await articles.favorite.call({ ctx: anna, input: { slug } });
    const twice = await articles.favorite.call({ ctx: jake, input: { slug } });
    expect(twice.article).toMatchObject({ favorited: true, favoritesCount: 2 });
    const once = await articles.unfavorite.call({ ctx: anna, input: { slug } });
    expect(once.article).toMatchObject({ favorited: false, favoritesCount: 1 });
    expect((await articles.get.call({ ctx: visitor, input: { slug } })).article.favorited).toBe(false);
  });

  test('change in what is named; a new title moves them, with their comments', async () => {
    const jake = await signUp('jake');
    const { article: first } = await write(jake, 'One', ['dragons']);
    await comments.create.call({ ctx: jake, input: { slug: 'one', comment: { body: 'Nice' } } });
    const changed = await articles.update.call({
      ctx: jake,
      input: { slug: 'one', article: { title: 'Another' } },
    });
    expect(changed.article).toMatchObject({ slug: 'another', body: 'All of One', tagList: ['dragons'] });
    expect(changed.article.createdAt).toEqual(first.createdAt);
    expect(changed.article.updatedAt.getTime()).toBeGreaterThan(first.updatedAt.getTime());
    await expect(articles.get.call({ ctx: visitor, input: { slug: 'one' } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await comments.list.call({ ctx: visitor, input: { slug: 'another' } })).comments).toHaveLength(1);
  });

  test('keep their slug when their title stays or changes in its case only', async () => {
    const jake = await signUp('jake');
    await write(jake, 'One');
    const changed = await articles.update.call({
      ctx: jake,
      input: { slug: 'one', article: { title: 'ONE!' } },
    });
    expect(changed.article).toMatchObject({ slug: 'one', title: 'ONE!' });
  });

  test('are changed and deleted by their author only', async () => {
    const [jake, anna] = [await signUp('jake'), await signUp('anna')];
    await write(jake, 'One');
    const update = { slug: 'one', article: { body: 'Mine' } };
    await expect(articles.update.call({ ctx: anna, input: update })).rejects.toMatchObject({ status: 403 });
    await expect(articles.delete.call({ ctx: anna, input: { slug: 'one' } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(articles.delete.call({ ctx: jake, input: { slug: 'one' } })).resolves.toBeUndefined();
    await expect(articles.delete.call({ ctx: jake, input: { slug: 'one' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('cannot be blank', async () => {
    const jake = await signUp('jake');
    const article = { title: '', description: 'd', body: ' ' };
    await expect(articles.create.call({ ctx: jake, input: { article } })).rejects.toMatchObject({
      status: 422,
      message: "title can't be blank, body can't be blank",
    });
  });

  test('give the list of tags, each once, and take theirs along when they go', async () => {
    const jake = await signUp('jake');
    await write(jake, 'One', ['training', 'dragons', 'dragons', ' ']);
    await write(jake, 'Two', ['training']);
    expect(await tags.list.call({ ctx: visitor })).toEqual({ tags: ['dragons', 'training'] });
    await articles.delete.call({ ctx: jake, input: { slug: 'one' } });
    expect(await tags.list.call({ ctx: visitor })).toEqual({ tags: ['training'] });
  });
});

describe('comments', () => {
  test('are listed the newest first and deleted by their author only', async () => {
    const [jake, anna] = [await signUp('jake'), await signUp('anna')];
    await write(jake, 'One');
    const say = (ctx: { conduit: Conduit; user: Viewer }, body: string) =>
      comments.create.call({ ctx, input: { slug: 'one', comment: { body } } });
    const { comment } = await say(jake, 'First');
    await say(anna, 'Second');
    const list = async () => (await comments.list.call({ ctx: visitor, input: { slug: 'one' } })).comments;
    expect((await list()).map(({ body }) => body)).toEqual(['Second', 'First']);
    const input = { slug: 'one', id: comment.id };
    await expect(comments.delete.call({ ctx: anna, input })).rejects.toMatchObject({ status: 403 });
    await comments.delete.call({ ctx: jake, input });
    await expect(comments.delete.call({ ctx: jake, input })).rejects.toMatchObject({ status: 404 });
    expect((await list()).map(({ body }) => body)).toEqual(['Second']);
  });

  test('belong to one article', async () => {
    const jake = await signUp('jake');
    await write(jake, 'One');
    await write(jake, 'Two');
    const { comment } = await comments.create.call({
      ctx: jake,
      input: { slug: 'one', comment: { body: 'Hm' } },
    });
    const elsewhere = { slug: 'two', id: comment.id };
    await expect(comments.delete.call({ ctx: jake, input: elsewhere })).rejects.toMatchObject({
      status: 404,
    });
    await expect(comments.list.call({ ctx: visitor, input: { slug: 'three' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('cannot be blank', async () => {
    const jake = await signUp('jake');
    await write(jake, 'One');
    const input = { slug: 'one', comment: { body: '' } };
    await expect(comments.create.call({ ctx: jake, input })).rejects.toMatchObject({ status: 422 });
  });
});
