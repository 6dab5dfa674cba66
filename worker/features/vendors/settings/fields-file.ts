import { z } from 'zod'
import {
  type CustomFormFields,
  FIELD_SECTIONS,
  type FieldSection,
  fieldsOfForm,
  formOfFields,
  NO_FIELDS,
} from '../../../../schema/vendors/settings/fields.ts'
import type { Path, Reading, Writing } from '../../platform/configuration/index.ts'
import { formFromFile, formToFile, questionFile } from '../../requests/forms/index.ts'

/** Custom fields of vendors, services and their periods, in a file of configuration. */

const KEYS = ['vendors', 'services', 'serviceItems'] as const
const SECTION: Record<(typeof KEYS)[number], FieldSection> = {
  vendors: 'vendorFormFields',
  services: 'serviceFormFields',
  serviceItems: 'serviceItemFormFields',
}

const list = z.array(questionFile).max(100).default([])
export const fieldsFile = z.strictObject({ vendors: list, services: list, serviceItems: list })
export type FieldsFile = z.output<typeof fieldsFile>

export const fieldsToFile = (fields: CustomFormFields, reading: Reading): object => {
  const steps = formToFile(formOfFields(fields), reading) as { questions: object[] }[]
  return Object.fromEntries(
    KEYS.map((key) => {
      const at = FIELD_SECTIONS.findIndex((section) => section.key === SECTION[key])
      const questions = steps[at]?.questions ?? []
      return [key, questions.length > 0 ? questions : undefined]
    }),
  )
}

/** The fields are the steps of a form, which are elsewhere in the file. */
const placedIn = (writing: Writing, root: Path, keys: readonly string[]): Writing => {
  const moved = (path: Path): Path => {
    const [, at, questions, ...rest] = path
    return questions === 'questions' ? [...root, keys[Number(at)] ?? '', ...rest] : root
  }
  return {
    ...writing,
    idOf: (kind, name, path) => writing.idOf(kind, name, moved(path)),
    idsOf: (kind, names, path) => writing.idsOf(kind, names, moved(path)),
    minor: (amount, path) => writing.minor(amount, moved(path)),
    place: (id, path) => writing.place(id, moved(path)),
    problem: (path, message) => writing.problem(moved(path), message),
    warn: (path, message) => writing.warn(moved(path), message),
  }
}

/** @param root where the fields are in the object */
export const fieldsFromFile = (
  file: FieldsFile,
  writing: Writing,
  current: CustomFormFields | null,
  root: Path,
): CustomFormFields => {
  const keys = FIELD_SECTIONS.map(({ key }) => KEYS.find((each) => SECTION[each] === key) ?? 'vendors')
  const steps = FIELD_SECTIONS.map(({ label }, at) => ({ step: label, questions: file[keys[at] ?? 'vendors'] }))
  const form = formFromFile(steps, placedIn(writing, root, keys), formOfFields(current ?? NO_FIELDS), ['form'])
  // The sections have their own ids, whatever the form made of them.
  return fieldsOfForm({
    steps: form.steps.map((step, at) => ({ ...step, id: FIELD_SECTIONS[at]?.id ?? step.id })),
  })
}
