import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CHECK_SETTINGS } from '../../../../schema/money/checks/values.ts'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addRuleSet } from '../../../support/worker/bills.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { confirmGuarded, settled } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** Settings that guard payments change with a second pair of hands, or with time. */

let scene: PaidScene
beforeEach(async () => {
  scene = await makePaidScene()
})

const groupLevel = (groupId: string) => {
  const level = always('Group')
  return { noConditionRules: level.noConditionRules.map((rule) => ({ ...rule, approverGroupIds: [groupId] })) }
}

const secondAdmin = async (name = 'Sam Second') => {
  const person = await scene.company.addPerson({ name, flags: ['hasAdminAccess'] })
  return { person, client: await signIn(scene.company, person) }
}
const setLimits = (client: Client, runLimit: number, freeBelow: number) =>
  client.call('PUT', '/api/payments/limits', { body: { runLimit, freeBelow } })
const limits = async () => (await scene.admin.get('/api/payments/limits')).body
const waiting = async (client: Client) => (await client.get('/api/payments/guarded-changes')).body
const decide = (client: Client, id: string, shouldConfirm = true) =>
  client.post(`/api/payments/guarded-changes/${id}/decide`, { shouldConfirm })

/** Each guarded setting: what loosens it, and what then holds. */
const SETTINGS: [string, (client: Client) => Promise<unknown>, () => Promise<unknown>, unknown][] = [
  ['limit of runs', (client) => setLimits(client, 2_000_000, 0), limits, { runLimit: 2_000_000, freeBelow: 0 }],
  [
    'amount below which anyone pays',
    (client) => setLimits(client, 1_000_000, 1_000_000_000),
    limits,
    { runLimit: 1_000_000, freeBelow: 1_000_000_000 },
  ],
  [
    'checks',
    (client) =>
      client.call('PUT', '/api/payments/check-settings', {
        body: { ...DEFAULT_CHECK_SETTINGS, modes: { ...DEFAULT_CHECK_SETTINGS.modes, FIRST_PAYMENT: 'OFF' } },
      }),
    async () => (await scene.admin.get('/api/payments/check-settings')).body.settings.modes.FIRST_PAYMENT,
    'OFF',
  ],
  [
    'groups that confirm bank details',
    async (client) => client.post('/api/payments/payment-information-approvers', { groupIds: [await controllers()] }),
    async () =>
      (await scene.admin.get('/api/payments/payment-information-approvers')).body.groups.map(
        ({ name }: { name: string }) => name,
      ),
    ['Controllers'],
  ],
]

/** A group with someone who works with payments. */
const controllers = async (): Promise<string> => {
  const groupId = await scene.company.add('groups', 'Controllers')
  const { userId } = await scene.company.addPerson({ flags: ['hasPaymentsAccess'] })
  await scene.company.addToGroup(groupId, userId)
  return groupId
}

describe('groups that confirm bank details', () => {
  it('groups without anyone who works with payments are refused, beside the field', async () => {
    const groupId = await scene.company.add('groups', 'Readers')
    await scene.company.addToGroup(groupId, (await scene.company.addPerson()).userId)
    const refused = await scene.admin.post('/api/payments/payment-information-approvers', { groupIds: [groupId] })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: {
          groupIds: 'No one in these groups works with payments, so no one could confirm bank details',
        },
      },
    })
  })

  it('those who work with payments read on Home when no one can confirm bank details anymore, or only one', async () => {
    const groupId = await controllers()
    const fault = async () => (await scene.admin.get('/api/payments/attention')).body.approversFault
    expect(await fault()).toBeNull()
    await scene.admin.post('/api/payments/payment-information-approvers', { groupIds: [groupId] })
    await confirmGuarded(scene.company)
    expect(await fault()).toContain('Only one person may confirm bank details')
    await run(
      'UPDATE company_memberships SET has_payments_access = 0 WHERE company_id = ? AND has_admin_access = 0',
      scene.company.id,
    )
    expect(await fault()).toContain('No one who may confirm bank details works with payments')
  })
})

describe('a guarded setting', () => {
  it.each(SETTINGS)(
    'the %s changes once another admin confirms it, and never by one person',
    async (_, ask, held, after) => {
      const { client: second } = await secondAdmin()
      const before = await held()
      expect(before).not.toEqual(after)
      expect(await ask(scene.admin)).toMatchObject({ status: 200 })
      expect(await held()).toEqual(before)
      const [change] = await waiting(scene.admin)
      expect(change).toMatchObject({ effectiveAt: null, askedBy: { name: 'Ada Admin' } })
      expect((await decide(scene.admin, change.id)).body.message).toBe(
        'You asked for this change, so someone else has to confirm it.',
      )
      expect((await decide(scene.colleague, change.id)).status).toBe(403)
      // With another one who confirms, time alone changes nothing.
      await run('UPDATE guarded_changes SET asked_at = 0 WHERE company_id = ?', scene.company.id)
      await runTicks(env)
      expect(await held()).toEqual(before)
      expect((await decide(second, change.id)).status).toBe(200)
      expect(await held()).toEqual(after)
      expect(await waiting(scene.admin)).toEqual([])
      expect((await decide(second, change.id)).body.reason).toBe('NOT_WAITING')
    },
  )

  it('the change of a company’s only admin takes effect after a day, and all admins are told', async () => {
    await setLimits(scene.admin, 2_000_000, 0)
    const [change] = await waiting(scene.admin)
    expect(Date.parse(change.effectiveAt) - Date.parse(change.askedAt)).toBe(24 * 3_600_000)
    await settled()
    expect(sentMails().map(({ subject }) => subject)).toContain('Ada Admin asks to change a payment safeguard')
    await runTicks(env)
    expect((await limits()).runLimit).toBe(1_000_000)
    await run('UPDATE guarded_changes SET effective_at = 1 WHERE company_id = ?', scene.company.id)
    await runTicks(env)
    expect((await limits()).runLimit).toBe(2_000_000)
  })

  it('stricter limits hold at once, and a canceled change never does', async () => {
    const { client: second } = await secondAdmin()
    await setLimits(scene.admin, 5_000, 0)
    expect(await limits()).toEqual({ runLimit: 5_000, freeBelow: 0 })
    await setLimits(scene.admin, 900_000, 0)
    const [change] = await waiting(second)
    expect((await decide(second, change.id, false)).status).toBe(200)
    expect(await limits()).toEqual({ runLimit: 5_000, freeBelow: 0 })
    const told = await rows<{ action: string }>(
      "SELECT full_action AS action FROM audit_log WHERE company_id = ? AND full_action LIKE 'company.setting-%' ORDER BY id",
      scene.company.id,
    )
    expect(told.map(({ action }) => action)).toEqual(['company.setting-asked', 'company.setting-cancelled'])
  })

  it('an admin who was made one just now doesn’t confirm, and isn’t counted', async () => {
    const { person, client } = await secondAdmin('Nora New')
    await run(
      'UPDATE company_memberships SET payments_granted_at = ? WHERE company_id = ? AND user_id = ?',
      ...[Date.now(), scene.company.id, person.userId],
    )
    await setLimits(scene.admin, 2_000_000, 0)
    const [change] = await waiting(scene.admin)
    expect(change.effectiveAt).not.toBeNull()
    expect((await decide(client, change.id)).body.message).toContain('less than a day ago')
  })
})

describe('new holders', () => {
  it('a member who was given payments access just now starts nothing until a day has passed', async () => {
    const { paymentId } = await approvedPayment(scene)
    const nia = await scene.company.addPerson({ name: 'Nia New', flags: ['hasPaymentsAccess'] })
    const given = (at: number) =>
      run(
        'UPDATE company_memberships SET payments_granted_at = ? WHERE company_id = ? AND user_id = ?',
        ...[at, scene.company.id, nia.userId],
      )
    await given(Date.now())
    const client = await signIn(scene.company, nia)
    const start = () => client.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
    expect((await start()).body.message).toContain('less than a day ago')
    await given(Date.now() - 90_000_000)
    expect((await start()).status).toBe(200)
  })
})

describe('guarded groups', () => {
  it('user admins can’t put people into groups that approve bills or confirm details, at any door', async () => {
    const [confirms, approves, other] = [
      await scene.company.add('groups', 'Controllers'),
      await scene.company.add('groups', 'Bill approvers'),
      await scene.company.add('groups', 'Readers'),
    ]
    await run(
      'INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)',
      scene.company.id,
      confirms,
    )
    await addRuleSet(scene.company, { levels: [groupLevel(approves)] })
    const userAdmin = await signIn(
      scene.company,
      await scene.company.addPerson({ name: 'Uma User', flags: ['hasUserAdminAccess'] }),
    )
    const { member } = scene.people
    for (const groupId of [confirms, approves]) {
      const doors = [
        userAdmin.post(`/api/groups/${groupId}/members`, { userIds: [member.userId] }),
        userAdmin.post(`/api/member/${member.userId}/update`, { groupIds: [groupId] }),
        userAdmin.post('/api/member/new', {
          ...{
            email: `p-${groupId}@x.test`,
            firstName: 'P',
            lastName: 'P',
            sendNewMemberEmail: false,
            groupIds: [groupId],
          },
        }),
      ]
      for (const answer of await Promise.all(doors))
        expect([answer.status, answer.body.message]).toEqual([
          403,
          'This group approves bills or confirms bank details, so only admins change who is in it',
        ])
    }
    // Someone who comes back would be in their groups again.
    const away = await scene.company.addPerson({ disabled: true })
    await scene.company.addToGroup(confirms, away.userId)
    expect((await userAdmin.post(`/api/members/${away.userId}/enabled`, { enabled: true })).status).toBe(403)
    expect((await scene.admin.post(`/api/members/${away.userId}/enabled`, { enabled: true })).status).toBe(200)
    expect((await userAdmin.post(`/api/groups/${other}/members`, { userIds: [member.userId] })).status).toBe(200)
  })
})
