import { ActionIcon, Button, SegmentedControl, Skeleton, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff, IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Notification } from '../../../../schema/platform/bell/endpoints.ts'
import { isMutable } from '../../../../schema/platform/bell/kinds.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { readAddress } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useSession } from '../session/index.ts'
import { type Show, useMark, useMarkAll, useMuting, useNotifications } from './api.ts'
import classes from './bell.module.css'

const SHOWS: { value: Show; label: string }[] = [
  { value: 'UNREAD', label: 'Unread' },
  { value: 'ALL', label: 'All' },
]

interface NotificationListProps {
  show: Show
  onShow: (show: Show) => void
  /** A link was followed. */
  onLeave?: () => void
  title?: ReactNode
}

/** What happened, newest first. */
export const NotificationList = ({ show, onShow, onLeave, title }: NotificationListProps) => {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotifications(show)
  const { impersonatorId } = useSession()
  const markAll = useMarkAll()
  const isOwn = impersonatorId === null
  const newest = items?.[0]
  return (
    <>
      <header className={classes.head}>
        {title}
        <SegmentedControl
          size="xs"
          aria-label="Which notifications"
          data={SHOWS}
          value={show}
          onChange={(value) => onShow(value as Show)}
        />
        {isOwn && newest && items.some(({ isRead }) => !isRead) && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.markAll}
            loading={markAll.isPending}
            onClick={() => markAll.send({ until: newest.createdAt })}
          >
            Mark all as read
          </Button>
        )}
      </header>
      {!isOwn && <p className={classes.viewing}>You’re viewing as someone else, so nothing is marked as read.</p>}
      <div className={classes.scroll}>
        {error && !items ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : items ? (
          <>
            {items.length === 0 && !hasNextPage && <Nothing show={show} />}
            <ul className={classes.list} aria-label="Notifications">
              {items.map((item) => (
                <Row key={item.id} item={item} isOwn={isOwn} onLeave={onLeave} />
              ))}
            </ul>
            {hasNextPage && (
              <div className={classes.more}>
                <ShowEarlier what="notifications" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
              </div>
            )}
          </>
        ) : (
          <div className={classes.loading} aria-busy>
            <Skeleton height={48} mb="sm" />
            <Skeleton height={48} mb="sm" />
            <Skeleton height={48} />
          </div>
        )}
      </div>
    </>
  )
}

const Nothing = ({ show }: { show: Show }) => (
  <EmptyState
    compact
    icon={<IconBell size={20} aria-hidden />}
    title={show === 'UNREAD' ? 'You’re all caught up' : 'No notifications yet'}
    text={
      show === 'UNREAD'
        ? 'Notifications you’ve read are under All.'
        : 'Mentions, comments, approvals and decisions appear here, and stay for 90 days.'
    }
  />
)

interface RowProps {
  item: Notification
  isOwn: boolean
  onLeave: (() => void) | undefined
}

const Row = ({ item, isOwn, onLeave }: RowProps) => {
  const { id, title, sentence, path, createdAt, isRead, isMuted, targetType } = item
  const mark = useMark()
  const markLabel = isRead ? 'Mark as unread' : 'Mark as read'
  return (
    <li className={classes.row} data-unread={!isRead || undefined}>
      <span className={classes.dot} aria-hidden />
      <div className={classes.text}>
        <AppLink
          className={classes.link}
          href={readAddress(path)}
          onClick={() => {
            if (isOwn && !isRead) mark.send({ id, isRead: true })
            onLeave?.()
          }}
        >
          {!isRead && <span className="ol-visually-hidden">Unread: </span>}
          {title}
        </AppLink>
        <p className={classes.sentence}>{sentence}</p>
        <p className={classes.dim}>
          <AgeText instant={createdAt} />
          {isMuted && targetType && ` · This ${nounOf(targetType)} is muted`}
        </p>
      </div>
      {isOwn && (
        <div className={classes.actions}>
          <Tooltip label={markLabel}>
            <ActionIcon
              aria-label={`${markLabel}: ${title}`}
              loading={mark.isPending}
              onClick={() => mark.send({ id, isRead: !isRead })}
            >
              {isRead ? <IconCircleDot size={16} /> : <IconCircleCheck size={16} />}
            </ActionIcon>
          </Tooltip>
          <MuteAction item={item} />
        </div>
      )}
    </li>
  )
}

const MuteAction = ({ item: { title, targetType, targetId, isMuted } }: { item: Notification }) => {
  const noun = targetType ? nounOf(targetType) : ''
  const muting = useMuting(noun)
  if (!isMutable(targetType) || targetId === null) return null
  const label = isMuted ? `Unmute this ${noun}` : `Mute this ${noun}`
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={`${label}: ${title}`}
        loading={muting.isPending}
        onClick={() => muting.send({ targetType, targetId, isMuted: !isMuted })}
      >
        {isMuted ? <IconBell size={16} /> : <IconBellOff size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
