import type { Connection } from '../../../../schema/shared/paging.ts'
import { csvColumns } from '../../../../schema/shared/record.ts'
import type { ListedVendor } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { customCells, customHeaders } from '../../../core/list/file.ts'
import type { FileColumns } from '../../../core/list/operations.ts'
import type { StaffContext } from '../../../core/operation.ts'

export const vendorFile = ({ actor }: StaffContext): FileColumns<Connection<ListedVendor>> => {
  const columns = csvColumns(vendorFields, actor.policy.company)
  return {
    header: ({ edges }) => [
      ...columns.map(({ label }) => label),
      ...(edges[0]?.node.customColumns.flatMap(customHeaders) ?? []),
    ],
    linesOf: (vendor) => [[...columns.map(({ cell }) => cell(vendor)), ...vendor.customColumns.flatMap(customCells)]],
  }
}
