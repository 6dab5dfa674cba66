import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { newQuestion, numbered } from './form-edits.ts'
import type { FormKind } from './form-kind.ts'

/** The usual questions for this kind of form, as a start that can be filed. */
export const starterForm = ({ step, questions }: NonNullable<FormKind['usual']>, newId: () => string): FormDefinition =>
  numbered({
    steps: [
      {
        id: newId(),
        label: step,
        ordinal: 0,
        isAdditionalStep: false,
        questions: questions.map(([type, label, isRequired]) => ({ ...newQuestion(type, newId()), label, isRequired })),
      },
    ],
  })
