import { Switch } from '@mantine/core'
import { setVendorInvoiceSettings } from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Section } from '../../../ui/details.tsx'
import { useVendorInvoiceSettings, vendorInvoiceKeys } from './api.ts'

/** Whether vendors can send invoices. Saved at once. */
export const VendorInvoiceSettings = () => {
  const { data } = useVendorInvoiceSettings()
  const save = useCommand({
    run: (accepts: boolean, { commandId }) => call(setVendorInvoiceSettings, { body: { accepts }, commandId }),
    success: ({ accepts }) => (accepts ? 'Vendors can send invoices' : 'Vendors can’t send invoices anymore'),
    invalidates: [vendorInvoiceKeys.settings],
  })
  if (!data) return null
  return (
    <Section id="vendor-invoices" title="Vendor portal">
      <Switch
        label="Vendors can send invoices in the vendor portal"
        description="They wait in the payments inbox like emailed ones, and each vendor sees how far its own are."
        checked={data.accepts}
        disabled={save.isPending}
        onChange={(event) => save.send(event.currentTarget.checked)}
      />
    </Section>
  )
}
