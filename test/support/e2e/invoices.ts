import type { Api } from './api.ts'

/**
 * The id of an invoice whose file was uploaded.
 * @param content each file has its own, unless this is given
 */
export const addInvoice = async (
  api: Api,
  displayName = 'Invoice of Halden',
  content: string = crypto.randomUUID(),
): Promise<string> => {
  const asked = 'mutation ($f: String!) { getSignedUploadUrl(fileName: $f) { url fieldsJson } }'
  const { getSignedUploadUrl: granted } = await api.graphql(asked, { f: 'invoice.pdf' })
  const { key, policy, signature } = JSON.parse(granted.fieldsJson)
  const form = new FormData()
  form.set('policy', policy)
  form.set('signature', signature)
  form.set('file', new File([`%PDF-1.4\n%${content}\n%%EOF\n`], 'invoice.pdf'))
  await fetch(new URL(granted.url, api.url), {
    ...{ method: 'POST', body: form, headers: { Cookie: api.cookie, Origin: api.url } },
  })
  const made = 'mutation ($i: CreateInvoiceDocumentInput!) { createInvoiceDocument(input: $i) { id } }'
  const { createInvoiceDocument } = await api.graphql(made, { i: { name: key, displayName } })
  return (await api.get(`/api/payments/invoices/by-document/${createInvoiceDocument.id}`)).body.id
}

/** Where the demo company books a bill, and a line of one. */
export const IN_BOOKS = { erpEntityId: 'books-entity-1' }
export const BOOKED = { erpAccountId: 'books-expense-account-1' }
