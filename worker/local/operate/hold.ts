import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Problem } from '../host/problem.ts'

/** Runs work at a moment at which nothing is written, and says how long that lasted (milliseconds). */
export type Hold = <T>(work: () => T) => { result: T; heldMs: number }

/** A thread ends what it asked of the system, such as writing a block, before it stops. */
const MOST_WAIT_MS = 5_000

/** For a folder that nothing runs on. */
export const alreadyStill: Hold = (work) => ({ result: work(), heldMs: 0 })

/**
 * Stops the runtime's process with all its threads, runs the work, and lets it go on. No call is refused or lost
 * meanwhile: connections and requests wait in the system until the process goes on. What was answered before is stored,
 * and what wasn't is as after a crash at that moment, which the product repairs at its next start.
 *
 * If this process ends meanwhile, its watchdog ends the stopped one.
 * @param pid of the runtime, which may have been replaced since the last time
 */
export const stopping =
  (pid: () => number | undefined): Hold =>
  (work) => {
    const runtime = pid()
    if (runtime === undefined) throw new Problem('The Workers runtime is being replaced; try again in a moment.')
    const begun = performance.now()
    process.kill(runtime, 'SIGSTOP')
    try {
      waitUntilStopped(runtime)
      const result = work()
      return { result, heldMs: Math.round(performance.now() - begun) }
    } finally {
      process.kill(runtime, 'SIGCONT')
    }
  }

const waitUntilStopped = (pid: number): void => {
  const until = performance.now() + MOST_WAIT_MS
  while (!isStopped(pid)) {
    if (performance.now() > until) throw new Problem('The Workers runtime could not be held still; try again.')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

/** Whether no thread of the process runs. */
const isStopped = (pid: number): boolean => {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout.trim()
      .startsWith('T')
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The name before the fields is in brackets and can contain anything.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
  })
}
