import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { usePageSearch } from '../../lib/search-params.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { History } from '../audit/history.tsx'
import classes from '../request-configuration/category-frame.module.css'
import { useCan, useCompany } from '../shell/use-can.ts'
import { vendorSettingsKeys } from './api.ts'

const search = z.object({ dialog: z.literal('history').optional().catch(undefined) })

const TABS = [
  { id: 'fields', label: 'Fields' },
  { id: 'columns', label: 'Columns' },
] as const

interface SettingsFrameProps {
  tab: (typeof TABS)[number]['id']
  children: ReactNode
}

/** Settings › Vendor management: its parts, and what was changed in any of them. */
export const SettingsFrame = ({ tab, children }: SettingsFrameProps) => {
  const { id: companyId } = useCompany()
  const mayConfigureForms = useCan()('vendor-forms.configure')
  const [{ dialog }, setSearch] = usePageSearch(search)
  return (
    <>
      <PageHeader
        title="Vendor management"
        tabTitle={`Vendor management - ${TABS.find(({ id }) => id === tab)?.label}`}
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
      <nav className={classes.tabs} aria-label="Parts of vendor management">
        {TABS.map(({ id, label }) => (
          <AppLink key={id} href={`/settings/vendor-management/${id}`} aria-current={tab === id ? 'page' : undefined}>
            {label}
          </AppLink>
        ))}
        {mayConfigureForms && <AppLink href="/settings/vendor-intake-categories">Forms</AppLink>}
      </nav>
      {children}
      <Dialog
        opened={dialog === 'history'}
        onClose={() => setSearch({ dialog: undefined })}
        title="History of fields and columns"
      >
        <History targetType="VENDOR_SETTINGS" targetId={companyId} queryKey={vendorSettingsKeys.history} />
      </Dialog>
    </>
  )
}
