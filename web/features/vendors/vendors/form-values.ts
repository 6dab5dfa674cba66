import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { emptyOf, labelsOf, type StoredValues, valuesIn } from '../../../../schema/shared/record.ts'
import type { CreateVendorBody, Vendor } from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import type { Contact } from '../../../../schema/vendors/vendors/values.ts'
import { type Merge, mergeEdits } from '../../../lib/merge-edits.ts'
import type { Draft } from '../../../ui/endpoint-form.ts'
import { questionControl } from '../../requests/submissions/index.ts'

export type ContactValues = Contact

type Plain = StoredValues<typeof vendorFields>

/** The record's own values, and those that are entered in another shape. */
export interface VendorFormValues
  extends Omit<Plain, 'externalPointOfContact' | 'externalSigner' | 'contacts' | 'isSocTwoCompliant'> {
  owners: string[]
  signer: string | null
  externalPointOfContact: ContactValues
  externalSigner: ContactValues
  contacts: (ContactValues & { key: string })[]
  taxIds: { id: string; taxPayerIdentificationNumber: string }[]
  isSocTwoCompliant: 'yes' | 'no' | 'na'
  vendorCategoryIds: string[]
  erpVendorIds: string[]
  answers: Answers
}

export const NO_CONTACT: ContactValues = { firstName: '', lastName: '', email: '', phone: '', memo: '' }

export const EMPTY: VendorFormValues = {
  ...emptyOf(vendorFields),
  owners: [],
  signer: null,
  externalPointOfContact: NO_CONTACT,
  externalSigner: NO_CONTACT,
  contacts: [],
  taxIds: [],
  isSocTwoCompliant: 'na',
  vendorCategoryIds: [],
  erpVendorIds: [],
  answers: {},
}

const SOC_TWO = { yes: true, no: false, na: null } as const

const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

export const formValuesOf = (vendor: Vendor): VendorFormValues => ({
  ...valuesIn(vendorFields, vendor),
  owners: idsOf(vendor.owners),
  signer: vendor.signer?.id ?? null,
  externalPointOfContact: vendor.externalPointOfContact ?? NO_CONTACT,
  externalSigner: vendor.externalSigner ?? NO_CONTACT,
  contacts: vendor.contacts.map((contact, index) => ({ ...contact, key: `contact-${index}` })),
  taxIds: vendor.taxPayerIdentificationNumbers,
  isSocTwoCompliant: vendor.isSocTwoCompliant === null ? 'na' : vendor.isSocTwoCompliant ? 'yes' : 'no',
  vendorCategoryIds: idsOf(vendor.vendorCategories),
  erpVendorIds: idsOf(vendor.erpVendors),
  answers: vendor.answers,
})

/** The body's fields that are entered in another shape. */
export const FIELDS = {
  taxPayerIdentificationNumbers: 'taxIds',
  vendorCategories: 'vendorCategoryIds',
  erpVendors: 'erpVendorIds',
  address: 'address',
}

const ANSWER = 'answers.'

/** The question of a custom field, by its path. */
const questionOf = (path: string): string | null => (path.startsWith(ANSWER) ? path.slice(ANSWER.length) : null)

export const answerNode = (path: string): Element | null => {
  const questionId = questionOf(path)
  return questionId === null ? null : questionControl(questionId)
}

/** Messages for custom fields, by path. No body knows what the company asks. */
export const answerFaults = ({ answers }: VendorFormValues, form: FormDefinition, before: Answers = {}) =>
  Object.fromEntries(
    Object.entries(validateAnswers(form, answers, { before })).map(([id, message]) => [`${ANSWER}${id}`, message]),
  )

/**
 * The body, without hidden fields (specification 2 §5). Accounting vendors are left out while they are those of the vendor
 * as it was read, because they change elsewhere too.
 */
export const bodyOf = (
  values: VendorFormValues,
  form: FormDefinition,
  vendor: Pick<Vendor, 'erpVendors'> | null = null,
): Draft<CreateVendorBody> => {
  const { taxIds, isSocTwoCompliant, vendorCategoryIds, erpVendorIds, answers, contacts, ...rest } = values
  const had = idsOf(vendor?.erpVendors ?? [])
  const isSame = erpVendorIds.length === had.length && had.every((id) => erpVendorIds.includes(id))
  const stepAnswers = (stepId: string) => {
    const steps = form.steps.filter(({ id }) => id === stepId)
    return visibleQuestions(form, answers, steps).map(({ id }) => ({ questionId: id, value: answers[id] ?? null }))
  }
  return {
    ...rest,
    ...(isSame ? {} : { erpVendors: erpVendorIds }),
    contacts: contacts.map(({ key: _, ...contact }) => contact),
    taxPayerIdentificationNumbers: taxIds,
    isSocTwoCompliant: SOC_TWO[isSocTwoCompliant],
    customForm: stepAnswers('vendor-fields'),
    vendorCategories: vendorCategoryIds.map((id) => ({ vendorCategoryId: id, fields: stepAnswers(id) })),
  }
}

type OwnKey = Exclude<keyof VendorFormValues, 'answers'>

const { taxPayerIdentificationNumbers, vendorCategories, ...own } = labelsOf(vendorFields)
const LABELS: Record<OwnKey, string> = {
  ...own,
  taxIds: taxPayerIdentificationNumbers,
  vendorCategoryIds: vendorCategories,
  erpVendorIds: 'Accounting vendors',
  isSocTwoCompliant: 'SOC 2 answer',
}

const withoutAnswers = ({ answers: _, ...own }: VendorFormValues): Omit<VendorFormValues, 'answers'> => own

/** Each answer to a custom field is separate, and conflicts as `answers.<question id>`. */
export const merge = (
  base: VendorFormValues,
  mine: VendorFormValues,
  theirs: VendorFormValues,
  form: FormDefinition,
): Merge<VendorFormValues, Record<string, unknown>> => {
  const own = mergeEdits(LABELS, withoutAnswers(base), withoutAnswers(mine), withoutAnswers(theirs))
  const questions = form.steps.flatMap((step) => step.questions.map(({ id, label }) => [id, label]))
  const labels = Object.fromEntries(questions) as Record<string, string>
  const answers = mergeEdits(labels, base.answers, mine.answers, theirs.answers)
  return {
    merged: { ...own.merged, answers: answers.merged },
    clashes: [...own.clashes, ...answers.clashes.map(({ key, label }) => ({ key: `${ANSWER}${key}`, label }))],
    taken: [...own.taken, ...answers.taken],
  }
}

/** The form's values, with theirs for one conflict. */
export const withTheirs = (mine: VendorFormValues, theirs: VendorFormValues, key: string): VendorFormValues => {
  const id = questionOf(key)
  if (id === null) return { ...mine, [key]: theirs[key as OwnKey] }
  return { ...mine, answers: { ...mine.answers, [id]: theirs.answers[id] ?? null } }
}

/** Their value, if it is text. */
export const theirText = (theirs: VendorFormValues, key: string): string | undefined => {
  const id = questionOf(key)
  const value = id === null ? theirs[key as OwnKey] : theirs.answers[id]
  const isText = ['name', 'description', 'website'].includes(key) || id !== null
  return isText && typeof value === 'string' && value ? value : undefined
}
