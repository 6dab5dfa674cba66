import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { getInbox, INBOX_PAGE } from '../../../../schema/approvals/inbox/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useUnread } from '../../platform/bell/index.ts'
import type { NavCountProps } from '../../platform/shell/index.ts'
import { INBOX_KEY } from './api.ts'

const WAITING = [...INBOX_KEY, 'waiting'] as const

/**
 * How many items wait for the person, in the menu. Asked for again when the bell rings and after what the person does,
 * so that it costs nothing while nothing happens.
 */
export const InboxCount: ComponentType<NavCountProps> = ({ children }) => {
  const client = useQueryClient()
  const unread = useUnread()
  const { data } = useQuery({
    queryKey: WAITING,
    // A session that ends is noticed by what the person does.
    queryFn: async ({ signal }) => {
      const { items, pageInfo } = await call(getInbox, { query: {}, signal, anonymous: true })
      return { waiting: items.length, isMore: pageInfo.endCursor !== null }
    },
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the bell says something else
  useEffect(() => void client.invalidateQueries({ queryKey: WAITING }), [unread])
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: WAITING })
      }),
    [client],
  )
  if (!data || data.waiting === 0) return null
  return children(data.isMore ? `${INBOX_PAGE}+` : String(data.waiting), 'waiting for you')
}
