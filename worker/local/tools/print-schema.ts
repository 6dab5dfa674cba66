import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import type { GraphQLSchema, IntrospectionQuery } from 'graphql'
import { generateRoutes, routeTreeFile } from '../../../web/file-routes.ts'
import { paths } from '../host/paths.ts'
import { loadApp } from './load-app.ts'

/**
 * Prints the Worker's GraphQL schema to schema/schema.graphql and its types for the web's client, and the web's route
 * tree. With `--check` it changes nothing and fails if one of them is outdated.
 */
interface Printed {
  sdl: string
  introspection: IntrospectionQuery
  schema: GraphQLSchema
}

const { sdl, introspection } = await loadApp<Printed>(`
  import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql'
  import { schema as built } from './worker/graphql.ts'
  export const schema = lexicographicSortSchema(built())
  export const sdl = printSchema(schema) + '\\n'
  export const introspection = introspectionFromSchema(schema)`)

const types = outputIntrospectionFile(minifyIntrospection(introspection), { fileType: '.d.ts', shouldPreprocess: true })

const outputs: [string, string][] = [
  [join(paths.root, 'schema/schema.graphql'), sdl],
  [join(paths.root, 'web/lib/graphql-env.d.ts'), types],
]
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const drifted = outputs.filter(([file, text]) => read(file) !== text)
const routesBefore = read(routeTreeFile)
await generateRoutes()
const routes = read(routeTreeFile)
if (routes !== routesBefore) drifted.push([routeTreeFile, routes])
if (process.argv.includes('--check')) {
  if (routes !== routesBefore) writeFileSync(routeTreeFile, routesBefore)
  if (drifted.length) {
    console.error(`Run "bun run schema": ${drifted.map(([file]) => file.slice(paths.root.length)).join(', ')} drifted`)
    process.exit(1)
  }
} else {
  for (const [file, text] of drifted) writeFileSync(file, text)
}
process.exit(0)
