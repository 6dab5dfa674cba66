import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

const PATH = '/api/company-settings'

const scene = async (flags: Parameters<typeof makeCompany>[0] = []) => {
  const company = await makeCompany(flags)
  const admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  const turn = (modules: Record<string, boolean>) => admin.call('PUT', PATH, { body: { modules } })
  const states = async () =>
    Object.fromEntries(
      (await admin.get(PATH)).body.modules.map(
        ({ module, isOn, isAllowed }: { module: string; isOn: boolean; isAllowed: boolean }) => [
          module,
          `${isOn ? 'on' : 'off'}${isAllowed ? '' : ', not given'}`,
        ],
      ),
    )
  return { company, admin, turn, states }
}

describe('the modules of a company', () => {
  it('admins turn one off and on, with an entry in the history, and what was made is back', async () => {
    const { admin, turn, states } = await scene(['enableBusinessUnits'])
    const made = await admin.post('/api/business-units', { name: 'Robots' })
    expect(made.status).toBe(200)
    expect((await turn({ enableBusinessUnits: false })).status).toBe(200)
    expect(await states()).toMatchObject({ enableBusinessUnits: 'off' })
    expect((await admin.get('/api/current-company')).body.enableBusinessUnits).toBe(false)
    expect(codeOf(await admin.get('/api/business-units'))).toBe('FORBIDDEN')
    expect((await turn({ enableBusinessUnits: true })).status).toBe(200)
    expect((await admin.get('/api/business-units')).status).toBe(200)
    const messages = (await admin.get('/api/audit-logs/company')).body.edges.map(
      ({ node }: { node: { message: string } }) => node.message,
    )
    expect(messages).toEqual(expect.arrayContaining(['Turned off: Business units', 'Turned on: Business units']))
  })

  it('one that the platform doesn’t give stays off, and the answer says who can add it', async () => {
    const { turn, states } = await scene()
    const refused = await turn({ enableSourcing: true, enableBusinessUnits: true })
    expect(fieldsOf(refused)).toEqual({
      'modules.enableSourcing': 'Ask Outlay to add this to your company',
      'modules.enableBusinessUnits': 'Ask Outlay to add this to your company',
    })
    expect(await states()).toMatchObject({ enableSourcing: 'off, not given', enableBusinessUnits: 'off, not given' })
  })

  it('one is on only with what it needs, in both directions, and together in one change', async () => {
    const { turn, states } = await scene(['enableIntakeRequests', 'enableSourcing'])
    expect(fieldsOf(await turn({ enableIntakeRequests: false }))).toEqual({
      'modules.enableIntakeRequests': 'Turn off Sourcing forms first',
    })
    expect((await turn({ enableIntakeRequests: false, enableSourcing: false })).status).toBe(200)
    expect(fieldsOf(await turn({ enableSourcing: true }))).toEqual({
      'modules.enableSourcing': 'Turn on Intake requests first',
    })
    expect((await turn({ enableSourcing: true, enableIntakeRequests: true })).status).toBe(200)
    expect(await states()).toMatchObject({ enableSourcing: 'on', enableIntakeRequests: 'on' })
  })

  it('other currencies need no one’s leave', async () => {
    const { admin, turn, states } = await scene()
    expect((await turn({ enableCurrencies: true })).status).toBe(200)
    expect(await states()).toMatchObject({ enableCurrencies: 'on' })
    // Where the other settings are, it is the same switch.
    await turn({ enableCurrencies: false })
    expect((await admin.call('PUT', PATH, { body: { enableCurrencies: true } })).status).toBe(200)
    expect(await states()).toMatchObject({ enableCurrencies: 'on' })
  })

  it('what the platform takes away isn’t the company’s to turn on any more, also if the company had turned it off', async () => {
    const { company, turn, states } = await scene(['enableSourcing', 'enableIntakeRequests'])
    await turn({ enableSourcing: false })
    const staff = await signInAsStaff()
    const managed = () => staff.get(`/api/super-admin/company/${company.id}`)
    expect((await managed()).body).toMatchObject({ enableSourcing: true, turnedOff: ['enableSourcing'] })
    const put = (enableSourcing: boolean) =>
      staff.call('PUT', `/api/super-admin/company/${company.id}`, { body: { featureFlags: { enableSourcing } } })
    // Giving what the company has changes nothing that the company chose.
    expect((await put(true)).status).toBe(200)
    expect(await states()).toMatchObject({ enableSourcing: 'off' })
    expect((await put(false)).status).toBe(200)
    expect((await managed()).body).toMatchObject({ enableSourcing: false, turnedOff: [] })
    expect(await states()).toMatchObject({ enableSourcing: 'off, not given' })
    expect((await put(true)).status).toBe(200)
    expect(await states()).toMatchObject({ enableSourcing: 'on' })
  })

  it('payments stay on while one is on its way or has a day', async () => {
    const { company, turn } = await scene(['paymentsEnabled'])
    const insert = (id: string, status: string, payOn: string | null) =>
      env.DB.prepare(
        `INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, status, amount_minor, currency, invoice_number,
           due_sort, bill_created_by_user_id, created_at, updated_at, pay_on, pay_on_by_user_id)
         VALUES (?1, ?2, ?1, 1, 'v', ?3, 100, 'USD', 'A-1', '9', 'u', 1, 1, ?4, 'u')`,
      )
        .bind(id, company.id, status, payOn)
        .run()
    const held = {
      'modules.paymentsEnabled':
        'Payments are on their way or scheduled. Wait until they have arrived, or cancel the scheduled ones',
    }
    await insert(`${company.id}-1`, 'PROCESSING', null)
    expect(fieldsOf(await turn({ paymentsEnabled: false }))).toEqual(held)
    await env.DB.prepare(`UPDATE bill_payments SET status = 'APPROVED', pay_on = '2030-01-01' WHERE company_id = ?`)
      .bind(company.id)
      .run()
    expect(fieldsOf(await turn({ paymentsEnabled: false }))).toEqual(held)
    await env.DB.prepare('UPDATE bill_payments SET pay_on = NULL WHERE company_id = ?').bind(company.id).run()
    expect((await turn({ paymentsEnabled: false })).status).toBe(200)
  })
})
