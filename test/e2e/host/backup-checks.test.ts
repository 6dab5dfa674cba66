import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyFolder } from '../../../worker/local/operate/verify-folder.ts'
import { unpack } from '../../../worker/objects/approval/kept/packed-text.ts'
import { DEMO_DATA } from '../../support/e2e/demo-data.ts'

/** A copy can be whole and still not be right. Each of these was made in a copy of the demo company's folder. */
describe('checking a data folder', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'outlay-checks-'))
  const data = join(scratch, 'data')
  beforeEach(() => {
    rmSync(data, { recursive: true, force: true })
    cpSync(process.env[DEMO_DATA] ?? '', data, { recursive: true })
  })
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))

  /** The first database in these folders that has a row. */
  const change = (files: string, has: string, how: string | ((database: DatabaseSync) => void)): void => {
    for (const file of globSync(files, { cwd: data })) {
      const database = new DatabaseSync(join(data, file))
      try {
        if (database.prepare(has).get() === undefined) continue
        if (typeof how === 'string') database.exec(how)
        else how(database)
        return
      } catch (error) {
        if (!(error instanceof Error && error.message.includes('no such table'))) throw error
      } finally {
        database.close()
      }
    }
    throw new Error('There is nothing to change')
  }
  const wrong = async () => (await verifyFolder(data)).filter(({ ok }) => !ok).map(({ text }) => text)

  it('a sound data folder has nothing wrong', async () => {
    expect(await wrong()).toEqual([])
  })

  it('finds an object that lost its last event', async () => {
    change('objects/*/*.sqlite', 'SELECT 1 FROM kept WHERE id = 4', 'DELETE FROM kept WHERE id > 1')
    expect(await wrong()).toEqual([expect.stringMatching(/^demo-\w+ \w+: its rows have event \d+, its object only 1$/)])
  })

  it('finds a request whose object is missing', async () => {
    change('objects/*/*.sqlite', 'SELECT 1 FROM kept WHERE id = 1', 'DELETE FROM kept')
    expect(await wrong()).toEqual([expect.stringMatching(/^demo-\w+ \w+ has no object$/)])
  })

  it('finds an event that never came to D1', async () => {
    change('objects/*/*.sqlite', 'SELECT 1 FROM kept WHERE id = 1', (database) => {
      const first = database.prepare('SELECT value FROM kept WHERE id = 1').get()?.value as string | ArrayBuffer
      const last = Number(database.prepare('SELECT max(id) AS last FROM kept').get()?.last)
      const event = JSON.stringify({ ...JSON.parse(unpack(first)), sequence: last + 1 })
      database.prepare('INSERT INTO kept (id, value) VALUES (?, ?)').run(last + 1, event)
    })
    expect(await wrong()).toEqual([expect.stringMatching(/is not in the history, and nothing will bring it there$/)])
  })

  it('finds an entry of the audit log that was changed', async () => {
    const triggers = `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_entries'`
    const [file = ''] = globSync('d1/**/*.sqlite', { cwd: data }).filter((each) => !each.includes('metadata'))
    const database = new DatabaseSync(join(data, file))
    const { tbl } = database
      .prepare(
        "SELECT tbl_name AS tbl FROM sqlite_master WHERE type = 'table' AND sql LIKE '%entry_hash%' AND sql LIKE '%occurred_at%'",
      )
      .get() as { tbl: string }
    for (const { name } of database.prepare(triggers.replace('audit_entries', tbl)).all())
      database.exec(`DROP TRIGGER ${name}`)
    database.exec(`UPDATE ${tbl} SET occurred_at = occurred_at + 1 WHERE id = (SELECT min(id) FROM ${tbl})`)
    database.close()
    expect(await wrong()).toEqual([expect.stringMatching(/^Audit log of Brightwater Robotics: .+ \(entry \d+\)$/)])
  })

  it('finds files whose bytes are missing or differ, and rows whose file is gone', async () => {
    const [first = '', second = ''] = globSync('r2/outlay-documents/blobs/*', { cwd: data })
    rmSync(join(data, first))
    writeFileSync(join(data, second), 'Other bytes')
    const found = await wrong()
    expect(found).toEqual(
      expect.arrayContaining([expect.stringMatching(/has no bytes$/), expect.stringMatching(/has another size$/)]),
    )
    change(
      'r2/**/*.sqlite',
      "SELECT 1 FROM _mf_objects WHERE key LIKE '%.pdf'",
      "DELETE FROM _mf_objects WHERE key LIKE '%.pdf'",
    )
    expect(await wrong()).toContainEqual(expect.stringMatching(/\.pdf is named by a row and isn't there$/))
  })

  it('finds a database that can’t be read', async () => {
    const [file = ''] = globSync('objects/outlay-ApprovalObject/*.sqlite', { cwd: data })
    rmSync(join(data, `${file}-wal`), { force: true })
    writeFileSync(join(data, file), 'Not a database, but as long as the first page of one has to be '.repeat(20))
    expect(await wrong()).toEqual([expect.stringMatching(/file is not a database$/)])
  })
})
