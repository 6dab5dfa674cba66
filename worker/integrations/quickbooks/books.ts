import type { BooksAdapter } from '../../core/books.ts'
import { Quickbooks } from './call.ts'
import { readChanges } from './changes.ts'
import { revokeSecret } from './oauth.ts'
import { DOCUMENT_KINDS, homeOf, readCompany, readPart, readPreferences } from './read.ts'
import { quickbooksWriter } from './write.ts'

/** The books of a company in QuickBooks Online. */
export const quickbooks: BooksAdapter = {
  system: 'QUICKBOOKS',
  // Intuit allows 500 for a company.
  callsPerMinute: 400,
  // Ten.
  callsAtOnce: 8,
  parts: [
    ...(['CURRENCY', 'ENTITY', 'ACCOUNT', 'ITEM', 'LOCATION', 'CLASSIFICATION', 'VENDOR'] as const).map((kind) => ({
      kind,
    })),
    ...(['TAX_CODE', 'CUSTOM_FIELD'] as const).map((kind) => ({ kind })),
    ...DOCUMENT_KINDS.map((documents) => ({ documents })),
  ],
  probe: async (access) => {
    const books = new Quickbooks(access)
    const home = homeOf(await readPreferences(books))
    return { name: (await readCompany(books)).CompanyName, currency: home }
  },
  readAll: (access, part, since, cursor) => readPart(new Quickbooks(access), part, since, cursor),
  readChanges,
  revoke: async (access) => {
    try {
      await revokeSecret(access.env, access.secret)
    } catch {
      // The connection ends here either way.
    }
  },
  writer: quickbooksWriter,
}
