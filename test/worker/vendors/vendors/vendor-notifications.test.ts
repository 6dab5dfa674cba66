import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { failNextMails, sentMails } from '../../../support/worker/outside.ts'
import { carriedOut, checkedImport } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Emails about vendors: to the people in the company's settings, about vendor events. */

const SETTINGS = '/api/vendor-notifications-settings'
const ROLES = ['actor', 'admin', 'vendorAdmin', 'owner', 'grouped', 'bystander'] as const

let company: TestCompany
let people: Record<(typeof ROLES)[number], TestPerson>
let actor: Client
let groupId: string

beforeEach(async () => {
  failNextMails(0)
  company = await makeCompany()
  people = {
    actor: await company.addPerson({ name: 'Ada Actor', flags: ['hasAdminAccess'] }),
    admin: await company.addPerson({ name: 'Ann Admin', flags: ['hasAdminAccess'] }),
    vendorAdmin: await company.addPerson({ name: 'Vera Vendor', flags: ['hasVendorAdminAccess'] }),
    owner: await company.addPerson({ name: 'Olga Owner' }),
    grouped: await company.addPerson({ name: 'Gus Group' }),
    bystander: await company.addPerson({ name: 'Bo Bystander' }),
  }
  actor = await signIn(company, people.actor)
  groupId = await company.add('groups', 'Procurement')
  await company.addToGroup(groupId, people.grouped.userId)
})

const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return body as any
}
const choose = (admins: boolean, vendorAdmins: boolean, owners: boolean, groups: string[] = []) =>
  ok(
    actor.post(SETTINGS, {
      sendToAdmins: admins,
      sendToVendorAdmins: vendorAdmins,
      sendToVendorOwners: owners,
      groupsToSendTo: groups.map((id) => ({ id })),
    }),
  )
const make = async (more: object = {}): Promise<string> =>
  (
    await ok(
      actor.post('/api/vendors', {
        name: `Acme ${newId()}`,
        owners: [people.owner.userId],
        paymentMethod: 'UNKNOWN',
        ...more,
      }),
    )
  ).id
const change = (id: string, body: object) => ok(actor.call('PUT', `/api/vendors/${id}`, { body }))
const mailsTo = (person: TestPerson) => sentMails(person.email).filter(({ subject }) => subject.startsWith('Vendor'))
/** Who got how many emails about vendors since the last check. */
const told = async (): Promise<Record<string, string[]>> => {
  const before = new Map(ROLES.map((role) => [role, mailsTo(people[role]).length]))
  await runTicks(env)
  const entries = ROLES.map((role) => [role, mailsTo(people[role]).slice(before.get(role))] as const)
  return Object.fromEntries(
    entries.filter(([, mails]) => mails.length > 0).map(([role, mails]) => [role, mails.map(({ text }) => text)]),
  )
}
const rolesTold = async () => Object.keys(await told())

describe('vendor notifications', () => {
  it('admins, vendor admins and owners are notified by default, and never the person who did it', async () => {
    await make()
    expect(await rolesTold()).toEqual(['admin', 'vendorAdmin', 'owner'])
  })

  it.each([
    ['admins', [true, false, false], ['admin']],
    ['vendor admins', [false, true, false], ['vendorAdmin']],
    ['owners', [false, false, true], ['owner']],
    ['nobody', [false, false, false], []],
  ] as const)('only %s are notified when the company chose so', async (_, [admins, vendorAdmins, owners], expected) => {
    await choose(admins, vendorAdmins, owners)
    await make()
    expect(await rolesTold()).toEqual(expected)
  })

  it('members of the chosen groups are notified, once even if named twice', async () => {
    await company.addToGroup(groupId, people.owner.userId)
    await choose(false, false, true, [groupId])
    await make()
    expect(Object.entries(await told()).map(([role, mails]) => [role, mails.length])).toEqual([
      ['owner', 1],
      ['grouped', 1],
    ])
  })

  it('no one is notified if the company or the person turned emails off', async () => {
    const owner = await signIn(company, people.owner)
    const { version: _, ...own } = await ok(owner.get('/api/current-user/notification-settings'))
    await ok(owner.post('/api/current-user/notification-settings', { ...own, receiveEmail: false }))
    await make()
    expect(await rolesTold()).toEqual(['admin', 'vendorAdmin'])
    await ok(
      actor.call('PUT', '/api/notification-settings', {
        body: { enableEmailNotifications: false, enableSlackNotifications: false },
      }),
    )
    await make()
    expect(await rolesTold()).toEqual([])
  })

  it('the email names changed company and payment details, without taxpayer ids', async () => {
    const id = await make()
    await told()
    const name = `Umbrella ${newId()}`
    const taxPayerIdentificationNumbers = [{ taxPayerIdentificationNumber: '12-3456789' }]
    await change(id, { name, paymentMethod: 'WIRE', taxPayerIdentificationNumbers })
    const [text = ''] = (await told()).owner ?? []
    expect(text).toContain(`Ada Actor changed the name, payment method, and tax IDs of the vendor ${name}.`)
    expect(text).toContain(`/vendors/${id}`)
    expect(text).not.toContain('3456789')
  })

  it('changes to other details, or no change, send no email', async () => {
    const id = await make({ paymentMethod: 'WIRE' })
    await told()
    await change(id, { description: 'Boxes', paymentMethod: 'WIRE' })
    await ok(actor.post('/api/vendors/set-payment-methods', { vendorIds: [id], paymentMethod: 'WIRE' }))
    expect(await rolesTold()).toEqual([])
  })

  it('changes to several vendors are one email, with only an owner’s own vendors', async () => {
    const [mine, other] = [`Mine ${newId()}`, `Other ${newId()}`]
    const ids = [await make({ name: mine }), await make({ name: other, owners: [people.bystander.userId] })]
    await told()
    await ok(actor.post('/api/vendors/set-payment-methods', { vendorIds: ids, paymentMethod: 'ACH' }))
    const { admin = [], owner = [] } = await told()
    expect([admin.length, owner.length]).toEqual([1, 1])
    expect(admin[0]).toContain('Ada Actor changed the payment method of 2 vendors.')
    expect(admin[0]).toContain(`- ${mine}\n- ${other}`)
    expect(owner[0]).toContain(`Ada Actor changed the payment method of the vendor ${mine}.`)
    expect(owner[0]).not.toContain(other)
  })

  it('archiving, unarchiving, verifying, merging, undoing a merge and deleting are notified', async () => {
    await choose(false, false, true)
    const [fromName, intoName] = [`From ${newId()}`, `Into ${newId()}`]
    const [from, into] = [await make({ name: fromName }), await make({ name: intoName })]
    const next = async () => (await told()).owner?.[0]?.split('\n')[0]
    await next()
    await ok(actor.post('/api/vendors/archive', { vendorIds: [into], archived: true }))
    expect(await next()).toBe(`Ada Actor archived the vendor ${intoName}.`)
    await ok(actor.post('/api/vendors/archive', { vendorIds: [into], archived: false }))
    expect(await next()).toBe(`Ada Actor unarchived the vendor ${intoName}.`)
    const business = { businessName: 'Into Inc', businessTaxId: '12-3456789', note: '', verified: true }
    await ok(actor.post(`/api/vendors/${into}/verifications`, business))
    expect(await next()).toBe(`Ada Actor verified the vendor ${intoName} as Into Inc.`)
    const merge = { fromVendorId: from, version: 3, fromVersion: 1, choices: {} }
    const { mergeId } = await ok(actor.post(`/api/vendors/${into}/merge`, merge))
    expect(await next()).toBe(`Ada Actor merged the vendor ${fromName} into the vendor ${intoName}.`)
    await ok(actor.post(`/api/vendor-merges/${mergeId}/undo`, {}))
    expect(await next()).toBe(`Ada Actor undid the merge of the vendor ${fromName} into the vendor ${intoName}.`)
    await ok(actor.graphql('mutation ($id: ID!) { deleteVendor(id: $id) { id } }', { id: from }))
    expect(await next()).toBe(`Ada Actor deleted the vendor ${fromName}.`)
  })

  it('an import sends one email at its end', async () => {
    const checked = await checkedImport(
      actor,
      ['Vendor name,Owner', `A ${newId()},${people.owner.email}`, `B ${newId()},`].join('\r\n'),
    )
    await carriedOut(actor, checked)
    await runTicks(env)
    const mails = mailsTo(people.owner)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/^Ada Actor imported vendors from .*: 2 created, 0 changed\./)
  })
})
