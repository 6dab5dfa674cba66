import { useCallback, useRef, useState } from 'react'
import { isApiError, isOutcomeUnknown } from '../../../../lib/errors.ts'
import { newCommandId } from '../../../../lib/rest.ts'
import { usePauses } from '../../../../ui/drafts/use-pauses.ts'
import { AUTOSAVE_START, type AutosaveEvent, autosave, delayOf, isUnsaved, needsPerson } from '../autosave.ts'
import { problemOf } from './save-problem.ts'
import { type SubmissionInput, sendSubmission } from './send.ts'

export interface Target {
  id: string
  version: number
}

interface Attempt {
  submission: SubmissionInput
  commandId: string
  revision: number
}

interface DraftOptions {
  /** False for a submitted request, which is saved only by hand. */
  enabled: boolean
  target: Target | null
  /** What to save now. Null while there is nothing worth a draft. */
  content: () => Omit<SubmissionInput, 'id' | 'version' | 'isDraft'> | null
  onCreated: (target: Target) => void
  onFields: (fields: Record<string, string>) => void
}

/** Saves the draft a moment after the last edit, one save at a time, and reports its state. */
export const useDraft = (options: DraftOptions) => {
  const latest = useRef(options)
  latest.current = options
  const [state, setState] = useState(AUTOSAVE_START)
  const machine = useRef(state)
  const target = useRef(options.target)
  const [targetId, setTargetId] = useState(options.target?.id ?? null)
  const running = useRef<Promise<boolean> | null>(null)
  // While it is unknown whether an attempt arrived, only the same attempt can be repeated. Another one could create a
  // second draft, or find its own first half as a conflict.
  const unanswered = useRef<Attempt | null>(null)
  const paused = useRef(false)

  const dispatch = useCallback((event: AutosaveEvent): void => {
    machine.current = autosave(machine.current, event)
    setState(machine.current)
  }, [])

  const setTarget = useCallback((next: Target | null): void => {
    target.current = next
    setTargetId(next?.id ?? null)
  }, [])

  const attemptNow = useCallback((): Attempt | null => {
    if (unanswered.current) return unanswered.current
    const content = latest.current.content()
    if (!content) return null
    const submission = { ...content, isDraft: true, ...(target.current ?? {}) }
    return { submission, commandId: newCommandId(), revision: machine.current.revision }
  }, [])

  const attempt = useCallback(async (): Promise<boolean> => {
    const next = attemptNow()
    if (!next) return true
    dispatch({ type: 'started', revision: next.revision })
    const isNew = !next.submission.id
    try {
      const result = await sendSubmission(next.submission, next.commandId)
      unanswered.current = null
      const saved = { id: result.id ?? '', version: result.version ?? 1 }
      setTarget(saved)
      dispatch({ type: 'succeeded' })
      if (isNew) latest.current.onCreated(saved)
      return true
    } catch (error) {
      unanswered.current = isOutcomeUnknown(error) ? next : null
      if (isApiError(error) && error.fields) latest.current.onFields(error.fields)
      dispatch({ type: 'refused', problem: problemOf(error, !isNew) })
      return false
    }
  }, [dispatch, setTarget, attemptNow])

  /** Saves until nothing is unsaved. Returns false if that failed. */
  const flush = useCallback(async (): Promise<boolean> => {
    for (let i = 0; i < 5; i += 1) {
      if (running.current) {
        await running.current
        continue
      }
      if (!isUnsaved(machine.current) && !unanswered.current) return true
      if (needsPerson(machine.current) || !attemptNow()) return !needsPerson(machine.current)
      running.current = attempt().finally(() => {
        running.current = null
      })
      if (!(await running.current)) return false
    }
    return !isUnsaved(machine.current)
  }, [attempt, attemptNow])

  usePauses({
    pause: options.enabled ? delayOf(state) : null,
    change: state.revision,
    save: () => {
      if (!paused.current) void flush()
    },
  })

  return {
    state,
    targetId,
    /** The id and version for the next save. */
    target,
    setTarget,
    dispatch,
    flush,
    /** No save of a draft may overtake its submission. */
    pause: (value: boolean) => {
      paused.current = value
    },
    isUnsaved: () => isUnsaved(machine.current),
  }
}

export type Draft = ReturnType<typeof useDraft>
