import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { hashFile } from '../manifest.ts'
import { filesBelow } from '../stored-files.ts'
import { withTable } from './databases.ts'
import { type Finding, findingOf } from './finding.ts'

interface Stored {
  key: string
  blobs: { id: string; size: number; md5: string | null }[]
}

/** A file in one piece has its MD5 as its tag. */
const MD5 = /^[0-9a-f]{32}$/

/** Compares the list of stored files with their bytes, and the rows that name files with that list. */
export const checkFiles = (data: string): Finding[] => {
  const bytes = new Map(
    filesBelow(data, ['r2'])
      .filter((path) => /[/\\]blobs[/\\]/.test(path))
      .map((path) => [basename(path), path]),
  )
  const stored = withTable<Stored>(data, ['r2'], '_mf_objects', storedIn)
  const listed = stored.flatMap(({ key, blobs }) =>
    blobs.flatMap(({ id, size, md5 }) => {
      const path = bytes.get(id)
      if (!path) return [`The file ${key} has no bytes`]
      const file = join(data, path)
      if (statSync(file).size !== size) return [`The file ${key} has another size`]
      const same = md5 === null || createHash('md5').update(readFileSync(file)).digest('hex') === md5
      return same ? [] : [`The bytes of the file ${key} were changed`]
    }),
  )
  const byKey = new Map(stored.map((file) => [file.key, file]))
  const named = withTable(data, ['d1'], 'd1_migrations', namesIn)
  const missing = named.flatMap(({ key, sha256 }) => {
    const [blob, ...more] = byKey.get(key)?.blobs ?? []
    const path = blob && bytes.get(blob.id)
    if (!path) return [`The file ${key} is named by a row and isn't there`]
    if (!sha256 || more.length > 0) return []
    return hashFile(join(data, path)) === sha256 ? [] : [`The file ${key} isn't what its row says`]
  })
  return [
    ...findingOf(`${stored.length} stored files have their bytes`, listed),
    ...findingOf(`${named.length} files that rows name are there`, missing),
  ]
}

const storedIn = (database: DatabaseSync): Stored[] => {
  const parts = database.prepare(
    'SELECT blob_id AS id, size, checksum_md5 AS md5 FROM _mf_multipart_parts WHERE object_key = ?',
  )
  const objects = database.prepare('SELECT key, blob_id AS id, size, etag FROM _mf_objects').all() as {
    key: string
    id: string | null
    size: number
    etag: string
  }[]
  return objects.map(({ key, id, size, etag }) => ({
    key,
    blobs:
      id === null
        ? (parts.all(key) as unknown[] as Stored['blobs'])
        : [{ id, size, md5: MD5.test(etag) ? etag : null }],
  }))
}

/** Columns with the key of a stored file. */
const NAMES_FILE = /(^|_)(storage|logo)_key$/

/** The files that rows need. Uploads that no one used, and what was deleted, may have none. */
const namesIn = (database: DatabaseSync): { key: string; sha256: string | null }[] => {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  return tables.flatMap(({ name }) => {
    const columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((row) => String(row.name))
    const only = [
      ...(columns.includes('deleted_at') ? [' AND deleted_at IS NULL'] : []),
      ...(columns.includes('received_at') ? [' AND received_at IS NOT NULL'] : []),
      ...(columns.includes('document_id') ? [' AND document_id IS NOT NULL'] : []),
    ].join('')
    return columns
      .filter((column) => NAMES_FILE.test(column))
      .flatMap((column) => {
        const hash = columns.includes('sha256') ? 'sha256' : 'NULL'
        const sql = `SELECT ${column} AS key, ${hash} AS sha256 FROM ${name} WHERE ${column} IS NOT NULL${only}`
        return database.prepare(sql).all() as { key: string; sha256: string | null }[]
      })
  })
}
