import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { rowCounts } from '../support/worker/contract.ts'
import { fieldsOf } from '../support/worker/doors.ts'
import {
  answersOf,
  type Category,
  FORM,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  step,
} from '../support/worker/intake.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../support/worker/world.ts'

let company: TestCompany
let people: Record<'requester' | 'approver' | 'second' | 'filer' | 'manager', TestPerson>
let requester: Client
let approver: Client
let filer: Client
let admin: Client
let category: Category

beforeAll(async () => {
  company = await makeCompany()
  const manager = await company.addPerson({ name: 'Max Manager' })
  people = {
    manager,
    requester: await company.addPerson({ name: 'Rita Requester', managerUserId: manager.userId }),
    approver: await company.addPerson({ name: 'Abe Approver' }),
    second: await company.addPerson({ name: 'Sue Second' }),
    filer: await company.addPerson({ name: 'Fay Filer', flags: ['submitsSpendRequestsForOthers'] }),
  }
  requester = await signIn(company, people.requester)
  approver = await signIn(company, people.approver)
  filer = await signIn(company, people.filer)
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  category = await makeCategory(admin, {
    levels: [
      [rule('legal', { approverUserIds: [people.approver.userId] })],
      [
        rule('large', {
          approverUserIds: [people.second.userId],
          conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
        }),
      ],
    ],
  })
})

const usd = (value: number) => ({ value, currency: 'USD' })
const request = (client: Client, id: string) => client.get(`/api/intake-submission/${id}`)
const approvals = async (client: Client, id: string) =>
  (await client.get(`/api/intake-submission/${id}/approvals`)).body
const decide = async (client: Client, id: string, status: string, seenVersion: number, comment?: string) => {
  const { levels } = await approvals(client, id)
  const block = levels[0].blocks[0]
  const body = { status, levelGroupStatusId: block.id, seenVersion, comment }
  return client.post(`/api/intake-submission/${id}/status`, body)
}

describe('submitting', () => {
  it('is refused with a message beside every question that needs attention', async () => {
    const before = await rowCounts()
    const answer = await save(requester, category.id, {
      kind: 'renewal',
      due: '2030-13-01',
      amount: 'a lot',
      vendor: 5,
    })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual({
      title: 'Required',
      reason: 'Required',
      due: 'Date must be in format yyyy-mm-dd',
      amount: 'Must be an amount with a currency',
      vendor: 'Must be one choice',
    })
    expect(await rowCounts()).toEqual(before)
  })

  it('refuses ids that do not exist, or are another company’s, beside their question', async () => {
    const other = await makeCompany()
    const foreigner = await other.addPerson()
    const foreign = {
      vendor: await other.add('vendors'),
      department: await other.add('departments'),
      owner: foreigner.userId,
      files: ['no-such-document'],
    }
    const unknown = { vendor: newId(), department: newId(), owner: newId(), files: [newId()] }
    for (const ids of [foreign, unknown]) {
      const answer = await save(requester, category.id, { title: 'Borrowed', ...ids })
      expect(answer.status).toBe(400)
      expect(Object.keys(fieldsOf(answer)).sort()).toEqual(['department', 'files', 'owner', 'vendor'])
    }
    const stranger = await save(requester, category.id, { title: 'x' }, { requestorUserId: foreigner.userId })
    expect(stranger.status).toBe(403)
    expect((await save(admin, category.id, { title: 'x' }, { requestorUserId: foreigner.userId })).status).toBe(404)
  })

  it('keeps no answers to questions that were hidden or never asked', async () => {
    const answers = { title: 'Hidden', kind: 'new', reason: 'Nobody asked', invented: 'Nor this' }
    const id = await file(requester, category.id, answers)
    const stored = await rows<{ questionId: string }>(
      'SELECT question_id AS questionId FROM intake_answers WHERE submission_id = ? ORDER BY question_id',
      id,
    )
    expect(stored.map((row) => row.questionId)).toEqual(['kind', 'title'])
  })

  it('fills the request’s own columns from the answers', async () => {
    const vendor = await company.add('vendors', `Kestrel ${newId()}`)
    const answers = { title: '  Twelve seats ', amount: usd(1_200_000), due: ' 2030-01-31 ', vendor }
    const { body } = await request(requester, await file(requester, category.id, answers))
    expect(body).toMatchObject({
      title: 'Twelve seats',
      requestAmount: usd(1_200_000),
      dueDate: '2030-01-31',
      vendor: { id: vendor },
      status: 'PENDING',
      requestor: { id: people.requester.userId },
    })
  })

  it('sent again with its key files one request, also from a draft and from several browsers at once', async () => {
    const key = newId()
    const first = await save(requester, category.id, { title: 'Once' }, {}, key)
    expect((await save(requester, category.id, { title: 'Once' }, {}, key)).body).toEqual(first.body)
    const draft = (await save(requester, category.id, { title: 'Draft' }, { isDraft: true })).body
    const again = newId()
    const of = { id: draft.id, version: draft.version }
    const filed = await save(requester, category.id, { title: 'Draft' }, of, again)
    expect(filed.body).toMatchObject({ complete: true, isDraft: false })
    expect((await save(requester, category.id, { title: 'Draft' }, of, again)).body).toEqual(filed.body)
    const race = newId()
    const answers = await Promise.all([1, 2, 3].map(() => save(requester, category.id, { title: 'Race' }, {}, race)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    for (const title of ['Once', 'Draft', 'Race']) {
      expect(
        await rows('SELECT id FROM intake_submissions WHERE company_id = ? AND title = ?', company.id, title),
      ).toHaveLength(1)
    }
  })

  it('is recognised when it comes again though its first answer was never recorded', async () => {
    const [submitKey, editKey] = [newId(), newId()]
    const forget = (key: string) => run('DELETE FROM command_results WHERE command_id = ?', key)
    const draft = (await save(requester, category.id, { title: 'Lost' }, { isDraft: true })).body
    const of = { id: draft.id, version: draft.version }
    const filed = await save(requester, category.id, { title: 'Lost' }, of, submitKey)
    await forget(submitKey)
    expect((await save(requester, category.id, { title: 'Lost' }, of, submitKey)).body).toEqual(filed.body)
    await decide(approver, draft.id, 'REJECTED', 1)
    const edit = { id: draft.id, version: 1 }
    const edited = await save(requester, category.id, { title: 'Found' }, edit, editKey)
    expect(edited.body.version).toBe(2)
    await forget(editKey)
    expect((await save(requester, category.id, { title: 'Found' }, edit, editKey)).body).toEqual(edited.body)
    await forget(editKey)
    const other = await save(requester, category.id, { title: 'Another' }, edit, editKey)
    expect(other.body.reason).toBe('COMMAND_REUSED')
    expect((await request(requester, draft.id)).body).toMatchObject({ title: 'Found', version: 2, run: 2 })
  })

  it('with the key of another command is refused', async () => {
    const key = newId()
    await save(requester, category.id, { title: 'A request' }, {}, key)
    const draft = await save(requester, category.id, { title: 'A draft' }, { isDraft: true }, key)
    expect(draft.body).toMatchObject({ code: 'CONFLICT', reason: 'COMMAND_REUSED' })
    await run('DELETE FROM command_results WHERE command_id = ?', key)
    const later = await save(requester, category.id, { title: 'A draft' }, { isDraft: true }, key)
    expect(later.body).toMatchObject({ code: 'CONFLICT', reason: 'COMMAND_REUSED' })
  })

  it('needs a category with a form, and somebody who may approve', async () => {
    const created = await admin.post('/api/intake-categories', { name: `Empty ${newId()}` })
    const empty = await save(requester, created.body.id, { title: 'No form' })
    expect(empty.body).toMatchObject({ code: 'RULE_BROKEN', message: 'This category has no form yet.' })
  })
})

describe('filing for somebody else', () => {
  it('takes the right to, names both, and the one who filed does not approve', async () => {
    const own = await makeCategory(admin, {
      levels: [[rule('any', { approverUserIds: [people.filer.userId, people.approver.userId] })]],
    })
    const body = { requestorUserId: people.requester.userId }
    expect((await save(approver, own.id, { title: 'No right' }, body)).status).toBe(403)
    const id = await file(filer, own.id, { title: 'For Rita' }, body)
    const seen = (await request(requester, id)).body
    expect(seen).toMatchObject({ requestor: { id: people.requester.userId }, createdBy: { id: people.filer.userId } })
    const { levels } = await approvals(filer, id)
    expect(levels[0].blocks[0].approvers.map((a: { userId: string }) => a.userId)).toEqual([people.approver.userId])
    const [entry] = await rows<{ actor: string }>(
      'SELECT actor_user_id AS actor FROM audit_log WHERE target_id = ? ORDER BY id LIMIT 1',
      id,
    )
    expect(entry?.actor).toBe(people.filer.userId)
  })

  it('is refused to those who lost the right since the draft', async () => {
    const temp = await company.addPerson({ flags: ['submitsSpendRequestsForOthers'] })
    const client = await signIn(company, temp)
    const of = { requestorUserId: people.requester.userId }
    const draft = (await save(client, category.id, { title: 'Draft' }, { ...of, isDraft: true })).body
    await run('UPDATE company_memberships SET submits_spend_requests_for_others = 0 WHERE user_id = ?', temp.userId)
    const answer = await save(client, category.id, { title: 'Draft' }, { ...of, id: draft.id, version: draft.version })
    expect(answer.status).toBe(403)
  })
})

describe('editing', () => {
  it('while it is pending makes approvers look again, and shows them what changed', async () => {
    const id = await file(requester, category.id, { title: 'Before', amount: usd(500) })
    const edited = await save(requester, category.id, { title: 'After', amount: usd(900) }, { id, version: 1 })
    expect(edited.body).toMatchObject({ id, version: 2 })
    const stale = await decide(approver, id, 'APPROVED', 1)
    expect(stale.body).toMatchObject({ code: 'CONFLICT', reason: 'ANSWERS_CHANGED' })
    const changes = stale.body.details.changes.map((c: { questionId: string; before: unknown; after: unknown }) => c)
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ questionId: 'title', before: 'Before', after: 'After' }),
        expect.objectContaining({ questionId: 'amount', before: usd(500), after: usd(900) }),
      ]),
    )
    expect((await decide(approver, id, 'APPROVED', 2)).body).toMatchObject({ status: 'APPROVED' })
  })

  it('from an older copy is refused with the differences', async () => {
    const id = await file(requester, category.id, { title: 'One' })
    await save(requester, category.id, { title: 'Two' }, { id, version: 1 })
    const stale = await save(admin, category.id, { title: 'Three' }, { id, version: 1 })
    expect(stale.body).toMatchObject({ code: 'CONFLICT', reason: 'ANSWERS_CHANGED' })
    expect(stale.body.details.changes[0]).toMatchObject({ before: 'One', after: 'Two' })
  })

  it('is over once it is approved', async () => {
    const id = await file(requester, category.id, { title: 'Done' })
    await decide(approver, id, 'APPROVED', 1)
    expect((await save(requester, category.id, { title: 'Not done' }, { id, version: 1 })).status).toBe(403)
    expect((await request(requester, id)).body).toMatchObject({ canEdit: false, canRestart: false, title: 'Done' })
  })

  it('keeps to the form that the request was filed with', async () => {
    const own = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [people.approver.userId] })]] })
    const id = await file(requester, own.id, { title: 'Old form' })
    await saveForm(admin, own.id, [...FORM, step('new', [question('extra', 'TEXT', { isRequired: true })], 2)])
    const edited = await save(requester, own.id, { title: 'Still the old form' }, { id, version: 1 })
    expect(edited.body).toMatchObject({ complete: true, version: 2 })
    expect(fieldsOf(await save(requester, own.id, { title: 'New form' }))).toEqual({ extra: 'Required' })
  })

  it('stays in its category, and with restricted editing is for admins', async () => {
    const other = await makeCategory(admin, { levels: [] })
    const id = await file(requester, category.id, { title: 'Here' })
    const moved = await save(requester, other.id, { title: 'There' }, { id, version: 1 })
    expect(fieldsOf(moved).intakeCategoryId).toBeDefined()
    const strict = await makeCompany(['enableIntakeRequests', 'restrictSubmissionEditToAdmins'])
    const [r, a] = [await strict.addPerson(), await strict.addPerson()]
    const boss = await signIn(strict, await strict.addPerson({ flags: ['hasAdminAccess'] }))
    const own = await makeCategory(boss, { levels: [[rule('x', { approverUserIds: [a.userId] })]] })
    const client = await signIn(strict, r)
    const filed = await file(client, own.id, { title: 'Fixed' })
    expect((await save(client, own.id, { title: 'Changed' }, { id: filed, version: 1 })).status).toBe(403)
    expect((await save(boss, own.id, { title: 'Changed' }, { id: filed, version: 1 })).status).toBe(200)
  })
})

describe('after a rejection', () => {
  const rejected = async () => {
    const id = await file(requester, category.id, { title: 'Refused' })
    expect((await decide(approver, id, 'REJECTED', 1, 'Too dear')).body).toMatchObject({ status: 'REJECTED' })
    return id
  }

  it('the requestor edits and submits again: a new run from the new answers', async () => {
    const id = await rejected()
    const again = await save(requester, category.id, { title: 'Cheaper', amount: usd(100_000) }, { id, version: 1 })
    expect(again.body).toMatchObject({ id, version: 2 })
    const view = await approvals(requester, id)
    expect(view).toMatchObject({ status: 'PENDING', run: 2, earlierRuns: 1 })
    expect(view.levels).toHaveLength(2)
  })

  it('or restarts it as it is', async () => {
    const id = await rejected()
    expect((await requester.post(`/api/intake-submission/${id}/restart`)).body).toMatchObject({ status: 'PENDING' })
    expect(await approvals(requester, id)).toMatchObject({ run: 2, version: 1 })
    expect((await decide(approver, id, 'APPROVED', 1)).body).toMatchObject({ status: 'APPROVED' })
  })

  it('a decision of before is over', async () => {
    const id = await file(requester, category.id, { title: 'Twice' })
    const { levels } = await approvals(approver, id)
    const old = levels[0].blocks[0].id
    await requester.post(`/api/intake-submission/${id}/restart`)
    const late = await approver.post(`/api/intake-submission/${id}/status`, {
      status: 'APPROVED',
      levelGroupStatusId: old,
      seenVersion: 1,
    })
    expect(late.body).toMatchObject({ code: 'CONFLICT', reason: 'BLOCK_CLOSED' })
  })
})

describe('a comment', () => {
  it('too long is refused beside its field, and one that just fits is kept', async () => {
    const id = await file(requester, category.id, { title: 'Comments' })
    expect(fieldsOf(await decide(approver, id, 'APPROVED', 1, 'x'.repeat(5001))).comment).toBeDefined()
    expect((await decide(approver, id, 'APPROVED', 1, 'x'.repeat(5000))).body).toMatchObject({ status: 'APPROVED' })
  })
})

describe('the preview of approvals', () => {
  const shape = (levels: { number: number; blocks: { label: string; approvers: { userId: string }[] }[] }[]) =>
    levels.map((level) => ({
      number: level.number,
      blocks: level.blocks.map((b) => ({ label: b.label, approvers: b.approvers.map((a) => a.userId) })),
    }))

  it.each([
    ['a small amount', { title: 'Preview', amount: usd(99_999) }],
    ['a large amount', { title: 'Preview', amount: usd(100_000) }],
  ])('is what submitting plans, with %s', async (_, answers) => {
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf(answers),
    })
    const view = await approvals(requester, await file(requester, category.id, answers))
    expect(shape(preview.body.levels)).toEqual(shape(view.levels))
    expect(preview.body.skipped.length).toBe(view.skipped.length)
    expect(preview.body.workflow.id).toBe(view.workflow.id)
  })

  it('for somebody else is what filing for them plans', async () => {
    const own = await makeCategory(admin, { levels: [[rule('manager', { approverType: 'MANAGER_APPROVER' })]] })
    const of = { requestorUserId: people.requester.userId }
    const preview = await filer.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: own.id,
      answers: answersOf({ title: 'For Rita' }),
      ...of,
    })
    const view = await approvals(filer, await file(filer, own.id, { title: 'For Rita' }, of))
    expect(shape(preview.body.levels)).toEqual(shape(view.levels))
    expect(preview.body.levels[0].blocks[0].approvers[0].userId).toBe(people.manager.userId)
  })

  it('writes nothing', async () => {
    const before = await rowCounts()
    await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf({ title: 'Just looking' }),
    })
    expect(await rowCounts()).toEqual(before)
  })
})
