import { Checkbox, Kbd } from '@mantine/core'
import type { RefObject } from 'react'
import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { firstDue } from '../../../../schema/approvals/inbox/urgency.ts'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { DueText } from '../deadlines/index.ts'
import { actionText } from './action-text.ts'
import classes from './inbox.module.css'

interface InboxListProps {
  listRef: RefObject<HTMLUListElement | null>
  items: readonly InboxItem[]
  opened: string | null
  /** The one that was chosen to be approved by a key, which has to be pressed again. */
  asked: string | null
  /** Those that the person can select, because they have seen them. */
  selectable: ReadonlySet<string>
  selected: ReadonlySet<string>
  onOpen: (key: string) => void
  onSelect: (key: string) => void
}

/** One line for each thing that waits. */
export const InboxList = ({
  listRef,
  items,
  opened,
  asked,
  selectable,
  selected,
  onOpen,
  onSelect,
}: InboxListProps) => (
  <ul ref={listRef} className={classes.items} aria-label="Waiting for you">
    {items.map((item) => {
      const key = inboxKey(item)
      const isSelectable = selectable.has(key)
      const dueAt = firstDue(item.actions)
      return (
        <li key={key} className={classes.item} data-opened={key === opened || undefined}>
          <Checkbox
            aria-label={isSelectable ? `Select ${item.title}` : `Select ${item.title} (open it first)`}
            title={isSelectable ? undefined : 'Open it first'}
            disabled={!isSelectable}
            checked={selected.has(key)}
            onChange={() => onSelect(key)}
          />
          <button
            type="button"
            className={classes.open}
            data-item={key}
            aria-current={key === opened || undefined}
            onClick={() => onOpen(key)}
          >
            <span className={classes.itemHead}>
              <span className={classes.itemTitle}>{item.title}</span>
              {item.amount && <MoneyText money={item.amount} />}
            </span>
            <span className={classes.itemLine}>{item.actions.map(actionText).join(', ')}</span>
            {key === asked ? (
              <span className={classes.itemLine} role="status">
                <Kbd size="xs">a</Kbd> again or <Kbd size="xs">Enter</Kbd> approves it
              </span>
            ) : (
              <span className={classes.itemLine}>
                {item.requestorName} · {item.reference} · <AgeText instant={item.since} />
                {dueAt !== null && (
                  <>
                    {' · '}
                    <DueText dueAt={Date.parse(dueAt)} />
                  </>
                )}
              </span>
            )}
          </button>
        </li>
      )
    })}
  </ul>
)
