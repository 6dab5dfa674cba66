import { createContext, type ReactNode, useContext } from 'react'
import type { FormDefinition, QuestionType } from '../../../../schema/intake/form.ts'
import { isPublicType } from '../../../../schema/intake/form-rules.ts'
import type { Problem } from './form-problems.ts'

/** What differs between the forms that are built with the same builder: words, and what may be done. */
export interface FormKind {
  /** What a form consists of. */
  noun: 'question' | 'field'
  /** What it is divided into. Sections are given: they cannot be added, named, moved or deleted. */
  part: 'step' | 'section'
  /** Who fills it in. */
  filers: string
  offers: (type: QuestionType) => boolean
  /** What an empty form may begin with: the name of its step, and type, label and whether required of each question. */
  usual?: { step: string; questions: [QuestionType, string, boolean][] }
}

/** Where a form comes from and goes to. */
export interface FormSource {
  kind: FormKind
  form: FormDefinition
  version: number
  /** Of the local copy of unsaved changes; says whose and of what it is. */
  draftName: string
  save: (input: { value: FormDefinition; version: number }, commandId: string) => Promise<number>
  readTheirs: () => Promise<{ value: FormDefinition; version: number }>
  invalidates: readonly (readonly unknown[])[]
  problemsOf: (form: FormDefinition) => Problem[]
  /** What saving the form as it is now would touch; shown while there is something to save. */
  effects?: (form: FormDefinition) => ReactNode
  /** What is still missing once the form is saved; shown while there is nothing to save. */
  next?: ReactNode
  /** What else of the product looks at these questions, in sentences to read before they are deleted. */
  usedElsewhere: (ids: string[]) => Promise<string[]>
  texts: {
    /** "This form" was changed by someone else. */
    what: string
    save: string
    saved: string
    editor: string
    /** While nothing was ever saved. */
    unsaved: string
  }
}

/** Begins with what most purchases ask. */
export const REQUEST_FORM: FormKind = {
  noun: 'question',
  part: 'step',
  filers: 'requestors',
  offers: () => true,
  usual: {
    step: 'Request',
    questions: [
      ['REQUEST_TITLE', 'What do you need?', true],
      ['TEXT', 'Why do you need it?', true],
      ['VENDOR_SELECT', 'Vendor', false],
      ['DEPARTMENT_SELECT', 'Department', true],
      ['REQUEST_AMOUNT', 'Request amount', true],
      ['DUE_DATE', 'When do you need it?', false],
    ],
  },
}

/** Filled in by people without a login; the server refuses what must not be asked of them. */
export const PUBLIC_FORM: FormKind = {
  ...REQUEST_FORM,
  filers: 'people outside',
  offers: isPublicType,
  usual: {
    step: 'Your offer',
    questions: [
      ['REQUEST_TITLE', 'What do you offer?', true],
      ['TEXT', 'Why should we choose you?', true],
      ['REQUEST_AMOUNT', 'What would it cost?', false],
      ['DOCUMENTS', 'Documents about your offer', false],
    ],
  },
}

const Context = createContext<FormKind>(REQUEST_FORM)
export const FormKindProvider = Context.Provider
export const useFormKind = (): FormKind => useContext(Context)
