import type { ReactNode } from 'react'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { QueueItem, QueueKind } from '../../../ui/queue/queue-item.ts'
import { DueText } from '../deadlines/index.ts'
import classes from './queue.module.css'

const WORDS: Record<QueueKind, string> = {
  request: 'Request',
  'spend-request': 'Spend request',
  bill: 'Bill',
  order: 'Purchase order change',
  'bank-details': 'Bank details',
  payment: 'Payment',
  comment: 'Comment',
  setting: 'Setting',
}

/** One thing that waits. All of the line leads to it. */
export const QueueRow = ({ item, icon }: { item: QueueItem; icon: ReactNode }) => {
  const { kind, title, about, step, amount, since, dueAt, isStuck, href } = item
  return (
    <li className={classes.item} data-stuck={isStuck || undefined}>
      <span className={classes.icon} title={WORDS[kind]}>
        {icon}
      </span>
      <span className={classes.what}>
        <AppLink href={href} className={classes.title}>
          <span className="ol-visually-hidden">{WORDS[kind]}: </span>
          {title}
        </AppLink>
        <span className={classes.about}>{about}</span>
      </span>
      <span className={classes.step}>{step}</span>
      <span className={classes.amount}>{amount && <MoneyText money={amount} />}</span>
      <span className={classes.when}>
        {dueAt === null ? since !== null && <AgeText instant={since} /> : <DueText dueAt={Date.parse(dueAt)} />}
      </span>
    </li>
  )
}
