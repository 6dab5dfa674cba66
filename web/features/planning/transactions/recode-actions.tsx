import { Button, Menu } from '@mantine/core'
import { IconHistory, IconMessage2, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCan } from '../../platform/session/index.ts'
import type { AskedFilters } from './api.ts'
import type { RecodeBody } from './recode-api.ts'
import { RecodeDialog, type RecodeType } from './recode-dialog.tsx'
import { LatestRecodes } from './recode-history.tsx'

/** What the list of transactions offers for changing and discussing them. */

interface RecodeSelectedProps {
  type: RecodeType
  rows: TransactionRow[]
  clear: () => void
}

/** The button in the selection bar. */
export const RecodeSelected = ({ type, rows, clear }: RecodeSelectedProps) => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        Change vendor or category
      </Button>
      {opened && (
        <RecodeDialog
          type={type}
          of={{ transactionIds: rows.map(({ id }) => id) }}
          count={rows.length}
          onClose={() => setOpened(false)}
          onDone={clear}
        />
      )}
    </>
  )
}

/** The items of the page's menu. What they open is outside it, because the menu closes. */
export const useRecodeMenu = (type: RecodeType, filters: AskedFilters) => {
  const can = useCan()
  const [shown, setShown] = useState<'all' | 'latest' | null>(null)
  const close = (): void => setShown(null)
  const items = (
    <>
      <Menu.Item
        component={AppLink}
        href={to('/budget-tracking/actuals/transactions/comments')}
        leftSection={<IconMessage2 size={16} aria-hidden />}
      >
        Comments
      </Menu.Item>
      {can('financial-analysis.use') && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setShown('all')}>
            Change all that match
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setShown('latest')}>
            Latest changes
          </Menu.Item>
        </>
      )}
    </>
  )
  const dialogs = (
    <>
      {shown === 'all' && (
        <RecodeDialog
          type={type}
          of={{ filters: filters as NonNullable<RecodeBody['filters']> }}
          count={null}
          onClose={close}
          onDone={() => {}}
        />
      )}
      <Dialog opened={shown === 'latest'} onClose={close} title="Latest changes">
        {shown === 'latest' && <LatestRecodes />}
      </Dialog>
    </>
  )
  return { items, dialogs }
}
