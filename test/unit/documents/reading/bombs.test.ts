import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOMBS, type Bomb } from './bombs/corpus.ts'

/** Processor time: a third of what the platform gives a queue’s consumer. A busy machine takes up to twice as long. */
const MOST_CPU_MS = 10_000
const MOST_MB = 128

interface Taken {
  name: string
  said: string
  cpuMs: number
  /** The peak memory so far, beyond what reading nothing takes. */
  peakMb: number
}

const folder = mkdtempSync(join(tmpdir(), 'bombs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Job {
  path: string
  kind: Bomb['kind']
  name: string
}
const IN_ONE_PROCESS = 9
/** The peak memory counts for all later files in a process, so few share one. */
const groups: Bomb[][] = Array.from({ length: Math.ceil(BOMBS.length / IN_ONE_PROCESS) }, (_, i) =>
  BOMBS.slice(i * IN_ONE_PROCESS, (i + 1) * IN_ONE_PROCESS),
)

const script = new URL('./bombs/read-bombs.ts', import.meta.url).pathname
const FLAGS = [
  '--max-old-space-size=96',
  '--max-semi-space-size=4',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
]

/** The first process compiles the readers, and the others reuse that. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }

/** Reads files in a separate process with as little memory as the platform gives. */
const readAll = (jobs: Job[], list: string): Promise<Taken[]> => {
  writeFileSync(list, JSON.stringify(jobs))
  return new Promise((resolve) => {
    // A file that ends the process, or never ends, leaves no line. The test of that name reports it.
    const limits = { timeout: 240_000, maxBuffer: 10_000_000 }
    execFile(process.execPath, [...FLAGS, script, list], { env, ...limits }, (_, stdout) => {
      const lines = stdout.trim().split('\n').filter(Boolean)
      resolve(lines.map((line) => JSON.parse(line) as Taken))
    })
  })
}

/** As many as the machine has cores here and in the suite. While two are read, the next ones are generated. */
const AT_ONCE = 2
const taken = new Map<string, Taken>()
beforeAll(async () => {
  const queue = groups.entries()
  const work = async (): Promise<void> => {
    for (const [group, bombs] of queue) {
      const jobs = bombs.map(({ kind, name, make }, i): Job => {
        const path = join(folder, `${group}-${i}`)
        writeFileSync(path, make())
        return { path, kind, name }
      })
      for (const one of await readAll(jobs, join(folder, `${group}.json`))) taken.set(one.name, one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}, 300_000)

describe('a file made to stop its reader', () => {
  it.each(BOMBS.map((bomb) => bomb.name))('reading %s ends within the limits', (bomb) => {
    const one = taken.get(bomb)
    expect(one, 'it ended at all').toBeDefined()
    expect(one?.cpuMs, one?.said).toBeLessThan(MOST_CPU_MS)
    expect(one?.peakMb, one?.said).toBeLessThan(MOST_MB)
  })
})

it('there are at least forty harmful files', () => {
  expect(BOMBS.length).toBeGreaterThanOrEqual(40)
})
