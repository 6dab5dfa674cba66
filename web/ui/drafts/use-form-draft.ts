import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { KeptText } from '../../lib/kept/kept-text.ts'
import { type Draft, useDraft } from './use-draft.ts'

/** Whether a kept value has the fields of a form, as it has them. What was blank there may be anything. */
const isShapedLike =
  <T extends object>(form: T) =>
  (value: unknown): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(form).every(([name, own]) => {
      const kept = (value as Record<string, unknown>)[name]
      if (own === null || own === undefined || kept === undefined || kept === null) return true
      return typeof kept === typeof own && Array.isArray(kept) === Array.isArray(own)
    })

export interface FormDraftOptions<Values extends object> {
  /** Tells the object apart: "bill.new". Null if nothing is kept. */
  name: string | null
  /** The version of what is changed. */
  version?: number
  /** What it was typed over. */
  base?: Values
  /** Whether it was sent. */
  isSent: boolean
  isDraftOf?: (value: unknown) => value is Values
  /** What of it still holds. */
  restored?: (kept: KeptText<Values>) => Values
  /** The version that what was kept is based on, and what that was. */
  onVersion?: (version: number, base: Values | undefined) => void
}

/** Keeps what is typed in a form in this browser. Its notice is shown by `DraftNotice`, or by the form's frame. */
export const useFormDraft = <Values extends object>(
  form: UseFormReturnType<Values>,
  { name, version = 0, base, isSent, isDraftOf, restored, onVersion }: FormDraftOptions<Values>,
): Draft => {
  const [initial] = useState(form.values)
  return useDraft<Values>({
    name,
    value: form.values,
    version,
    base,
    dirty: form.isDirty() && !isSent,
    isDraftOf: isDraftOf ?? isShapedLike(initial),
    onRestore: (value, kept) => {
      // Secrets aren't kept, and a newer form may have more fields.
      form.setValues({ ...form.values, ...(restored ? restored(kept) : value) })
      onVersion?.(kept.version, kept.base)
    },
    onUndo: (before) => form.setValues(before),
  })
}
