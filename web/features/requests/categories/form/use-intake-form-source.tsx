import { useMemo, useState } from 'react'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { checkPublicForm } from '../../../../../schema/requests/forms/form-rules.ts'
import { questionsUsedBy } from '../../../../../schema/requests/workflows/definition-questions.ts'
import { useReadAllWorkflows } from '../../../approvals/workflows/index.ts'
import {
  type FormSource,
  formProblems,
  PUBLIC_FORM,
  quoted,
  REQUEST_FORM,
  readForm,
  saveForm,
  VENDOR_FORM,
} from '../../forms/index.ts'
import { configurationKeys } from '../api.ts'
import { FormEffects } from './form-effects.tsx'
import { NoWorkflowYet } from './no-workflow-yet.tsx'

interface IntakeForm {
  categoryId: string
  form: FormDefinition
  formVersion: number
  isPublic: boolean
  isForVendors: boolean
}

/** The form of a request category, for the builder. */
export const useIntakeFormSource = ({
  categoryId,
  form,
  formVersion,
  isPublic,
  isForVendors,
}: IntakeForm): FormSource => {
  const readWorkflows = useReadAllWorkflows(categoryId)
  // The effects of the next save depend on what the last one left.
  const [saved, setSaved] = useState(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading workflows is the same whenever it is asked for
  return useMemo(
    () => ({
      kind: isPublic ? PUBLIC_FORM : isForVendors ? VENDOR_FORM : REQUEST_FORM,
      form,
      version: formVersion,
      draftName: `request-form.${categoryId}`,
      save: async ({ value, version }, commandId) => {
        const next = await saveForm({ categoryId, form: value, formVersion: version }, commandId)
        setSaved(value)
        return next
      },
      effects: (value) => <FormEffects categoryId={categoryId} saved={saved} form={value} />,
      next: <NoWorkflowYet categoryId={categoryId} />,
      readTheirs: async () => {
        const theirs = await readForm(categoryId)
        return { value: theirs.form, version: theirs.formVersion }
      },
      invalidates: [configurationKeys.categories],
      problemsOf: (value) => formProblems(value, isPublic ? checkPublicForm : undefined),
      usedElsewhere: async (ids) => {
        const asking = (await readWorkflows()).filter(({ definition }) => {
          const used = questionsUsedBy(definition)
          return ids.some((id) => used.has(id))
        })
        if (asking.length === 0) return []
        const one = asking.length === 1
        return [
          `The ${one ? 'workflow' : 'workflows'} ${quoted(asking.map((w) => w.label))} ${one ? 'uses' : 'use'} it. Update ${one ? 'it' : 'them'} too: conditions on a deleted question never match, and its answers can’t be used.`,
        ]
      },
      texts: { what: 'This form', save: 'Save form', saved: 'Form saved', editor: 'Form', unsaved: 'No form yet' },
    }),
    [categoryId, form, formVersion, saved, isPublic],
  )
}
