import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { OpenAPI3 } from 'openapi-typescript'
import { paths } from '../../../worker/local/host/paths.ts'

type Generator = Pick<typeof import('openapi-typescript'), 'default' | 'astToString'>

/** The generator needs the compiler as a library, which newer ones aren't. */
const withCompiler: Plugin = {
  name: 'with-compiler',
  setup: (builder) => {
    builder.onResolve({ filter: /^typescript$/ }, ({ path }) => ({ path, namespace: 'compiler' }))
    builder.onLoad({ filter: /.*/, namespace: 'compiler' }, () => ({
      contents: `export { ts as default } from '@ts-morph/common'`,
      resolveDir: paths.root,
    }))
  },
}

const loadGenerator = async (folder: string): Promise<Generator> => {
  const outfile = join(folder, 'generator.mjs')
  await build({
    stdin: { contents: `export { default, astToString } from 'openapi-typescript'`, resolveDir: paths.root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@ts-morph/common'],
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    define: { __filename: '""', __dirname: '""' },
    plugins: [withCompiler],
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

/** In place of the untyped one beside this file. */
const CLIENT = `import type { Client } from 'openapi-fetch'\nexport type Api = Client<paths>`

const OPTIONS =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --allowImportingTsExtensions'
const TARGET = '--target esnext --lib esnext,dom,dom.iterable --module esnext --moduleResolution bundler --types'

const compile = (folder: string, files: string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = [...`${OPTIONS} ${TARGET}`.split(' '), '', ...files]
    execFile(join(paths.root, 'node_modules/.bin/tsc'), options, { cwd: folder }, (error, out) =>
      resolve(error ? out || String(error) : ''),
    )
  })

/** What the compiler says of our calls with the types that are generated from the document. Empty if nothing. */
export const typeFaults = async (document: unknown): Promise<string> => {
  const cache = join(paths.root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'outlay-types-'))
  try {
    const { default: generate, astToString } = await loadGenerator(folder)
    const types = astToString(await generate(document as OpenAPI3))
    writeFileSync(join(folder, 'api.ts'), `${CLIENT}\n${types}`)
    const calls = ['reads.ts', 'journey.ts']
    for (const name of calls) copyFileSync(join(paths.root, 'test/support/generated-client', name), join(folder, name))
    return await compile(folder, calls)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
