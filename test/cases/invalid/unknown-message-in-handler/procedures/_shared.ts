import { ProcedureError, procedure } from 'procgen';

export const items = procedure
  .meta({ openapi: { enabled: true, tags: ['items'], protect: true } })
  .use(({ ctx: { user, t }, next }) => {
    if (user.id === 'nobody') throw new ProcedureError('FORBIDDEN', t('items.forbiden'));
    return next();
  });
