import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
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
import { file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

let { company, people, requester, approver, filer, admin, category } = {} as FilingScene
beforeAll(async () => {
  ;({ company, people, requester, approver, filer, admin, category } = await makeFilingScene())
})

describe('submitting', () => {
  it('a submission with invalid answers is refused with a message beside every question', async () => {
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
      due: 'There is no month 13. Months are 01 to 12',
      amount: 'Must be an amount with a currency',
      vendor: 'Must be one choice',
    })
    expect(await rowCounts()).toEqual(before)
  })

  it('ids that don’t exist or belong to another company are refused beside their question', async () => {
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

  it('answers to hidden questions are not kept', async () => {
    const answers = { title: 'Hidden', kind: 'new', reason: 'Nobody asked' }
    const id = await file(requester, category.id, answers)
    const stored = await rows<{ questionId: string }>(
      'SELECT question_id AS questionId FROM intake_answers WHERE submission_id = ? ORDER BY question_id',
      id,
    )
    expect(stored.map((row) => row.questionId)).toEqual(['kind', 'title'])
  })

  it('the request’s own columns are filled in from the answers', async () => {
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

  it('one key files one request when it is sent again, also from a draft and from several browsers at once', async () => {
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

  it('a repeated submission is recognized even if its first answer was never recorded', async () => {
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

  it('a key used for another command is refused', async () => {
    const key = newId()
    await save(requester, category.id, { title: 'A request' }, {}, key)
    const draft = await save(requester, category.id, { title: 'A draft' }, { isDraft: true }, key)
    expect(draft.body).toMatchObject({ code: 'CONFLICT', reason: 'COMMAND_REUSED' })
    await run('DELETE FROM command_results WHERE command_id = ?', key)
    const later = await save(requester, category.id, { title: 'A draft' }, { isDraft: true }, key)
    expect(later.body).toMatchObject({ code: 'CONFLICT', reason: 'COMMAND_REUSED' })
  })

  it('submitting needs a category with a form, and someone who may approve', async () => {
    const created = await admin.post('/api/intake-categories', { name: `Empty ${newId()}` })
    const empty = await save(requester, created.body.id, { title: 'No form' })
    expect(empty.body).toMatchObject({ code: 'RULE_BROKEN', message: 'This category has no form yet.' })
  })
})

describe('filing for someone else', () => {
  it('filing for someone else needs the right to, names both, and bars the person who filed from approving', async () => {
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

  it('someone who lost the right since the draft can’t file for others', async () => {
    const temp = await company.addPerson({ flags: ['submitsSpendRequestsForOthers'] })
    const client = await signIn(company, temp)
    const of = { requestorUserId: people.requester.userId }
    const draft = (await save(client, category.id, { title: 'Draft' }, { ...of, isDraft: true })).body
    await run('UPDATE company_memberships SET submits_spend_requests_for_others = 0 WHERE user_id = ?', temp.userId)
    const answer = await save(client, category.id, { title: 'Draft' }, { ...of, id: draft.id, version: draft.version })
    expect(answer.status).toBe(403)
  })
})
