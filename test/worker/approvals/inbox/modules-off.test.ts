import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import * as bills from '../../../support/worker/bills.ts'
import { makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file as fileRequest } from '../../../support/worker/intake.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import { anonymous, type Client, type TestCompany } from '../../../support/worker/world.ts'

/** What waits while its module is turned off: at every door that isn't the module's own. */

interface Waiting {
  company: TestCompany
  approver: Client
  email: string
  /** Files something for the approver to decide, and returns its id. */
  file(): Promise<string>
}

const KINDS: [string, CompanyFlag, () => Promise<Waiting>][] = [
  [
    'INTAKE_SUBMISSION',
    'enableIntakeRequests',
    async () => {
      const { company, approver, requester, category, people } = await makeFilingScene()
      const file = () => fileRequest(requester, category.id, { title: 'Desk', amount: usd(500) })
      return { company, approver, email: people.approver.email, file }
    },
  ],
  [
    'SPEND_REQUEST',
    'enableSpendRequests',
    async () => {
      const scene = await spend.makeSpendScene()
      const { company, approver, people } = scene
      await spend.addRuleSet(company, { levels: [spend.always('Lead', people.approver.userId)] })
      return { company, approver, email: people.approver.email, file: () => spend.file(scene) }
    },
  ],
  [
    'BILL',
    'paymentsEnabled',
    async () => {
      const scene = await bills.makeBillScene()
      const { company, approver, people } = scene
      await bills.addRuleSet(company, { levels: [spend.always('Lead', people.approver.userId)] })
      return { company, approver, email: people.approver.email, file: () => bills.enter(scene) }
    },
  ],
]

const LINK = /\/public\/decision\/(\S+)/
const asking = (email: string) => sentMails(email).filter(({ subject }) => subject.startsWith('Approve: '))
const asked = (email: string): Promise<string> =>
  vi.waitFor(
    async () => {
      await runTicks(env)
      const [mail] = asking(email)
      if (!mail) throw new Error('Not asked yet')
      return LINK.exec(mail.text)?.[1] ?? ''
    },
    { timeout: 10_000, interval: 50 },
  )

describe.each(KINDS)('while the module of a %s is off', (targetType, module, make) => {
  it('nothing asks for a decision, and no door takes one, until it is on again', async () => {
    const { company, approver, email, file } = await make()
    const id = await file()
    const token = await asked(email)
    const turn = (isOn: boolean) =>
      run(
        `UPDATE companies SET flags = json_set(flags, '$.${module}', json(?2), '$.${OTHER[module] ?? 'enableIntakeRequests'}', json('true')) WHERE id = ?1`,
        company.id,
        String(isOn),
      )
    const inbox = async () =>
      (await approver.get('/api/approvals/inbox')).body.items.map((item: { id: string }) => item.id)
    const blockOf = async () =>
      (await rows<{ id: string }>('SELECT id FROM level_group_statuses WHERE target_id = ? LIMIT 1', id))[0]?.id
    const blockId = await blockOf()
    expect(blockId).toBeTruthy()
    const statuses = async () => ({
      inbox: await inbox(),
      opened: (await anonymous.get(`/public-api/decisions/${token}`)).status,
      decided: (await anonymous.post(`/public-api/decisions/${token}`, { action: 'SEND_BACK', text: 'Why?' })).status,
      sentBack: (await approver.post(`/api/level-group-statuses/${blockId}/send-back`, { message: 'Why?' })).status,
    })
    await turn(false)
    const before = await rows('SELECT count(*) AS n FROM audit_log WHERE target_id = ?', id)
    expect(await statuses()).toEqual({ inbox: [], opened: 404, decided: 404, sentBack: 404 })
    expect(await rows('SELECT count(*) AS n FROM audit_log WHERE target_id = ?', id)).toEqual(before)
    // What is written while it is off isn't sent either.
    await turn(true)
    await file()
    await turn(false)
    const mails = asking(email).length
    for (let time = 0; time < 3; time += 1) await runTicks(env)
    expect(asking(email)).toHaveLength(mails)
    await turn(true)
    expect(await inbox()).toContain(id)
    expect((await anonymous.get(`/public-api/decisions/${token}`)).body).toMatchObject({ targetType, end: null })
  })
})

/** Turned on in its place, so that people still have approvals. */
const OTHER: Partial<Record<CompanyFlag, CompanyFlag>> = { enableIntakeRequests: 'enableSpendRequests' }
