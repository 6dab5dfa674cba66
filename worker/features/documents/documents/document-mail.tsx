import { withStop } from '../../../../schema/shared/name-lists.ts'
/** @jsxImportSource hono/jsx */
import { Facts, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'

interface DocumentMail {
  companyName: string
  /** The person who sends them. A task sends in the company's name. */
  senderName: string | null
  requestTitle: string | null
  message: string
  documents: string[]
}

/** An email with documents. The recipient may not know Outlay. */
export const documentMail = ({ companyName, senderName, requestTitle, message, documents }: DocumentMail) => {
  const [only = ''] = documents
  const counted = documents.length === 1 ? 'a document' : `${documents.length} documents`
  const title = requestTitle ?? (documents.length === 1 ? only : `${documents.length} documents`)
  const subject = `${companyName} sent you ${requestTitle === null ? title : `documents: ${title}`}`
  const sender = senderName ? `${senderName} of ${companyName}` : companyName
  const sentence = `${sender} sent you ${counted}${requestTitle === null ? '' : ` about “${requestTitle}”`}.`
  const rows: [string, string][] = documents.map((name, i) => [`Attachment ${i + 1}`, name])
  const answer = senderName ? ` Replies go to ${withStop(senderName)}` : ''
  const html = String(
    <MailLayout
      title={title}
      preview={sentence}
      footer={`Sent by ${companyName} with Outlay. The documents are attached to this email.${answer}`}
    >
      <Paragraph>{sentence}</Paragraph>
      {message && <Quote>{message}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [sentence, message, rows.map(([label, value]) => `${label}: ${value}`).join('\n')]
  return { subject, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
