import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { paths } from '../../host/paths.ts'

/** A part of a run: a check that succeeds or fails, or a Vitest project, whose tests are counted one by one. */
export interface Check {
  name: string
  command: string[]
}

export const PROJECTS = ['unit', 'web', 'worker', 'cells', 'e2e'] as const
export type Project = (typeof PROJECTS)[number]

/** One checker: several would each work out most types of a program again, on the two cores that the lanes use already. */
const tsc = (folder: string): Check => ({
  name: `types of ${folder}`,
  command: ['tsc', '-p', folder, '--checkers', '1'],
})
const tool = (name: string, file: string, ...options: string[]): Check => ({
  name,
  command: ['node', `worker/local/tools/${file}`, ...options],
})

/** The longest first, so that no lane waits for another in the end. */
export const CHECKS: Check[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  ...['test/worker', 'web', 'test/bench', 'test', 'test/unit', 'worker', 'worker/local/host', 'web/pages'].map(tsc),
  tool('import boundaries', 'imports/check.ts'),
  tool('ratchets', 'ratchets/check.ts'),
  tool('words', 'check-words.ts'),
  tool('schema drift', 'print-schema.ts', '--check'),
]
export const BUILDS: Check = { name: 'production builds', command: ['bun', 'run', 'deploy', '--dry-run'] }

/** The project's own programs come first. */
export const ENV = { ...process.env, PATH: `${join(paths.root, 'node_modules/.bin')}:${process.env.PATH}` }

/** Each uses about one core. */
const LANES = 2

/** The output of a check that runs beside others, as a whole when it ends. */
const runBeside = async ([program = '', ...rest]: string[]): Promise<{ ok: boolean; output: string }> => {
  const child = spawn(program, rest, { cwd: paths.root, stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    const end = (ok: boolean, more = '') => resolve({ ok, output: Buffer.concat(chunks).toString() + more })
    child.once('error', (error) => end(false, `${error.message}\n`))
    child.once('close', (code) => end(code === 0))
  })
}

/** Runs checks two at a time, and tells of each when it ends. */
export const runChecks = async (
  checks: Check[],
  ended: (check: Check, ok: boolean, seconds: number) => void,
): Promise<void> => {
  const waiting = [...checks]
  const runLane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const begun = Date.now()
      const { ok, output } = await runBeside(check.command)
      console.log(`\n── ${check.name}`)
      process.stdout.write(output)
      ended(check, ok, (Date.now() - begun) / 1000)
    }
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
}
