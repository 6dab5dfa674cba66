import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOMBS, type Bomb } from './bombs/corpus.ts'

/** Processor time, not clock time, because the machine may be busy. */
const MOST_CPU_MS = 2_000
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

/** Reads files in a separate process with as little memory as the platform gives. */
const readAll = (name: string, bombs: readonly Bomb[]): Promise<Map<string, Taken>> => {
  const jobs = bombs.map((bomb, i) => {
    const path = join(folder, `${name}-${i}`)
    writeFileSync(path, bomb.make())
    return { path, kind: bomb.kind, name: bomb.name }
  })
  const list = join(folder, `${name}.json`)
  writeFileSync(list, JSON.stringify(jobs))
  const script = new URL('./bombs/read-bombs.ts', import.meta.url).pathname
  return new Promise((resolve) => {
    const flags = ['--max-old-space-size=96', '--max-semi-space-size=4', '--disable-warning=ExperimentalWarning']
    // A file that ends the process, or never ends, leaves no line. The test of that name reports it.
    execFile(process.execPath, [...flags, script, list], { timeout: 240_000, maxBuffer: 10_000_000 }, (_, stdout) => {
      const taken = stdout.trim().split('\n').filter(Boolean)
      resolve(new Map(taken.map((line) => JSON.parse(line) as Taken).map((one) => [one.name, one])))
    })
  })
}

/** What one file leaves behind in a process counts for the next, so few share one. */
const AT_ONCE = 9
const GROUPS = Array.from({ length: Math.ceil(BOMBS.length / AT_ONCE) }, (_, i): [string, Bomb[]] => [
  String(i + 1),
  BOMBS.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
])

describe.each(GROUPS)('a file made to stop its reader (%s)', (name, bombs) => {
  let taken: Map<string, Taken>
  beforeAll(async () => {
    taken = await readAll(name, bombs)
  }, 300_000)

  it.each(bombs.map((bomb) => bomb.name))('reading %s ends within the limits', (bomb) => {
    const one = taken.get(bomb)
    expect(one, 'it ended at all').toBeDefined()
    expect(one?.cpuMs, one?.said).toBeLessThan(MOST_CPU_MS)
    expect(one?.peakMb, one?.said).toBeLessThan(MOST_MB)
  })
})

it('there are at least forty harmful files', () => {
  expect(BOMBS.length).toBeGreaterThanOrEqual(40)
})
