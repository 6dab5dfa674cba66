import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '../../../../features/platform/session/index.ts'
import { CategoriesPage } from '../../../../features/requests/categories/index.ts'
import { VendorSettingsTabs } from '../../../../features/vendors/settings/index.ts'

/** Part of the vendor settings for people who have these. Others see only the forms. */
const Page = () => (
  <CategoriesPage
    {...(useCan()('vendors.configure') && {
      partOf: { title: 'Vendor management', tabs: <VendorSettingsTabs current="forms" /> },
    })}
  />
)

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
