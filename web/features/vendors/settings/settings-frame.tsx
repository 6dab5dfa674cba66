import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { usePageSearch } from '../../../lib/search-params.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { History } from '../../platform/audit/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { vendorSettingsKeys } from './api.ts'
import { VENDOR_SETTINGS_TABS, type VendorSettingsTab, VendorSettingsTabs } from './settings-tabs.tsx'

const search = z.object({ dialog: z.literal('history').optional().catch(undefined) })

interface SettingsFrameProps {
  tab: Exclude<VendorSettingsTab, 'forms'>
  children: ReactNode
}

/** Settings › Vendor management: its parts, and their history. */
export const SettingsFrame = ({ tab, children }: SettingsFrameProps) => {
  const { id: companyId } = useCompany()
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <>
      <PageHeader
        title="Vendor management"
        tabTitle={`Vendor management - ${VENDOR_SETTINGS_TABS.find(({ id }) => id === tab)?.label}`}
        subtitle="Custom fields and columns for your vendors and services."
        menu={
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setSearch({ dialog: 'history' })}
          >
            History
          </Menu.Item>
        }
      />
      <VendorSettingsTabs current={tab} />
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
