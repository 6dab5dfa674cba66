import { createContext, createElement, type ReactNode, useContext } from 'react'
import {
  bypassIntakeSubmission,
  decideIntakeSubmission,
  getIntakeChanges,
  remindIntakeSubmission,
  undoIntakeDecision,
  watchIntakeSubmission,
} from '../../../../schema/requests/endpoints.ts'
import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import { createBlockThread, createIntakeThread } from '../../../../schema/requests/submissions/thread-endpoints.ts'
import { type BodyOf, call, type ResponseOf } from '../../../lib/rest.ts'
import type { Subject } from '../../documents/threads/index.ts'
import { NOT_ANSWERED } from './answer-text.ts'

type Acting<E> = (id: string, body: BodyOf<E>, commandId: string) => Promise<ResponseOf<E>>

/**
 * What the approvals on a page belong to: a request, unless the page says otherwise. The timeline, its dialogs and the
 * decisions call the endpoints that are named here.
 */
export interface SubjectApi {
  targetType: string
  noun: string
  /** Everything of one that a live change makes outdated. */
  keyOf: (id: string) => readonly unknown[]
  decide: Acting<typeof decideIntakeSubmission>
  undo: Acting<typeof undoIntakeDecision>
  remind: Acting<typeof remindIntakeSubmission>
  bypass: Acting<typeof bypassIntakeSubmission>
  changesSince: (
    id: string,
    since: number,
    signal: AbortSignal,
  ) => Promise<{ version: number; changes: AnswerChange[] }>
  /** The address of its live changes. */
  livePath: (id: string) => string
  /** Whether changes name ids, whose names have to be read. */
  hasIdsInChanges: boolean
  /** What changes say of nothing. */
  blank: string
  discussionOf: (id: string, part: Subject['part']) => Subject
}

export const requestKeyOf = (id: string) => ['requests', 'one', id] as const

const REQUEST: SubjectApi = {
  targetType: 'INTAKE_SUBMISSION',
  noun: 'request',
  keyOf: requestKeyOf,
  decide: (id, body, commandId) => call(decideIntakeSubmission, { params: { id }, body, commandId }),
  undo: (id, body, commandId) => call(undoIntakeDecision, { params: { id }, body, commandId }),
  remind: (id, body, commandId) => call(remindIntakeSubmission, { params: { id }, body, commandId }),
  bypass: (id, body, commandId) => call(bypassIntakeSubmission, { params: { id }, body, commandId }),
  changesSince: (id, since, signal) => call(getIntakeChanges, { params: { id }, query: { since }, signal }),
  livePath: (id) => watchIntakeSubmission.path.replace('{id}', encodeURIComponent(id)),
  hasIdsInChanges: true,
  blank: NOT_ANSWERED,
  discussionOf: (id, part) => ({
    kind: 'INTAKE_SUBMISSION',
    id,
    queryKey: requestKeyOf(id),
    part,
    hint: 'Comments are visible to everyone on this request.',
    start: ({ body: commentBody, documentIds, isShared }, commandId) => {
      const body = { commentBody, documentIds }
      if (part?.type === 'BLOCK') return call(createBlockThread, { params: { id: part.id }, body, commandId })
      const about = part && { intakeSubmissionAnswerId: part.id }
      return call(createIntakeThread, {
        params: { id },
        body: { ...body, ...about, ...(isShared && { shareWithVendor: true }) },
        commandId,
      })
    },
  }),
}

const Context = createContext<SubjectApi>(REQUEST)

export const SubjectApiProvider = ({ api, children }: { api: SubjectApi; children: ReactNode }) =>
  createElement(Context.Provider, { value: api }, children)

export const useSubjectApi = (): SubjectApi => useContext(Context)
