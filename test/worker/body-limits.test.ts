import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { handleEmail } from '../../worker/features/documents/inbound-mail/email.ts'
import { rows } from '../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, ORIGIN, signIn } from '../support/worker/world.ts'

/** The bytes decide how much of a body is read, not the sender's word, and only after the caller is known. */

const CHUNK = 1024 * 1024
let member: Client
let company: Awaited<ReturnType<typeof makeCompany>>
beforeAll(async () => {
  company = await makeCompany()
  member = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

/** A body without a Content-Length, which counts what is read of it. */
const endless = (megabytes: number, first = '') => {
  const sent = { bytes: 0 }
  const chunk = new Uint8Array(CHUNK).fill(0x20)
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent.bytes === 0 && first) controller.enqueue(new TextEncoder().encode(first))
        if (sent.bytes >= megabytes * 1024 * 1024) return controller.close()
        sent.bytes += CHUNK
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { sent, stream }
}

const send = async (client: Client, path: string, type: string, megabytes: number, first = '') => {
  const { sent, stream } = endless(megabytes, first)
  const response = await exports.default.fetch(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': type, ...(client.cookie && { Cookie: client.cookie }) },
    body: stream,
  })
  return {
    status: response.status,
    body: (await response.json()) as { code: string; message: string },
    read: sent.bytes,
  }
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data; boundary=x'
const FILE_START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'

describe('a body of 200 MB in chunks', () => {
  it.each([
    ['/api/vendors', JSON_TYPE],
    ['/graphql', JSON_TYPE],
    ['/files/upload', FORM_TYPE],
    ['/api/vendor-imports', FORM_TYPE],
  ])('a body sent to %s without a session is refused before it is read', async (path, type) => {
    const answer = await send(anonymous, path, type, 200, type === FORM_TYPE ? FILE_START : '')
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(answer.read).toBeLessThanOrEqual(4 * CHUNK)
  })

  it.each([
    ['/api/vendors', JSON_TYPE, 3],
    ['/graphql', JSON_TYPE, 3],
    ['/files/upload', FORM_TYPE, 52],
    ['/api/vendor-imports', FORM_TYPE, 52],
  ])('a member’s body sent to %s is read no further than its limit', async (path, type, most) => {
    const answer = await send(member, path, type, 200, type === FORM_TYPE ? FILE_START : '')
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect(answer.body.message).toMatch(/too large|larger than/)
    expect(answer.read).toBeLessThanOrEqual(most * 1024 * 1024)
  })

  it.each([
    ['/auth/email-link', JSON_TYPE, 3],
    ['/public-api/error-reports', JSON_TYPE, 3],
  ])('a body sent to %s, which is open to everyone, is read no further than its limit', async (path, type, most) => {
    const answer = await send(anonymous, path, type, 200)
    expect(answer.body).toMatchObject({ code: 'INVALID', message: 'The request is too large. Send it in batches.' })
    expect(answer.read).toBeLessThanOrEqual(most * 1024 * 1024)
  })
})

describe('an email longer than it claims', () => {
  it('the email is rejected, and read no further than the limit for emails', async () => {
    const { sent, stream } = endless(200)
    let rejection = ''
    const [row] = await rows<{ shortName: string }>(
      'SELECT email_short_name AS shortName FROM companies WHERE id = ?',
      company.id,
    )
    const shortName = row?.shortName
    const message = {
      from: 'sender@acme.example',
      to: `${shortName}@${env.OUTLAY_INBOUND_DOMAIN}`,
      raw: stream,
      rawSize: 1000,
      setReject: (reason: string) => {
        rejection = reason
      },
    }
    await handleEmail(message, env, { waitUntil: () => {} })
    expect(rejection).toMatch(/large/i)
    expect(sent.bytes).toBeLessThanOrEqual(26 * 1024 * 1024)
  })
})
