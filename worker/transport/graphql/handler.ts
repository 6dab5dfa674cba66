import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import { NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { AppError } from '../../core/errors.ts'
import { errorText } from '../../core/log.ts'
import type { AppContext } from '../context.ts'
import { INTERNAL_MESSAGE } from '../errors.ts'
import { type GraphqlContext, toGraphqlError } from './builder.ts'
import { schema } from './schema.ts'

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
}

/** Hardened as reliability rule 16 says: no CORS, no GET, no batching, no introspection, bounded documents. */
const yoga = createYoga<GraphqlContext>({
  schema,
  graphqlEndpoint: '/graphql',
  cors: false,
  graphiql: false,
  landingPage: false,
  batching: false,
  logging: false,
  plugins: [
    noIntrospection,
    EnvelopArmorPlugin({
      maxDepth: { n: 10 },
      maxAliases: { n: 15 },
      maxTokens: { n: 4000 },
      maxDirectives: { n: 20 },
      costLimit: { enabled: false },
      blockFieldSuggestion: { enabled: true },
    }) as Plugin,
  ],
  maskedErrors: {
    maskError: (error) => {
      const original = (error as { originalError?: unknown }).originalError
      if (original instanceof AppError) return toGraphqlError(original)
      // Syntax and validation errors of the document come from GraphQL itself and are safe to show.
      if (original === undefined && error instanceof Error) return error
      console.error(JSON.stringify({ level: 'error', event: 'graphql.unexpected-error', error: errorText(original) }))
      return toGraphqlError(new AppError('INTERNAL', INTERNAL_MESSAGE))
    },
  },
})

export const handleGraphql = async (c: AppContext): Promise<Response> => {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json')) {
    throw new AppError('INVALID', 'GraphQL is asked with a JSON body.')
  }
  const base = c.get('context')
  if (!base.actor && !base.vendor) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  const response = await yoga.fetch(c.req.raw, { base })
  return new Response(response.body, response)
}
