import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from '../../../../worker/local/host/data-folder.ts'
import { askForBackup, serveControl } from '../../../../worker/local/operate/control.ts'
import { takeFolder } from '../../../../worker/local/operate/folder-use.ts'
import { alreadyStill } from '../../../../worker/local/operate/hold.ts'
import { hashText } from '../../../../worker/local/operate/manifest.ts'
import { restoreBackup } from '../../../../worker/local/operate/restore-backup.ts'
import { takeBackup } from '../../../../worker/local/operate/take-backup.ts'

let folder: string
const at = (path: string) => join(folder, path)
const say = () => undefined

/** A data folder without a company. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlay-copies-'))
  for (const name of ['d1', 'r2', 'objects', 'mailbox']) mkdirSync(at(`data/${name}`), { recursive: true })
  writeFileSync(
    at('data/outlay.json'),
    JSON.stringify({ kind: 'outlay-data', version: 1, signingKey: 'k', demo: 'none' }),
  )
  writeFileSync(at('data/mailbox/mail.json'), '{}')
  const database = new DatabaseSync(at('data/d1/rows.sqlite'))
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE d1_migrations (name);
    INSERT INTO d1_migrations VALUES ('0001_create_foundation.sql');
    CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('reserve copy')`)
  database.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const back = (keep?: number) => takeBackup({ data: at('data'), to: at('kept'), keep, hold: alreadyStill, say })
const restore = (from: string) => restoreBackup({ from, to: at('new'), say })

it('a backup is restored into a new folder with full-text tables, emails and the folder’s own state', async () => {
  const { path } = await back()
  const { findings, takenAt } = await restore(path)
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(Math.abs(Date.now() - Date.parse(takenAt))).toBeLessThan(60_000)
  const database = new DatabaseSync(at('new/d1/rows.sqlite'))
  expect(database.prepare("SELECT text FROM words WHERE words MATCH 'reserve'").get()).toEqual({ text: 'reserve copy' })
  database.close()
  expect(readFileSync(at('new/mailbox/mail.json'), 'utf8')).toBe('{}')
  expect(readFileSync(at('new/outlay.json'), 'utf8')).toBe(readFileSync(at('data/outlay.json'), 'utf8'))
})

/** Has a database for itself for half a second. */
const HOLDER = `const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1])
  database.exec('BEGIN EXCLUSIVE')
  console.log('held')
  setTimeout(() => database.close(), 500)`

it('a backup waits for a database that is being rearranged when it begins', async () => {
  const database = new DatabaseSync(at('data/d1/rows.sqlite'))
  database.exec('PRAGMA journal_mode = DELETE')
  database.close()
  const holder = spawn(process.execPath, ['-e', HOLDER, at('data/d1/rows.sqlite')])
  const ended = once(holder, 'exit')
  await once(holder.stdout, 'data')
  const { findings } = await restore((await back()).path)
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  await ended
})

it('the newest of a folder of backups is restored', async () => {
  await back()
  writeFileSync(at('data/mailbox/mail.json'), '{"newer":true}')
  await back()
  await restore(at('kept'))
  expect(readFileSync(at('new/mailbox/mail.json'), 'utf8')).toBe('{"newer":true}')
})

it('only as many backups are kept as one asks for, and other files beside them stay', async () => {
  mkdirSync(at('kept'))
  writeFileSync(at('kept/notes.txt'), 'mine')
  const names = []
  for (let n = 0; n < 3; n++) names.push((await back(2)).path.split('/').at(-1))
  expect(readdirSync(at('kept')).sort()).toEqual(['notes.txt', ...names.slice(1)].sort())
})

it('a damaged backup is refused, and leaves nothing', async () => {
  const { path } = await back()
  const file = join(path, 'data/mailbox/mail.json')
  for (const [text, problem] of [
    ['[]', 'data/mailbox/mail.json'.slice(5)],
    ['{"more":1}', 'another size'],
  ] as const) {
    writeFileSync(file, text)
    await expect(restore(path)).rejects.toThrow(problem)
  }
  rmSync(file)
  await expect(restore(path)).rejects.toThrow('mailbox/mail.json is missing')
  expect([existsSync(at('new')), existsSync(at('new.partial'))]).toEqual([false, false])
})

it('a backup with a file that doesn’t belong to it is restored without it', async () => {
  const { path } = await back()
  writeFileSync(join(path, 'data/mailbox/planted.json'), '{}')
  await restore(path)
  expect(existsSync(at('new/mailbox/planted.json'))).toBe(false)
})

it('a backup that was broken off, or whose list was changed, is refused', async () => {
  const { path } = await back()
  const list = join(path, 'manifest.json')
  const whole = readFileSync(list, 'utf8')
  writeFileSync(list, whole.replace('"heldMs": 0', '"heldMs": 1'))
  await expect(restore(path)).rejects.toThrow('was changed')
  writeFileSync(list, whole)
  rmSync(join(path, 'manifest.sha256'))
  await expect(restore(path)).rejects.toThrow('is not a complete backup')
  await expect(restore(at('nowhere'))).rejects.toThrow('is not a complete backup')
  expect(existsSync(at('new'))).toBe(false)
})

it('a backup of a newer Outlay is refused', async () => {
  const { path } = await back()
  const text = readFileSync(join(path, 'manifest.json'), 'utf8').replace('0001_create_foundation', '9999_to_come')
  writeFileSync(join(path, 'manifest.json'), text)
  writeFileSync(join(path, 'manifest.sha256'), hashText(text))
  await expect(restore(path)).rejects.toThrow('made by a newer Outlay')
})

it('a folder with files, and one that Outlay runs on, are never restored into', async () => {
  const { path } = await back()
  const release = lockFolder(at('data'), 'data')
  await expect(restoreBackup({ from: path, to: at('data'), say })).rejects.toThrow('in use')
  release()
  await expect(restoreBackup({ from: path, to: at('data'), say })).rejects.toThrow('has files')
})

it('a backup that can’t be written is refused in words, and leaves nothing', async () => {
  writeFileSync(at('data/r2/other.sqlite'), 'not a database')
  await expect(back()).rejects.toThrow('The backup could not be made: file is not a database')
  expect(readdirSync(at('kept'))).toEqual([])
})

it('what runs on a folder makes the backup for anyone who can read its token', async () => {
  const release = lockFolder(at('data'), 'data')
  expect(() => takeFolder(at('data'))).toThrow('in use')
  const control = await serveControl(at('data'), alreadyStill)
  const { url, token } = control
  writeFileSync(at('data/host.json'), JSON.stringify({ pid: 1, url: 'http://localhost:1', control: { url, token } }))
  expect(takeFolder(at('data'))).toEqual({ url, token })
  const said: string[] = []
  const taken = await askForBackup({ url, token }, { to: at('kept') }, (text) => said.push(text))
  expect(readdirSync(at('kept'))).toEqual([taken.path.split('/').at(-1)])
  expect(said.join('')).toMatch(/Copying files… 1 s\nHolding writes… 1 s\n/)
  await expect(askForBackup({ url, token: 'guessed' }, { to: at('kept') }, say)).rejects.toThrow('doesn’t make backups')
  expect(readdirSync(at('kept'))).toHaveLength(1)
  await control.stop()
  release()
  expect(() => takeFolder(at('nowhere'))).toThrow('no Outlay data folder')
})
