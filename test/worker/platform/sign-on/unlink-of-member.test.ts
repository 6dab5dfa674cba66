import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf, exchange, mailAbout } from '../../../support/worker/sessions.ts'
import { link, linkingScene, signInBy, turnOff } from '../../../support/worker/sign-on/linking.ts'
import { googleThere } from '../../../support/worker/sign-on/oidc-there.ts'

beforeEach(() => googleThere())

describe('an admin on a member’s page', () => {
  it('removes what the member has linked, with the sessions that began by it, and the member is told', async () => {
    const { ada, grace, admin, session, google, log } = await linkingScene()
    await link(session, 'GOOGLE', google)
    const { browser, body } = await signInBy('google', google)
    const byGoogle = clientOf(await exchange(browser, body.loginTokenId))
    const path = `/api/members/${ada.userId}/sign-in-methods`
    const [account] = (await admin.get(path)).body.linked
    expect(account).toMatchObject({ method: 'GOOGLE', address: google.email, isLastWay: false })
    expect((await session.get(path)).status).toBe(403)
    expect((await session.call('DELETE', `${path}/${account.id}`)).status).toBe(403)
    expect((await admin.call('DELETE', `${path}/${account.id}`)).status).toBe(204)
    expect((await byGoogle.get('/jwt-data')).status).toBe(401)
    expect((await session.get('/jwt-data')).status).toBe(200)
    expect((await signInBy('google', google)).body.reason).toBe('SIGN_ON_REFUSED')
    const { text } = await mailAbout(ada.email, 'A sign-in method was removed')
    expect(text).toContain(`removed Google (${google.email}) from your account`)
    expect(await log()).toContain(`Removed Google from this account (${google.email})`)
    const history = await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${ada.userId}&first=20`)
    expect(JSON.stringify(history.body)).toContain('Removed Google from this account')
    const own = await admin.call('DELETE', `/api/members/${grace.userId}/sign-in-methods/${account.id}`)
    expect([own.status, own.body.reason]).toEqual([422, 'OWN_METHODS'])
  })

  it('leaves the member their last way in', async () => {
    const { company, ada, admin, session, google } = await linkingScene()
    await link(session, 'GOOGLE', google)
    await turnOff(company, 'enableEmailLinkLogin')
    const path = `/api/members/${ada.userId}/sign-in-methods`
    const [account] = (await admin.get(path)).body.linked
    const removed = await admin.call('DELETE', `${path}/${account.id}`)
    expect([account.isLastWay, removed.status, removed.body.reason]).toEqual([true, 422, 'LAST_WAY_IN'])
  })
})
