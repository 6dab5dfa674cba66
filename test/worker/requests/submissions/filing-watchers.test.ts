import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import {
  approvals,
  decide,
  type FilingScene,
  makeFilingScene,
  request,
  usd,
} from '../../../support/worker/filing-scene.ts'
import { file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let { company, people, requester, approver, admin, category } = {} as FilingScene
let watcher: { userId: string }
let watching: Client
beforeAll(async () => {
  ;({ company, people, requester, approver, admin, category } = await makeFilingScene())
  const person = await company.addPerson({ name: 'Wes Watcher' })
  watcher = person
  watching = await signIn(company, person)
})

describe('watchers named at filing', () => {
  it('watchers can read the request and find it in their list from submission on', async () => {
    const watchers = { watcherUserIds: [watcher.userId] }
    const draft = (await save(requester, category.id, { title: 'Followed' }, { ...watchers, isDraft: true })).body
    expect((await request(requester, draft.id)).body.watcherUserIds).toEqual([watcher.userId])
    expect((await request(watching, draft.id)).status).toBe(404)
    // The draft remembers them, so submitting doesn't need to name them again.
    await save(requester, category.id, { title: 'Followed' }, { id: draft.id, version: draft.version })
    expect((await request(watching, draft.id)).status).toBe(200)
    const { body } = await watching.get('/api/intake-submissions/needs-attention?filter=watcher')
    expect(body.map((item: { id: string }) => item.id)).toContain(draft.id)
    expect((await request(requester, draft.id)).body.watcherUserIds).toContain(watcher.userId)
    expect((await decide(watching, draft.id, 'APPROVED', 1)).status).toBe(403)
  })

  it('watchers must be active members of this company', async () => {
    const other = await makeCompany()
    const stranger = await other.addPerson()
    const gone = await company.addPerson({ disabled: true })
    for (const userId of [stranger.userId, gone.userId, await company.add('departments'), 'nobody']) {
      for (const isDraft of [true, false]) {
        const answer = await save(requester, category.id, { title: 'x' }, { watcherUserIds: [userId], isDraft })
        expect({ code: codeOf(answer), field: fieldsOf(answer).watcherUserIds }).toEqual({
          code: 'INVALID',
          field: 'One of these people is no longer a member',
        })
      }
    }
  })
})

describe('an edit that keeps the approvals', () => {
  it('keeping the approvals needs the company’s setting and bypass access, and no one is asked again', async () => {
    const strict = await makeCompany(['enableIntakeRequests', 'enableEditWithApprovalBypass'])
    const [plain, first, second] = [await strict.addPerson(), await strict.addPerson(), await strict.addPerson()]
    const holder = await strict.addPerson({ flags: ['hasApprovalBypassAccess'] })
    const boss = await signIn(strict, await strict.addPerson({ flags: ['hasAdminAccess'] }))
    const amount = { valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }
    const own = await makeCategory(boss, {
      levels: [
        [
          rule('first', { approverUserIds: [first.userId], conditionNumerics: [amount] }),
          rule('second', { approverUserIds: [second.userId] }),
        ],
      ],
    })
    const edit = async (client: Client, id: string, skipApprovals = true) =>
      save(client, own.id, { title: 'Edited', amount: usd(200_000) }, { id, version: 1, skipApprovals })
    const statuses = async (client: Client, id: string) =>
      (await approvals(client, id)).levels[0].blocks.map((block: { status: string }) => block.status)
    const filed = (client: Client) => file(client, own.id, { title: 'Kept', amount: usd(500_000) })
    const plainClient = await signIn(strict, plain)
    expect(codeOf(await edit(plainClient, await filed(plainClient)))).toBe('FORBIDDEN')
    const client = await signIn(strict, holder)
    for (const [keeps, status] of [
      [true, 'APPROVED'],
      [false, 'PENDING'],
    ] as const) {
      const id = await filed(client)
      expect((await decide(await signIn(strict, first), id, 'APPROVED', 1)).status).toBe(200)
      expect((await edit(client, id, keeps)).status).toBe(200)
      expect(await statuses(client, id)).toEqual([status, 'PENDING'])
    }
  })

  it('without the setting, or with nothing pending, keeping the approvals is refused', async () => {
    const id = await file(admin, category.id, { title: 'One' })
    expect(codeOf(await save(admin, category.id, { title: 'Two' }, { id, version: 1, skipApprovals: true }))).toBe(
      'FORBIDDEN',
    )
    expect(
      fieldsOf(await save(admin, category.id, { title: 'New' }, { skipApprovals: true })).skipApprovals,
    ).toBeDefined()
    await decide(approver, id, 'REJECTED', 1)
    const again = await save(admin, category.id, { title: 'Two' }, { id, version: 1, skipApprovals: true })
    expect(fieldsOf(again).skipApprovals).toBeDefined()
  })
})

describe('a duplicate', () => {
  it('a duplicate is one’s own draft with the answers that still fit, and no one else sees it', async () => {
    const department = await company.add('departments', 'Soon gone')
    const id = await file(requester, category.id, { title: 'First', amount: usd(700), kind: 'new', department })
    const answer = await approver.post(`/api/intake-submission/${id}/duplicate`)
    expect(answer.status).toBe(200)
    const copy = (await request(approver, answer.body.id)).body
    expect(copy).toMatchObject({ isDraft: true, title: 'First', requestor: { id: people.approver.userId } })
    const { body } = await approver.get(`/api/intake-submission/${answer.body.id}/answers`)
    const values = Object.fromEntries(
      body.answers.map(({ questionId, value }: { questionId: string; value: unknown }) => [questionId, value]),
    )
    expect(values).toMatchObject({ title: 'First', amount: usd(700), kind: 'new', department })
    expect((await request(requester, answer.body.id)).status).toBe(404)
    expect((await watching.post(`/api/intake-submission/${id}/duplicate`)).status).toBe(404)
  })

  it('a duplicate leaves out what no longer exists', async () => {
    const department = await company.add('departments', 'Gone')
    const id = await file(requester, category.id, { title: 'First', department })
    await run('DELETE FROM departments WHERE id = ?', department)
    const answer = await requester.post(`/api/intake-submission/${id}/duplicate`)
    const { body } = await requester.get(`/api/intake-submission/${answer.body.id}/answers`)
    const answered = body.answers
      .filter((a: { value: unknown }) => a.value !== null)
      .map((a: { questionId: string }) => a.questionId)
    expect(answered).toEqual(['title'])
  })
})
