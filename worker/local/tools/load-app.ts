import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { paths } from '../host/paths.ts'

/** The runtime's own modules don't exist in Node. Nothing here runs a Durable Object. */
const withoutRuntime: Plugin = {
  name: 'without-runtime',
  setup: (builder) => {
    builder.onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: 'runtime' }))
    builder.onLoad({ filter: /.*/, namespace: 'runtime' }, () => ({
      contents: 'export class DurableObject {}; export class WorkerEntrypoint {}; export const env = {}',
    }))
  },
}

/** An import of a file's address, as the web's build handles it. Here nothing serves the file. */
const withoutAddresses: Plugin = {
  name: 'without-addresses',
  setup: (builder) => {
    builder.onResolve({ filter: /\?url$/ }, ({ path }) => ({ path, namespace: 'address' }))
    builder.onLoad({ filter: /.*/, namespace: 'address' }, () => ({ contents: "export default ''" }))
  },
}

/**
 * Bundles source for Node and imports it: the Worker's routes and schema, or the web's router.
 * @param contents a module that imports what is wanted, with paths from the project's root
 */
export const loadApp = async <T>(contents: string): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-app-'))
  const outfile = join(folder, 'app.mjs')
  try {
    await build({
      stdin: { contents, resolveDir: paths.root, loader: 'tsx' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      jsx: 'automatic',
      banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
      loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty', '.ttf': 'binary' },
      define: { 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true', 'import.meta.env.MODE': '"tool"' },
      plugins: [withoutRuntime, withoutAddresses],
      logLevel: 'error',
    })
    return (await import(pathToFileURL(outfile).href)) as T
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
