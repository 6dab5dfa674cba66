import { createContext, type ReactNode, useContext } from 'react'
import type { FormDefinition, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { isPublicType } from '../../../../../schema/requests/forms/form-rules.ts'
import type { Problem } from './form-problems.ts'

/** What differs between the forms that use this builder: words, and what can be done. */
export interface FormKind {
  /** What a form consists of. */
  noun: 'question' | 'field'
  /** Its parts. Sections are fixed: they can't be added, named, moved or deleted. */
  part: 'step' | 'section'
  /** Who fills it in. */
  filers: string
  offers: (type: QuestionType) => boolean
  /** Whether vendors fill it in, who say what their documents are. */
  isForVendors?: boolean
  /**
   * The starting content of an empty form: the name of its step, and each question's type, label and whether it is
   * required.
   */
  usual?: { step: string; questions: [QuestionType, string, boolean][] }
}

/** Where a form is loaded from and saved to. */
export interface FormSource {
  kind: FormKind
  form: FormDefinition
  version: number
  /** Tells what is kept in this browser apart: the object. */
  draftName: string
  save: (input: { value: FormDefinition; version: number }, commandId: string) => Promise<number>
  readTheirs: () => Promise<{ value: FormDefinition; version: number }>
  invalidates: readonly (readonly unknown[])[]
  problemsOf: (form: FormDefinition) => Problem[]
  /** What saving the form now would affect. Shown while there is something to save. */
  effects?: (form: FormDefinition) => ReactNode
  /** What is still missing after saving. Shown while there is nothing to save. */
  next?: ReactNode
  /** Where else these questions are used, in sentences to read before they are deleted. */
  usedElsewhere: (ids: string[]) => Promise<string[]>
  texts: {
    /** "This form" was changed by someone else. */
    what: string
    save: string
    saved: string
    editor: string
    /** Before the first save. */
    unsaved: string
  }
}

/** Starts with the questions most purchases need. */
export const REQUEST_FORM: FormKind = {
  noun: 'question',
  part: 'step',
  filers: 'requesters',
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

/** For people without a login. The server refuses questions they can't be asked. */
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

/** Sent to vendors. */
export const VENDOR_FORM: FormKind = { ...REQUEST_FORM, filers: 'vendors', isForVendors: true }

const Context = createContext<FormKind>(REQUEST_FORM)
export const FormKindProvider = Context.Provider
export const useFormKind = (): FormKind => useContext(Context)
