import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { apiBundle, doorBundle, ensureBundle, freshBundle, pagesBundle } from './bundle.ts'
import { paths } from './paths.ts'
import { Problem } from './problem.ts'

/**
 * Bundles in a process of its own, which gives back what bundling needs: several hundred MiB that this one would keep as
 * long as it runs.
 */

const BUNDLES = { api: apiBundle, pages: pagesBundle, door: doorBundle }
type BundleName = keyof typeof BUNDLES

const isName = (name: string | undefined): name is BundleName => name !== undefined && Object.hasOwn(BUNDLES, name)

interface Scripts {
  api: string
  pages?: string
  door?: string
}

/**
 * The paths of the scripts. Builds those whose inputs changed. Throws a Problem that says where one doesn't build.
 * @param onlyApi without what serves the app
 */
export const ensureBundles = async (onlyApi: boolean): Promise<Scripts> => {
  const names: readonly BundleName[] = onlyApi ? ['api'] : ['api', 'pages', 'door']
  const stale = names.filter((name) => !freshBundle(BUNDLES[name]()))
  if (stale.length > 0) await buildApart(stale)
  const at = (name: BundleName) => String(BUNDLES[name]().outfile)
  return onlyApi ? { api: at('api') } : { api: at('api'), pages: at('pages'), door: at('door') }
}

const buildApart = async (names: readonly BundleName[]): Promise<void> => {
  const child = spawn(paths.node, [fileURLToPath(import.meta.url), ...names], {
    cwd: paths.root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, GOMEMLIMIT: '256MiB' },
  })
  // Ends with this process, however that ends.
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0) throw new Problem(said.trim() || 'The Worker does not build: the bundler ended')
  } finally {
    process.removeListener('exit', end)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const name of process.argv.slice(2)) if (isName(name)) await ensureBundle(BUNDLES[name]())
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error)
    process.exit(1)
  }
}
