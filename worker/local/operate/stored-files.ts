import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a data folder stores, beside its own state. Logs and temporary files are no part of it. */
export const STORED = ['d1', 'r2', 'objects', 'mailbox', 'providers']
export const STATE_FILE = 'outlay.json'

/** One file of each object: too many to open each for a backup, and small. */
const OF_AN_OBJECT = /^objects[/\\][^/\\]+[/\\][0-9a-f]{40,}\.sqlite(-wal)?$/

const isDatabase = (path: string): boolean => path.endsWith('.sqlite')
const isBesideDatabase = (path: string): boolean => /\.sqlite-(wal|shm|journal)$/.test(path)

/** All files below these folders, by their path from the root. */
export const filesBelow = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      : [],
  )

/** Databases that are copied from a snapshot: rows, the lists of files, and the alarms. */
export const snapshotsIn = (root: string): string[] =>
  filesBelow(root, ['d1', 'r2', 'objects']).filter((path) => isDatabase(path) && !OF_AN_OBJECT.test(path))

/** Files that are copied as they are: objects with their logs, uploaded files, emails and what providers remember. */
export const plainFilesIn = (root: string): string[] =>
  filesBelow(root, STORED).filter(
    (path) => OF_AN_OBJECT.test(path) || (!isDatabase(path) && !isBesideDatabase(path) && !path.endsWith('.tmp')),
  )

/** The system's clock for files goes in steps, so that two writes may have the same time. */
const SURE_AFTER_MS = 1_000

/** What tells whether a file is still the same. Null if it was written so lately that nothing can. */
export const stampOf = (file: string): string | null => {
  const stat: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  if (!stat || Date.now() - stat.mtimeMs < SURE_AFTER_MS) return null
  return `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}
