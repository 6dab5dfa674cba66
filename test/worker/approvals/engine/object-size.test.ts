import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { fresh, okOf, open } from './support.ts'

/** What objects had before they kept everything in one table. */
const FORMER = [
  'CREATE TABLE log (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL)',
  `CREATE TABLE commands (command_id TEXT PRIMARY KEY, input_hash TEXT NOT NULL, sequence INTEGER NOT NULL,
     notification TEXT, at INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE TABLE snapshot (part TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'INSERT INTO log SELECT id, value FROM kept WHERE id > 0',
  `INSERT INTO commands SELECT command_id, input_hash, coalesce(sequence, id), notification, id FROM kept
    WHERE command_id IS NOT NULL`,
  `INSERT INTO snapshot SELECT 'projected', value FROM kept WHERE id = 0`,
  `INSERT INTO commands VALUES ('changed-nothing', 'some-hash', (SELECT MAX(sequence) FROM log), NULL, 99)`,
  'DROP TABLE kept',
]

it('a decided request’s object has less than 14 KB', async () => {
  const request = open(fresh('size'))
  okOf(await request.submit())
  okOf(await request.decide('legal', 'linus'))
  okOf(await request.decide('alan', 'alan'))
  const bytes = await runInDurableObject(request.stub, (_, ctx) => ctx.storage.sql.databaseSize)
  expect(bytes).toBeLessThan(14_000)
})

it('an object with the former tables continues with everything that was in them', async () => {
  const request = open(fresh('former'))
  okOf(await request.submit())
  okOf(await request.decide('legal', 'linus'))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [state, log] = [await request.approvals.read('company'), await request.approvals.log('company')]
  const commandsOf = () =>
    runInDurableObject(request.stub, (_, ctx) =>
      ctx.storage.sql
        .exec(
          `SELECT command_id, input_hash, coalesce(sequence, id) AS sequence, notification FROM kept
            WHERE command_id IS NOT NULL ORDER BY id DESC`,
        )
        .toArray(),
    )
  const commands = await commandsOf()
  expect(commands).toHaveLength(2)
  await runInDurableObject(request.stub, (_, ctx) =>
    ctx.storage.transactionSync(() => FORMER.map((statement) => ctx.storage.sql.exec(statement).toArray())),
  )
  await evictDurableObject(request.stub)
  expect(await request.approvals.read('company')).toEqual(state)
  expect(await request.approvals.log('company')).toEqual(log)
  const nothing = { command_id: 'changed-nothing', input_hash: 'some-hash', notification: null }
  expect(await commandsOf()).toEqual([...commands, { ...nothing, sequence: log.length }])
  const tables = await runInDurableObject(request.stub, (_, ctx) =>
    ctx.storage.sql
      .exec(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`)
      .toArray(),
  )
  expect(tables).toEqual([{ name: 'kept' }])
  expect(okOf(await request.decide('alan', 'alan'))).toMatchObject({ projected: true })
  expect((await request.approvals.read('company'))?.status).toBe('APPROVED')
})
