import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UNDO_MS } from '../../../../schema/approvals/engine/undo.ts'
import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { newCommandId } from '../../../lib/rest.ts'
import { wasShown } from '../../../lib/shown-errors.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { offer as offerToast } from '../../../ui/toasts/offer.tsx'
import { INBOX_KEY } from './api.ts'
import type { InboxSubjects } from './subject.ts'

/** The answer takes time to arrive, so the offer ends early. */
const OFFERED_MS = UNDO_MS - 1_000

/** What the person saw of an item when they opened it. */
export interface Seen {
  item: InboxItem
  blockId: string
  version: number
}

interface Made {
  item: InboxItem
  sequence: number
  at: number
}

const toldOf = (made: readonly Made[]): string =>
  made.length === 1 ? `Approved: ${made[0]?.item.title ?? ''}` : `${made.length} approved`

/**
 * Approves without waiting for the answer: an item leaves the list at once, and returns if it was refused. Each approval
 * can be undone for ten seconds, in which nothing leaves the house.
 */
export const useApprove = (subjects: InboxSubjects, onUndone: (key: string) => void) => {
  const client = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const pending = useRef(0)
  const made = useRef<Made[][]>([])
  const closeOffer = useRef<(() => void) | null>(null)

  const show = (key: string): void => setGone((before) => new Set([...before].filter((one) => one !== key)))

  /** The list is read again when nothing is in progress, because an answer from before would bring items back. */
  const settle = async (): Promise<void> => {
    pending.current -= 1
    if (pending.current > 0) return
    await client.invalidateQueries({ queryKey: INBOX_KEY })
    if (pending.current === 0) setGone(new Set())
  }

  const undo = async (decisions: readonly Made[]): Promise<void> => {
    closeOffer.current?.()
    pending.current += 1
    try {
      for (const { item, sequence } of decisions) {
        const subject = subjects[item.targetType]
        await subject?.undo(item.id, sequence, newCommandId())
        void client.invalidateQueries({ queryKey: subject?.keyOf(item.id) })
        show(inboxKey(item))
      }
      toastSuccess(decisions.length === 1 ? 'Approval undone' : `${decisions.length} approvals undone`)
      const [first] = decisions
      if (first) onUndone(inboxKey(first.item))
    } catch (error) {
      if (!wasShown(error as Error)) toastError(errorMessage(error))
    } finally {
      await settle()
    }
  }

  /** The last approvals that can still be undone. */
  const undoLast = (): void => {
    const last = made.current.pop()
    if (!last || last.some(({ at }) => Date.now() - at > OFFERED_MS)) toastError('There’s nothing left to undo.')
    else void undo(last)
  }

  const offer = (decisions: Made[]): void => {
    made.current.push(decisions)
    closeOffer.current?.()
    closeOffer.current = offerToast(toldOf(decisions), 'Undo', OFFERED_MS, () => {
      made.current = made.current.filter((one) => one !== decisions)
      void undo(decisions)
    })
  }

  const approve = async (chosen: readonly Seen[]): Promise<void> => {
    pending.current += 1
    setGone((before) => new Set([...before, ...chosen.map(({ item }) => inboxKey(item))]))
    const decided: Made[] = []
    for (const { item, blockId, version } of chosen) {
      const subject = subjects[item.targetType]
      try {
        const decision = { status: 'APPROVED' as const, levelGroupStatusId: blockId, seenVersion: version }
        const { sequence = 0 } = (await subject?.decide(item.id, decision, newCommandId())) ?? {}
        decided.push({ item, sequence, at: Date.now() })
      } catch (error) {
        show(inboxKey(item))
        if (!wasShown(error as Error)) toastError(`${item.title}: ${errorMessage(error)}`)
      }
      void client.invalidateQueries({ queryKey: subject?.keyOf(item.id) })
    }
    if (decided.length > 0) offer(decided)
    await settle()
  }

  return { gone, approve, undoLast }
}
