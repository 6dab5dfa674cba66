import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { useCan, useCompany } from '../../platform/shell/use-can.ts'

const LIST = '/settings/vendor-management'
export const VENDOR_SETTINGS_TABS = [
  { id: 'fields', label: 'Fields', href: `${LIST}/fields` },
  { id: 'columns', label: 'Columns', href: `${LIST}/columns` },
  /** With the company's flag for vendor categories. */
  { id: 'categories', label: 'Categories', href: `${LIST}/vendor-categories` },
  /** A separate page for people who configure forms. */
  { id: 'forms', label: 'Forms', href: '/settings/vendor-intake-categories' },
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
