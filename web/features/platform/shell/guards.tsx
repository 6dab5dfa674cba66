import { Outlet } from '@tanstack/react-router'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { Forbidden, NotFound } from '../../../ui/states.tsx'
import { PaymentsGatekeeper } from '../../money/payments/gatekeeper.tsx'
import { useCan, useCompany } from './use-can.ts'

const Guarded = ({ permission }: { permission: Permission }) => {
  const can = useCan()
  return can(permission) ? <Outlet /> : <Forbidden />
}

export const SettingsGuard = () => <Guarded permission="settings.manage" />

export const MembersGuard = () => <Guarded permission="members.manage" />

export const NotificationsGuard = () => <Guarded permission="notifications.manage" />

export const ApiKeysGuard = () => <Guarded permission="api-keys.manage" />

export const ExchangeRatesGuard = () => <Guarded permission="currencies.manage" />

export const VendorSettingsGuard = () => <Guarded permission="vendors.configure" />

export const ApprovalsGuard = () => <Guarded permission="approvals.configure" />

/** Pages of features that the company hasn't turned on don't exist for it. */
export const RequestsGuard = () =>
  useCompany().enableIntakeRequests ? <Guarded permission="requests.use" /> : <NotFound />

export const RequestConfigurationGuard = () =>
  useCompany().enableIntakeRequests ? <Guarded permission="requests.configure" /> : <NotFound />

export const SourcingGuard = () => (useCompany().enableSourcing ? <Guarded permission="sourcing.use" /> : <NotFound />)

export const SourcingSettingsGuard = () =>
  useCompany().enableSourcing ? <Guarded permission="sourcing.configure" /> : <NotFound />

export const VendorFormsGuard = () =>
  useCompany().enableVendorIntake ? <Guarded permission="vendor-forms.configure" /> : <NotFound />

export const BusinessUnitsGuard = () =>
  useCompany().enableBusinessUnits ? <Guarded permission="business-units.manage" /> : <NotFound />

export const EntitiesGuard = () =>
  useCompany().enableEntities ? <Guarded permission="entities.manage" /> : <NotFound />

export const PaymentsGuard = () => (
  <PaymentsGatekeeper need="ENABLED">
    <Guarded permission="payments.use" />
  </PaymentsGatekeeper>
)

/** Pages that show or make payments. */
export const OnboardedPaymentsGuard = () => (
  <PaymentsGatekeeper need="ONBOARDED">
    <Guarded permission="payments.use" />
  </PaymentsGatekeeper>
)
