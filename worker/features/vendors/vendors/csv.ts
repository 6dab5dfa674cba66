import { formatAmount } from '../../../../schema/shared/money.ts'
import { csvColumns } from '../../../../schema/shared/record.ts'
import type { ListedVendor } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { downloadVendors } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { requireFilters } from './filters.ts'
import { readPage } from './page.ts'

const PAGE = 200

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
    const columns = csvColumns(vendorFields, context.actor.policy.company)
    const read = (cursor: string | undefined) => readPage(context, { ...filters, cursor, first: PAGE })
    // The first page is read before the answer begins, so that a failure is still told as one.
    const first = await read(undefined)
    const added = first.edges[0]?.node.customColumns.map(({ columnName }) => columnName) ?? []
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [[...columns.map(({ label }) => label), ...added]]
      for (let { edges, pageInfo } = first; ; ) {
        yield edges.map(({ node }) => [...columns.map(({ text }) => text(node)), ...node.customColumns.map(cell)])
        if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
        ;({ edges, pageInfo } = await read(pageInfo.endCursor))
      }
    }
    const { timezone } = context.actor
    return { fileName: csvFileName('vendors', context.clock.now(), timezone), text: csvStream(pages()) }
  },
})
