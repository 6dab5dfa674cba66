import type { GraphQLSchema } from 'graphql'
import { loadApp } from './load-app.ts'

/** Prints what the project exposes, from the actual routers and schema: REST calls, GraphQL fields, screens. */
interface Bound {
  endpoint: { method: string; path: string }
}
interface Api {
  doors: Bound[]
  schema: GraphQLSchema
}
interface Web {
  createRouter: (options: object) => { routesByPath: Record<string, unknown> }
  routeTree: object
}

const api = await loadApp<Api>(`
  export { doors } from './worker/app.tsx'
  import { schema as built } from './worker/graphql.ts'
  export const schema = built()`)
// The app's own router has the routes of the first pages only, until the others are loaded.
const web = await loadApp<Web>(`
  export { createRouter } from '@tanstack/react-router'
  export { routeTree } from './web/routes.gen.ts'`)
const router = web.createRouter({ routeTree: web.routeTree })

const fields = (type: ReturnType<GraphQLSchema['getQueryType']>) =>
  Object.fromEntries(
    Object.entries(type?.getFields() ?? {}).map(([name, field]) => [name, field.args.map((arg) => arg.name)]),
  )

const named = (path: string): string => path.replaceAll(/\$(\w+)/g, ':$1')
/** A route with an optional last part is two screens. */
const withoutOptional = (path: string): string[] => {
  const optional = /^(.*)\/\{-\$(\w+)\}$/.exec(path)
  return optional ? [`${optional[1]}`, `${optional[1]}/$${optional[2]}`] : [path]
}

const contract = {
  rest: [
    ...api.doors.map(({ endpoint }) => ({
      method: endpoint.method,
      path: endpoint.path,
    })),
    { method: 'POST', path: '/graphql' },
  ],
  graphql: { queries: fields(api.schema.getQueryType()), mutations: fields(api.schema.getMutationType()) },
  screens: Object.keys(router.routesByPath).flatMap(withoutOptional).map(named),
}
process.stdout.write(`${JSON.stringify(contract, null, 2)}\n`)
process.exit(0)
