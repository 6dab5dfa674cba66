import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../../worker/local/host/paths.ts'
import { freePorts } from '../../worker/local/host/ports.ts'
import { table } from './report.ts'

/** How long a start takes on one machine, and the memory of all its processes (Linux only). */

export interface Start {
  name: string
  seconds: number
  /** The most of all processes together, in MiB, while it started. */
  peak: number
  /** Half a minute later, with no one there. */
  idle: number
  limit: Limit
}

interface Limit {
  seconds: number
  peak: number
  idle: number
}

const EACH_MS = 200
const IDLE_AFTER_MS = 30_000
const LONGEST_MS = 300_000

const IDLE_MIB = 350
const LIMITS = {
  first: { seconds: 30, peak: 600, idle: IDLE_MIB },
  again: { seconds: 5, peak: 600, idle: IDLE_MIB },
  empty: { seconds: 8, peak: 600, idle: IDLE_MIB },
} satisfies Record<string, Limit>

const parentOf = (pid: string): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
}

/** A shared page counts once, divided among those who have it. */
const pssOf = (pid: string): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

/** The process and everything that it started, in MiB. Processes that end meanwhile count nothing. */
export const memoryOfTree = (root: number): number => {
  const orNothing = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch {
      return undefined
    }
  }
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const parent = orNothing(() => parentOf(pid))
      return parent === undefined ? [] : [{ pid, parent }]
    })
  const tree = new Set([String(root)])
  for (let before = 0; before < tree.size; ) {
    before = tree.size
    for (const { pid, parent } of parents) if (tree.has(parent)) tree.add(pid)
  }
  return [...tree].reduce((sum, pid) => sum + (orNothing(() => pssOf(pid)) ?? 0), 0)
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode === null ? new Promise((resolve) => child.once('exit', () => resolve())) : Promise.resolve()

const startOnce = async (name: string, data: string, args: string[], limit: Limit): Promise<Start> => {
  const [port = 0] = await freePorts(1)
  // `bun run` says which bun it is. The launcher runs in Node too once everything is installed.
  const runner = process.env.npm_execpath?.includes('bun') ? process.env.npm_execpath : process.execPath
  const started = Date.now()
  const child = spawn(
    runner,
    [join(paths.root, 'worker/local/start.ts'), '--port', String(port), '--data', data, ...args],
    { cwd: paths.root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, memoryOfTree(child.pid ?? 0))
  }, EACH_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => reject(new Error(`${name} took too long`)), LONGEST_MS)
      child.once('exit', () => reject(new Error(`${name} ended`)))
      child.stdout.on('data', (chunk: Buffer) => {
        if (!chunk.includes('Outlay is ready')) return
        clearTimeout(tooLong)
        resolve()
      })
    })
    const seconds = (Date.now() - started) / 1000
    clearInterval(look)
    await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS))
    return { name, seconds, peak, idle: memoryOfTree(child.pid ?? 0), limit }
  } finally {
    clearInterval(look)
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    await ended(child)
  }
}

export const starts = async (): Promise<Start[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-start-'))
  const data = join(folder, 'data')
  try {
    // What a fresh clone has to build.
    for (const built of ['worker.mjs.json', 'pages.mjs.json', 'door.mjs.json', 'web.json'])
      rmSync(join(paths.build, built), { force: true })
    return [
      await startOnce('first, with everything built', data, [], LIMITS.first),
      await startOnce('again', data, [], LIMITS.again),
      await startOnce('without a company', join(folder, 'empty'), ['--no-demo'], LIMITS.empty),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const startTable = (measured: readonly Start[]): string =>
  table(
    ['start', '', 'seconds', 'most', 'MiB', 'most', 'idle MiB', 'most'],
    measured.map(({ name, seconds, peak, idle, limit }) => [
      ...[name, '', seconds.toFixed(1), String(limit.seconds), peak.toFixed(0), String(limit.peak)],
      ...[idle.toFixed(0), String(limit.idle)],
    ]),
  )

export const missedStarts = (measured: readonly Start[]): string[] =>
  measured.flatMap(({ name, limit, ...start }) =>
    (['seconds', 'peak', 'idle'] as const)
      .filter((what) => !(start[what] <= limit[what]))
      .map((what) => `start ${name}: ${what} ${start[what].toFixed(1)}, not ${limit[what]}`),
  )
