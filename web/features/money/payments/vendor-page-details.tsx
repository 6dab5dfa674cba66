import { EmptyState } from '../../../ui/states.tsx'
import { InviteDialog } from '../../vendors/vendors/index.ts'
import { VendorDetailsSection } from './vendor-details.tsx'

interface BankDetailsProps {
  vendor: { id: string; name: string; erpVendors: { id: string; name: string }[] }
}

/** On a vendor's page: where each of its accounting vendors is paid to. */
export const BankDetailsOfVendor = ({ vendor }: BankDetailsProps) =>
  vendor.erpVendors.length === 0 ? (
    <EmptyState
      title="No accounting vendor yet"
      text={`Bills are paid to vendors of the accounting system. Map one of them to ${vendor.name} under Settings › Manage mappings.`}
    />
  ) : (
    vendor.erpVendors.map((erpVendor) => (
      <VendorDetailsSection
        key={erpVendor.id}
        id={`bank-details-${erpVendor.id}`}
        title={vendor.erpVendors.length === 1 ? 'Bank details' : `Bank details of ${erpVendor.name}`}
        erpVendor={erpVendor}
        canAdd
        invite={(onClose) => <InviteDialog vendor={vendor} erpVendorId={erpVendor.id} onClose={onClose} />}
      />
    ))
  )
