import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { type Address, useGo } from '../lib/address.ts'
import type { Draft } from './drafts/use-draft.ts'
import { type FormDraftOptions, useFormDraft } from './drafts/use-form-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Guards unsaved changes, and continues once they are saved.
 * @param savedTo where the saved object is shown, or null before
 * @param text what leaving means
 */
export const useSavedForm = (isDirty: boolean, savedTo: Address | null, text?: string): void => {
  const go = useGo()
  useLeaveGuard(isDirty && savedTo === null, text)
  // The guard must know first.
  useEffect(() => {
    if (savedTo !== null) go.to(savedTo)
  }, [savedTo, go])
}

interface KeptFormOptions<Values extends object> extends Omit<FormDraftOptions<Values>, 'isSent'> {
  /** Where the saved object is shown, or null before. */
  savedTo: Address | null
  /** What leaving means. */
  text?: string
}

/** A form as a page: what is typed is kept in this browser, leaving asks, and what is saved is shown. */
export const useKeptForm = <Values extends object>(
  form: UseFormReturnType<Values>,
  { savedTo, text, ...options }: KeptFormOptions<Values>,
): Draft => {
  const draft = useFormDraft(form, { ...options, isSent: savedTo !== null })
  useSavedForm(form.isDirty(), savedTo, text)
  return draft
}
