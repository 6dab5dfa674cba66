import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'outlay-tests-'
/** Databases of tests and of browser tests' hosts take a tenth of this. Less is better left to other programs. */
const NEEDED = 4_000_000_000

/** Where temporary files would be without it. What is large and stays, like the browser, is there. */
export const DISK = 'OUTLAY_TEST_DISK'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Folders of runs that were killed. */
const removeLeft = (): void => {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/**
 * Temporary files of this process and those it starts are in memory, if the machine has enough: a disk takes a
 * thousand times longer to confirm each write of a test's database, which is thrown away in the end.
 */
export const keepFilesInMemory = (): void => {
  if (process.env[DISK] || !existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < NEEDED || availableMemory() < NEEDED) return
  removeLeft()
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  process.env[DISK] = tmpdir()
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Runs something that keeps its files for other runs. */
export const onDisk = async <T>(run: () => Promise<T>): Promise<T> => {
  const { TMPDIR, [DISK]: disk } = process.env
  if (!disk) return run()
  process.env.TMPDIR = disk
  try {
    return await run()
  } finally {
    process.env.TMPDIR = TMPDIR
  }
}
