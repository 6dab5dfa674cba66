import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { filesBelow } from '../stored-files.ts'
import { type Finding, findingOf } from './finding.ts'

/** Reads every page of every database and object. */
export const checkDatabases = (data: string): Finding[] => {
  const files = filesBelow(data, ['d1', 'r2', 'objects']).filter((path) => path.endsWith('.sqlite'))
  const problems = files.flatMap((path) => {
    let database: DatabaseSync | undefined
    try {
      database = new DatabaseSync(join(data, path))
      const { quick_check: answer } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
      return answer === 'ok' ? [] : [`${path}: ${answer}`]
    } catch (error) {
      return [`${path}: ${error instanceof Error ? error.message : String(error)}`]
    } finally {
      database?.close()
    }
  })
  const objects = files.filter((path) => path.startsWith('objects')).length
  return findingOf(`${files.length - objects} databases and ${objects} objects can be read`, problems)
}

/** Opens each database of some folders that has the table. */
export const withTable = <T>(
  data: string,
  folders: readonly string[],
  table: string,
  read: (database: DatabaseSync, path: string) => T[],
): T[] =>
  filesBelow(data, folders)
    .filter((path) => path.endsWith('.sqlite'))
    .flatMap((path) => {
      const database = new DatabaseSync(join(data, path), { readOnly: true })
      try {
        const has = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)
        return has ? read(database, path) : []
      } finally {
        database.close()
      }
    })
