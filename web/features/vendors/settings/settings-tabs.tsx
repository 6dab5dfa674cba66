import { to } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'

export const VENDOR_SETTINGS_TABS = [
  { id: 'fields', label: 'Fields', href: to('/settings/vendor-management/fields') },
  { id: 'columns', label: 'Columns', href: to('/settings/vendor-management/columns') },
  /** With the company's flag for vendor categories. */
  { id: 'categories', label: 'Categories', href: to('/settings/vendor-management/vendor-categories') },
  /** A separate page for people who configure forms. */
  { id: 'forms', label: 'Forms', href: to('/settings/vendor-intake-categories') },
] as const

export type VendorSettingsTab = (typeof VENDOR_SETTINGS_TABS)[number]['id']

export const VendorSettingsTabs = ({ current }: { current: VendorSettingsTab }) => {
  const { enableVendorCategories } = useCompany()
  const mayConfigureForms = useCan()('vendor-forms.configure')
  const isShown: Partial<Record<VendorSettingsTab, boolean>> = {
    categories: enableVendorCategories,
    forms: mayConfigureForms,
  }
  return (
    <LinkTabs
      label="Parts of vendor management"
      current={current}
      tabs={VENDOR_SETTINGS_TABS.filter(({ id }) => isShown[id] !== false)}
    />
  )
}
