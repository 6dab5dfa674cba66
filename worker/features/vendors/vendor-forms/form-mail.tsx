/** @jsxImportSource hono/jsx */

import { databasesOf } from '../../../core/cells.ts'
import type { VendorFormNews } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'
import { contactOf, OPEN_FORM, type OpenFormRow, ownerName } from './form-row.ts'
import { peopleOfVendor } from './recipients.ts'

/** The email with which a form comes to a vendor. */

interface Reader {
  userId: string | null
  email: string
  firstName: string
}

const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const compose = (form: OpenFormRow, reader: Reader, url: string, isAgain: boolean) => {
  const { categoryName: name, companyName: company } = form
  const sender = ownerName(form) || company
  const title = isAgain ? `Reminder: ${company} is waiting for ${name}` : `${company} asks you to fill in ${name}`
  const sentence = `${sender} of ${company} asks ${form.vendorName} to fill in the form “${name}”.`
  const how =
    form.recipient === 'EMAIL'
      ? `You don’t need an account. The link is only for you and works until ${dayOf(form.expiresAt ?? 0)}. You can save a draft and continue later.`
      : 'Log in with this email address. You can save a draft and continue later.'
  const hello = reader.firstName ? `Hello ${reader.firstName},` : 'Hello,'
  const html = String(
    <MailLayout
      title={title}
      preview={sentence}
      action={{ label: 'Open form', url }}
      footer={`You got this email because ${sender} of ${company} sent a form to this address. If you don’t know them, ignore this email.`}
    >
      <Paragraph>{hello}</Paragraph>
      <Paragraph>{sentence}</Paragraph>
      {form.message && <Quote>{form.message}</Quote>}
      <Paragraph>{how}</Paragraph>
    </MailLayout>,
  )
  const text = [hello, sentence, form.message && `“${form.message}”`, how, `Open form: ${url}`]
  return { subject: title, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` }
}

const urlOf = (origin: string, form: OpenFormRow): string =>
  `${origin}/v/forms/${form.intakeSubmissionId}?useCompanyId=${form.companyId}`

/** Those it was sent to. People without an account have no id. */
export const readersOf = async (at: Parameters<typeof peopleOfVendor>[0], form: OpenFormRow): Promise<Reader[]> => {
  if (form.recipient === 'EMAIL') return [{ userId: null, email: form.email ?? '', firstName: '' }]
  const people = await peopleOfVendor(at, form.companyId, form.vendorId)
  return people.filter(({ userId }) => form.recipient === 'VENDOR_COMPANY' || userId === form.vendorUserId)
}

/** To the address, the person, or everyone at the vendor. A form that was closed since then goes to no one. */
export const mailVendorForms: OutboxHandler<'vendor-form.send'> = async ({ env, db, clock }) => {
  const { directory } = databasesOf(env, db)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { invitationId, token, isAgain } = effect.payload
    const form = await db.first<OpenFormRow>(
      db.sql(
        `${OPEN_FORM} WHERE i.id = ? AND i.company_id = ? AND i.revoked_at IS NULL AND i.deleted_at IS NULL`,
        invitationId,
        effect.companyId,
      ),
    )
    if (!form) return
    const readers = await readersOf({ directory }, form)
    const url = token
      ? `${env.OUTLAY_ORIGIN}/public/vendor-forms/${encodeURIComponent(token)}`
      : urlOf(env.OUTLAY_ORIGIN, form)
    const letters = readers.map((reader) => ({
      key: `${effect.id}:${reader.email}`,
      mail: { to: reader.email, ...compose(form, reader, url, isAgain), threadKey: form.intakeSubmissionId },
    }))
    await post(effect, letters)
  }
}

const NEWS: Record<VendorFormNews['kind'], (by: string, form: OpenFormRow) => [subject: string, sentence: string]> = {
  COMMENTED: (by, form) => [
    `${by} commented on ${form.categoryName}`,
    `${by} of ${form.companyName} commented on your answers.`,
  ],
  SENT_BACK: (by, form) => [
    `${form.companyName} asks you to change ${form.categoryName}`,
    `${by} of ${form.companyName} asks you to change your answers.`,
  ],
  APPROVED: (_, form) => [`Approved: ${form.categoryName}`, `${form.companyName} approved your answers.`],
  REJECTED: (_, form) => [
    `Rejected: ${form.categoryName}`,
    `${form.companyName} rejected your answers. You can change them and submit the form again.`,
  ],
  REMINDED: (by, form) => [
    `Reminder: ${form.companyName} is waiting for ${form.categoryName}`,
    `${by} of ${form.companyName} reminds you to fill in the form.`,
  ],
}

/** The vendor may have submitted it since the reminder was written. */
const isWaitedFor = (form: OpenFormRow): boolean =>
  (form.status === 'UNSUBMITTED' || form.sentBackAt !== null) && form.archivedAt === null

/** Whether the news are still true when they go out. What they are about may have been changed or taken back since. */
const STILL_TRUE: Record<VendorFormNews['kind'], (form: OpenFormRow) => boolean> = {
  COMMENTED: () => true,
  SENT_BACK: ({ sentBackAt }) => sentBackAt !== null,
  APPROVED: ({ status }) => status === 'APPROVED',
  REJECTED: ({ status }) => status === 'REJECTED',
  REMINDED: isWaitedFor,
}

/** What became of a form, to those it was sent to. The link of someone without an account is in its first email. */
export const mailFormNews: OutboxHandler<'vendor-form.news'> = async ({ env, db, clock }) => {
  const { directory } = databasesOf(env, db)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { submissionId, kind, actorName, note, byUserId } = effect.payload
    const form = await db.first<OpenFormRow>(
      db.sql(
        `${OPEN_FORM} WHERE i.company_id = ? AND i.intake_submission_id = ? AND i.revoked_at IS NULL AND i.deleted_at IS NULL`,
        ...[effect.companyId, submissionId],
      ),
    )
    if (!form || !STILL_TRUE[kind](form)) return
    const readers = (await readersOf({ directory }, form)).filter(
      ({ userId }) => (userId ?? contactOf(form)) !== byUserId,
    )
    const url = form.recipient === 'EMAIL' ? null : urlOf(env.OUTLAY_ORIGIN, form)
    const [subject, sentence] = NEWS[kind](actorName, form)
    const where = 'Use the link in the email that the form came with.'
    const html = String(
      <MailLayout
        title={subject}
        preview={sentence}
        {...(url && { action: { label: 'Open form', url } })}
        footer={`You got this email because ${form.companyName} sent a form to this address.`}
      >
        <Paragraph>{sentence}</Paragraph>
        {note && <Quote>{note}</Quote>}
        {!url && <Paragraph>{where}</Paragraph>}
      </MailLayout>,
    )
    const text = [sentence, note && `“${note}”`, url ? `Open form: ${url}` : where].filter(Boolean).join('\n\n')
    const letters = readers.map(({ email }) => ({
      key: `${effect.id}:${email}`,
      mail: {
        to: email,
        subject,
        html: `<!doctype html>${html}`,
        text: `${text}\n`,
        threadKey: form.intakeSubmissionId,
      },
    }))
    await post(effect, letters)
  }
}
