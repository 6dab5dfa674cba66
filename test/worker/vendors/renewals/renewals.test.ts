import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import type { OutboxContext } from '../../../../worker/core/outbox-registry.ts'
import { sweepOutbox } from '../../../../worker/core/outbox-sweep.ts'
import { enqueueRenewalReminders } from '../../../../worker/features/vendors/renewals/enqueue.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { failNextMails, sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Renewal reminders: to whom, when, and once. */

const CONFIG = '/api/service-period-renewal-reminder-config'
const HOUR = 3_600_000

let company: TestCompany
let adminPerson: TestPerson
let admin: Client
let owner: TestPerson
let vendorId: string

beforeEach(async () => {
  company = await makeCompany()
  adminPerson = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  admin = await signIn(company, adminPerson)
  owner = await company.addPerson({ name: 'Olga Owner' })
  vendorId = await company.add('vendors', `Acme ${newId()}`)
  failNextMails(0)
})

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)
const today = dayOf(Date.now())
const chosen = (more = {}) => ({
  sendToAdmins: false,
  sendToVendorOwners: false,
  sendToServiceOwners: true,
  sendToDepartmentLeads: false,
  sendToBusinessUnitLeads: false,
  ...more,
})
const choose = async (more = {}) => expect((await admin.post(CONFIG, chosen(more))).status).toBe(200)

const periodOf = (more = {}) => ({
  startDate: addDays(today, -300),
  endDate: addDays(today, 60),
  totalServicePeriodCost: 120_000,
  currency: 'USD',
  noticeDays: 30,
  ...more,
})
/** A service with a reminder today. */
const make = async (more = {}, period = {}): Promise<string> => {
  const servicePeriods = [periodOf({ renewalReminders: [today], ...period })]
  const name = `Hosting ${newId()}`
  const made = await admin.post('/api/services', { name, vendorId, ownerIds: [owner.userId], servicePeriods, ...more })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.id
}
const read = async (id: string) => (await admin.get(`/api/services/${id}`)).body

const contextAt = (now: number): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})
/** What the cron does about reminders, as of an instant. */
const cronAt = async (now: number) => {
  await enqueueRenewalReminders(contextAt(now))
  await sweepOutbox(contextAt(now))
}
/** The evening of today anywhere, when every morning has passed. */
const tonight = Date.parse(today) + 23 * HOUR
const remindersTo = (person: TestPerson) =>
  sentMails(person.email).filter((mail) => mail.subject.startsWith('Renewal reminder'))

describe('a renewal reminder', () => {
  it('a reminder is sent once with the company’s text, the end and the last day to cancel', async () => {
    await choose({ message: 'Ask Dana first' })
    const id = await make()
    for (let i = 0; i < 3; i++) await cronAt(tonight)
    const [mail, ...more] = remindersTo(owner)
    expect(more).toEqual([])
    const { name, servicePeriods } = await read(id)
    expect(mail?.subject).toContain(name)
    expect(mail?.text).toMatch(/ends on .*, in 60 days\./)
    expect(mail?.text).toContain('> Ask Dana first')
    expect(mail?.text).toMatch(/Last day to cancel: .* \(in 30 days\)/)
    expect(mail?.text).toContain(`/services/${id}`)
    expect(servicePeriods[0].cancelBy).toBe(addDays(today, 30))
    expect(remindersTo(adminPerson)).toEqual([])
  })

  it('saving the service again, or removing and restoring its date, doesn’t repeat the reminder', async () => {
    const id = await make()
    await cronAt(tonight)
    const [period] = (await read(id)).servicePeriods
    const save = async (renewalReminders: string[], version: number) => {
      const { amortizedCost: _, cancelBy: __, answers: ___, ...kept } = period
      const body = { servicePeriods: [{ ...kept, renewalReminders }], version }
      expect((await admin.call('PUT', `/api/services/${id}`, { body })).status).toBe(200)
    }
    await save([], 1)
    await save([today], 2)
    await cronAt(tonight)
    expect(remindersTo(owner)).toHaveLength(1)
  })

  it('a reminder the provider accepted just before a crash isn’t sent again', async () => {
    await make()
    await cronAt(tonight)
    // The email was sent, but that wasn't recorded.
    await run(
      "UPDATE outbox SET done_at = NULL, available_at = 0 WHERE company_id = ? AND topic = 'service.remind'",
      company.id,
    )
    await cronAt(tonight + HOUR)
    expect(remindersTo(owner)).toHaveLength(1)
  })

  it('a reminder the provider refused is sent at the next attempt', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await choose()
    await make()
    failNextMails(1, [owner.email])
    await cronAt(tonight)
    expect(remindersTo(owner)).toEqual([])
    await cronAt(tonight + HOUR)
    expect(remindersTo(owner)).toHaveLength(1)
  })

  it('a reminder whose queueing was cut off is found again, and one queued twice is sent once', async () => {
    await choose()
    const id = await make()
    const broken = contextAt(tonight)
    vi.spyOn(broken.db, 'batch').mockImplementation(async (statements) => {
      if (statements.length === 2) throw new Error('cut off')
      return Database.prototype.batch.call(broken.db, statements)
    })
    await expect(enqueueRenewalReminders(broken)).rejects.toThrow('cut off')
    const outbox = () => rows("SELECT id FROM outbox WHERE company_id = ? AND topic = 'service.remind'", company.id)
    expect(await outbox()).toEqual([])
    await enqueueRenewalReminders(contextAt(tonight))
    // As if the row had been settled without being recorded.
    await run('UPDATE service_reminders SET settled_at = NULL WHERE service_id = ?', id)
    await enqueueRenewalReminders(contextAt(tonight))
    expect(await outbox()).toHaveLength(1)
    await cronAt(tonight)
    expect(remindersTo(owner)).toHaveLength(1)
  })

  it('a reminder is sent in the person’s morning, never on another calendar date', async () => {
    await choose()
    await run("UPDATE users SET timezone = 'Pacific/Kiritimati' WHERE id = ?", owner.userId)
    const late = await company.addPerson({ name: 'Lana Late' })
    await run("UPDATE users SET timezone = 'Pacific/Pago_Pago' WHERE id = ?", late.userId)
    const day = addDays(today, 3)
    await make({ ownerIds: [owner.userId, late.userId] }, { renewalReminders: [day] })
    // Kiritimati is 14 hours ahead of UTC, Pago Pago 11 behind.
    const midnight = Date.parse(day)
    await cronAt(midnight - 14 * HOUR - 60_000)
    await cronAt(midnight + (8 - 14) * HOUR - 60_000)
    expect(remindersTo(owner)).toEqual([])
    await cronAt(midnight + (8 - 14) * HOUR + 60_000)
    expect(remindersTo(owner)).toHaveLength(1)
    await cronAt(midnight + (8 + 11) * HOUR - 60_000)
    expect(remindersTo(late)).toEqual([])
    await cronAt(midnight + (8 + 11) * HOUR + 60_000)
    expect(remindersTo(late)).toHaveLength(1)
  })

  it('a reminder isn’t sent for a date already past when entered, removed, archived or turned off since', async () => {
    await choose()
    await make({}, { renewalReminders: [addDays(today, -1)] })
    await cronAt(tonight)
    expect(remindersTo(owner)).toEqual([])

    const archived = await make()
    await admin.post('/api/services/archive', { serviceIds: [archived], archived: true })
    await cronAt(tonight)
    expect(remindersTo(owner)).toEqual([])

    const morning = Date.parse(today) + 7 * HOUR
    const taken = await make()
    await enqueueRenewalReminders(contextAt(morning))
    await run('DELETE FROM service_reminders WHERE service_id = ?', taken)
    await cronAt(tonight)
    expect(remindersTo(owner)).toEqual([])

    const switches = { enableEmailNotifications: false, enableSlackNotifications: false }
    await admin.call('PUT', '/api/notification-settings', { body: switches })
    await make()
    await cronAt(tonight)
    expect(remindersTo(owner)).toEqual([])
  })
})

describe('the recipients of renewal reminders', () => {
  it('recipients are exactly those chosen, each once: admins, owners of vendor and service, leads, groups', async () => {
    const people = {
      lead: await company.addPerson({ flags: ['hasDepartmentAccess'] }),
      colleague: await company.addPerson(),
      unitLead: await company.addPerson({ flags: ['hasBusinessUnitAccess'] }),
      grouped: await company.addPerson(),
      gone: await company.addPerson({ disabled: true }),
    }
    const [departmentId, businessUnitId] = [await company.add('departments'), await company.add('business_units')]
    const [groupId, left] = [await company.add('groups'), await company.add('groups')]
    await company.addToDepartment(departmentId, people.lead.userId)
    await company.addToDepartment(departmentId, people.colleague.userId)
    await company.addToBusinessUnit(businessUnitId, people.unitLead.userId)
    for (const person of [people.grouped, people.gone, owner]) await company.addToGroup(groupId, person.userId)
    const vendorOwner = await company.addPerson()
    await run(
      "INSERT INTO vendor_links (company_id, vendor_id, kind, target_id) VALUES (?, ?, 'OWNER', ?)",
      ...[company.id, vendorId, vendorOwner.userId],
    )
    const service = { departmentIds: [departmentId], businessUnitId }
    const told = async (more: object): Promise<string[]> => {
      await choose({ sendToServiceOwners: false, ...more })
      const all = Object.entries({ ...people, vendorOwner, owner, admin: adminPerson })
      const before = new Map(all.map(([name, person]) => [name, remindersTo(person).length]))
      await make(service)
      await cronAt(tonight)
      return all.flatMap(([name, person]) => {
        const count = remindersTo(person).length - (before.get(name) ?? 0)
        expect(count).toBeLessThan(2)
        return count === 1 ? [name] : []
      })
    }
    expect(await told({ sendToAdmins: true })).toEqual(['admin'])
    expect(await told({ sendToServiceOwners: true })).toEqual(['owner'])
    expect(await told({ sendToVendorOwners: true })).toEqual(['vendorOwner'])
    expect(await told({ sendToDepartmentLeads: true })).toEqual(['lead'])
    expect(await told({ sendToBusinessUnitLeads: true })).toEqual(['unitLead'])
    expect(await told({ groupsToSendTo: [{ id: groupId }] })).toEqual(['grouped', 'owner'])
    expect(await told({ groupsToSendTo: [{ id: groupId }], sendToServiceOwners: true })).toEqual(['grouped', 'owner'])
    // No one is chosen, so admins are notified and no renewal goes unnoticed.
    expect(await told({})).toEqual(['admin'])
    // Nor does one for which everyone who was chosen has been disabled.
    await company.addToGroup(left, people.gone.userId)
    expect(await told({ groupsToSendTo: [{ id: left }] })).toEqual(['admin'])
  })

  it('the slower of two admins saving is told, and another company’s group is refused', async () => {
    const groupId = await company.add('groups', 'Buyers')
    expect((await admin.get(CONFIG)).body).toMatchObject({ sendToAdmins: true, sendToServiceOwners: true, version: 0 })
    const saved = await admin.post(CONFIG, { ...chosen(), groupsToSendTo: [{ id: groupId }], version: 0 })
    expect(saved.body).toMatchObject({ groupsToSendTo: [{ id: groupId, name: 'Buyers' }], version: 1 })
    expect(await admin.post(CONFIG, { ...chosen(), version: 0 })).toMatchObject({ status: 409 })
    const elsewhere = await (await makeCompany()).add('groups')
    const refused = await admin.post(CONFIG, { ...chosen(), groupsToSendTo: [{ id: elsewhere }] })
    expect(Object.keys(fieldsOf(refused))).toEqual(['groupsToSendTo'])
    const { body } = await admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${company.id}`)
    expect(body.edges[0].node.changeData.after).toMatchObject({ groupsToSendTo: [{ name: 'Buyers' }] })
  })
})

describe('dates of a period', () => {
  it.each([
    ['a reminder after its end', { renewalReminders: [addDays(today, 61)] }, 'renewalReminders'],
    ['a day that is none', { renewalReminders: ['2030-02-30'] }, 'renewalReminders.0'],
    ['notice of minus a day', { noticeDays: -1 }, 'noticeDays'],
    ['notice of half a day', { noticeDays: 0.5 }, 'noticeDays'],
  ])('%s is refused beside its field', async (_, more, field) => {
    const servicePeriods = [periodOf(more)]
    const answer = await admin.post('/api/services', { name: 'Refused', vendorId, servicePeriods })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldsOf(answer))).toEqual([`servicePeriods.0.${field}`])
  })
})

it('the cron reads only what is due, however many periods there are', async () => {
  const id = await make({}, { renewalReminders: [addDays(today, 30)] })
  await run(
    `INSERT INTO service_periods (id, company_id, service_id, start_date, end_date, total_minor, amortized_minor, currency)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
     SELECT 'scale-' || ?1 || i, ?1, 'scale-' || i, '2030-01-01', '2030-12-31', 1, 1, 'USD' FROM n`,
    company.id,
  )
  await run(
    `INSERT INTO service_reminders (company_id, service_id, period_id, remind_on, settled_at)
     SELECT company_id, service_id, id, iif(rowid % 2, '2030-11-01', '2020-11-01'), iif(rowid % 2, NULL, 1)
       FROM service_periods WHERE company_id = ?1 AND id LIKE 'scale-%'`,
    company.id,
  )
  const at = async (now: number) => {
    const context = contextAt(now)
    await enqueueRenewalReminders(context)
    return context.db.cost
  }
  await at(tonight)
  const nothing = await at(tonight)
  expect(nothing.roundTrips).toBe(1)
  expect(nothing.rowsRead).toBeLessThan(3)
  const due = await at(tonight + 30 * 24 * HOUR)
  expect(due.rowsRead).toBeLessThan(100)
  expect(await rows('SELECT settled_at FROM service_reminders WHERE service_id = ?', id)).toEqual([
    { settled_at: tonight + 30 * 24 * HOUR },
  ])
  await run("DELETE FROM service_periods WHERE company_id = ? AND id LIKE 'scale-%'", company.id)
  await run("DELETE FROM service_reminders WHERE company_id = ? AND period_id LIKE 'scale-%'", company.id)
})
