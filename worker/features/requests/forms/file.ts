import { z } from 'zod'
import { DOCUMENT_KINDS, EXPIRY_RULES } from '../../../../schema/documents/documents/expiry.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { QUESTION_TYPES, type QuestionType } from '../../../../schema/requests/forms/question-types.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { type Path, type Reading, type Writing, wordsOf } from '../../platform/configuration/index.ts'
import { conditionsFile, conditionsFromFile, conditionsToFile } from './conditions-file.ts'
import { finder, keysOf } from './file-keys.ts'
import { type FormNames, inOrder, namesOfForm, optionKeys, placed, questionKeys, referenceOf } from './file-names.ts'

/** Forms in a file of configuration: questions, choices and conditions by their labels. */

const types = wordsOf(QUESTION_TYPES)
const documentKinds = wordsOf(DOCUMENT_KINDS)
const expiryRules = wordsOf(EXPIRY_RULES)
const inForms = wordsOf(['NOT_ASKED', 'ASKED', 'UPDATES'] as const)

type OptionFile = string | { option: string; below: OptionFile[] }
const optionLabel = requiredText(200)
const optionFile: z.ZodType<OptionFile> = z.union(
  [optionLabel, z.lazy(() => z.strictObject({ option: optionLabel, below: z.array(optionFile).max(1000) }))],
  { error: 'An option is a text, or “option” with those “below” it' },
)

export const questionFile = z.strictObject({
  question: requiredText(500),
  was: z.string().max(600).optional(),
  type: types.shape,
  help: z.string().max(5000).optional(),
  required: z.boolean().optional(),
  multiple: z.boolean().optional(),
  note: z.boolean().optional(),
  keepsApprovals: z.boolean().optional(),
  askForApprovers: z.boolean().optional(),
  onVendorPage: z.boolean().optional(),
  inVendorForms: inForms.shape.optional(),
  documentTypes: z.array(z.string().max(80)).max(40).optional(),
  documentKind: documentKinds.shape.optional(),
  documentExpiry: expiryRules.shape.optional(),
  options: z.array(optionFile).max(1000).optional(),
  shownIf: conditionsFile.optional(),
})
export type QuestionFile = z.output<typeof questionFile>

export const formFile = z
  .array(
    z.strictObject({
      step: requiredText(200),
      was: z.string().max(200).optional(),
      /** Filled in later, when a task asks for it. */
      later: z.boolean().optional(),
      questions: z.array(questionFile).max(300).default([]),
    }),
  )
  .max(50)
export type FormFile = z.output<typeof formFile>

type Option = Question['options'][number]

/** Options with those below them, and what each is called: "Software / Data". */
const optionsToFile = (options: readonly Option[], parentId: string | null = null): OptionFile[] =>
  inOrder(options)
    .filter((option) => option.parentId === parentId)
    .map(({ id, label }) => {
      const below = optionsToFile(options, id)
      return below.length > 0 ? { option: label, below } : label
    })

const optionsFromFile = (given: readonly OptionFile[], writing: Writing, current: readonly Option[]): Option[] => {
  const known = finder(optionKeys(current))
  const options: Option[] = []
  const add = (list: readonly OptionFile[], parentId: string | null, above: string): void => {
    for (const each of list) {
      const label = (typeof each === 'string' ? each : each.option).trim()
      const key = above ? `${above} / ${label}` : label
      const id = known(key) ?? writing.newId()
      options.push({ id, label, parentId, ordinal: options.length })
      if (typeof each !== 'string') add(each.below, id, key)
    }
  }
  add(given, null, '')
  return options
}

const ifTrue = (value: boolean | null | undefined): true | undefined => (value ? true : undefined)

export const questionToFile = (question: Question, names: FormNames, reading: Reading): QuestionFile => {
  const kind = referenceOf(question.type)
  const options = kind
    ? inOrder(question.options).map(({ id }) => reading.nameOf(kind, id))
    : optionsToFile(question.options)
  return {
    question: question.label,
    type: types.toWord(question.type),
    help: question.description || undefined,
    required: ifTrue(question.isRequired),
    multiple: ifTrue(question.isMulti),
    note: ifTrue(question.allowsNote),
    keepsApprovals: ifTrue(question.keepsApprovals),
    askForApprovers: ifTrue(question.requireDepartmentApproverAssigneeSelection),
    onVendorPage: ifTrue(question.showOnVendorDetails),
    inVendorForms: question.inVendorForms ? inForms.toWord(question.inVendorForms) : undefined,
    documentTypes: question.documentTypes.length > 0 ? question.documentTypes : undefined,
    documentKind: question.documentKind ? documentKinds.toWord(question.documentKind) : undefined,
    documentExpiry: question.documentExpiry ? expiryRules.toWord(question.documentExpiry) : undefined,
    options: options.length > 0 ? options : undefined,
    shownIf: conditionsToFile(question, names, reading),
  }
}

export const formToFile = (form: FormDefinition, reading: Reading): object[] => {
  const names = namesOfForm(form)
  return inOrder(form.steps).map((step) => ({
    step: step.label,
    later: ifTrue(step.isAdditionalStep),
    questions: inOrder(step.questions).map((question) => questionToFile(question, names, reading)),
  }))
}

/** Types of which a form has one at most: that one is the same question, whatever it is called. */
const ONCE: readonly QuestionType[] = ['REQUEST_TITLE', 'REQUEST_AMOUNT', 'DUE_DATE', 'NEEDS_REQUEST_SIGNER']

/** The ids that questions of a file keep: by key and type, by label, by their name before, or because there is one. */
const keptIds = (
  given: readonly { file: QuestionFile; key: string; type: QuestionType }[],
  current: FormDefinition,
): (string | undefined)[] => {
  const keys = questionKeys(current)
  const all = placed(current).map(({ question }) => question)
  const taken = new Set<string>()
  const kept: (string | undefined)[] = given.map(() => undefined)
  const keyed = (type: QuestionType, name = '') => `${type}\n${name.trim().toLowerCase()}`
  /** The first question of a type that has the name and isn't taken. Undefined for no name. */
  const take = (nameOf: (question: Question) => string | undefined, wanted: (i: number) => string | undefined) => {
    const free = Map.groupBy(all, (question) => keyed(question.type, nameOf(question)))
    given.forEach(({ type }, i) => {
      const name = wanted(i)
      if (kept[i] || name === undefined) return
      const same = free.get(keyed(type, name)) ?? []
      let found = same.shift()
      while (found && taken.has(found.id)) found = same.shift()
      if (!found) return
      kept[i] = found.id
      taken.add(found.id)
    })
  }
  const keyOf = ({ id }: Question) => keys.get(id)
  const labelOf = ({ label }: Question) => label
  take(keyOf, (i) => given[i]?.key)
  take(keyOf, (i) => given[i]?.file.was)
  take(labelOf, (i) => given[i]?.file.was)
  take(labelOf, (i) => given[i]?.file.question)
  take(
    () => '',
    (i) => (ONCE.some((type) => type === given[i]?.type) ? '' : undefined),
  )
  return kept
}

const NO_CONDITIONS = {
  chainOperator: 'AND' as const,
  conditionAnyOfs: [],
  conditionNumerics: [],
  conditionBooleans: [],
}

/** @param path where the steps are in the object */
export const formFromFile = (
  given: FormFile,
  writing: Writing,
  current: FormDefinition,
  path: Path,
): FormDefinition => {
  const entries = given.flatMap(({ step, questions }, at) =>
    questions.map((file, i) => ({ file, step, path: [...path, at, 'questions', i], type: types.fromWord(file.type) })),
  )
  const keys = keysOf(entries.map(({ step, file }) => ({ within: step, label: file.question })))
  const kept = keptIds(
    entries.map(({ file, type }, i) => ({ file, type, key: keys[i] ?? file.question })),
    current,
  )
  const before = new Map(current.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const plainQuestions = entries.map(({ file, type, path: at }, i): Question => {
    const id = kept[i] ?? writing.newId()
    writing.place(id, at)
    const kind = referenceOf(type)
    const was = before.get(id)
    const texts = (file.options ?? []).map((each) => (typeof each === 'string' ? each : each.option))
    return {
      id,
      type,
      label: file.question,
      description: file.help ?? '',
      isRequired: file.required ?? false,
      isMulti: file.multiple ?? false,
      showOnVendorDetails: file.onVendorPage ?? false,
      documentTypes: file.documentTypes ?? [],
      ordinal: i,
      options: kind
        ? writing
            .idsOf(kind, texts, [...at, 'options'])
            .map((option, ordinal) => ({ id: option, label: texts[ordinal] ?? option, parentId: null, ordinal }))
        : optionsFromFile(file.options ?? [], writing, was?.options ?? []),
      requireDepartmentApproverAssigneeSelection: file.askForApprovers ?? false,
      allowsNote: file.note ?? false,
      keepsApprovals: file.keepsApprovals ?? false,
      ...(file.inVendorForms && { inVendorForms: inForms.fromWord(file.inVendorForms) }),
      ...(file.documentKind && { documentKind: documentKinds.fromWord(file.documentKind) }),
      ...(file.documentExpiry && { documentExpiry: expiryRules.fromWord(file.documentExpiry) }),
      ...NO_CONDITIONS,
    }
  })
  const stepIds = stepsKept(given, current)
  let next = 0
  const form: FormDefinition = {
    steps: given.map(({ step, later, questions }, ordinal) => {
      const id = stepIds[ordinal] ?? writing.newId()
      writing.place(id, [...path, ordinal])
      const own = plainQuestions.slice(next, next + questions.length).map((each, i) => ({ ...each, ordinal: i }))
      next += questions.length
      return { id, label: step, ordinal, isAdditionalStep: later ?? false, questions: own }
    }),
  }
  // Conditions can name questions further down.
  const names = namesOfForm(form)
  let entry = 0
  return {
    steps: form.steps.map((step) => ({
      ...step,
      questions: step.questions.map((question) => {
        const at = entries[entry]
        entry += 1
        return {
          ...question,
          ...conditionsFromFile(at?.file.shownIf, names, writing, [...(at?.path ?? path), 'shownIf']),
        }
      }),
    })),
  }
}

const stepsKept = (given: FormFile, current: FormDefinition): (string | undefined)[] => {
  const taken = new Set<string>()
  const plain = (text: string) => text.trim().toLowerCase()
  return given.map(({ step, was }) => {
    const found =
      current.steps.find(({ id, label }) => !taken.has(id) && plain(label) === plain(step)) ??
      current.steps.find(({ id, label }) => !taken.has(id) && was !== undefined && plain(label) === plain(was))
    if (found) taken.add(found.id)
    return found?.id
  })
}
