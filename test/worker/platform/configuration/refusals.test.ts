import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { outboxStatement } from '../../../../worker/core/outbox.ts'
import {
  CONFIGURATION,
  compare,
  configure,
  importFile,
  makePlace,
  type Place,
  settledImport,
  told,
  undo,
} from '../../../support/worker/configuration-scene.ts'
import { file as fileRequest } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { signIn } from '../../../support/worker/world.ts'

const DEADLINES = 'outlay: 1\ncurrency: USD\ndeadlines:\n  mode: nudge\n  businessHours: 30\n  remindAfterPercent: 40\n'
const IMPORTS = `${CONFIGURATION}/imports`
const bodyOf = async (place: Place, file: string, more: object = {}) => ({
  ...{ file, fileName: 'c.yaml', fingerprint: (await compare(place.admin, file, more)).fingerprint },
  ...more,
})
/** Which form and which steps a request has. */
const stateOf = (id: string) =>
  rows(
    `SELECT form_version, status, (SELECT json_group_array(value ->> 'label') FROM json_each(waiting_for)) AS steps
       FROM intake_submissions WHERE id = ?`,
    id,
  )

describe('an import', () => {
  it('an import of an outdated difference is refused', async () => {
    const place = await makePlace()
    const body = await bodyOf(place, DEADLINES)
    await place.admin.post('/api/intake-categories', { name: 'Meanwhile' })
    expect(await place.admin.post(IMPORTS, body)).toMatchObject({
      status: 409,
      body: { reason: 'CONFIGURATION_CHANGED' },
    })
    expect((await place.admin.get(IMPORTS)).body).toEqual([])
  })

  it('an import with the same command id runs once', async () => {
    const place = await makePlace()
    const body = await bodyOf(place, DEADLINES)
    const commandId = newId()
    const first = await place.admin.post(IMPORTS, body, commandId)
    await settledImport(place.admin, first.body.id)
    expect((await place.admin.post(IMPORTS, body, commandId)).body).toEqual(first.body)
    expect((await place.admin.get(IMPORTS)).body).toHaveLength(1)
  })

  it('the history has an entry for the import, and one for each object with what it was', async () => {
    const place = await makePlace()
    await importFile(place.admin, DEADLINES)
    const { body } = await place.admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${place.company.id}`)
    const actions = body.edges.map(({ node }: { node: { action: string } }) => node.action)
    expect(actions).toEqual([
      'configuration.import-finished',
      'company.approval-deadlines-changed',
      'configuration.import-started',
    ])
    expect(JSON.stringify(body)).toContain('"mode":"OFF"')
    const bell = await place.admin.get('/api/notifications')
    expect(JSON.stringify(bell.body)).toContain('Your import of configuration is done.')
  })

  it('an import stops at what is refused, says so, and can be undone', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    const before = await place.file()
    const removals = [{ section: 'approverMatrices', name: 'Department leads' }]
    const without = before
      .replace(/approverMatrices:\n(?: .*\n)+/, '')
      .replace('remindAfterPercent: 50', 'remindAfterPercent: 70')
    const done = await importFile(place.admin, without, { removals })
    expect(done).toMatchObject({ state: 'FAILED', doneCount: 1, stepCount: 2, canUndo: true })
    expect(done.problem).toContain('cannot be deleted while a workflow or rule set uses it')
    expect(await undo(place.admin, done.id)).toMatchObject({ state: 'UNDONE' })
    expect(await place.file()).toBe(before)
    expect(categoryId).toBeTruthy()
  })

  it('members can’t import, another company’s admin finds no import, and names of another company stay unknown', async () => {
    const place = await makePlace()
    const other = await makePlace()
    await other.company.add('groups', 'Secret group')
    const done = await importFile(place.admin, DEADLINES)
    expect((await place.member.post(IMPORTS, await bodyOf(place, DEADLINES))).status).toBe(403)
    for (const path of ['', '/before']) expect((await other.admin.get(`${IMPORTS}/${done.id}${path}`)).status).toBe(404)
    expect((await other.admin.post(`${IMPORTS}/${done.id}/undo`)).status).toBe(404)
    const naming =
      'outlay: 1\ncurrency: USD\nvendorNotifications:\n  admins: true\n  vendorAdmins: true\n  vendorOwners: true\n  groups: [Secret group]\n'
    const { problems, choices } = await compare(place.admin, naming)
    expect(problems).toEqual([
      expect.objectContaining({ line: 7, message: 'There’s no such group here: Secret group' }),
    ])
    expect(choices.group).toEqual(['Finance', 'Legal'])
  })
})

/** Puts an import back to where it was broken off, and continues it as the queue would. */
const breakOff = async (place: Place, importId: string, doneSteps: number) => {
  await rows(
    "UPDATE configuration_imports SET state = 'RUNNING', done_count = ?2, finished_at = NULL WHERE id = ?1",
    importId,
    doneSteps,
  )
  await rows(
    `UPDATE configuration_import_steps SET state = 'STARTED' WHERE import_id = ?1 AND number >= ?2`,
    importId,
    doneSteps,
  )
  const payload = { importId, userId: place.adminPerson.userId }
  const row = { id: newId(), companyId: place.company.id, topic: 'configuration.run' as const, payload }
  await outboxStatement(env.DB, [{ ...row, createdAt: Date.now() }]).run()
  return settledImport(place.admin, importId)
}

describe('an import that was broken off', () => {
  it('an import continues at any step, and makes nothing twice', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const place = await makePlace(sandbox)
    const whole = await sandbox.file()
    const { id, stepCount } = await importFile(place.admin, whole)
    for (const at of [0, 2, Math.floor(stepCount / 2), stepCount - 1]) {
      expect(await breakOff(place, id, at)).toMatchObject({ state: 'DONE', doneCount: stepCount, problem: null })
      expect(await place.file()).toBe(whole)
    }
    expect(await undo(place.admin, id)).toMatchObject({ state: 'UNDONE' })
  })

  it('an import stops if the person who started it isn’t an admin anymore', async () => {
    const place = await makePlace()
    const { id } = await importFile(place.admin, DEADLINES)
    const second = await place.company.addPerson({ flags: ['hasAdminAccess'] })
    const reader = await signIn(place.company, second)
    await rows('UPDATE company_memberships SET has_admin_access = 0 WHERE user_id = ?', place.adminPerson.userId)
    const stopped = await breakOff({ ...place, admin: reader }, id, 0)
    expect(stopped).toMatchObject({ state: 'FAILED', problem: 'The person who started it isn’t an admin anymore.' })
  })
})

describe('what runs', () => {
  it('a request in progress keeps its form and its workflow, whatever an import changes', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    const answers = { 'q-title': 'Laptops', 'q-kind': 'o-new', 'q-cost': { value: 2_000_000, currency: 'USD' } }
    const request = await fileRequest(place.member, categoryId, answers)
    const before = await stateOf(request)
    const changed = (await place.file())
      .replace('- question: Kind\n', '- question: Sort\n')
      .replaceAll('- question: Kind\n', '- question: Sort\n')
      .replace('question: Kind', 'question: Sort')
      .replace('                needed: all\n', '')
    // The question goes, the workflow and the column name another one: three things that depend on each other.
    const done = await importFile(place.admin, changed)
    expect(done).toMatchObject({ state: 'DONE', problem: null })
    expect(await place.file()).toBe(changed)
    expect(await stateOf(request)).toEqual(before)
  })

  it('a deleted category stays deleted, and its name makes a new one', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    const whole = await place.file()
    await place.admin.call('DELETE', `/api/intake-categories/${categoryId}`)
    expect(await place.file()).not.toContain('category: Tools')
    expect(told(await compare(place.admin, whole))).toContain('categories Tools: ADDED')
    expect(await importFile(place.admin, whole)).toMatchObject({ state: 'DONE' })
    // The webhook's address isn't in the file.
    expect(await place.file()).toBe(whole)
    const found = await rows<{ id: string }>(
      "SELECT id FROM intake_categories WHERE company_id = ? AND name = 'Tools' AND deleted_at IS NULL",
      place.company.id,
    )
    expect(found).toHaveLength(1)
    expect(found[0]?.id).not.toBe(categoryId)
  })

  it('a workflow without levels is in the file and comes back as it was', async () => {
    const place = await makePlace()
    const { categoryId } = await configure(place)
    await place.admin.graphql(
      'mutation ($c: ID!) { createIntakeWorkflow(intakeCategoryId: $c, label: "Draft") { id } }',
      { c: categoryId },
    )
    const whole = await place.file()
    expect(whole).toContain('workflow: Draft')
    const twin = await makePlace(place)
    expect(await importFile(twin.admin, whole)).toMatchObject({ state: 'DONE' })
    expect(await twin.file()).toBe(whole)
  })
})

describe('undoing', () => {
  it('questions and workflows get their ids back, and what was removed returns', async () => {
    const place = await makePlace()
    const { categoryId, workflowId } = await configure(place)
    const steps = (await place.admin.get(`/api/intake-categories/${categoryId}/steps`)).body.steps
    const workflow = (await place.admin.get(`/api/intake-workflow/${workflowId}`)).body.definition
    const before = await place.file()
    const changed = before
      .replace('question: Notes', 'question: Remarks')
      .replace(/ {4}workflows:\n(?: {6}.*\n)+/, '')
      .replace(/ {6}- column: Hook\n {8}step: Tell\n/, '')
      .replace(/ {2}- category: Empty\n {4}type: internal\n/, '')
      .replace('description: For teams', 'description: For all')
    const removals = [{ section: 'categories', name: 'Empty' }]
    const done = await importFile(place.admin, changed, { removals })
    expect(done).toMatchObject({ state: 'DONE', problem: null })
    expect(await place.file()).toBe(changed)
    expect(await undo(place.admin, done.id)).toMatchObject({ state: 'UNDONE', problem: null })
    expect(await place.file()).toBe(before)
    expect((await place.admin.get(`/api/intake-categories/${categoryId}/steps`)).body.steps).toEqual(steps)
    expect((await place.admin.get(`/api/intake-workflow/${workflowId}`)).body.definition).toEqual(workflow)
  })

  it('an undo is refused with the names of what someone changed since, and of categories with requests', async () => {
    const sandbox = await makePlace()
    await configure(sandbox)
    const place = await makePlace(sandbox)
    const done = await importFile(place.admin, await sandbox.file())
    const [category] = await rows<{ id: string }>(
      "SELECT id FROM intake_categories WHERE company_id = ? AND name = 'Tools'",
      place.company.id,
    )
    const filed = (await place.admin.get(`/api/intake-categories/${category?.id}/steps`)).body.steps[0].questions
    const answers = { [filed[0].id]: 'Laptops', [filed[1].id]: filed[1].options[0].id }
    await fileRequest(place.member, category?.id ?? '', answers)
    await place.admin.call('PUT', '/api/settings/approval-deadlines', {
      body: { mode: 'OFF', hours: 24, nudgePercent: 50 },
    })
    const answer = await place.admin.post(`${IMPORTS}/${done.id}/undo`)
    expect(answer).toMatchObject({ status: 409, body: { reason: 'CONFIGURATION_CHANGED' } })
    expect(answer.body.details.names.toSorted()).toEqual(['Approval deadlines', 'Tools (it has 1 request)'])
  })
})
