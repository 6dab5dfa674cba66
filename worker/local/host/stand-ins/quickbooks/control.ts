import type { BookRecord, DocumentType } from '../books/index.ts'
import type { QuickbooksCompany } from './company.ts'
import type { Tokens } from './tokens.ts'
import type { Change, WebhookOut } from './webhook-out.ts'

/**
 * What happens in QuickBooks without Outlay, on demand: POST /local with
 * `{ realmId, action, signature? }`. The answer names the document.
 */

interface Asked {
  realmId?: string
  action?: string
  signature?: 'right' | 'wrong' | 'none'
  /** The document, for changing and deleting one. By default the newest bill. */
  type?: DocumentType
  id?: string
  /** How many of the newest documents of the type to change instead of one. Of several there is no webhook. */
  count?: number
  patch?: Partial<BookRecord>
}

const found = (company: QuickbooksCompany, { type = 'bill', id }: Asked): BookRecord | undefined =>
  id === undefined ? company.books.documents(type).at(-1) : company.books.document(type, id)

const ENTITIES: Partial<Record<DocumentType, string>> = { refund: 'RefundReceipt' }
const entityOf = (type: DocumentType): string => ENTITIES[type] ?? `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`

/** Changes the books. Null for what it doesn't know. */
const act = (company: QuickbooksCompany, asked: Asked): Change | null => {
  const { books, realmId } = company
  const row = found(company, asked)
  if (!row) return null
  const change = (operation: Change['operation'], id: string): Change => ({
    ...{ realmId, operation, id, entity: entityOf(row.type) },
  })
  if (asked.action === 'add') {
    const { id: _, number, createdAt: __, changedAt: ___, version: ____, ...rest } = row
    const date = new Date(company.now()).toISOString().slice(0, 10)
    return change('created', books.addDocument({ ...rest, date, number: `${number}-2`, ...asked.patch }).id)
  }
  if (asked.action === 'change') {
    books.changeDocument(row.type, row.id, asked.patch ?? { memo: `${row.memo} (changed)` })
    return change('updated', row.id)
  }
  if (asked.action !== 'delete') return null
  books.removeDocument(row.type, row.id)
  return change('deleted', row.id)
}

interface Controlled {
  companies: readonly QuickbooksCompany[]
  tokens: Tokens
  webhooks: WebhookOut
}

export const answerControl = async (standIn: Controlled, request: Request): Promise<Response> => {
  const asked = (await request.json()) as Asked
  const company = standIn.companies.find(({ realmId }) => realmId === asked.realmId) ?? standIn.companies[0]
  if (!company) return Response.json({ message: 'There is no company.' }, { status: 404 })
  if (asked.action === 'disconnect') {
    standIn.tokens.revokeAll(company.realmId)
    return Response.json({ realmId: company.realmId })
  }
  if (asked.action === 'repeat') {
    const answer = await standIn.webhooks.repeat(asked.signature)
    return Response.json({ status: answer?.status ?? null })
  }
  if (asked.action === 'change' && asked.count !== undefined) {
    const found = company.books.documents(asked.type ?? 'bill').slice(-asked.count)
    for (const { type, id, memo } of found)
      company.books.changeDocument(type, id, asked.patch ?? { memo: `${memo} (changed)` })
    return Response.json({ ids: found.map(({ id }) => id) })
  }
  const change = act(company, asked)
  if (!change)
    return Response.json({ message: 'action is add, change, delete, disconnect or repeat.' }, { status: 400 })
  const answer = await standIn.webhooks.send([change], asked.signature)
  return Response.json({ ...change, status: answer?.status ?? null })
}
