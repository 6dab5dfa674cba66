import { createFileRoute } from '@tanstack/react-router'
import { to } from '../../../../lib/address.ts'
import { GoTo } from '../../../../ui/go-to.tsx'

/** Vendor management opens its fields. */
const Page = () => <GoTo href={to('/settings/vendor-management/fields')} />

export const Route = createFileRoute('/_staff/settings/vendor-management/')({
  staticData: { access: 'vendors.configure' },
  component: Page,
})
