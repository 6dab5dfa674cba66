import { describe, expect, it } from 'vitest'
import { senderState } from '../../../../schema/documents/inbound-mail/values.ts'
import { inCharacters, wrap } from '../../../../worker/core/pdf-text.ts'
import { loopRejection, recipientOf } from '../../../../worker/features/documents/inbound-mail/accept.ts'
import { authenticationOf } from '../../../../worker/features/documents/inbound-mail/authentication.ts'
import { htmlToText } from '../../../../worker/features/documents/inbound-mail/html-text.ts'

describe('the company that an address belongs to', () => {
  it.each([
    ['acme@in.test', { shortName: 'acme', invoices: null }],
    ['<Acme+Invoices@IN.test>', { shortName: 'acme', invoices: null }],
    ['Acme_Invoices@IN.test', { shortName: 'acme', invoices: 'invoices' }],
    ['acme_uk+june@in.test', { shortName: 'acme', invoices: 'uk' }],
    ['acme_@in.test', { shortName: 'acme', invoices: '' }],
    ['_invoices@in.test', null],
    ['acme@in.test.evil', null],
    ['acme@evil.test', null],
    ['@in.test', null],
    ['+tag@in.test', null],
    ['acme', null],
    ['a@b@in.test', { shortName: 'a@b', invoices: null }],
  ])('the address %s belongs to %o', (address, recipient) => expect(recipientOf(address, 'in.test')).toEqual(recipient))

  it('no address belongs to a company when the installation receives no email', () =>
    expect(recipientOf('acme@', undefined)).toBeNull())
})

describe('emails that could cause a loop', () => {
  const own = { mailFrom: 'Outlay <no-reply@mail.test>', inboundDomain: 'in.test' }
  const of = (from: string, headers: Record<string, string> = {}, envelope = 'bounce@vendor.test') =>
    loopRejection(
      { fromAddress: from, headers: Object.entries(headers).map(([key, value]) => ({ key, value })) },
      envelope,
      own,
    )
  it('our own emails are rejected, whichever sender they name', () => {
    expect(of('no-reply@mail.test')).toBe('OWN_SENDER')
    expect(of('a@vendor.test', {}, 'NO-REPLY@mail.test')).toBe('OWN_SENDER')
    expect(of('acme@in.test')).toBe('OWN_SENDER')
  })
  it('replies and reports are rejected, but not automatic emails from a billing system', () => {
    expect(of('a@vendor.test', { 'auto-submitted': 'auto-replied (vacation)' })).toBe('AUTOMATIC_REPLY')
    expect(of('a@vendor.test', { precedence: 'auto_reply' })).toBe('AUTOMATIC_REPLY')
    expect(of('a@vendor.test', {}, '<>')).toBe('AUTOMATIC_REPLY')
    expect(of('a@vendor.test', { 'auto-submitted': 'auto-generated', precedence: 'bulk' })).toBeNull()
    expect(of('a@vendor.test', { 'auto-submitted': 'no' })).toBeNull()
  })
})

describe('the authentication result of a sender', () => {
  const of = (...values: string[]) =>
    authenticationOf({ headers: values.map((value) => ({ key: 'authentication-results', value })) })
  it('the receiving server’s result counts, above what others wrote', () => {
    expect(of('mx.cloudflare.net; spf=pass smtp.mailfrom=a; dkim=fail; dmarc=softfail')).toEqual({
      spf: 'PASS',
      dkim: 'FAIL',
      dmarc: 'FAIL',
    })
    const forged = 'mx.cloudflare.net; dmarc=pass'
    expect(of('mx.cloudflare.net; dmarc=fail', forged).dmarc).toBe('FAIL')
    expect(of('mx.evil.test; dmarc=pass').dmarc).toBe('NONE')
    expect(of('mx.cloudflare.net.evil.test; dmarc=pass').dmarc).toBe('NONE')
  })
  it('comments and quoted text in the result don’t count', () => {
    expect(of('mx.cloudflare.net; spf=fail (why; dmarc=pass); dkim=none header.i="; dmarc=pass"').dmarc).toBe('NONE')
  })
  it('one valid signature is enough', () => {
    expect(of('mx.cloudflare.net; dkim=fail; dkim=pass; dkim=neutral').dkim).toBe('PASS')
  })
  it('DMARC decides whether the visible address can be trusted', () => {
    expect(senderState({ spf: 'PASS', dkim: 'PASS', dmarc: 'NONE' })).toBe('UNVERIFIED')
    expect(senderState({ spf: 'NONE', dkim: 'PASS', dmarc: 'PASS' })).toBe('VERIFIED')
    expect(senderState({ spf: 'PASS', dkim: 'PASS', dmarc: 'FAIL' })).toBe('SUSPICIOUS')
  })
})

describe('the text of an email in HTML', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<ul><li>A</li><li>B</li></ul>', '• A\n\n• B'],
    ['<table><tr><td>Total</td><td>12&nbsp;&euro;</td></tr></table>', 'Total   12 €'],
    ['<style>p{color:red}</style>Hi<script>alert("<p>x</p>")</script> there', 'Hi there'],
    ['a &lt;b&gt; &amp;amp; &#8364; &#x20ac; &unknown; &#xd800;', 'a <b> &amp; € € &unknown;'],
    ['<!-- hidden -->shown<p', 'shown'],
  ])('the HTML %s becomes plain text', (html, text) => expect(htmlToText(html)).toBe(text))

  it('very long HTML is converted, however broken it is', () => {
    // Reading each rest again would take hours.
    for (const part of ['<', '<a ', '<!--', '&', '<script>'])
      expect(htmlToText(part.repeat(200_000)).length).toBeLessThan(200_001)
  })
})

describe('the text of a PDF', () => {
  const latin = (character: string) => /[\x20-\x7eäöü€]/.test(character)
  it('characters are kept, without the accent if necessary, and losses are reported', () => {
    expect(inCharacters('Zażółć €', latin)).toEqual({ text: 'Zazolc €', lost: false })
    expect(inCharacters('a\u00adb\u200bc\td', latin)).toEqual({ text: 'abc d', lost: false })
    expect(inCharacters('合計 ✅', latin)).toEqual({ text: '?? ?', lost: true })
  })
  it('lines are never wider than the page and lose no letter', () => {
    const lines = wrap(`one two ${'x'.repeat(25)}\n\nlast`, 10, (text) => text.length)
    expect(Math.max(...lines.map((line) => line.length))).toBe(10)
    expect(lines.join('')).toBe(`one two${'x'.repeat(25)}last`)
  })
})
