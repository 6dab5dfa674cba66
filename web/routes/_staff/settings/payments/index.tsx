import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listErpEntities } from '../../../../../schema/planning/actuals/mapping-endpoints.ts'
import {
  PaymentsGatekeeper,
  PaymentsSettingsPage,
  paymentsSettingsSearch,
} from '../../../../features/money/payments/index.ts'
import { VendorInvoiceSettings } from '../../../../features/money/vendor-invoices/index.ts'
import { EntityAccounts } from '../../../../features/planning/actuals/index.ts'
import { call } from '../../../../lib/rest.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const useEntities = () =>
  useQuery({ queryKey: ['erp-entities'], queryFn: ({ signal }) => call(listErpEntities, { signal }) }).data

const Page = () => (
  <PaymentsGatekeeper need="ENABLED">
    <PaymentsSettingsPage
      useEntities={useEntities}
      accounting={
        <>
          <VendorInvoiceSettings />
          <EntityAccounts />
        </>
      }
    />
  </PaymentsGatekeeper>
)

export const Route = createFileRoute('/_staff/settings/payments/')({
  staticData: { access: 'payments.configure' },
  validateSearch: pageSearch(paymentsSettingsSearch),
  component: Page,
})
