import { inboundAddress } from '../../../schema/documents/inbound-mail/values.ts'
import type { Env } from '../../env.ts'
import { handleEmail } from '../../features/documents/inbound-mail/index.ts'
import { type ComposedMail, composeMail } from '../host/mailbox/compose.ts'
import { quotePdf } from './quote.ts'

const PASSED = 'mx.cloudflare.net; dkim=pass; dmarc=pass; spf=pass'

const deliver = async (env: Env, mail: Omit<ComposedMail, 'to'>): Promise<void> => {
  const to = inboundAddress('brightwater', env.OUTLAY_INBOUND_DOMAIN ?? '')
  const raw = new TextEncoder().encode(composeMail({ ...mail, to }))
  const pending: Promise<unknown>[] = []
  const message = {
    ...{ from: mail.from, to, rawSize: raw.byteLength },
    raw: new Response(raw).body as ReadableStream<Uint8Array>,
    setReject: (reason: string) => {
      throw new Error(`The demo company’s address doesn’t accept email: ${reason}`)
    },
  }
  await handleEmail(message, env, { waitUntil: (work) => void pending.push(work) })
  await Promise.all(pending)
}

/** What vendors have emailed to the demo company's address. */
export const fillMails = async (env: Env): Promise<void> => {
  // An installation without an email domain has none to show.
  if (!env.OUTLAY_INBOUND_DOMAIN) return
  const invoice = await quotePdf('Granite Hosting', [['Dedicated servers, November', '$4,180.00']], '$4,180.00')
  await deliver(env, {
    from: '"Granite Hosting Billing" <billing@granitehosting.example>',
    subject: 'Invoice GH-20418 for November',
    text: 'Hello,\n\nplease find our invoice for November attached. It is due in 30 days.\n\nGranite Hosting',
    headers: { 'Authentication-Results': PASSED },
    attachments: [
      { filename: 'GH-20418.pdf', contentType: 'application/pdf', content: invoice },
      { filename: 'usage-details.zip', contentType: 'application/zip', content: new TextEncoder().encode('PK') },
    ],
  })
  await deliver(env, {
    from: '"Juniper Travel" <receipts@junipertravel.example>',
    subject: 'Your receipt: Lisbon to Rotterdam, Nov 12',
    text: 'Booking JT-88213\n\nLisbon to Rotterdam, November 12\nOne traveler: Jonas Berg\n\nTotal paid: 214.60 EUR',
    headers: { 'Authentication-Results': 'mx.cloudflare.net; dkim=none; dmarc=none; spf=pass' },
  })
}
