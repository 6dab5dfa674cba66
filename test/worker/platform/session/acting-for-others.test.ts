import { beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_FLAGS, COMPANY_FLAGS, LOCAL_FLAGS } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../../worker/core/actor.ts'
import { AppError } from '../../../../worker/core/errors.ts'
import {
  type AnyOperation,
  type BaseContext,
  changeOf,
  operations,
  perform,
} from '../../../../worker/core/operation.ts'
import { codeOf, testDoors } from '../../../support/worker/doors.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { ACTING_MAY, VIEWERS_MAY } from '../../../support/worker/operation-facts.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { clientOf, exchange, given, impersonationToken, mailTo, rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

const all = <K extends string>(keys: readonly K[]) => Object.fromEntries(keys.map((key) => [key, true]))

/** An admin viewing as someone else, so refusals aren't due to a missing right. */
const viewer = (reason: string | null): BaseContext => {
  const policy = {
    ...{ flags: all(ACCESS_FLAGS), company: all(COMPANY_FLAGS), local: all(LOCAL_FLAGS) },
    ...{ isRequestCategoryOwner: true, isSourcingCategoryOwner: true, isVendorFormOwner: true },
    ...{ approvesRequestsForDepartment: true, approvesRequestsForBusinessUnit: true },
    ...{ isImpersonated: true, isInternalStaff: false, isApiKey: false },
  }
  const impersonator = { userId: 'ada', name: 'Ada Admin', reason }
  const person = { userId: 'bo', companyId: 'c', company: { id: 'c' }, firstName: 'Bo', lastName: 'Berg' }
  const actor = { ...person, policy, impersonator }
  return { actor: actor as unknown as StaffActor, vendor: null } as BaseContext
}

/** An empty input is valid for no change, so an error about it means the caller was admitted. */
const isLetIn = async (operation: AnyOperation, reason: string | null): Promise<boolean> => {
  try {
    await perform({ ...operation, run: async () => 'ran' }, viewer(reason), {})
    return true
  } catch (error) {
    return error instanceof AppError && error.code !== 'FORBIDDEN'
  }
}

const changes = operations().filter(({ kind }) => kind === 'command')

describe('every change in the registry', () => {
  it.each(changes)('$id is refused while only viewing, unless it changes nothing of the member’s', async (change) => {
    expect(await isLetIn(change, null)).toBe(VIEWERS_MAY.has(change.id))
  })

  it.each(changes)('$id on behalf of the member is open only as everyday work', async (change) => {
    expect(await isLetIn(change, 'On leave')).toBe(VIEWERS_MAY.has(change.id) || ACTING_MAY.has(change.id))
  })

  it('a change that isn’t listed can be made only by the member', async () => {
    const { input } = changes[0] as AnyOperation
    const added = changeOf({ id: 'test.added-later', access: 'staff.use', input, run: async () => 'ran' })
    expect([await isLetIn(added, null), await isLetIn(added, 'On leave')]).toEqual([false, false])
  })

  it('every change listed as open exists', () => {
    const known = new Set(operations().map(({ id }) => id))
    expect([...VIEWERS_MAY, ...ACTING_MAY].filter((id) => !known.has(id))).toEqual([])
  })

  it('every change has an endpoint behind the rule', () => {
    expect(
      changes.filter(({ id }) => !id.startsWith('test.') && !testDoors.some((d) => d.operation.id === id)),
    ).toEqual([])
  })
})

describe('an admin viewing as or acting for a member', () => {
  let company: TestCompany
  let ada: TestPerson
  let bo: TestPerson
  let admin: Client
  let categoryId: string
  beforeAll(async () => {
    company = await makeCompany()
    ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
    bo = await company.addPerson({ name: 'Bo Berg', flags: ['hasApprovalBypassAccess', 'hasVendorAdminAccess'] })
    admin = await signIn(company, ada)
    const cy = await company.addPerson({ name: 'Cy Cole' })
    const levels = [[rule('legal', { approverUserIds: [bo.userId, cy.userId] })]]
    categoryId = (await makeCategory(admin, { levels })).id
  })

  it('viewing as a member shows what they see, and can’t file, comment or change anything', async () => {
    const viewing = await signIn(company, bo, ada.userId)
    expect((await viewing.get('/api/intake-submissions')).status).toBe(200)
    const answers = await Promise.all([
      viewing.post('/api/vendors', { name: 'Acme' }),
      viewing.graphql('mutation { createVendorThread(vendorId: "x", commentBody: "Hi") { id } }'),
    ])
    expect(answers.map(codeOf)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(answers[0].body).toMatchObject({
      reason: 'VIEWING_ONLY',
      message: "You're viewing as Bo Berg, so you can't change anything. Go back to yourself.",
    })
  })

  it('acting on a member’s behalf needs a reason, and an email tells the member who and why', async () => {
    const client = await signIn(company, ada)
    const token = await impersonationToken(client, bo.userId, '  Covering the quarter end ')
    const acting = clientOf(await exchange(client, given(token)))
    expect((await acting.get('/jwt-data')).body).toMatchObject({
      userId: bo.userId,
      impersonatorId: ada.userId,
      actingReason: 'Covering the quarter end',
    })
    const mail = await mailTo(bo.email)
    expect(mail.subject).toContain('Ada Admin is acting on your behalf')
    expect(mail.text).toContain('Covering the quarter end')
    const [started] = await rows(
      `SELECT actor_user_id AS who, message FROM audit_log WHERE company_id = ? AND action = 'session.acting-started'`,
      company.id,
    )
    expect(started).toEqual({
      who: ada.userId,
      message: 'An admin started acting on behalf of this member: Covering the quarter end',
    })
  })

  it('without a reason an admin can only view, and no one is emailed', async () => {
    const quiet = await company.addPerson({ name: 'Quinn Quiet' })
    const client = await signIn(company, ada)
    const viewing = clientOf(await exchange(client, given(await impersonationToken(client, quiet.userId))))
    expect((await viewing.get('/jwt-data')).body.actingReason).toBeNull()
    expect(codeOf(await impersonationToken(await signIn(company, ada), quiet.userId, '   '))).toBe('INVALID')
    expect(sentMails(quiet.email)).toEqual([])
  })

  it('acting for someone marks the request, the comment and the history', async () => {
    const acting = await signIn(company, bo, ada.userId, 'On leave')
    const id = await file(acting, categoryId, { title: 'Chairs' })
    const detail = (await admin.get(`/api/intake-submission/${id}`)).body
    expect(detail.createdBy.id).toBe(bo.userId)
    expect(detail.filedThrough).toEqual({ id: ada.userId, name: 'Ada Admin' })
    const said = await acting.post(`/api/intake-submission/${id}/threads`, { commentBody: 'Urgent' })
    expect(said.status).toBe(200)
    const threads = (await admin.get(`/api/intake-submission/${id}/threads`)).body
    const [line] = (threads.threads ?? threads)[0].commentLines
    expect([line.createdByUser.id, line.impersonator]).toEqual([bo.userId, { id: ada.userId, name: 'Ada Admin' }])
    const history = await rows<{ message: string; via: string }>(
      `SELECT full_message AS message, impersonator_user_id AS via FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY id`,
      company.id,
      id,
    )
    expect(history.length).toBeGreaterThan(1)
    for (const { message, via } of history) {
      expect(via).toBe(ada.userId)
      expect(message).toMatch(/^Ada Admin on behalf of Bo Berg/)
    }
  })

  it('an admin acting for someone can’t decide or bypass, and isn’t offered it', async () => {
    const requester = await signIn(company, await company.addPerson())
    const id = await file(requester, categoryId, { title: 'Desks' })
    const acting = await signIn(company, bo, ada.userId, 'On leave')
    const approvals = (await acting.get(`/api/intake-submission/${id}/approvals`)).body
    const block = JSON.stringify(approvals)
    expect(block).not.toMatch(/"can(Decide|Bypass|Complete)":true/)
    const own = JSON.stringify((await (await signIn(company, bo)).get(`/api/intake-submission/${id}/approvals`)).body)
    expect(own).toContain('"canDecide":true')
    expect(own).toContain('"canBypass":true')
  })

  it('an admin acting for someone can’t change vendors’ payment details', async () => {
    const acting = await signIn(company, bo, ada.userId, 'On leave')
    const plain = { name: 'Plain vendor', owners: [bo.userId], paymentMethod: 'ACH' }
    const made = await acting.post('/api/vendors', plain)
    expect(made.status).toBe(200)
    const taxed = { taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }] }
    const refused = await Promise.all([
      acting.post('/api/vendors', { ...plain, name: 'Taxed', ...taxed }),
      acting.call('PUT', `/api/vendors/${made.body.id}`, { body: { version: 1, ...taxed } }),
      acting.call('PUT', `/api/vendors/${made.body.id}`, { body: { version: 1, paymentMethod: 'CHECK' } }),
      acting.post('/api/vendors/set-payment-methods', { vendorIds: [made.body.id], paymentMethod: 'CHECK' }),
    ])
    expect(refused.map(({ body }) => body.reason)).toEqual(Array(4).fill('IMPERSONATING'))
  })
})
