/** @jsxImportSource hono/jsx */

import { Facts, MailLayout, Paragraph, Quote } from './mail-layout.tsx'

interface DocumentMail {
  companyName: string
  requestTitle: string
  message: string
  documents: string[]
}

/** A mail that carries documents; whoever gets it need not know Outlay. */
export const documentMail = ({ companyName, requestTitle, message, documents }: DocumentMail) => {
  const subject = `${companyName} sends you documents: ${requestTitle}`
  const sentence = `${companyName} sends you ${documents.length === 1 ? 'a document' : `${documents.length} documents`} about “${requestTitle}”.`
  const rows: [string, string][] = documents.map((name, i) => [`Attachment ${i + 1}`, name])
  const html = String(
    <MailLayout
      title={requestTitle}
      preview={sentence}
      footer={`Sent by ${companyName} with Outlay. The documents are attached to this mail.`}
    >
      <Paragraph>{sentence}</Paragraph>
      {message && <Quote>{message}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [sentence, message, rows.map(([label, value]) => `${label}: ${value}`).join('\n')]
  return { subject, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
