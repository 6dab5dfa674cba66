import { Checkbox } from '@mantine/core'
import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { DueText } from '../deadlines/index.ts'
import classes from './inbox.module.css'

/** "Approve: Manager", "Bo asked for changes", "Security for Omar" */
const actionText = ({ label, ruleType, sentBack, onBehalfOf }: InboxItem['actions'][number]): string => {
  const what = !sentBack && ruleType === 'APPROVAL' && !/^approv/i.test(label) ? `Approve: ${label}` : label
  return onBehalfOf ? `${what} for ${onBehalfOf.name}` : what
}

/** The first of the deadlines. */
const dueAtOf = ({ actions }: InboxItem): number | null => {
  const due = actions.flatMap(({ dueAt }) => (dueAt ? [Date.parse(dueAt)] : []))
  return due.length > 0 ? Math.min(...due) : null
}

interface InboxListProps {
  items: readonly InboxItem[]
  opened: string | null
  /** Those that the person can select, because they have seen them. */
  selectable: ReadonlySet<string>
  selected: ReadonlySet<string>
  onOpen: (key: string) => void
  onSelect: (key: string) => void
}

/** One line for each thing that waits. */
export const InboxList = ({ items, opened, selectable, selected, onOpen, onSelect }: InboxListProps) => (
  <ul className={classes.items} aria-label="Waiting for you">
    {items.map((item) => {
      const key = inboxKey(item)
      const isSelectable = selectable.has(key)
      const dueAt = dueAtOf(item)
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
            <span className={classes.itemLine}>
              {item.requestorName} · {item.reference} · <AgeText instant={item.since} />
              {dueAt !== null && (
                <>
                  {' · '}
                  <DueText dueAt={dueAt} />
                </>
              )}
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)
