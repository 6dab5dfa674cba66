import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Miniflare } from 'miniflare'
import type { DataFolder } from './data-folder.ts'
import { Problem } from './problem.ts'

/** Miniflare's list of objects and their alarms, which the running runtime keeps. */
const OF_THE_RUNTIME = 'metadata.sqlite'

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    : []

const databasesIn = (folder: string): string[] =>
  filesIn(folder).filter((file) => file.endsWith('.sqlite') && !file.endsWith(OF_THE_RUNTIME))

/** More pages than a database has, which are then written in one step. */
const ALL_PAGES = 1_000_000

/** A host without people and crons has nothing to write after this time. */
const STILL_MS = 100
const MOST_TIMES = 50

/** What a database's files were last written at. */
const stateOf = (database: string): string =>
  ['', '-wal']
    .map((end) => statSync(`${database}${end}`, { throwIfNoEntry: false }))
    .map((file) => `${file?.ino} ${file?.mtimeMs} ${file?.size}`)
    .join(' ')

/**
 * Puts the folder of a running host back to what another folder holds. Only what changed since the last time is written.
 * For tests, which begin with the same data and don't wait for a start each.
 */
export class Restorer {
  readonly #miniflare: Miniflare
  readonly #script: string
  readonly #folder: DataFolder
  readonly #restored = new Map<string, string>()

  /** @param script the Worker that owns the objects */
  constructor(miniflare: Miniflare, script: string, folder: DataFolder) {
    this.#miniflare = miniflare
    this.#script = script
    this.#folder = folder
  }

  /**
   * What was on its way when its asker left still ends, and is put back too.
   * @param from a data folder that no host uses. It has the same databases.
   */
  async restore(from: string): Promise<void> {
    let last: unknown = new Problem('Something keeps writing, so that the host can’t be put back.')
    for (let times = 0; times < MOST_TIMES; times++) {
      try {
        await this.#restoreOnce(from)
        await new Promise((resolve) => setTimeout(resolve, STILL_MS))
        if (this.#isStill(from)) return
      } catch (error) {
        // A database is locked while the runtime writes.
        last = error
        await new Promise((resolve) => setTimeout(resolve, STILL_MS))
      }
    }
    throw last
  }

  #isStill(from: string): boolean {
    const { objects, mailbox, d1, r2 } = this.#folder
    const isKept = (folder: string) => (file: string) => {
      const path = join(folder, file)
      return this.#restored.get(path) === stateOf(path)
    }
    return (
      databasesIn(objects).every(isKept(objects)) &&
      databasesIn(join(from, 'd1')).every(isKept(d1)) &&
      databasesIn(join(from, 'r2')).every(isKept(r2)) &&
      filesIn(mailbox).length === filesIn(join(from, 'mailbox')).length
    )
  }

  async #restoreOnce(from: string): Promise<void> {
    await this.#objects(join(from, 'objects'))
    for (const [kept, now] of [
      [join(from, 'd1'), this.#folder.d1],
      [join(from, 'r2'), this.#folder.r2],
    ] as const) {
      for (const file of filesIn(kept)) {
        if (file.includes('.sqlite')) continue
        if (!existsSync(join(now, file))) cpSync(join(kept, file), join(now, file))
      }
      for (const file of databasesIn(kept)) await this.#rows(join(kept, file), join(now, file))
    }
    for (const [kept, now] of [
      [join(from, 'mailbox'), this.#folder.mailbox],
      [join(from, 'providers'), this.#folder.providers],
    ] as const) {
      const wanted = new Set(filesIn(kept))
      for (const file of filesIn(now)) if (!wanted.has(file)) rmSync(join(now, file), { force: true })
      cpSync(kept, now, { recursive: true })
    }
  }

  /** The runtime has the database open, so that its pages are written as one transaction of another connection. */
  async #rows(from: string, to: string): Promise<void> {
    if (this.#restored.get(to) === stateOf(to)) return
    const source = new DatabaseSync(from, { readOnly: true })
    try {
      await backup(source, to, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    this.#restored.set(to, stateOf(to))
  }

  /** An object in memory is ended first. The next call finds what is stored then. */
  async #objects(from: string): Promise<void> {
    const to = this.#folder.objects
    for (const file of new Set([...databasesIn(to), ...databasesIn(from)])) {
      const path = join(to, file)
      if (this.#restored.get(path) === stateOf(path)) continue
      const [, className = '', id = ''] = /-(\w+)[/\\]([0-9a-f]+)\.sqlite$/.exec(file) ?? []
      await this.#evict(className, id)
      for (const end of ['', '-wal', '-shm']) {
        rmSync(`${path}${end}`, { force: true })
        if (!existsSync(`${join(from, file)}${end}`)) continue
        mkdirSync(join(path, '..'), { recursive: true })
        cpSync(`${join(from, file)}${end}`, `${path}${end}`)
      }
      if (existsSync(path)) this.#restored.set(path, stateOf(path))
      else this.#restored.delete(path)
    }
  }

  async #evict(className: string, id: string): Promise<void> {
    try {
      await this.#miniflare.unsafeEvictDurableObject(this.#script, className, { id, webSockets: 'close' })
    } catch (error) {
      // It left memory by itself.
      if (!(error instanceof Error && error.message.includes('not currently running'))) throw error
    }
  }
}
