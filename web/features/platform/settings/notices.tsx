import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { KEY_END_TOLD_MS } from '../../../../schema/platform/api-keys/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { accountingQuery, SYSTEM_NAMES } from '../accounting/index.ts'
import { useApiKeys } from '../api-keys/index.ts'
import classes from './settings.module.css'

/** One thing that needs attention, as a line of the list. */
export const Notice = ({ href, children }: { href: Address; children: ReactNode }) => (
  <li className={classes.notice}>
    <IconAlertTriangle size={16} aria-hidden />
    <AppLink href={href} className="ol-link">
      {children}
    </AppLink>
  </li>
)

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

/** Keys that stop working soon, or did. */
export const KeyNotices = () => {
  const { data = [], isLoading } = useApiKeys()
  useNotYet(isLoading)
  const now = Date.now()
  const endOf = (key: (typeof data)[number]) => Date.parse(key.expiresAt)
  const used = data.filter(({ enabled }) => enabled)
  const ended = used.filter((key) => endOf(key) <= now).length
  const ending = used.filter((key) => endOf(key) > now && endOf(key) <= now + KEY_END_TOLD_MS).length
  return (
    <>
      {ended > 0 && <Notice href={to('/settings/api-keys')}>{counted(ended, 'API key', 'API keys')} expired</Notice>}
      {ending > 0 && (
        <Notice href={to('/settings/api-keys')}>
          {counted(ending, 'API key expires', 'API keys expire')} within 14 days
        </Notice>
      )}
    </>
  )
}

/** An accounting system that refuses its connection. */
export const AccountingNotice = () => {
  const { data, isLoading } = useQuery(accountingQuery)
  useNotYet(isLoading)
  const connection = data?.connection
  if (connection?.state !== 'REFUSED') return null
  return (
    <Notice href={to('/budget-tracking/actuals/status')}>
      {SYSTEM_NAMES[connection.system]} refuses the connection. Connect it again.
    </Notice>
  )
}
