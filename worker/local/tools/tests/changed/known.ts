import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { paths } from '../../../host/paths.ts'

/**
 * What test files told when they last ran on this machine: a change of a command runs the files that call it, whatever they
 * are called, as many as can be waited for. A file that never ran here is found by its imports only.
 */
export interface Known {
  /** The operations that a file performed, told by `perform`. */
  operations: Record<string, string[]>
  seconds: Record<string, number>
}

const FILE = join(paths.data, 'tests/known.json')

export const readKnown = (): Known =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Known) : { operations: {}, seconds: {} }

export const keepKnown = ({ operations, seconds }: Known): void => {
  if (Object.keys(seconds).length === 0) return
  const before = readKnown()
  const known = {
    operations: { ...before.operations, ...operations },
    seconds: { ...before.seconds, ...seconds },
  }
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, JSON.stringify(known))
}
