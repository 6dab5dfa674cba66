import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { usePageSearch } from '../../lib/search-params.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { History } from '../audit/history.tsx'
import { useCan, useCompany } from '../shell/use-can.ts'
import { vendorSettingsKeys } from './api.ts'

const search = z.object({ dialog: z.literal('history').optional().catch(undefined) })

const TABS = [
  { id: 'fields', label: 'Fields', href: '/settings/vendor-management/fields' },
  { id: 'columns', label: 'Columns', href: '/settings/vendor-management/columns' },
] as const
/** With the company's switch for vendor categories. */
const CATEGORIES = {
  id: 'categories',
  label: 'Categories',
  href: '/settings/vendor-management/vendor-categories',
} as const
/** A page of its own, for those who configure forms. */
const VENDOR_FORMS = { id: 'forms', label: 'Forms', href: '/settings/vendor-intake-categories' }

interface SettingsFrameProps {
  tab: (typeof TABS)[number]['id'] | 'categories'
  children: ReactNode
}

/** Settings › Vendor management: its parts, and what was changed in any of them. */
export const SettingsFrame = ({ tab, children }: SettingsFrameProps) => {
  const { id: companyId, enableVendorCategories } = useCompany()
  const mayConfigureForms = useCan()('vendor-forms.configure')
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <>
      <PageHeader
        title="Vendor management"
        tabTitle={`Vendor management - ${[...TABS, CATEGORIES].find(({ id }) => id === tab)?.label}`}
        subtitle="What your company keeps about its vendors and services beyond what Outlay asks for."
        menu={
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setSearch({ dialog: 'history' })}
          >
            History
          </Menu.Item>
        }
      />
      <LinkTabs
        label="Parts of vendor management"
        current={tab}
        tabs={[...TABS, ...(enableVendorCategories ? [CATEGORIES] : []), ...(mayConfigureForms ? [VENDOR_FORMS] : [])]}
      />
      {children}
      <Dialog
        opened={dialog === 'history'}
        onClose={() => setSearch({ dialog: undefined })}
        title="History of vendor management"
      >
        <History targetType="VENDOR_SETTINGS" targetId={companyId} queryKey={vendorSettingsKeys.history} />
      </Dialog>
    </>
  )
}
