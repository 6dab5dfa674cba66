import type { ComponentType } from 'react'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import type { Address } from '../../../lib/address.ts'

/** What the person sees of the opened item, and can do with it. */
export interface OpenedItem {
  /** Their steps that are open. */
  mine: BlockView[]
  /** The version on the screen. A decision names it. */
  seenVersion: number
  /** Grows with everything that happens to it. */
  sequence: number
  /** Opens the dialog for a step. */
  act: (action: { kind: 'approve' | 'reject' | 'comments'; block: BlockView }) => void
  /** Opens the dialog that completes a task. */
  complete: (block: BlockView) => void
}

export interface Decision {
  status: 'APPROVED'
  levelGroupStatusId: string
  seenVersion: number
}

/** How the inbox shows subjects of one type and decides on them. The route puts them together. */
export interface InboxSubject {
  noun: string
  hrefOf: (id: string) => Address
  keyOf: (id: string) => readonly unknown[]
  decide: (id: string, decision: Decision, commandId: string) => Promise<{ sequence: number }>
  undo: (id: string, sequence: number, commandId: string) => Promise<unknown>
  /** Shows one, and says what can be done with it once all of it is on the screen. */
  Detail: ComponentType<{ id: string; onOpened: (opened: OpenedItem) => void }>
}

export type InboxSubjects = Readonly<Record<string, InboxSubject>>
