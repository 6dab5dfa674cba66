import { env } from 'cloudflare:workers'
import type { CompanyFlag } from '../../../schema/shared/permissions.ts'
import type { Env } from '../../../worker/env.ts'
import { handleEmail } from '../../../worker/features/documents/inbound-mail/email.ts'
import { type ComposedMail, composeMail } from '../../../worker/local/host/mailbox/compose.ts'
import { rows } from './sessions.ts'
import { PDF } from './uploads.ts'
import { type Client, makeCompany, signIn } from './world.ts'

export const INBOUND_DOMAIN = env.OUTLAY_INBOUND_DOMAIN ?? ''
export const addressOfCompany = (company: { id: string }): string => `${company.id}@${INBOUND_DOMAIN}`

export const pdfFile = (filename = 'invoice.pdf', content: Uint8Array = PDF) => ({
  filename,
  contentType: 'application/pdf',
  content,
})

export const PASSED = 'mx.cloudflare.net; dkim=pass header.d=vendor.test; spf=pass; dmarc=pass header.from=vendor.test'

interface Delivery extends Partial<ComposedMail> {
  to: string
  /** The envelope address. */
  sender?: string
  /** Used instead of the composed email. */
  raw?: string | Uint8Array
  rawSize?: number
  /** Bindings that fail. */
  bindings?: Partial<Env>
}

/** Passes an email to the Worker like Cloudflare Email Routing does. Returns what the sender is told, or null. */
export const deliver = async ({ sender = 'bounce@vendor.test', raw, rawSize, bindings, ...mail }: Delivery) => {
  const text = raw ?? composeMail({ from: 'Billing <billing@vendor.test>', subject: 'Invoice', text: 'Hello', ...mail })
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  let rejected: string | null = null
  const pending: Promise<unknown>[] = []
  await handleEmail(
    {
      from: sender,
      to: mail.to,
      raw: new Response(bytes as BodyInit).body as ReadableStream<Uint8Array>,
      rawSize: rawSize ?? bytes.byteLength,
      setReject: (reason) => {
        rejected = reason
      },
    },
    { ...env, ...bindings },
    { waitUntil: (work) => void pending.push(work) },
  )
  await Promise.all(pending)
  return rejected as string | null
}

/** A company with an admin and an address that receives emails. */
export const makeMailScene = async (...flags: CompanyFlag[]) => {
  const company = await makeCompany(flags)
  const person = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, person)
  return {
    ...{ company, person, admin },
    to: addressOfCompany(company),
    messages: async (client: Client = admin) => {
      const answer = await client.get('/api/inbound-messages')
      if (answer.status !== 200) throw new Error(`The mails are not shown: ${JSON.stringify(answer.body)}`)
      return answer.body.edges.map((edge: { node: unknown }) => edge.node)
    },
    documents: () => rows('SELECT * FROM documents WHERE company_id = ? ORDER BY id', company.id),
  }
}
export type MailScene = Awaited<ReturnType<typeof makeMailScene>>
