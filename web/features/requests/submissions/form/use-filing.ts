import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { listOf } from '../../../../../schema/shared/name-lists.ts'
import { type Address, to, useGo } from '../../../../lib/address.ts'
import { errorMessage, isApiError } from '../../../../lib/errors.ts'
import { isCutOff } from '../../../../lib/kept/kept-text.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { editHref, OWN_REQUEST, requestHref } from '../address.ts'
import { readAnswers, readSubmission, useDeleteDraft } from '../api.ts'
import { changesIn, labelsFrom, toDifferences } from '../differences.ts'
import { draftEntries, submittedEntries, toAnswers, toNotes } from '../steps.ts'
import type { Conflict } from './conflict-dialog.tsx'
import { type SubmissionInput, sendSubmission } from './send.ts'
import { useAnswersDraft } from './use-answers-draft.ts'
import { useDraft } from './use-draft.ts'
import { type FormSubject, useRequestForm } from './use-request-form.ts'

/**
 * Shows the draft's own address without navigating. The router would render another page, and the field being typed in
 * would lose the focus.
 */
const showAddress = (href: Address): void =>
  History.prototype.replaceState.call(window.history, window.history.state, '', href)

const SUBMITTED = {
  new: 'Request submitted',
  draft: 'Request submitted',
  pending: 'Request saved',
  rejected: 'Request resubmitted',
  withdrawn: 'Request resubmitted',
}

/**
 * The form with its saves: drafts automatically, submission by hand, and what happens if either is refused.
 * @param newName tells what is kept in this browser apart until the draft has an id
 */
export const useFiling = (subject: FormSubject, newName: string) => {
  const go = useGo()
  const { category, form, existing } = subject
  const kind = existing?.kind ?? 'new'
  const isDraft = kind === 'new' || kind === 'draft'
  const done = useRef(false)
  const leaving = useRef(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [busy, setBusy] = useState(false)
  const [keepsApprovals, setKeepsApprovals] = useState(false)
  const edited = useRef(() => {})
  const state = useRequestForm(subject, () => edited.current())

  const contentOf = (answers: SubmissionInput['answers']) => ({
    intakeCategoryId: category.id,
    ...(isDraft
      ? { requestorUserId: state.latest().requestorUserId, watcherUserIds: state.latest().watcherUserIds }
      : {}),
    answers,
  })
  const draft = useDraft({
    enabled: isDraft,
    target: existing && { id: existing.id, version: existing.version },
    content: () => {
      if (!draft.target.current && !state.hasInput()) return null
      return contentOf(draftEntries(form, state.latest().answers, state.latest().notes).entries)
    },
    onCreated: ({ id }) => {
      if (!leaving.current) showAddress(editHref({ ...OWN_REQUEST, intakeCategoryId: category.id, id }))
    },
    onFields: (fields) => state.show({ ...state.latest().errors, ...fields }),
  })
  edited.current = () => draft.dispatch({ type: 'edited' })
  const typed = useAnswersDraft({
    name: `request.${draft.targetId ?? newName}`,
    form,
    state,
    version: draft.target.current?.version ?? 0,
    isUnsaved: draft.isUnsaved() || (isDraft && state.draft.leftOut.length > 0),
    onRestored: () => draft.dispatch({ type: 'edited' }),
  })

  const leave = (href: Address): void => {
    done.current = true
    typed.finish()
    go.instead(href)
  }

  const submission = useCommand({
    run: (input: SubmissionInput, { commandId }) => sendSubmission(input, commandId),
    success: SUBMITTED[kind],
    onSuccess: (result) => leave(requestHref({ ...OWN_REQUEST, ...existing, id: result.id ?? '' })),
    onError: (error) => {
      draft.pause(false)
      if (isApiError(error) && error.fields) state.show(error.fields)
      if (
        !isApiError(error, 'CONFLICT') ||
        (error.reason && error.reason !== 'ANSWERS_CHANGED' && error.reason !== 'STALE_VERSION')
      )
        return
      const message = `This ${isDraft ? 'draft' : 'request'} was changed by someone else since you opened it.`
      const differences = toDifferences(changesIn(error.details), labelsFrom([], form))
      setConflict({ problem: { kind: 'conflict', message }, differences })
      return true
    },
  })

  /** Returns true if the form could be sent. Otherwise the screen shows what is wrong. */
  const submit = async (): Promise<void> => {
    if (!state.checkAll()) return
    draft.pause(true)
    if (isDraft && !(await draft.flush())) {
      draft.pause(false)
      if (draft.state.problem && draft.state.problem.kind !== 'failed') showProblem()
      else toastError('The request couldn’t be sent. Check your connection and try again.')
      return
    }
    submission.send({
      ...contentOf(submittedEntries(form, state.latest().answers, state.latest().notes)),
      isDraft: false,
      ...(kind === 'pending' && keepsApprovals ? { skipApprovals: true } : {}),
      ...(draft.target.current ?? {}),
    })
  }

  const showProblem = (): void => {
    if (draft.state.problem) setConflict({ problem: draft.state.problem, differences: [] })
  }

  const settle = async (how: 'reload' | 'mine'): Promise<void> => {
    const target = draft.target.current
    setBusy(true)
    try {
      if (conflict?.problem.kind === 'gone' || !target) draft.setTarget(null)
      else {
        const [latest, answers] = await Promise.all([readSubmission(target.id), readAnswers(target.id)])
        draft.setTarget({ id: target.id, version: latest.version })
        if (how === 'reload')
          state.replace(
            toAnswers(answers.answers),
            toNotes(answers.answers),
            latest.requestor.id,
            latest.watcherUserIds,
          )
      }
      draft.dispatch({ type: how === 'reload' ? 'loaded' : 'resolved' })
      setConflict(null)
      if (how === 'mine') void (isDraft ? draft.flush() : submit())
    } catch (error) {
      toastError(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  const deletion = useDeleteDraft(() => leave(to('/intake-requests', {}, { drafts: 'true' })))
  const deleteDraft = async (): Promise<void> => {
    const id = draft.target.current?.id
    if (!id) return
    const sure = await confirm({
      title: 'Delete draft',
      text: 'The draft and its answers are deleted. This can’t be undone.',
      confirmLabel: 'Delete draft',
      danger: true,
    })
    if (!sure) return
    draft.pause(true)
    deletion.send(id)
  }

  const unsavedText = (): string | null => {
    if (done.current) return null
    if (draft.isUnsaved() && (!isDraft || draft.target.current || state.hasInput()))
      return 'Your latest changes aren’t saved.'
    const { leftOut } = isDraft ? draftEntries(form, state.latest().answers) : { leftOut: [] }
    return leftOut.length > 0 ? `${listOf(leftOut.map((q) => `“${q.label}”`))} isn’t finished or saved.` : null
  }
  const mayLeave = useRef(async (): Promise<boolean> => true)
  mayLeave.current = async () => {
    if (unsavedText() && isDraft) {
      leaving.current = true
      await draft.flush()
      leaving.current = false
    }
    const text = unsavedText()
    return (
      !text ||
      isCutOff() ||
      confirm({ title: 'Leave without saving', text, confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true })
    )
  }
  const unsaved = useRef(unsavedText)
  unsaved.current = unsavedText
  useBlocker({
    shouldBlockFn: useCallback(async () => !(await mayLeave.current()), []),
    enableBeforeUnload: useCallback(() => !isCutOff() && unsaved.current() !== null, []),
  })

  return {
    subject,
    kind,
    isDraft,
    state,
    draft,
    typed,
    conflict,
    busy,
    keepsApprovals,
    setKeepsApprovals,
    closeConflict: () => setConflict(null),
    showProblem,
    settle,
    submit,
    isSubmitting: submission.isPending,
    submitError: submission.error,
    deleteDraft,
  }
}

export type Filing = ReturnType<typeof useFiling>
