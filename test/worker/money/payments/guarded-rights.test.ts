import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { confirmGuarded, settled } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, signIn } from '../../../support/worker/world.ts'

/** Rights about money are given by two people, or with time. */

let scene: PaidScene
beforeEach(async () => {
  scene = await makePaidScene()
})

const secondAdmin = async (name = 'Sam Second') => {
  const person = await scene.company.addPerson({ name, flags: ['hasAdminAccess'] })
  return { person, client: await signIn(scene.company, person) }
}
const waiting = async (client: Client) => (await client.get('/api/payments/guarded-changes')).body
const flagsOf = async (userId: string) => {
  const { hasPaymentsAccess, hasAdminAccess, groups, enabled } = (await scene.admin.get(`/api/members/${userId}`)).body
  return { hasPaymentsAccess, hasAdminAccess, enabled, groups: groups.map(({ name }: { name: string }) => name) }
}
const ok = async (sent: Promise<Answer>) => {
  const answer = await sent
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** A group that confirms bank details. */
const guardedGroup = async (): Promise<string> => {
  const id = await scene.company.add('groups', 'Controllers')
  await run('INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)', scene.company.id, id)
  return id
}

const importMembers = async (client: Client, csv: string) => {
  const form = new FormData()
  form.append('file', new File([csv], 'members.csv', { type: 'text/csv' }))
  const { id } = await ok(client.call('POST', '/api/member-imports', { body: form }))
  const found = await ok(client.get(`/api/member-imports/${id}`))
  const mapping = found.columns.map(({ field }: { field: string }) => field)
  const { version } = await ok(client.post(`/api/member-imports/${id}/check`, { version: 1, mapping }))
  return ok(client.post(`/api/member-imports/${id}/start`, { version }))
}

/** Each door by which someone comes to decide about money. Answers who, and what holds once it is confirmed. */
type Door = (client: Client) => Promise<{ userId: string; answer: Answer['body']; held: Record<string, unknown> }>
const person = (more: object) => ({
  ...{ email: `p-${scene.company.id}@x.test`, firstName: 'Pia', lastName: 'Paye', sendNewMemberEmail: false },
  ...more,
})
const byEmail = async () =>
  (
    await rows<{ id: string }>(
      'SELECT user_id AS id FROM company_memberships WHERE company_id = ? AND email_key = ?',
      ...[scene.company.id, `p-${scene.company.id}@x.test`],
    )
  )[0]?.id ?? ''
const DOORS: Record<string, Door> = {
  'a new member with payments access': async (client) => {
    const answer = await ok(client.post('/api/member/new', person({ hasPaymentsAccess: true })))
    return { userId: answer.id, answer, held: { hasPaymentsAccess: true } }
  },
  'a new admin': async (client) => {
    const answer = await ok(client.post('/api/member/new', person({ hasAdminAccess: true })))
    return { userId: answer.id, answer, held: { hasAdminAccess: true } }
  },
  'a new member in a guarded group': async (client) => {
    const answer = await ok(client.post('/api/member/new', person({ groupIds: [await guardedGroup()] })))
    return { userId: answer.id, answer, held: { groups: ['Controllers'] } }
  },
  'payments access on a member’s page': async (client) => {
    const { userId } = scene.people.member
    const answer = await ok(client.post(`/api/member/${userId}/update`, { hasPaymentsAccess: true, title: 'Payer' }))
    return { userId, answer, held: { hasPaymentsAccess: true } }
  },
  'admin access of several': async (client) => {
    const { userId } = scene.people.member
    const answer = await ok(client.post('/api/members/permissions', { memberIds: [userId], hasAdminAccess: true }))
    return { userId, answer, held: { hasAdminAccess: true } }
  },
  'groups of several': async (client) => {
    const { userId } = scene.people.member
    const body = { memberIds: [userId], groupIds: [await guardedGroup()], mode: 'add' }
    return { userId, answer: await ok(client.post('/api/members/groups', body)), held: { groups: ['Controllers'] } }
  },
  'the page of a group': async (client) => {
    const { userId } = scene.people.member
    const answer = await ok(client.post(`/api/groups/${await guardedGroup()}/members`, { userIds: [userId] }))
    return { userId, answer, held: { groups: ['Controllers'] } }
  },
  'a merge of groups': async (client) => {
    const [puppets, into] = [await scene.company.add('groups', 'Puppets'), await guardedGroup()]
    const { userId } = scene.people.member
    await scene.company.addToGroup(puppets, userId)
    const answer = await ok(client.post(`/api/groups/${puppets}/merge`, { intoId: into }))
    return { userId, answer, held: { groups: ['Controllers'] } }
  },
  'a file of members': async (client) => {
    const csv = `Email,First name,Last name,Roles\np-${scene.company.id}@x.test,Pia,Paye,Payments\n`
    const answer = await importMembers(client, csv)
    return { userId: await byEmail(), answer, held: { hasPaymentsAccess: true } }
  },
  'someone who comes back': async (client) => {
    const { userId } = await scene.company.addPerson({ flags: ['hasPaymentsAccess'], disabled: true })
    const answer = await ok(client.post(`/api/members/${userId}/enabled`, { enabled: true }))
    return { userId, answer, held: { enabled: true } }
  },
}

describe('rights about money', () => {
  it.each(Object.entries(DOORS))('%s wait for another admin', async (_, door) => {
    const { client: second } = await secondAdmin()
    const { userId, answer, held } = await door(scene.admin)
    expect(answer.waits).toEqual({ effectiveAt: null })
    expect(await flagsOf(userId)).not.toMatchObject(held)
    const changes = await waiting(second)
    expect(changes).toHaveLength(1)
    const decide = (client: Client) =>
      client.post(`/api/payments/guarded-changes/${changes[0].id}/decide`, { shouldConfirm: true })
    expect((await decide(scene.admin)).body.message).toContain('You asked for this change')
    await ok(decide(second))
    expect(await flagsOf(userId)).toMatchObject(held)
  })

  it('what was confirmed counts for money from then', async () => {
    const { paymentId } = await approvedPayment(scene)
    const { id } = await ok(scene.admin.post('/api/member/new', person({ hasPaymentsAccess: true })))
    await confirmGuarded(scene.company)
    const pia = await signIn(scene.company, { userId: id })
    await ok(pia.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`))
  })

  it('the rest of a change is made at once, and taking rights away, too', async () => {
    await secondAdmin()
    const { userId } = scene.people.member
    await ok(scene.admin.post(`/api/member/${userId}/update`, { hasPaymentsAccess: true, title: 'Payer' }))
    expect((await scene.admin.get(`/api/members/${userId}`)).body).toMatchObject({
      title: 'Payer',
      hasPaymentsAccess: false,
    })
    const payer = await scene.company.addPerson({ flags: ['hasPaymentsAccess'] })
    const taken = await ok(scene.admin.post(`/api/member/${payer.userId}/update`, { hasPaymentsAccess: false }))
    expect(taken.waits).toBeUndefined()
    expect((await flagsOf(payer.userId)).hasPaymentsAccess).toBe(false)
  })

  it('several wait for each member on their own', async () => {
    const { client: second } = await secondAdmin()
    const [a, b] = [await scene.company.addPerson(), await scene.company.addPerson()]
    const memberIds = [a.userId, b.userId]
    await ok(scene.admin.post('/api/members/permissions', { memberIds, hasPaymentsAccess: true }))
    await ok(scene.admin.post('/api/members/permissions', { memberIds: [a.userId], hasAdminAccess: true }))
    expect(await waiting(second)).toHaveLength(3)
    // Asked again, nothing waits twice.
    await ok(scene.admin.post('/api/members/permissions', { memberIds, hasPaymentsAccess: true }))
    expect(await waiting(second)).toHaveLength(3)
  })

  it('a company’s only admin gives them after a day; the first member is told, too, whatever they may do now', async () => {
    const owner = await scene.company.addPerson({ name: 'Olga Owner', disabled: true })
    await run(
      'UPDATE company_memberships SET created_at = 1 WHERE company_id = ? AND user_id = ?',
      ...[scene.company.id, owner.userId],
    )
    const { userId } = scene.people.member
    const { waits } = await ok(scene.admin.post(`/api/member/${userId}/update`, { hasPaymentsAccess: true }))
    expect(waits.effectiveAt).not.toBeNull()
    await settled()
    const [mail] = await rows<{ email: string }>('SELECT email FROM users WHERE id = ?', owner.userId)
    const toOwner = () => sentMails().filter(({ to }) => [to].flat().includes(mail?.email ?? ''))
    expect(toOwner().map(({ subject }) => subject)).toEqual(['Ada Admin asks to change a payment safeguard'])
    await run('UPDATE guarded_changes SET effective_at = 1 WHERE company_id = ?', scene.company.id)
    await runTicks(env)
    expect((await flagsOf(userId)).hasPaymentsAccess).toBe(true)
    await settled()
    expect(toOwner().map(({ subject }) => subject)).toContain('The change that Ada Admin asked for took effect')
  })

  it('a right of someone who is gone by then is given up, and said in the history', async () => {
    const { id } = await ok(scene.admin.post('/api/member/new', person({ hasPaymentsAccess: true })))
    await run('DELETE FROM company_memberships WHERE company_id = ? AND user_id = ?', scene.company.id, id)
    await run('UPDATE guarded_changes SET effective_at = 1 WHERE company_id = ?', scene.company.id)
    await runTicks(env)
    expect(await waiting(scene.admin)).toEqual([])
    const [last] = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND full_action = 'company.setting-cancelled'",
      scene.company.id,
    )
    expect(last?.message).toContain('it can’t be made anymore')
  })
})

describe('access that is taken away', () => {
  it('the last person who confirms bank details loses it at once, and the answer and the admins are told', async () => {
    const groupId = await guardedGroup()
    const payer = await scene.company.addPerson({ flags: ['hasPaymentsAccess'] })
    await scene.company.addToGroup(groupId, payer.userId)
    const LOST: Record<string, () => Promise<Answer>> = {
      group: () => scene.admin.call('DELETE', `/api/groups/${groupId}/members/${payer.userId}`),
      flag: () => scene.admin.post(`/api/member/${payer.userId}/update`, { hasPaymentsAccess: false }),
      member: () => scene.admin.post(`/api/members/${payer.userId}/enabled`, { enabled: false }),
    }
    for (const lose of Object.values(LOST)) {
      expect((await ok(lose())).warning).toContain('No one who may confirm bank details works with payments')
      await run('DELETE FROM group_members WHERE company_id = ? AND group_id = ?', scene.company.id, groupId)
      await scene.company.addToGroup(groupId, payer.userId)
      await run(
        'UPDATE company_memberships SET has_payments_access = 1, disabled_at = NULL WHERE company_id = ? AND user_id = ?',
        ...[scene.company.id, payer.userId],
      )
    }
    await settled()
    const told = sentMails().filter(({ subject }) => subject === 'Bank details can’t be confirmed as before')
    expect(told).toHaveLength(3)
    // With two, the first one who leaves is warned about, too, and a third one isn't missed.
    const more = [await scene.company.addPerson({ flags: ['hasPaymentsAccess'] })]
    for (const { userId } of more) await scene.company.addToGroup(groupId, userId)
    expect((await ok(LOST.flag?.() ?? Promise.reject())).warning).toContain('Only one person may confirm bank details')
  })
})

describe('the sign-in address of someone in a guarded group', () => {
  it.each([
    ['a user admin', 'hasUserAdminAccess'],
    ['a super viewer', 'hasSuperViewerAccess'],
    ['an admin outside the group', 'hasAdminAccess'],
  ] as const)('%s doesn’t change it, whether they joined or not', async (_, flag) => {
    const groupId = await guardedGroup()
    const client = await signIn(scene.company, await scene.company.addPerson({ flags: [flag] }))
    const invited = await ok(scene.admin.post('/api/member/new', person({})))
    for (const userId of [scene.people.member.userId, invited.id]) {
      await scene.company.addToGroup(groupId, userId)
      const answer = await client.post(`/api/member/${userId}/update`, { email: `taken-${userId}@x.test` })
      expect(answer.status).toBe(403)
      expect(answer.body.fields.email).toContain(flag === 'hasAdminAccess' ? 'groups they belong to' : 'Ask an admin')
    }
  })
})

describe('who can confirm bank details', () => {
  it('those who can’t read who can', async () => {
    const groupId = await guardedGroup()
    const [vi, newcomer] = [
      await scene.company.addPerson({ name: 'Vi Valid', flags: ['hasPaymentsAccess'] }),
      await scene.company.addPerson({ name: 'Nora New', flags: ['hasPaymentsAccess'] }),
    ]
    for (const { userId } of [vi, newcomer]) await scene.company.addToGroup(groupId, userId)
    await run(
      'UPDATE company_memberships SET payments_granted_at = ? WHERE company_id = ? AND user_id = ?',
      ...[Date.now(), scene.company.id, newcomer.userId],
    )
    await run("UPDATE vendor_bank_details SET state = 'WAITING' WHERE company_id = ?", scene.company.id)
    const shown = async (client: Client) =>
      (await ok(client.get('/api/payments/attention'))).paymentInformation.map(
        ({ confirmableBy }: { confirmableBy: string | null }) => confirmableBy,
      )
    for (const words of await shown(scene.admin)) expect(words).toBe('Vi Valid can.')
    expect((await shown(scene.admin)).length).toBeGreaterThan(0)
    for (const words of await shown(await signIn(scene.company, vi))) expect(words).toBeNull()
  })
})
