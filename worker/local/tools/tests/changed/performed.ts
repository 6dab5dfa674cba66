import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { paths } from '../../../host/paths.ts'

/**
 * Which operations each test file performs, told by `perform` while it runs, and kept on this machine: a change of a
 * command runs the files that call it, whatever they are called. A file that never ran here is found by its imports only.
 */
const FILE = join(paths.data, 'tests/performed.json')

export const readPerformed = (): Record<string, string[]> =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string[]>) : {}

export const keepPerformed = (operations: Record<string, string[]>): void => {
  if (Object.keys(operations).length === 0) return
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify({ ...readPerformed(), ...operations }))
}
