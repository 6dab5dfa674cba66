/** @jsxImportSource hono/jsx */

import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { databasesOf } from '../../../core/cells.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { Facts, MailLayout, Paragraph } from '../../platform/notifications/index.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_FILES, type DocumentRow } from './document-rows.ts'
import { readersOf } from './form-mail.tsx'
import { OPEN_FORM, type OpenFormRow } from './form-row.ts'

/** Asks a vendor for a new version of a document that expires. */

const compose = (form: OpenFormRow, document: DocumentRow, { url, hello }: { url: string; hello: string }) => {
  const words = KIND_WORDS[document.kind]
  const what = document.kind === 'OTHER' ? document.displayName : words
  const until = dayText(document.expiresOn ?? '')
  const title = `Renew for ${form.companyName}: ${what} expires on ${until}`
  const sentence = `${form.companyName} has a document from ${form.vendorName} that expires on ${until}. Please upload a new version.`
  const rows: [string, string][] = [
    ['Document', words],
    ['File', document.displayName],
    ['Valid until', until],
    ['Part of', form.categoryName],
  ]
  const label = 'Upload new version'
  const html = String(
    <MailLayout
      title={title}
      preview={sentence}
      action={{ label, url }}
      footer={`You got this email because ${form.companyName} has documents from ${form.vendorName} in Outlay.`}
    >
      <Paragraph>{hello}</Paragraph>
      <Paragraph>{sentence}</Paragraph>
      <Facts rows={rows} />
    </MailLayout>,
  )
  const facts = rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  const text = [hello, sentence, facts, `${label}: ${url}`].join('\n\n')
  return { subject: title, html: `<!doctype html>${html}`, text: `${text}\n` }
}

/** To those the form was sent to. A document that was replaced or deleted since then is asked for no more. */
export const mailExpiringDocuments: OutboxHandler<'vendor-document.expiring'> = async ({ env, db, clock }) => {
  const { directory } = databasesOf(env, db)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { documentId, token } = effect.payload
    const document = await db.first<DocumentRow>(
      db.sql(
        `SELECT ${DOCUMENT_COLUMNS} FROM vendor_documents x ${DOCUMENT_FILES}
          WHERE x.document_id = ? AND x.company_id = ? AND x.given_at IS NOT NULL AND x.replaced_at IS NULL`,
        ...[documentId, effect.companyId],
      ),
    )
    const form =
      document &&
      (await db.first<OpenFormRow>(
        db.sql(
          `${OPEN_FORM} WHERE i.id = ? AND i.company_id = ? AND i.revoked_at IS NULL AND i.deleted_at IS NULL`,
          ...[document.vendorFormId, effect.companyId],
        ),
      ))
    if (!form) return
    const url = token
      ? `${env.OUTLAY_ORIGIN}/public/vendor-forms/${encodeURIComponent(token)}`
      : `${env.OUTLAY_ORIGIN}/v/documents?useCompanyId=${form.companyId}`
    const letters = (await readersOf({ directory }, form)).map(({ email, firstName }) => ({
      key: `${effect.id}:${email}`,
      mail: {
        to: email,
        ...compose(form, document, { url, hello: firstName ? `Hello ${firstName},` : 'Hello,' }),
        threadKey: form.intakeSubmissionId,
      },
    }))
    await post(effect, letters)
  }
}
