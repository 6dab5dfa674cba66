import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import {
  change,
  changedId,
  invitationToken,
  invite,
  makePortalScene,
  type PortalScene,
  settle,
} from '../../../support/worker/portal-scene.ts'
import { clientOf, rows, run } from '../../../support/worker/sessions.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'
import { anonymous, type Client, makeCompany } from '../../../support/worker/world.ts'

let scene: PortalScene
let email: string
beforeEach(async () => {
  scene = await makePortalScene()
  email = `${newId()}@vendors.test`
})

const state = async (vendorId = scene.vendorId) => (await scene.admin.get(`/api/vendors/${vendorId}/portal`)).body
const pending = async (client: Client) =>
  (await client.graphql('{ pendingVendorCompanyInvitations { id message company { id name } } }')).body.data
    .pendingVendorCompanyInvitations
const link = (path: string, body: object) => anonymous.post(`/auth/vendor-invitation${path}`, body)
const accept = (token: string) => link('/accept', { token, firstName: 'Nora', vendorCompanyName: 'Nora & Co.' })
const history = async (vendorId: string) =>
  (
    await rows<{ message: string }>(
      'SELECT message FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY id',
      ...[scene.company.id, vendorId],
    )
  ).map(({ message }) => message)
const byId = (client: Client, field: string, id: string) => client.graphql(`mutation { ${field}(id: "${id}") { id } }`)

describe('someone without an account', () => {
  it('they accept by the link, get an account and a vendor company, and work with the customer at once', async () => {
    const vendorId = await scene.company.add('vendors')
    await invite(scene.admin, vendorId, email, 'Please send us your W-9')
    const token = await invitationToken(email)
    const preview = await link('', { token })
    expect(preview.body).toMatchObject({ email, message: 'Please send us your W-9', hasAccount: false })
    const answer = await accept(token)
    expect(answer.body).toMatchObject({
      ...{
        kind: 'VENDOR_USER',
        email,
        firstName: 'Nora',
        vendorCompanyName: 'Nora & Co.',
        companyId: scene.company.id,
      },
    })
    const vendor = clientOf(answer)
    expect((await vendor.get('/api/v/associated-companies')).body).toMatchObject([
      { company: { id: scene.company.id } },
    ])
    await settle()
    expect(await state(vendorId)).toMatchObject({
      vendorCompanies: [{ name: 'Nora & Co.', people: [{ email, firstName: 'Nora', hasJoined: true }] }],
      invitations: [{ email, status: 'ACCEPTED', isExpired: false }],
    })
    expect(await history(vendorId)).toEqual([
      expect.stringContaining(`Invited ${email}`),
      `Nora (${email}) accepted the invitation to the vendor portal for Nora & Co.`,
    ])
    expect((await accept(token)).body).toMatchObject({ reason: 'NOT_PENDING' })
  })

  it('they reject by the link, which then no longer works', async () => {
    await invite(scene.admin, scene.vendorId, email)
    const token = await invitationToken(email)
    expect((await link('/reject', { token })).status).toBe(204)
    expect((await link('', { token })).body).toMatchObject({ reason: 'NOT_PENDING' })
    await settle()
    expect((await state()).invitations).toMatchObject([{ status: 'REJECTED' }])
    expect(await history(scene.vendorId)).toContain(`${email} rejected the invitation to the vendor portal`)
  })

  it('a link is replaced by the next one, expires after 14 days and can be canceled', async () => {
    const id = await invite(scene.admin, scene.vendorId, email)
    const first = await invitationToken(email)
    expect((await byId(scene.admin, 'resendVendorCompanyInvitation', id)).body.data).toBeTruthy()
    const second = await invitationToken(email, 2)
    expect((await link('', { token: first })).body).toMatchObject({ reason: 'UNKNOWN_LINK' })
    expect((await link('', { token: second })).status).toBe(200)
    const [{ days }] = (await rows(
      'SELECT (expires_at - sent_at) / 86400000 AS days FROM vendor_company_invitations WHERE id = ?',
      id,
    )) as [{ days: number }]
    expect(days).toBe(14)
    await run('UPDATE vendor_company_invitations SET expires_at = 1 WHERE id = ?', id)
    expect((await accept(second)).body).toMatchObject({ reason: 'EXPIRED' })
    expect((await state()).invitations).toMatchObject([{ status: 'PENDING', isExpired: true }])
    await byId(scene.admin, 'cancelVendorCompanyInvitation', id)
    expect((await accept(second)).body).toMatchObject({ reason: 'NOT_PENDING' })
    expect((await byId(scene.admin, 'resendVendorCompanyInvitation', id)).body.errors[0].extensions.code).toBe(
      'RULE_BROKEN',
    )
  })

  it('the same address is invited once, and again when its invitation has expired', async () => {
    const id = await invite(scene.admin, scene.vendorId, email)
    const again = await change(scene.admin, 'createVendorCompanyInvitation', { vendorId: scene.vendorId, email })
    expect(again.body.errors[0].extensions.fields.email).toMatch(/Already invited/)
    await run('UPDATE vendor_company_invitations SET expires_at = 1 WHERE id = ?', id)
    await invite(scene.admin, scene.vendorId, email)
    expect((await state()).invitations.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'CANCELLED',
    ])
  })
})

describe('someone with an account', () => {
  it('the link never opens their account, and the invitation is there after signing in', async () => {
    const other = await makeVendorCompany()
    const person = await other.addPerson({ email })
    const client = await other.signIn(person)
    const id = await invite(scene.admin, scene.vendorId, email)
    const token = await invitationToken(email)
    expect((await link('', { token })).body).toMatchObject({ hasAccount: true })
    expect((await accept(token)).body).toMatchObject({ reason: 'HAS_ACCOUNT' })
    expect(await pending(client)).toMatchObject([{ id, company: { id: scene.company.id } }])
    expect(await pending(scene.vendor)).toEqual([])
    await changedId(client, 'acceptVendorCompanyInvitation', { vendorCompanyInvitationId: id })
    expect((await client.get('/api/v/associated-companies')).body).toMatchObject([
      { vendorCompany: { id: other.id }, company: { id: scene.company.id } },
    ])
    await settle()
    expect((await state()).vendorCompanies.map(({ id }: { id: string }) => id).sort()).toEqual(
      [scene.seller.id, other.id].sort(),
    )
    expect(await pending(client)).toEqual([])
  })

  it('someone can answer for another of their vendor companies, and for no one else’s', async () => {
    const second = await makeVendorCompany()
    await second.join(scene.person)
    const stranger = await makeVendorCompany()
    const vendorId = await scene.company.add('vendors')
    const id = await invite(scene.admin, vendorId, scene.person.email)
    const wrong = await change(scene.vendor, 'acceptVendorCompanyInvitation', {
      vendorCompanyInvitationId: id,
      vendorCompanyId: stranger.id,
    })
    expect(wrong.body.errors[0].extensions.code).toBe('NOT_FOUND')
    await changedId(scene.vendor, 'acceptVendorCompanyInvitation', {
      vendorCompanyInvitationId: id,
      vendorCompanyId: second.id,
    })
    await settle()
    expect((await state(vendorId)).vendorCompanies).toMatchObject([{ id: second.id }])
  })

  it('someone who works as another vendor of the company is moved by accepting, and the asker is warned before', async () => {
    const vendorId = await scene.company.add('vendors')
    const ask = async (of: string, who: string) =>
      (await scene.admin.graphql(`{ willVendorCompanyInvitationRequireReset(email: "${who}", vendorId: "${of}") }`))
        .body.data.willVendorCompanyInvitationRequireReset
    expect(await ask(vendorId, scene.person.email)).toBe(true)
    expect(await ask(scene.vendorId, scene.person.email)).toBe(false)
    expect(await ask(vendorId, email)).toBe(false)
    const elsewhere = await makeVendorCompany()
    await elsewhere.addPerson({ email })
    // Nothing is said of vendors that don't work with the company.
    expect(await ask(vendorId, email)).toBe(false)
    const id = await invite(scene.admin, vendorId, scene.person.email)
    await changedId(scene.vendor, 'acceptVendorCompanyInvitation', { vendorCompanyInvitationId: id })
    await settle()
    expect((await state()).vendorCompanies).toEqual([])
    expect((await state(vendorId)).vendorCompanies).toMatchObject([{ id: scene.seller.id }])
  })

  it('someone who already works as the vendor isn’t invited', async () => {
    const answer = await change(scene.admin, 'createVendorCompanyInvitation', {
      vendorId: scene.vendorId,
      email: scene.person.email,
    })
    expect(answer.body.errors[0].extensions.fields.email).toMatch(/already works with you/)
  })
})

describe('an invitation by an accounting vendor', () => {
  const refusal = async (about: object) =>
    (await change(scene.admin, 'createVendorCompanyInvitation', { email, ...about })).body.errors[0].extensions
  const ask = async (about: string) =>
    (await scene.admin.graphql(`{ willVendorCompanyInvitationRequireReset(email: "${scene.person.email}", ${about}) }`))
      .body.data?.willVendorCompanyInvitationRequireReset

  it('it invites to the vendor that the accounting vendor is linked to, which the person then works as', async () => {
    const vendorId = await scene.company.add('vendors')
    const erpVendorId = await addErpObject(scene.company.id, 'VENDOR', { vendorId })
    await changedId(scene.admin, 'createVendorCompanyInvitation', { erpVendorId, email })
    expect((await accept(await invitationToken(email))).status).toBe(200)
    await settle()
    expect(await state(vendorId)).toMatchObject({
      ...{ vendorCompanies: [{ people: [{ email }] }], invitations: [{ email, status: 'ACCEPTED' }] },
    })
    expect((await refusal({ erpVendorId })).fields.email).toMatch(/already works with you/)
  })

  it('the asker is warned by the accounting vendor alone that an account would move', async () => {
    const ofOther = await addErpObject(scene.company.id, 'VENDOR', { vendorId: await scene.company.add('vendors') })
    const ofTheirs = await addErpObject(scene.company.id, 'VENDOR', { vendorId: scene.vendorId })
    expect([await ask(`erpVendorId: "${ofOther}"`), await ask(`erpVendorId: "${ofTheirs}"`)]).toEqual([true, false])
  })

  it('one that no vendor is linked to, another vendor’s, another company’s and a deleted one invite no one', async () => {
    const free = await addErpObject(scene.company.id, 'VENDOR')
    expect((await refusal({ erpVendorId: free })).fields.erpVendorId).toMatch(/isn’t linked to a vendor yet/)
    const linked = await addErpObject(scene.company.id, 'VENDOR', { vendorId: scene.vendorId })
    const vendorId = await scene.company.add('vendors')
    expect((await refusal({ erpVendorId: linked, vendorId })).fields.erpVendorId).toMatch(/another vendor/)
    const other = await makeCompany()
    const theirs = await addErpObject(other.id, 'VENDOR', { vendorId: await other.add('vendors') })
    const account = await addErpObject(scene.company.id, 'EXPENSE_ACCOUNT', { vendorId: scene.vendorId })
    await run('UPDATE erp_objects SET deleted_at = 1 WHERE id = ?', linked)
    for (const erpVendorId of [theirs, account, linked]) expect((await refusal({ erpVendorId })).code).toBe('NOT_FOUND')
    expect((await refusal({})).fields.vendorId).toBe('Choose the vendor')
    expect((await state()).invitations).toEqual([])
  })
})

it('no one is invited to an archived vendor, nor sent an invitation again', async () => {
  const id = await changedId(scene.admin, 'createVendorCompanyInvitation', {
    vendorId: scene.vendorId,
    email: `a-${email}`,
  })
  await scene.admin.post('/api/vendors/archive', { vendorIds: [scene.vendorId], archived: true })
  const refused = await change(scene.admin, 'createVendorCompanyInvitation', { vendorId: scene.vendorId, email })
  expect(refused.body.errors[0].extensions).toMatchObject({ code: 'RULE_BROKEN', reason: 'ARCHIVED' })
  const again = await byId(scene.admin, 'resendVendorCompanyInvitation', id)
  expect(again.body.errors[0].extensions).toMatchObject({ code: 'CONFLICT', reason: 'ARCHIVED' })
})

describe('members of a vendor company', () => {
  const members = async (client = scene.vendor) =>
    (await client.graphql('{ vendorCompanyMembers { id email hasJoined } }')).body.data.vendorCompanyMembers

  it('a new one is mailed a link, joins by it and is out at the next call once removed', async () => {
    const id = await changedId(scene.vendor, 'createVendorCompanyMember', { firstName: 'Max', email })
    await settle()
    const { mailTo, tokenIn, exchange } = await import('../../../support/worker/sessions.ts')
    const mail = await mailTo(email)
    expect(await members()).toContainEqual({ id, email, hasJoined: false })
    const joined = clientOf(await exchange(anonymous, tokenIn(mail)))
    expect(await members()).toContainEqual({ id, email, hasJoined: true })
    const pair = { companyId: scene.company.id, vendorCompanyId: scene.seller.id }
    const working = clientOf(await joined.post('/api/v/token-with-company', pair))
    const profile = '{ vendorCompanyPaymentInformation { id } }'
    expect((await working.get('/api/vendor-intake/forms')).status).toBe(200)
    expect((await working.graphql(profile)).body.data).toBeTruthy()
    await byId(scene.vendor, 'removeVendorCompanyMember', id)
    for (const path of ['/api/v/session', '/api/vendor-intake/forms', '/api/v/associated-companies', '/jwt-data'])
      expect({ path, status: (await working.get(path)).status }).toEqual({ path, status: 401 })
    const late = { firstName: 'Late', email }
    const asked = [await working.graphql(profile), await change(working, 'createVendorCompanyContact', late)]
    expect(asked.map((answer) => [codeOf(answer), answer.body.data ?? null])).toEqual([
      ['UNAUTHENTICATED', null],
      ['UNAUTHENTICATED', null],
    ])
    expect((await working.post('/api/v/token-with-company', pair)).status).toBe(401)
    // The link that they joined by opens nothing either.
    expect(await exchange(anonymous, tokenIn(mail))).toMatchObject({
      status: 422,
      body: { reason: 'LOGIN_TOKEN_UNKNOWN' },
    })
  })

  it('the last one who has joined can’t be removed', async () => {
    await changedId(scene.vendor, 'createVendorCompanyMember', { firstName: 'Max', email })
    const answer = await byId(scene.vendor, 'removeVendorCompanyMember', scene.person.userId)
    expect(answer.body.errors[0].extensions.reason).toBe('LAST_MEMBER')
    expect((await scene.vendor.get('/api/v/session')).status).toBe(200)
  })

  it('someone who works for another vendor keeps their name and account', async () => {
    const other = await makeVendorCompany()
    const person = await other.addPerson({ email })
    const id = await changedId(scene.vendor, 'createVendorCompanyMember', { firstName: 'Wrong', email })
    expect(id).toBe(person.userId)
    expect(await rows('SELECT first_name AS name FROM users WHERE id = ? LIMIT 1', id)).toMatchObject([
      { name: 'Vera' },
    ])
  })
})
