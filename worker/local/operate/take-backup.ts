import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { oneLine, Problem } from '../host/problem.ts'
import { toldStep } from '../told-steps.ts'
import type { Hold } from './hold.ts'
import { backupsIn, DATA, nameAt, writeManifest } from './manifest.ts'
import { filesBelow, plainFilesIn, STATE_FILE, snapshotsIn, stampOf } from './stored-files.ts'

interface BackupOrder {
  /** A data folder. */
  data: string
  /** The folder in which the backup gets a folder of its own. */
  to: string
  /** Older backups than this many are deleted once the new one is whole. All are kept without it. */
  keep?: number | undefined
  hold: Hold
  /** Told what is done, without line breaks. */
  say(text: string): void
}

export interface Taken {
  path: string
  takenAt: string
  heldMs: number
  files: number
  bytes: number
  /** Names of older backups. */
  deleted: string[]
}

/** So few files are copied in an instant. */
const FEW = 100
const MOST_ROUNDS = 6
const MOST_HOLDS = 10
const PAUSE_MS = 200
const PAGES_AT_ONCE = 10_000
const DAY_MS = 24 * 60 * 60 * 1000
const PARTIAL = '.partial'

/**
 * Copies a data folder as it is at one moment, while the product runs on it. What rarely changes is copied before.
 * Writes are held only while the rest is copied and each database is given a snapshot, from which it is copied later.
 * Throws a Problem and leaves nothing if it doesn't succeed.
 */
export const takeBackup = async ({ data, to, keep, hold, say }: BackupOrder): Promise<Taken> => {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  forgetPartial(to)
  const names = new Set(readdirSync(to).map((name) => name.replace(PARTIAL, '')))
  let moment = Date.now()
  while (names.has(nameAt(moment))) moment += 1
  const name = nameAt(moment)
  const partial = join(to, `${name}${PARTIAL}`)
  const copy = join(partial, DATA)
  mkdirSync(copy, { recursive: true, mode: 0o700 })
  chmodSync(partial, 0o700)
  const open: Snapshot[] = []
  try {
    const plain = new PlainFiles(data, copy)
    await toldStep(say, 'Copying files', async () => plain.copyUntilFew())
    open.push(...snapshotsIn(data).map((path) => openSnapshot(data, path)))
    const held = await toldStep(say, 'Holding writes', () => atOneMoment(hold, plain, open))
    const wait = held.heldMs === 0 ? '' : ` (held for ${held.heldMs} ms)`
    await toldStep(say, `Copying databases${wait}`, async () => {
      for (const { path, database } of open) await copySnapshot(database, join(copy, path))
    })
    await toldStep(say, 'Closing objects', async () => foldLogs(copy))
    const { files } = await toldStep(say, 'Hashing', async () =>
      writeManifest(partial, { takenAt: held.at.toISOString(), heldMs: held.heldMs, migration: migrationOf(copy) }),
    )
    const path = join(to, name)
    renameSync(partial, path)
    const deleted = keep === undefined ? [] : forgetOld(to, keep)
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return { path, takenAt: held.at.toISOString(), heldMs: held.heldMs, files: files.length, bytes, deleted }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error instanceof Problem ? error : new Problem(`The backup could not be made: ${oneLine(error)}`)
  } finally {
    for (const { database } of open) database.close()
  }
}

interface Moment {
  at: Date
  heldMs: number
}

/** The runtime may be just about to rearrange a database, which then can't be read for a moment. */
const atOneMoment = async (hold: Hold, plain: PlainFiles, open: readonly Snapshot[]): Promise<Moment> => {
  for (let times = 1; ; times++) {
    try {
      const { result, heldMs } = hold(() => {
        plain.copyChanged()
        for (const { begin } of open) begin()
        return new Date()
      })
      return { at: result, heldMs }
    } catch (error) {
      for (const { end } of open) end()
      if (times === MOST_HOLDS || error instanceof Problem) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** The files that are copied as they are, and what they were like when they were. */
class PlainFiles {
  readonly #from: string
  readonly #to: string
  readonly #copied = new Map<string, string | null>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** Copies what changes meanwhile again, until that is little. */
  copyUntilFew(): void {
    for (let round = 1; round <= MOST_ROUNDS; round++) if (this.copyChanged() <= FEW) return
  }

  /** Makes the copy equal to what is there now, and returns how many files that took. */
  copyChanged(): number {
    const there = [STATE_FILE, ...plainFilesIn(this.#from)]
    const isThere = new Set(there)
    for (const gone of [...this.#copied.keys()].filter((path) => !isThere.has(path))) {
      rmSync(join(this.#to, gone), { force: true })
      this.#copied.delete(gone)
    }
    return there.filter((path) => this.#copyOne(path)).length
  }

  #copyOne(path: string): boolean {
    const stamp = stampOf(join(this.#from, path))
    if (stamp !== null && this.#copied.get(path) === stamp) return false
    const target = join(this.#to, path)
    mkdirSync(dirname(target), { recursive: true })
    try {
      copyFileSync(join(this.#from, path), target, constants.COPYFILE_FICLONE)
    } catch (error) {
      // It was deleted since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      rmSync(target, { force: true })
      return false
    }
    this.#copied.set(path, stamp)
    return true
  }
}

interface Snapshot {
  path: string
  database: DatabaseSync
  /** From here on, the connection reads what is stored now. */
  begin(): void
  end(): void
}

/** The runtime may be rearranging a database, for example right after the first start. */
const OPENED_WITHIN_MS = 10_000

/** The schema is read beforehand, which takes longer than all else. */
const openSnapshot = (data: string, path: string): Snapshot => {
  const database = new DatabaseSync(join(data, path), { readOnly: true, timeout: OPENED_WITHIN_MS })
  const read: StatementSync = database.prepare('SELECT 1 FROM sqlite_master LIMIT 1')
  read.get()
  // A process that has it while everything is held can’t let go of it.
  database.exec('PRAGMA busy_timeout = 0')
  return {
    path,
    database,
    begin() {
      database.exec('BEGIN')
      read.get()
    },
    end: () => database.isTransaction && database.exec('ROLLBACK'),
  }
}

const copySnapshot = async (database: DatabaseSync, to: string): Promise<void> => {
  mkdirSync(dirname(to), { recursive: true })
  await backup(database, to, { rate: PAGES_AT_ONCE })
  database.exec('ROLLBACK')
}

/** Puts what is still in an object's log into its file, so that one file is all of it. */
const foldLogs = (copy: string): void => {
  for (const path of filesBelow(copy, ['objects']).filter((each) => each.endsWith('-wal'))) {
    const file = join(copy, path.slice(0, -'-wal'.length))
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  }
}

const migrationOf = (copy: string): string => {
  const last = snapshotsIn(copy)
    .filter((path) => path.startsWith('d1'))
    .flatMap((path) => {
      const database = new DatabaseSync(join(copy, path), { readOnly: true })
      try {
        if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get()) return []
        return String(database.prepare('SELECT max(name) AS name FROM d1_migrations').get()?.name ?? '')
      } finally {
        database.close()
      }
    })
  return last.sort().at(-1) ?? ''
}

const forgetOld = (to: string, keep: number): string[] => {
  const old = backupsIn(to).slice(0, -keep)
  for (const name of old) rmSync(join(to, name), { recursive: true })
  return old
}

/** What a backup left that was killed. */
const forgetPartial = (to: string): void => {
  for (const name of readdirSync(to).filter((each) => each.startsWith('outlay-') && each.endsWith(PARTIAL))) {
    const path = join(to, name)
    if (existsSync(path) && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true })
  }
}
