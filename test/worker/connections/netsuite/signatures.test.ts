import { describe, expect, it } from 'vitest'
import { passportSignature, restSignature, tokenHeader } from '../../../../worker/integrations/netsuite/sign.ts'

/** Oracle's published examples: section_1534941088 for REST, article_163240164565 for a passport. */
const REST = {
  consumerKey: 'ef40afdd8abaac111b13825dd5e5e2ddddb44f86d5a0dd6dcf38c20aae6b67e4',
  consumerSecret: 'd26ad321a4b2f23b0741c8d38392ce01c3e23e109df6c96eac6d099e9ab9e8b5',
  tokenId: '2b0ce516420110bcbd36b69e99196d1b7f6de3c6234c5afb799b73d87569f5cc',
  tokenSecret: 'c29a677df7d5439a458c063654187e3d678d73aca8e3c9d8bea1478a3eb0d295',
}
const MOMENT = { nonce: 'fjaLirsIcCGVZWzBX0pg', timestamp: 1_508_242_306 }

describe('signatures for NetSuite', () => {
  it('the signature of a REST call is Oracle’s', async () => {
    const url = 'https://123456.suitetalk.api.netsuite.com/services/rest/record/v1/employee/40'
    expect(await restSignature({ method: 'GET', url }, REST, MOMENT)).toBe(
      'B5OIWznZ2YP0OB7VrJrGkYsTh+8H+5T9Hag+o92q0zY=',
    )
  })

  it('the signature of a call with a query is Oracle’s', async () => {
    const url =
      'https://123456.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=6&deploy=1&customParam=someValue&testParam=someOtherValue'
    expect(await restSignature({ method: 'POST', url }, REST, MOMENT)).toBe(
      '+KK4SKNgz4ZiILGLwOMtfYlgcXSy1eis8ldE9X90azQ=',
    )
  })

  it('the signature of a token passport is Oracle’s', async () => {
    const secret = {
      consumerKey: '71cc02b731f05895561ef0862d71553a3ac99498a947c3b7beaf4a1e4a29f7c4',
      consumerSecret: '7278da58caf07f5c336301a601203d10a58e948efa280f0618e25fcee1ef2abd',
      tokenId: '89e08d9767c5ac85b374415725567d05b54ecf0960ad2470894a52f741020d82',
      tokenSecret: '060cd9ab3ffbbe1e3d3918e90165ffd37ab12acc76b4691046e2d29c7d7674c2',
    }
    expect(
      await passportSignature('1234567', secret, { nonce: '6obMKq0tmY8ylVOdEkA1', timestamp: 1_439_829_974 }),
    ).toBe('FCghIZqXNetuZY8ILWOFH0ucdfzQOmAuL+q+kF21zPs=')
  })

  it('the header names the account as NetSuite writes it, and never shows a secret', async () => {
    const url = 'https://123456-sb1.suitetalk.api.netsuite.com/services/rest/record/v1/employee/40'
    const header = await tokenHeader({ method: 'GET', url }, '123456-sb1', { kind: 'TBA', ...REST }, MOMENT)
    expect(header).toMatch(/^OAuth realm="123456_SB1",oauth_consumer_key="ef40/)
    expect(header).not.toContain(REST.consumerSecret)
    expect(header).not.toContain(REST.tokenSecret)
  })
})
