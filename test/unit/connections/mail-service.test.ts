import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../worker/env.ts'
import { contentOf, type Mail } from '../../../worker/integrations/resend/client.ts'
import { Mailbox } from '../../../worker/local/host/mailbox/store.ts'
import { resend } from '../../../worker/local/host/stand-ins/resend.ts'

let folder: string
let mailbox: Mailbox
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mails-'))
  mailbox = new Mailbox(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = { OUTLAY_MAIL_FROM: 'Outlay <mail@outlay.example>', OUTLAY_ORIGIN: 'https://outlay.example' } as Env
const mail: Mail = { to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

const post = (content: string) =>
  resend(mailbox).answer(
    new Request('https://api.resend.com/emails', {
      ...{ method: 'POST', body: content, headers: { authorization: 'Bearer re_1' } },
    }),
  )

describe('mails at the service', () => {
  it('a subject with a line break is refused there, and never sent so', async () => {
    const subject = 'Approve: desks\nfor the new office'
    const raw = { ...JSON.parse(contentOf(env, mail, 'e1')), subject }
    const refused = await post(JSON.stringify(raw))
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({
      ...{ statusCode: 422, name: 'validation_error' },
      message: 'The `\\n` is not allowed in the `subject` field.',
    })
    const attachments = [{ filename: 'Quote\r\n1.pdf', content: 'JVBERi0=', content_type: 'application/pdf' }]
    expect((await post(contentOf(env, { ...mail, subject, attachments }, 'e1'))).status).toBe(200)
    expect(mailbox.list()).toMatchObject([
      { subject: 'Approve: desks for the new office', attachments: [{ filename: 'Quote 1.pdf' }] },
    ])
  })

  it.each([
    [{ headers: { References: '<a@b>\r\nBcc: eve@example.com' } }],
    [{ headers: { 'Re ferences': '<a@b>' } }],
    [{ tags: [{ name: 'effect', value: 'ä' }] }],
    [{ tags: [{ name: 'effect', value: 'x'.repeat(257) }] }],
  ])('the service refuses %o', async (fields) => {
    const raw = { ...JSON.parse(contentOf(env, mail, 'e1')), ...fields }
    expect((await post(JSON.stringify(raw))).status).toBe(422)
    expect(mailbox.list()).toEqual([])
  })
})

it('each mail says that a program sent it, and what it belongs to', async () => {
  expect((await post(contentOf(env, { ...mail, threadKey: 'request-1' }, 'e1'))).status).toBe(200)
  expect(mailbox.list()).toMatchObject([
    { headers: { 'Auto-Submitted': 'auto-generated', References: '<request-1@outlay.example>' } },
  ])
})
