import * as z from 'zod';

export const Profile = z
  .object({ username: z.string(), bio: z.string(), image: z.string(), following: z.boolean() })
  .meta({ id: 'Profile', description: 'A user as others see them.' });

export const User = z
  .object({
    email: z.string(),
    token: z.string().meta({ description: 'What to send as `Authorization: Token …`.' }),
    username: z.string(),
    bio: z.string(),
    image: z.string(),
  })
  .meta({ id: 'User', description: 'The caller, with the token they hold.' });

const Password = z.string().meta({ format: 'password' });

export const LoginUser = z.object({ email: z.string(), password: Password }).meta({ id: 'LoginUser' });

export const NewUser = z
  .object({ username: z.string(), email: z.string(), password: Password })
  .meta({ id: 'NewUser' });

export const UpdateUser = z
  .object({
    email: z.string().optional(),
    password: z.string().optional(),
    username: z.string().optional(),
    bio: z.string().optional(),
    image: z.string().optional(),
  })
  .meta({ id: 'UpdateUser', description: 'What to change; at least one field.' });

export const Article = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    body: z.string(),
    tagList: z.array(z.string()),
    createdAt: z.date(),
    updatedAt: z.date(),
    favorited: z.boolean(),
    favoritesCount: z.int(),
    author: Profile,
  })
  .meta({ id: 'Article' });

export const ArticlePreview = Article.omit({ body: true }).meta({
  id: 'ArticlePreview',
  description: 'An article without its body, as lists show it.',
});

export const NewArticle = z
  .object({
    title: z.string(),
    description: z.string(),
    body: z.string(),
    tagList: z.array(z.string()).optional(),
  })
  .meta({ id: 'NewArticle' });

export const UpdateArticle = z
  .object({
    title: z.string().optional(),
    description: z.string().optional(),
    body: z.string().optional(),
  })
  .meta({ id: 'UpdateArticle' });

export const Comment = z
  .object({ id: z.int(), createdAt: z.date(), updatedAt: z.date(), body: z.string(), author: Profile })
  .meta({ id: 'Comment' });

export const NewComment = z.object({ body: z.string() }).meta({ id: 'NewComment' });

/** The page of a list. */
export const pagination = {
  offset: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The number of items to skip before starting to collect the result set.' }),
  limit: z.int().min(1).default(20).meta({ description: 'The numbers of items to return.' }),
};
