import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stopping } from '../../../../worker/local/operate/hold.ts'
import { takeBackup } from '../../../../worker/local/operate/take-backup.ts'

/**
 * Stands in for the runtime: one process that writes the same number, one after another, into an object, a file, and two
 * databases. Whatever moment a copy is of, each has the number of the one before it or the next lower one.
 */
const OBJECT = `objects/outlay-ApprovalObject/${'ab'.repeat(32)}.sqlite`
const WRITER = `
const { DatabaseSync } = require('node:sqlite')
const { writeFileSync, renameSync } = require('node:fs')
const [folder] = process.argv.slice(1)
const open = (path) => {
  const database = new DatabaseSync(folder + '/' + path, { timeout: 5000 })
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (n); INSERT INTO t VALUES (0)')
  return database.prepare('UPDATE t SET n = ?')
}
const object = open('${OBJECT}')
const rows = ['d1/one.sqlite', 'd1/two.sqlite'].map(open)
for (let n = 1; ; n++) {
  object.run(n)
  writeFileSync(folder + '/r2/file.new', String(n))
  renameSync(folder + '/r2/file.new', folder + '/r2/file')
  for (const row of rows) row.run(n)
}`

let folder: string
let writer: ChildProcess
const at = (path: string) => join(folder, path)
const numberIn = (path: string): number => {
  const database = new DatabaseSync(path, { timeout: 5000 })
  try {
    return Number(database.prepare('SELECT n FROM t').get()?.n)
  } finally {
    database.close()
  }
}
/** As it is on the disk, because what is stopped may hold a lock of its database. */
const storedNow = (): Buffer[] => ['', '-wal'].map((end) => readFileSync(at(`data/d1/two.sqlite${end}`)))
const fileNumber = (): number => Number(readFileSync(at('data/r2/file'), 'utf8'))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outlay-moment-'))
  for (const name of ['data/d1', 'data/r2', 'data/objects/outlay-ApprovalObject'])
    mkdirSync(at(name), { recursive: true })
  writeFileSync(at('data/outlay.json'), '{}')
  writer = spawn(process.execPath, ['--no-warnings', '-e', WRITER, at('data')], { stdio: 'ignore' })
  while (!existsSync(at('data/r2/file')) || numberIn(at('data/d1/two.sqlite')) < 20) await pause(20)
})
afterEach(() => {
  writer.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

it('a backup is of one moment, while objects, files and databases are written', async () => {
  for (let round = 0; round < 4; round++) {
    const before = numberIn(at('data/d1/two.sqlite'))
    const { path } = await takeBackup({
      ...{ data: at('data'), to: at('kept'), hold: stopping(() => writer.pid), say: () => undefined },
    })
    const numbers = [
      numberIn(join(path, 'data', OBJECT)),
      Number(readFileSync(join(path, 'data/r2/file'), 'utf8')),
      numberIn(join(path, 'data/d1/one.sqlite')),
      numberIn(join(path, 'data/d1/two.sqlite')),
    ]
    const [first = 0, , , last = 0] = numbers
    expect(numbers.toSorted((a, b) => b - a)).toEqual(numbers)
    expect(first - last, `${numbers}`).toBeLessThanOrEqual(1)
    expect(last).toBeGreaterThanOrEqual(before)
  }
})

it('nothing is written while it is held, and writing continues afterwards, also if the work fails', async () => {
  const hold = stopping(() => writer.pid)
  const { result, heldMs } = hold(() => {
    const before = storedNow()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
    return { before, after: storedNow(), number: fileNumber() }
  })
  expect(result.after).toEqual(result.before)
  expect(heldMs).toBeGreaterThanOrEqual(150)
  expect(() =>
    hold(() => {
      throw new Error('no space')
    }),
  ).toThrow('no space')
  await pause(100)
  expect(fileNumber()).toBeGreaterThan(result.number)
})

it('a runtime that is just being replaced is not waited for', () => {
  expect(() => stopping(() => undefined)(() => 1)).toThrow('is being replaced')
})
