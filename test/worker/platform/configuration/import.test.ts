import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  CONFIGURATION,
  compare,
  configure,
  importFile,
  makePlace,
  told,
  undo,
} from '../../../support/worker/configuration-scene.ts'
import { makeCategory, rule } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

describe('two imports at once', () => {
  it('one starts, and the other is told that it has to wait', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const file = await sandbox.file()
    const real = await makePlace(sandbox)
    const { fingerprint } = await compare(real.admin, file)
    const start = () => real.admin.post(`${CONFIGURATION}/imports`, { file, fingerprint, fileName: 'a.yaml' })
    const answers = await Promise.all([start(), start()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ reason: 'IMPORT_RUNNING', message: 'Another import of configuration is running. Wait until it is done.' },
    })
  })
})

describe('from a sandbox company to the real one', () => {
  it('the file of the second equals the first’s, and a second import finds no differences', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const file = await sandbox.file()
    const real = await makePlace(sandbox)
    const before = await real.file()
    const difference = await compare(real.admin, file)
    expect(difference.problems.filter(({ level }) => level === 'ERROR')).toEqual([])
    expect(difference.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('only the host of this webhook'),
      expect.stringContaining('“token”'),
    ])
    const done = await importFile(real.admin, file)
    expect(done).toMatchObject({ state: 'DONE', problem: null })
    expect(await real.file()).toBe(file)
    expect(told(await compare(real.admin, file))).toEqual([])
    expect((await compare(real.admin, file)).canImport).toBe(false)

    const undone = await undo(real.admin, done.id)
    expect(undone).toMatchObject({ state: 'UNDONE', problem: null, doneCount: 0 })
    // The limit before was looser, so that a second admin confirms it.
    await confirmGuarded(real.company)
    expect(await real.file()).toBe(before)
  })

  it('what workflows ask about new vendors is in the file by its name', async () => {
    const sandbox = await makePlace()
    const onNew = { conditionBooleans: [{ valuesQuestionId: 'fact:is-new-vendor', value: true }] }
    await makeCategory(sandbox.admin, {
      levels: [[rule('risk', { approverUserIds: [sandbox.dana.userId], ...onNew })]],
    })
    const file = await sandbox.file()
    expect(file).toMatch(/question: New vendor\n\s+is: (true|yes)/)
    const real = await makePlace(sandbox)
    expect(await importFile(real.admin, file)).toMatchObject({ state: 'DONE', problem: null })
    expect(await real.file()).toBe(file)
    const [row] = await rows<{ definition: string }>(
      'SELECT definition FROM intake_workflows WHERE company_id = ? AND deleted_at IS NULL',
      real.company.id,
    )
    expect(row?.definition).toContain('fact:is-new-vendor')
  })
})

describe('the files of imports', () => {
  it('files of imports are kept for 90 days, as long as an import can be undone, and then cleared', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const real = await makePlace(sandbox)
    const { id } = await importFile(real.admin, await sandbox.file())
    const stored = () =>
      rows<{ size: number; kept: number; name: string }>(
        `SELECT length(i.file) + length(i.before) AS size, i.file_name AS name,
                (SELECT COUNT(*) FROM configuration_import_steps s WHERE s.import_id = i.id
                    AND (s.item <> 'null' OR s.before IS NOT NULL)) AS kept
           FROM configuration_imports i WHERE i.id = ?`,
        id,
      )
    const age = (days: number) =>
      run('UPDATE configuration_imports SET created_at = ? WHERE id = ?', Date.now() - days * 86_400_000, id)
    const read = async () => (await real.admin.get(`${CONFIGURATION}/imports/${id}`)).body
    await age(89)
    await runTicks(env)
    expect((await stored())[0]?.size).toBeGreaterThan(1000)
    expect(await read()).toMatchObject({ canUndo: true, keepsBefore: true })
    await age(91)
    await run("UPDATE configuration_imports SET state = 'UNDOING' WHERE id = ?", id)
    await runTicks(env)
    expect((await stored())[0]?.size).toBeGreaterThan(1000)
    await run("UPDATE configuration_imports SET state = 'DONE' WHERE id = ?", id)
    await runTicks(env)
    expect(await stored()).toEqual([{ size: 0, kept: 0, name: 'c.yaml' }])
    const shown = await read()
    expect(shown).toMatchObject({ state: 'DONE', canUndo: false, keepsBefore: false })
    expect(shown.steps.length).toBeGreaterThan(5)
    const refused = await real.admin.post(`${CONFIGURATION}/imports/${id}/undo`)
    expect(refused.body).toMatchObject({ code: 'RULE_BROKEN', message: 'An import can be undone for 90 days.' })
    expect((await real.admin.get(`${CONFIGURATION}/imports/${id}/before`)).status).toBe(404)
  })
})
