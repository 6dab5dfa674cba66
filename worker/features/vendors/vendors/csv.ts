import { csvColumns } from '../../../../schema/shared/record.ts'
import { vendorList } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { customCell, FILE_PAGE, listFile } from '../../../core/list/file.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { requireFilters } from './filters.ts'
import { readPage } from './page.ts'

export const exportVendors = query({
  id: 'vendors.by-filter-csv',
  access: 'vendors.use',
  input: inputOf(vendorList.download),
  run: async (context, { hash }) => {
    const filters = await requireFilters(context, hash)
    const columns = csvColumns(vendorFields, context.actor.policy.company)
    return listFile(
      context,
      'vendors',
      (cursor) => readPage(context, { ...filters, cursor, first: FILE_PAGE }),
      ({ edges }) => [
        ...columns.map(({ label }) => label),
        ...(edges[0]?.node.customColumns.map(({ columnName }) => columnName) ?? []),
      ],
      (vendor) => [[...columns.map(({ text }) => text(vendor)), ...vendor.customColumns.map(customCell)]],
    )
  },
})
