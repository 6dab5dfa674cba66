import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, exchange, mailAbout } from '../../../support/worker/sessions.ts'
import { link, linkingScene, methodsOf, signInBy } from '../../../support/worker/sign-on/linking.ts'
import { googleThere, microsoftThere } from '../../../support/worker/sign-on/oidc-there.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'

beforeEach(() => {
  googleThere()
  microsoftThere()
})

describe('linking by a vendor’s person', () => {
  it('Google and Microsoft sign in to the portal once they are linked', async () => {
    const { google, microsoft } = await linkingScene()
    const vendor = await makeVendorCompany()
    const vera = await vendor.addPerson()
    const session = await vendor.signIn(vera)
    for (const [method, claims] of [
      ['GOOGLE', google],
      ['MICROSOFT', microsoft],
    ] as const) {
      const provider = method === 'GOOGLE' ? 'google' : 'microsoft'
      expect((await signInBy(provider, claims, 'VENDOR')).body.reason).toBe('SIGN_ON_REFUSED')
      expect((await link(session, method, claims)).body.link).toMatchObject({ isSound: true, portal: 'VENDOR' })
      const { browser, body } = await signInBy(provider, claims, 'VENDOR')
      const there = clientOf(await exchange(browser, body.loginTokenId))
      expect((await there.get('/jwt-data')).body).toMatchObject({ kind: 'VENDOR_USER', userId: vera.userId })
    }
    const { text } = await mailAbout(vera.email, 'A sign-in method was added')
    expect(text).toContain('/v/sign-in')
    expect((await methodsOf(session)).linked).toMatchObject([{ method: 'GOOGLE' }, { method: 'MICROSOFT' }])
    const [account] = (await methodsOf(session)).linked
    expect((await session.call('DELETE', `/auth/sign-in-methods/${account.id}`)).status).toBe(204)
    expect((await signInBy('google', google, 'VENDOR')).body.reason).toBe('SIGN_ON_REFUSED')
    expect((await session.post('/auth/sign-in-methods', { method: 'OKTA' })).body.reason).toBe('NOT_LINKABLE')
  })

  it('an account that is linked in both signs in where the person asks to', async () => {
    const { company, ada, session, google } = await linkingScene()
    const vendor = await makeVendorCompany()
    const vera = await vendor.addPerson()
    await link(session, 'GOOGLE', google)
    await link(await vendor.signIn(vera), 'GOOGLE', google)
    for (const [portal, userId] of [
      ['STAFF', ada.userId],
      ['VENDOR', vera.userId],
    ] as const) {
      const { browser, body } = await signInBy('google', google, portal)
      expect((await clientOf(await exchange(browser, body.loginTokenId)).get('/jwt-data')).body.userId).toBe(userId)
    }
    expect(company.id).not.toBe(vendor.id)
  })
})
