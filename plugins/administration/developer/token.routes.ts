import { defineRoute, type RateDef, T } from '../../../core/contract.ts';
import { TOKEN_SECONDS, tokenFor } from './token.service.ts';

const issue = defineRoute({
  id: 'developer.token',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Get an access token',
  // The credentials are the caller's proof; there is no session.
  ability: 'public',
  spends: ['rows'],
  limits: 'rows only for the holder of a key',
  scope: 'host',
  db: 'intent',
  anyAal: true,
  oauth: true,
  rate: 'developer.token',
  body: T.Object({
    grant_type: T.String({ maxLength: 40, examples: ['client_credentials'], description: '`client_credentials`' }),
    client_id: T.Optional(T.String({ maxLength: 36, description: 'Unless sent by Basic authentication' })),
    client_secret: T.Optional(T.String({ maxLength: 100, description: 'Unless sent by Basic authentication' })),
    scope: T.Optional(
      T.String({
        maxLength: 1000,
        examples: ['leads:read events:read'],
        description: 'Separated by spaces; left out, all scopes of the key',
      }),
    ),
  }),
  response: T.Object({
    access_token: T.String({ examples: ['Zk1v0bq4nT8m2yXcW6sLrP3dHjA9uEfG7iKoQhVtBwM'] }),
    token_type: T.Literal('Bearer'),
    expires_in: T.Integer({ examples: [3600], description: 'Seconds' }),
    scope: T.String({ examples: ['events:read leads:read'], description: 'Separated by spaces' }),
  }),
  async handler(ctx, { body, basic }) {
    const { token, scope } = await tokenFor(ctx, body, basic ?? { id: '', secret: '' });
    return { access_token: token, token_type: 'Bearer' as const, expires_in: TOKEN_SECONDS, scope };
  },
});

export const tokenRoutes = [issue];
export const tokenRates: RateDef[] = [{ id: 'developer.token', points: 120, seconds: 60, by: 'ip' }];
