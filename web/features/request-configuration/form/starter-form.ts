import type { FormDefinition, QuestionType } from '../../../../schema/intake/form.ts'
import { newQuestion, numbered } from './form-edits.ts'

const USUAL: [QuestionType, string, boolean][] = [
  ['REQUEST_TITLE', 'What do you need?', true],
  ['TEXT', 'Why do you need it?', true],
  ['VENDOR_SELECT', 'Vendor', false],
  ['DEPARTMENT_SELECT', 'Department', true],
  ['REQUEST_AMOUNT', 'Request amount', true],
  ['DUE_DATE', 'When do you need it?', false],
]

/** What most purchases ask, to begin with something that can be filed. */
export const starterForm = (newId: () => string): FormDefinition =>
  numbered({
    steps: [
      {
        id: newId(),
        label: 'Request',
        ordinal: 0,
        isAdditionalStep: false,
        questions: USUAL.map(([type, label, isRequired]) => ({ ...newQuestion(type, newId()), label, isRequired })),
      },
    ],
  })
