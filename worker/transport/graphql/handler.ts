import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor'
import { GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { AppError } from '../../core/errors.ts'
import { errorText } from '../../core/log.ts'
import { requireAccess } from '../../core/operation.ts'
import { readJson } from '../body.ts'
import type { AppContext } from '../context.ts'
import { INTERNAL_MESSAGE } from '../errors.ts'
import { type GraphqlContext, toGraphqlError } from './builder.ts'
import { problemOf } from './problems.ts'

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
}

/**
 * The plugin that counts tokens parses with another copy of graphql, once the Worker is bundled. So errors are told by
 * their name: `instanceof` knows only those of this copy, and a syntax error would be answered as a fault of Outlay.
 */
const isOfGraphql = (error: unknown): error is GraphQLError => error instanceof Error && error.name === 'GraphQLError'

/** GraphQL reports syntax and validation errors itself. They are the caller's mistake and are answered as such. */
const refusalOf = (error: GraphQLError): GraphQLError => {
  const { message, extensions } = toGraphqlError(problemOf(error))
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: 400, spec: false } } })
}

/** Yoga doesn't mask validation errors. They go straight into the result. */
const plainValidationErrors: Plugin = {
  onResultProcess: ({ result, setResult }) => {
    if (Array.isArray(result) || !('errors' in result) || !result.errors) return
    const isOfValidation = ({ extensions }: GraphQLError) => extensions.code === 'GRAPHQL_VALIDATION_FAILED'
    if (!result.errors.some(isOfValidation)) return
    const errors = result.errors.map((error) => (isOfValidation(error) ? refusalOf(error) : error))
    setResult({ ...result, errors })
  },
}

/** Hardened as in reliability rule 16: no CORS, GET, batching or introspection, and limited documents. */
const createServer = (schema: GraphQLSchema) =>
  createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: '/graphql',
    cors: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    logging: false,
    plugins: [
      noIntrospection,
      plainValidationErrors,
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
        const isAboutDocument = original === undefined || isOfGraphql(original)
        // An error with a path happened while the document ran.
        if (isOfGraphql(error) && isAboutDocument && !error.path) return refusalOf(error)
        console.error(JSON.stringify({ level: 'error', event: 'graphql.unexpected-error', error: errorText(original) }))
        return toGraphqlError(new AppError('INTERNAL', INTERNAL_MESSAGE))
      },
    },
  })

/** Answers GraphQL calls with the schema, which the first one asks for. */
export const graphqlHandler = (schema: () => GraphQLSchema) => {
  let yoga: ReturnType<typeof createServer> | undefined
  return (c: AppContext): Promise<Response> => {
    yoga ??= createServer(schema())
    return answer(yoga, c)
  }
}

const answer = async (yoga: ReturnType<typeof createServer>, c: AppContext): Promise<Response> => {
  const base = c.get('context')
  requireAccess('session.use', base)
  const body = await readJson(c, 'GraphQL is asked with a JSON body.')
  const isOne = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isOne || typeof (body as { query?: unknown }).query !== 'string') {
    throw new AppError('INVALID', 'A GraphQL call is one object with its "query".', { fields: { query: 'Required' } })
  }
  const { url, headers } = c.req.raw
  const asked = new Headers(headers)
  asked.delete('Content-Length')
  const response = await yoga.fetch(new Request(url, { method: 'POST', headers: asked, body: JSON.stringify(body) }), {
    base,
  })
  // A document without fields reads nothing, not even the session. People signed out since then are told so.
  await base.guess?.confirm()
  requireAccess('session.use', base)
  return new Response(response.body, response)
}
