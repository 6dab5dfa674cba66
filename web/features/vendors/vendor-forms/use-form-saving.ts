import { useCallback, useRef, useState } from 'react'
import { errorMessage, isApiError, isOutcomeUnknown } from '../../../lib/errors.ts'
import { newCommandId } from '../../../lib/rest.ts'
import type { Draft } from '../../../ui/drafts/use-draft.ts'
import { usePauses } from '../../../ui/drafts/use-pauses.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import {
  AUTOSAVE_START,
  autosave,
  delayOf,
  isUnsaved,
  needsPerson,
  type RequestFormState,
  saveWord,
  useAnswersDraft,
} from '../../requests/submissions/index.ts'
import { type FormTarget, type OpenedForm, type Saving, saveForm } from './api.ts'

interface Options {
  /** Only what isn't submitted yet saves itself. */
  enabled: boolean
  target: FormTarget
  version: number
  entries: () => Saving['entries']
  onFields: (fields: Record<string, string>) => void
}

interface Attempt {
  saving: Saving
  commandId: string
  revision: number
}

/** The version that someone else saved, from a refusal. */
const versionIn = (error: unknown): number | null => {
  const found = isApiError(error) ? (error.details as { version?: unknown } | undefined)?.version : null
  return typeof found === 'number' ? found : null
}

/** Saves a form a moment after the last edit, one save at a time, and never over what someone else saved. */
export const useFormSaving = (options: Options) => {
  const latest = useRef(options)
  latest.current = options
  const [state, setState] = useState(AUTOSAVE_START)
  const machine = useRef(state)
  const version = useRef(options.version)
  /** The version that prevents the save. */
  const theirs = useRef<number | null>(null)
  const running = useRef<Promise<void> | null>(null)
  // While it is unknown whether an attempt arrived, only the same one is repeated.
  const unanswered = useRef<Attempt | null>(null)
  const paused = useRef(false)

  const dispatch = useCallback((event: Parameters<typeof autosave>[1]): void => {
    machine.current = autosave(machine.current, event)
    setState(machine.current)
  }, [])

  const attempt = useCallback(async (): Promise<void> => {
    const { target, entries, onFields } = latest.current
    const next: Attempt = unanswered.current ?? {
      saving: { entries: entries(), isDraft: true, version: version.current },
      commandId: newCommandId(),
      revision: machine.current.revision,
    }
    dispatch({ type: 'started', revision: next.revision })
    try {
      version.current = await saveForm(target, next.saving, next.commandId)
      unanswered.current = null
      dispatch({ type: 'succeeded' })
    } catch (error) {
      unanswered.current = isOutcomeUnknown(error) ? next : null
      if (isApiError(error) && error.fields) onFields(error.fields)
      theirs.current = versionIn(error)
      const isStale = isApiError(error, 'CONFLICT')
      dispatch({ type: 'refused', problem: { kind: isStale ? 'conflict' : 'failed', message: errorMessage(error) } })
    }
  }, [dispatch])

  const save = useCallback(async (): Promise<void> => {
    while (running.current) await running.current
    if (paused.current || (!isUnsaved(machine.current) && !unanswered.current) || needsPerson(machine.current)) return
    running.current = attempt().finally(() => {
      running.current = null
    })
    await running.current
  }, [attempt])

  usePauses({
    pause: options.enabled ? delayOf(state) : null,
    change: state.revision,
    save: () => void save(),
  })

  return {
    word: saveWord(state),
    problem: state.problem,
    /** The version that the next save changes. */
    version: version.current,
    isUnsaved: isUnsaved(state),
    edited: useCallback(() => dispatch({ type: 'edited' }), [dispatch]),
    save,
    /** No draft may overtake the submission. Waits for the one that is on its way. */
    submit: async (saving: Omit<Saving, 'version' | 'isDraft'>, commandId: string): Promise<number> => {
      paused.current = true
      try {
        while (running.current) await running.current
        const done = await saveForm(
          latest.current.target,
          { ...saving, isDraft: false, version: version.current },
          commandId,
        )
        version.current = done
        dispatch({ type: 'loaded' })
        return done
      } catch (error) {
        theirs.current = versionIn(error)
        if (theirs.current !== null)
          dispatch({ type: 'refused', problem: { kind: 'conflict', message: errorMessage(error) } })
        throw error
      } finally {
        paused.current = false
      }
    },
    /** The person decided that what they typed replaces what someone else saved. */
    keepMine: () => {
      version.current = theirs.current ?? version.current
      dispatch({ type: 'resolved' })
    },
  }
}

export type FormSaving = ReturnType<typeof useFormSaving>

/** Keeps in this browser what isn't saved, and asks before it is left. @param changed whether something isn't sent */
export const useKeptAnswers = (
  { form, definition }: OpenedForm,
  state: RequestFormState,
  own: FormSaving,
  changed: boolean,
  onChanged: (changed: true) => void,
): Draft => {
  const savesItself = form.status === 'UNSUBMITTED'
  useLeaveGuard(changed && (!savesItself || own.isUnsaved), 'Your latest answers aren’t saved yet.')
  return useAnswersDraft({
    name: `vendor-form.${form.intakeSubmissionId}`,
    form: definition,
    state,
    version: own.version,
    isUnsaved: changed && (!savesItself || own.isUnsaved || state.draft.leftOut.length > 0),
    onRestored: () => {
      onChanged(true)
      own.edited()
    },
  })
}
