import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type BuildContext, type BuildOptions, build, context, type Message, type Metafile } from 'esbuild'
import { nodeBuiltIns } from '../node-built-ins.ts'
import { paths } from './paths.ts'
import { Problem } from './problem.ts'

/** The Worker's bundle for this machine: what wrangler builds, with worker/local/entry.ts around it. */
export const apiBundle = (): BuildOptions => ({
  ...workerOptions,
  entryPoints: [paths.entry],
  outfile: join(paths.build, 'worker.mjs'),
})

/** The Pages function, the same file here and in production. */
export const pagesBundle = (outfile = join(paths.build, 'pages.mjs')): BuildOptions => ({
  ...workerOptions,
  entryPoints: [paths.pagesWorker],
  outfile,
  sourcemap: false,
})

/** Stands in for Cloudflare's edge on this machine. */
export const doorBundle = (): BuildOptions => ({
  ...workerOptions,
  entryPoints: [paths.door],
  outfile: join(paths.build, 'door.mjs'),
  sourcemap: false,
})

const workerOptions: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  mainFields: ['browser', 'module', 'main'],
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  // As `rules` in wrangler.toml.
  loader: { '.ttf': 'binary' },
  plugins: [nodeBuiltIns],
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  // Each start hands the whole script over and reads it. Names stay, so that failures can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'silent',
  absWorkingDir: paths.root,
}

/** Bundles unless the inputs of the last bundle are unchanged. Returns the path of the script. */
export async function ensureBundle(options: BuildOptions): Promise<string> {
  const outfile = String(options.outfile)
  const stampFile = stampOf(options)
  if (freshBundle(options)) return outfile
  const metafile = await runBuild(options)
  const inputs = Object.keys(metafile.inputs).map((file) => [file, stamp(join(paths.root, file))])
  writeFileSync(`${stampFile}.tmp`, JSON.stringify({ options: fingerprint(options), inputs }))
  renameSync(`${stampFile}.tmp`, stampFile)
  return outfile
}

const stampOf = ({ outfile }: BuildOptions): string => `${outfile}.json`

/** Whether the inputs of the last bundle are unchanged. */
export const freshBundle = (options: BuildOptions): boolean =>
  isFresh(String(options.outfile), stampOf(options), options)

/** Bundles now and whenever an input changes. `changed` gets the result, or what is wrong. */
export async function watchBundle(
  options: BuildOptions,
  changed: (problem: Problem | undefined) => void,
): Promise<BuildContext> {
  const watching = await context({
    ...options,
    plugins: [
      ...(options.plugins ?? []),
      {
        name: 'tell',
        setup: (builder) =>
          builder.onEnd((result) => changed(result.errors[0] ? buildProblem(result.errors) : undefined)),
      },
    ],
  })
  await watching.watch()
  return watching
}

async function runBuild(options: BuildOptions): Promise<Metafile> {
  mkdirSync(paths.build, { recursive: true })
  try {
    const { metafile, outputFiles } = await build({ ...options, metafile: true, write: false })
    for (const file of outputFiles) {
      // All or nothing, because another host may be reading the last bundle.
      writeFileSync(`${file.path}.${process.pid}`, file.contents)
      renameSync(`${file.path}.${process.pid}`, file.path)
    }
    return metafile
  } catch (error) {
    const errors = (error as { errors?: Message[] }).errors
    throw errors?.[0] ? buildProblem(errors) : error
  }
}

function buildProblem(errors: Message[]): Problem {
  const first = errors[0]
  const place = first?.location ? `${first.location.file}:${first.location.line}: ` : ''
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return new Problem(`The Worker does not build: ${place}${first?.text ?? 'unknown error'}${more}`)
}

function isFresh(outfile: string, stampFile: string, options: BuildOptions): boolean {
  if (!existsSync(outfile) || !existsSync(stampFile)) return false
  try {
    const last = JSON.parse(readFileSync(stampFile, 'utf8')) as { options: string; inputs: [string, string][] }
    if (last.options !== fingerprint(options)) return false
    return last.inputs.every(([file, before]) => stamp(join(paths.root, file)) === before)
  } catch {
    return false
  }
}

function fingerprint(options: BuildOptions): string {
  const shown = {
    ...options,
    outfile: relative(paths.root, String(options.outfile)),
    lock: stamp(join(paths.root, 'bun.lock')),
  }
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex')
}

function stamp(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs}:${stat.size}` : 'gone'
}
