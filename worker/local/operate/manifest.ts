import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fileTrouble, Problem } from '../host/problem.ts'
import { filesBelow, STATE_FILE, STORED } from './stored-files.ts'

/** Where the copy is, in a backup's folder. */
export const DATA = 'data'
const MANIFEST = 'manifest.json'
const SEAL = 'manifest.sha256'
/** The names of backups sort by time. */
const NAME = /^outlay-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/

const manifest = z.object({
  kind: z.literal('outlay-backup'),
  version: z.literal(1),
  /** The moment of the copy: what was acknowledged before is in it. */
  takenAt: z.iso.datetime(),
  /** Milliseconds for which nothing was written. */
  heldMs: z.number(),
  /** The last migration of its databases. */
  migration: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

export const nameAt = (moment: number): string => `outlay-${new Date(moment).toISOString().replaceAll(/[:.]/g, '-')}`

/** The complete backups of a folder, the oldest first. */
export const backupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name) && existsSync(join(folder, name, SEAL)))
        .sort()
    : []

export const hashText = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

const BLOCK = Buffer.alloc(1024 * 1024)

export const hashFile = (file: string): string => {
  const hash = createHash('sha256')
  const opened = openSync(file, 'r')
  try {
    for (;;) {
      const length = readSync(opened, BLOCK, 0, BLOCK.length, null)
      if (length === 0) return hash.digest('hex')
      hash.update(BLOCK.subarray(0, length))
    }
  } finally {
    closeSync(opened)
  }
}

/** Writes what the copy consists of. The backup is complete from then on. */
export const writeManifest = (backup: string, about: Omit<Manifest, 'kind' | 'version' | 'files'>): Manifest => {
  const data = join(backup, DATA)
  const files = [...filesBelow(data, STORED), STATE_FILE].sort().map((path) => ({
    path,
    size: statSync(join(data, path)).size,
    sha256: hashFile(join(data, path)),
  }))
  const written: Manifest = { kind: 'outlay-backup', version: 1, ...about, files }
  const text = `${JSON.stringify(written, null, 1)}\n`
  writeFileSync(join(backup, MANIFEST), text, { mode: 0o600 })
  writeFileSync(join(backup, SEAL), `${hashText(text)}\n`, { mode: 0o600 })
  const opened = openSync(join(backup, SEAL), 'r')
  fsyncSync(opened)
  closeSync(opened)
  return written
}

/** Throws a Problem if this is no backup, or not a whole one. */
export const readManifest = (backup: string): Manifest => {
  let text: string
  let seal: string
  try {
    text = readFileSync(join(backup, MANIFEST), 'utf8')
    seal = readFileSync(join(backup, SEAL), 'utf8').trim()
  } catch (error) {
    throw new Problem(`${backup} is not a complete backup (${fileTrouble(error)}); choose another one.`)
  }
  if (hashText(text) !== seal) throw new Problem(`The list of files of ${backup} was changed; choose another backup.`)
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Problem(`${backup} was written by another version of Outlay.`)
  return parsed.data
}

/** What differs from the list: files that are missing, that were changed, or that don't belong. */
export const differences = (data: string, { files }: Manifest): string[] => {
  const known = new Map(files.map((file) => [file.path, file]))
  const there = new Set([...filesBelow(data, STORED), ...(existsSync(join(data, STATE_FILE)) ? [STATE_FILE] : [])])
  return [
    ...files.flatMap(({ path, size, sha256 }) => {
      if (!there.has(path)) return [`${path} is missing`]
      if (statSync(join(data, path)).size !== size) return [`${path} has another size`]
      return hashFile(join(data, path)) === sha256 ? [] : [`${path} was changed`]
    }),
    ...[...there].filter((path) => !known.has(path)).map((path) => `${path} doesn't belong to it`),
  ]
}
