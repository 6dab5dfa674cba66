import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin as EsbuildPlugin } from 'esbuild'
import { nodeBuiltIns } from '../../../worker/local/node-built-ins.ts'
import { exportsOf, takenBy } from './imports.ts'

/**
 * Everything that the Worker's tests use, as one script: the Worker, what the tests share, and their packages. Loaded
 * one by one, its 3,000 modules take longer than most tests.
 */
export interface WorkerBundle {
  file: string
  /** What the bundle calls each module's exports: its path, or a package's name, to `[name, name in the bundle]`. */
  modules: Map<string, [name: string, bundled: string][]>
}

/** Loaded by Vitest itself: test files, and what runs before each of them. */
export const TEST_FILE = /^test\/worker\/.*\.test\.ts$/
export const SETUP = ['test/support/bundle/hand-over.ts', 'test/support/worker/setup.ts']

/** The runtime loads what is in here, without Vitest. */
export const BUNDLES = 'node_modules/.cache/outlay-tests'

const LEFT_OUT = /^(vitest|cloudflare:|node:)/

/** As Vite does it, for the two forms that tests use: everything at once, or one export of each. */
const GLOB = /import\.meta\.glob(?:<[^(]*>)?\(\s*'([^']+)'\s*(?:,\s*\{([^}]*)\}\s*)?,?\s*\)/g

const expandGlobs = (text: string, folder: string): string => {
  const imports: string[] = []
  const expanded = text.replaceAll(GLOB, (_, pattern: string, options = '') => {
    const name = /import:\s*'([^']+)'/.exec(options)?.[1]
    const files = globSync(pattern, { cwd: folder }).sort()
    const entries = files.map((file) => {
      const path = file.startsWith('.') ? file : `./${file}`
      const called = `globbed${imports.length}`
      imports.push(name ? `import { ${name} as ${called} } from '${path}'` : `import * as ${called} from '${path}'`)
      return `${JSON.stringify(path)}: ${options.includes('eager') ? called : `async () => ${called}`}`
    })
    return `{ ${entries.join(', ')} }`
  })
  return [...imports, expanded].join('\n')
}

/** The bundle is loaded by the runtime itself, so what Vitest makes is handed over (test/support/bundle/hand-over.ts). */
const VITEST = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'vi']
const vitest: EsbuildPlugin = {
  name: 'vitest',
  setup: (builder) => {
    builder.onResolve({ filter: /^vitest$/ }, () => ({ path: 'vitest', namespace: 'handed-over' }))
    builder.onLoad({ filter: /.*/, namespace: 'handed-over' }, () => ({
      contents: `export const { ${VITEST.join(', ')} } = globalThis.handedOver`,
    }))
    builder.onResolve({ filter: /^cloudflare:test$/ }, () => ({ path: 'cloudflare:test-internal', external: true }))
  },
}

const globs: EsbuildPlugin = {
  name: 'globs',
  setup: (builder) => {
    builder.onLoad({ filter: /\/test\/support\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      return text.includes('import.meta.glob')
        ? { contents: expandGlobs(text, dirname(path)), loader: 'ts' }
        : undefined
    })
  },
}

/** @param main what the Worker starts from */
export const bundleWorker = async (root: string, main: string): Promise<WorkerBundle> => {
  const read = {
    text: (file: string) => readFileSync(join(root, file), 'utf8'),
    from: (file: string, specifier: string) => relative(root, join(root, dirname(file), specifier)),
  }
  const wanted = new Map<string, Set<string>>([[main, new Set(exportsOf(main, read))]])
  for (const file of [...SETUP, ...globSync('test/worker/**/*.test.ts', { cwd: root }).sort()]) {
    for (const { specifier, names, all } of takenBy(read.text(file))) {
      if (LEFT_OUT.test(specifier)) continue
      const key = specifier.startsWith('.') ? read.from(file, specifier) : specifier
      if (SETUP.includes(key)) continue
      const known = wanted.get(key) ?? new Set()
      for (const name of all ? exportsOf(key, read) : names) known.add(name)
      wanted.set(key, known)
    }
  }
  const modules: WorkerBundle['modules'] = new Map(
    [...wanted].map(([key, names], at) => [key, [...names].map((name) => [name, `m${at}_${name}`])]),
  )
  const entry = [...modules].map(([key, names]) => {
    const from = JSON.stringify(/\.tsx?$/.test(key) ? `./${key}` : key)
    const list = names.map(([name, bundled]) => `${name} as ${bundled}`).join(', ')
    return names.length > 0 ? `export { ${list} } from ${from}` : `import ${from}`
  })
  const folder = join(root, BUNDLES)
  mkdirSync(folder, { recursive: true })
  // Two runs side by side may differ.
  const file = join(folder, `worker-${process.pid}.mjs`)
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry.join('\n'), resolveDir: root, loader: 'ts' },
    outfile: file,
    absWorkingDir: root,
    bundle: true,
    // The modules run inside a function, because the runtime allows none of them to make a random id while it loads one.
    format: 'iife',
    globalName: 'bundled',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    // As `rules` in wrangler.toml.
    loader: { '.ttf': 'binary' },
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'error',
    plugins: [vitest, globs, nodeBuiltIns],
  })
  const [output] = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.mjs'))
  const others = [...new Set(output?.[1].imports.filter(({ external }) => external).map(({ path }) => path))]
  for (const { path, text } of outputFiles) {
    writeFileSync(path, path.endsWith('.map') ? text : wrapped(text, others))
  }
  return { file, modules }
}

/** Lines of the module before the script, whose map doesn't know them. */
export const LINES_BEFORE = 1

/** The script as a module: `load` runs it once, and answers all exports. */
const wrapped = (script: string, others: string[]): string => {
  const imports = others.map((name, at) => `import * as other${at} from ${JSON.stringify(name)};`)
  const known = others.map((name, at) => `${JSON.stringify(name)}: { ...other${at}, __esModule: true }`)
  return [
    `${imports.join(' ')} const others = { ${known.join(', ')} }; const require = (name) => others[name]; const run = () => {`,
    `${script}; return bundled }`,
    'let made; export const load = () => (made ??= run())',
  ].join('\n')
}
