import { formatAmount } from '../../../../schema/shared/money.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { Contact } from '../../../../schema/vendors/vendors/endpoints.ts'
import type { ListedVendor } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { downloadVendors } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { requireFilters } from './filters.ts'
import { readPage } from './page.ts'
import { usesCategories } from './rows.ts'

const PAGE = 200
const names = (units: { name: string }[]): string => units.map(({ name }) => name).join('; ')
const contactText = (contact: Contact | null): string =>
  contact ? [`${contact.firstName} ${contact.lastName}`.trim(), contact.email].filter(Boolean).join(', ') : ''
const SOC_TWO = (answer: boolean | null): string => (answer === null ? 'Not applicable' : answer ? 'Yes' : 'No')

const CATEGORIES = 'Vendor categories'
const COLUMNS: [string, (vendor: ListedVendor) => string][] = [
  ['Name', (v) => v.name],
  ['Description', (v) => v.description],
  ['Website', (v) => v.website],
  ['Status', (v) => (v.archived ? 'Archived' : 'Active')],
  ['Owners', (v) => v.owners.map(fullName).join('; ')],
  ['Signer', (v) => (v.signer ? fullName(v.signer) : '')],
  ['External contact', (v) => contactText(v.externalPointOfContact)],
  ['External signer', (v) => contactText(v.externalSigner)],
  ['Payment method', (v) => v.paymentMethod ?? ''],
  ['SOC 2 compliant', (v) => SOC_TWO(v.isSocTwoCompliant)],
  [CATEGORIES, (v) => names(v.vendorCategories)],
  ['Spend categories', (v) => names(v.connectedCategories)],
  ['Departments', (v) => names(v.connectedDepartments)],
  ['Services', (v) => String(v.servicesCount)],
  ['Documents', (v) => String(v.documentsCount)],
  ['Next 12 months', (v) => v.next12ServiceSpend.map((m) => `${formatAmount(m)} ${m.currency}`).join('; ')],
  ['Added', (v) => v.createdAt.slice(0, 10)],
]

const cell = ({ answers }: ListedVendor['customColumns'][number]): string =>
  answers
    .map(({ value, currency }) =>
      currency && typeof value === 'number' ? `${formatAmount({ value, currency })} ${currency}` : String(value),
    )
    .join('; ')

/** Everything that matches the filters, not only a page (specification 3 §9). Read while it is sent. */
export const exportVendors = query({
  id: 'vendors.by-filter-csv',
  access: 'vendors.use',
  input: inputOf(downloadVendors),
  run: async (context, { hash }) => {
    const filters = await requireFilters(context, hash)
    const columns = COLUMNS.filter(([label]) => label !== CATEGORIES || usesCategories(context.actor))
    const read = (cursor: string | undefined) => readPage(context, { ...filters, cursor, first: PAGE })
    // The first page is read before the answer begins, so that a failure is still told as one.
    const first = await read(undefined)
    const added = first.edges[0]?.node.customColumns.map(({ columnName }) => columnName) ?? []
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [[...columns.map(([label]) => label), ...added]]
      for (let { edges, pageInfo } = first; ; ) {
        yield edges.map(({ node }) => [...columns.map(([, value]) => value(node)), ...node.customColumns.map(cell)])
        if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
        ;({ edges, pageInfo } = await read(pageInfo.endCursor))
      }
    }
    const { timezone } = context.actor
    return { fileName: csvFileName('vendors', context.clock.now(), timezone), text: csvStream(pages()) }
  },
})
