import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import type { AccountingField } from '../../vendors/vendors/index.ts'
import { erpVendorSource } from './erp-vendor-source.ts'

const field: AccountingField = (props) => (
  <AsyncOptionSelect
    kind="vendor"
    source={erpVendorSource}
    multiple
    label="Accounting vendors"
    description="What the accounting system calls this vendor. Their transactions and payments belong to it."
    {...props}
  />
)

/** The field of the vendor form, or undefined where the person can’t choose any. */
export const useAccountingVendorField = (): AccountingField | undefined => {
  const { isErpLinked } = useCompany()
  const can = useCan()
  return isErpLinked && can('vendors.edit') ? field : undefined
}
