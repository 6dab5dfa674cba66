import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { VendorPayments } from '../payments/index.ts'
import { vendorMoneySearch } from './search.ts'
import { SendInvoiceDialog } from './send-dialog.tsx'
import { SentInvoices } from './sent-invoices.tsx'

const TABS = [
  { id: 'payments', label: 'Payments', href: to('/v/payments') },
  { id: 'invoices', label: 'Sent invoices', href: to('/v/payments', {}, { tab: 'invoices' }) },
] as const

/** The vendor portal's payments: what customers pay, and the invoices that were sent to them. */
export const VendorMoneyPage = () => {
  const [{ tab = 'payments', dialog }, setSearch] = usePageSearch(vendorMoneySearch)
  return (
    <>
      <PageHeader
        title="Payments"
        {...(tab === 'invoices' && { tabTitle: 'Sent invoices' })}
        subtitle="Send invoices to your customers, and see how far each one and its payment are."
        action={
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => setSearch({ dialog: 'send' }, { resetScroll: false })}
          >
            Send invoice
          </Button>
        }
      />
      <LinkTabs label="Payments and invoices" tabs={TABS} current={tab} />
      {tab === 'invoices' ? <SentInvoices /> : <VendorPayments />}
      {dialog === 'send' && (
        <SendInvoiceDialog onClose={() => setSearch({ dialog: undefined }, { resetScroll: false })} />
      )}
    </>
  )
}
