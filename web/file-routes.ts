import { fileURLToPath } from 'node:url'
import { type Config, Generator, getConfig } from '@tanstack/router-generator'

/** How the files in routes/ become routes.gen.ts. */
export const fileRoutes = {
  target: 'react',
  routesDirectory: './routes',
  generatedRouteTree: './routes.gen.ts',
  addExtensions: true,
  disableLogging: true,
  tmpDir: 'node_modules/.cache/file-routes',
  routeTreeFileHeader: ['// Generated from the files in routes/ by `bun run schema`.'],
} satisfies Partial<Config>

const root = fileURLToPath(new URL('.', import.meta.url))

export const routeTreeFile = `${root}routes.gen.ts`

/** Writes it. */
export const generateRoutes = (): Promise<void> => new Generator({ config: getConfig(fileRoutes, root), root }).run()
