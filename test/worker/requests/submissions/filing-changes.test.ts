import { beforeAll, describe, expect, it } from 'vitest'
import { rowCounts } from '../../../support/worker/contract.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  approvals,
  decide,
  type FilingScene,
  makeFilingScene,
  request,
  usd,
} from '../../../support/worker/filing-scene.ts'
import {
  answersOf,
  FORM,
  file,
  makeCategory,
  question,
  rule,
  save,
  saveForm,
  step,
} from '../../../support/worker/intake.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

let { people, requester, approver, filer, admin, category } = {} as FilingScene
beforeAll(async () => {
  ;({ people, requester, approver, filer, admin, category } = await makeFilingScene())
})

describe('editing a request', () => {
  it('an edit of a pending request makes approvers look again and shows them what changed', async () => {
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

  it('an edit from an outdated copy is refused with the differences', async () => {
    const id = await file(requester, category.id, { title: 'One' })
    await save(requester, category.id, { title: 'Two' }, { id, version: 1 })
    const stale = await save(admin, category.id, { title: 'Three' }, { id, version: 1 })
    expect(stale.body).toMatchObject({ code: 'CONFLICT', reason: 'ANSWERS_CHANGED' })
    expect(stale.body.details.changes[0]).toMatchObject({ before: 'One', after: 'Two' })
  })

  it('an approved request can’t be edited', async () => {
    const id = await file(requester, category.id, { title: 'Done' })
    await decide(approver, id, 'APPROVED', 1)
    expect((await save(requester, category.id, { title: 'Not done' }, { id, version: 1 })).status).toBe(403)
    expect((await request(requester, id)).body).toMatchObject({ canEdit: false, canRestart: false, title: 'Done' })
  })

  it('an edit uses the form that the request was filed with', async () => {
    const own = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [people.approver.userId] })]] })
    const id = await file(requester, own.id, { title: 'Old form' })
    await saveForm(admin, own.id, [...FORM, step('new', [question('extra', 'TEXT', { isRequired: true })], 2)])
    const edited = await save(requester, own.id, { title: 'Still the old form' }, { id, version: 1 })
    expect(edited.body).toMatchObject({ complete: true, version: 2 })
    expect(fieldsOf(await save(requester, own.id, { title: 'New form' }))).toEqual({ extra: 'Required' })
  })

  it('an edit can’t change the category, and with restricted editing only admins can edit', async () => {
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

  it('the requester edits and resubmits, which starts a new run with the new answers', async () => {
    const id = await rejected()
    const again = await save(requester, category.id, { title: 'Cheaper', amount: usd(100_000) }, { id, version: 1 })
    expect(again.body).toMatchObject({ id, version: 2 })
    const view = await approvals(requester, id)
    expect(view).toMatchObject({ status: 'PENDING', run: 2, earlierRuns: 1 })
    expect(view.levels).toHaveLength(2)
  })

  it('the requester restarts the request unchanged', async () => {
    const id = await rejected()
    expect((await requester.post(`/api/intake-submission/${id}/restart`)).body).toMatchObject({ status: 'PENDING' })
    expect(await approvals(requester, id)).toMatchObject({ run: 2, version: 1 })
    expect((await decide(approver, id, 'APPROVED', 1)).body).toMatchObject({ status: 'APPROVED' })
  })

  it('a decision from before the restart no longer counts', async () => {
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

describe('a comment on a decision', () => {
  it('a comment that is too long is refused beside its field, and one that just fits is kept', async () => {
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
  ])('the preview shows what submitting plans, with %s', async (_, answers) => {
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf(answers),
    })
    const view = await approvals(requester, await file(requester, category.id, answers))
    expect(shape(preview.body.levels)).toEqual(shape(view.levels))
    expect(preview.body.skipped.length).toBe(view.skipped.length)
    expect(preview.body.workflow.id).toBe(view.workflow.id)
  })

  it('the preview for someone else shows what filing for them plans', async () => {
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

  it('the preview writes nothing', async () => {
    const before = await rowCounts()
    await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf({ title: 'Just looking' }),
    })
    expect(await rowCounts()).toEqual(before)
  })
})
