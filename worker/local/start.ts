import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArguments, usage } from './host/arguments.ts'
import {
  forgetWebBuilt,
  isInstalled,
  isWebBuilt,
  rememberInstalled,
  rememberWebBuilt,
  webFingerprint,
} from './host/freshness.ts'
import { paths } from './host/paths.ts'
import { Problem, report } from './host/problem.ts'
import { watchRunners } from './host/processes.ts'
import { sayOnTerminal, toldStep } from './told-steps.ts'

// The launcher. It runs on a fresh clone, under Bun, with nothing installed. It installs, builds what is outdated and
// starts the host with the project's own Node. The host lives exactly as long as this process.

/** A machine that only tries Outlay may have little memory. Without these the build takes a third more of it. */
const LEAN_BUILD = {
  NODE_OPTIONS: '--max-old-space-size=300 --max-semi-space-size=4',
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  MALLOC_ARENA_MAX: '1',
}
/** The host mostly waits. */
const LEAN_HOST = ['--max-semi-space-size=2', '--optimize-for-size']
/** So does each Worker in the runtime, which otherwise keeps about twice as much for what it no longer needs. */
const LEAN_WORKERS = LEAN_HOST.join(' ')

const bun = process.versions.bun ? process.execPath : 'bun'
let child: ChildProcess | undefined
let ending = false

async function main(): Promise<number> {
  const argv = process.argv.slice(2)
  const options = parseArguments(argv)
  if (options.help) {
    console.log(usage)
    return 0
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  watchRunners(() => end('SIGTERM'))
  if (!isInstalled()) {
    const install = ['install', '--frozen-lockfile']
    await toldStep(sayOnTerminal, 'Installing packages', () =>
      runStep('The packages could not be installed', bun, install),
    )
    rememberInstalled()
  }
  const fingerprint = options.dev ? '' : webFingerprint()
  if (!options.dev && !isWebBuilt(fingerprint)) {
    forgetWebBuilt()
    // Only Vite, not build:web, because its checks don't belong in a start.
    const vite = join(paths.root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--config', paths.webConfig, 'web']
    const env = { ...process.env, NODE_ENV: 'production', ...LEAN_BUILD }
    await toldStep(sayOnTerminal, 'Building the web app', () =>
      runStep('The web app did not build', paths.node, args, env),
    )
    rememberWebBuilt(fingerprint)
  }
  return ending ? 0 : runHost(argv)
}

/** Runs a preparation step. Its output is shown only if it fails. */
async function runStep(failure: string, command: string, args: string[], env = process.env): Promise<void> {
  const step = spawn(command, args, { cwd: paths.root, stdio: ['ignore', 'pipe', 'pipe'], env })
  child = step
  const output: Buffer[] = []
  step.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  step.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const status = await exitOf(step)
  child = undefined
  if (ending) process.exit(0)
  if (status === 0) return
  process.stderr.write(Buffer.concat(output))
  throw new Problem(`${failure} (see above).`)
}

/** Its own process group: Ctrl-C reaches it once, from here. The pipe tells it when this process ends. */
async function runHost(argv: string[]): Promise<number> {
  const bin = join(paths.root, 'node_modules/.bin')
  child = spawn(paths.node, [...LEAN_HOST, join(paths.root, 'worker/local/host/main.ts'), ...argv], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
    env: {
      MINIFLARE_WORKERD_V8_FLAGS: LEAN_WORKERS,
      ...process.env,
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      OUTLAY_LAUNCHER: '1',
    },
  })
  return exitOf(child)
}

function end(signal: NodeJS.Signals): void {
  ending = true
  if (!child) process.exit(0)
  const current = child
  current.kill(signal)
  setTimeout(() => current.kill('SIGKILL'), 3500).unref()
}

function exitOf(process: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    process.once('error', (error) => reject(new Problem(`${process.spawnfile} could not be started: ${error.message}`)))
    process.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 9)))
  })
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    report(error)
    process.exit(1)
  },
)
