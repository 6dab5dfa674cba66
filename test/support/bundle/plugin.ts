import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { bundleWorker, SETUP, TEST_FILE, type WorkerBundle } from './worker-bundle.ts'

/** Marks what stands for a module of the bundle. */
const STAND_IN = '\0bundled:'
const IN_BUNDLE = /^(worker|schema|test)\//

let made: Promise<WorkerBundle> | undefined

/** One for all projects of a run. */
const bundleOnce = (root: string, main: string): Promise<WorkerBundle> => {
  made ??= bundleWorker(root, main).then((bundle) => {
    process.once('exit', () => {
      for (const suffix of ['', '.map']) rmSync(bundle.file + suffix, { force: true })
    })
    return bundle
  })
  return made
}

/**
 * Test files of the Worker get what they import from one bundle. Each module is there once, for everyone who asks for it, so an
 * import that the bundle doesn't know is an error.
 */
export const bundledWorker = (root: string, main: string): Plugin => ({
  name: 'outlay:bundled-worker',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source.startsWith(STAND_IN)) return source
    const { file, modules } = await bundleOnce(root, main)
    if (source === file || importer === file) return undefined
    const isPath = source.startsWith('.') || source.startsWith('/')
    const path = isPath
      ? relative(root, join(source.startsWith('.') && importer ? join(importer, '..') : '/', source))
      : source
    if (TEST_FILE.test(path) || SETUP.includes(path)) return undefined
    if (modules.has(path)) return STAND_IN + path
    if (isPath && IN_BUNDLE.test(path)) throw new Error(`${path} is missing in the tests' bundle (from ${importer})`)
    return undefined
  },
  async load(id) {
    if (!id.startsWith(STAND_IN)) return undefined
    const { file, modules } = await bundleOnce(root, main)
    const names = modules.get(id.slice(STAND_IN.length)) ?? []
    const list = names.map(([name, bundled]) => `${bundled}: exported_${name}`).join(', ')
    const exported = names.map(([name]) => `exported_${name} as ${name}`).join(', ')
    return `import { load } from ${JSON.stringify(file)}; const { ${list} } = load(); export { ${exported} }`
  },
})
