import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { emptyOf, labelsOf, type StoredValues, valuesIn } from '../../../../schema/shared/record.ts'
import { email as emailShape } from '../../../../schema/shared/values.ts'
import type { CreateVendorBody, Vendor } from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import type { Contact } from '../../../../schema/vendors/vendors/values.ts'
import { type Merge, mergeEdits } from '../../../lib/merge-edits.ts'

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
  answers: vendor.answers,
})

const emailFault = (text: string): string | null =>
  text.trim() === '' || emailShape.safeParse(text).success ? null : 'Invalid email'

/** Messages beside fields, by path. Empty if the form can be sent. */
export const faultsOf = (
  values: VendorFormValues,
  form: FormDefinition,
  before: Answers = {},
): Record<string, string> => {
  const faults: Record<string, string> = {}
  if (!values.name.trim()) faults.name = 'Vendor name is required'
  if (values.owners.length === 0) faults.owners = 'Owner is required'
  for (const path of ['externalPointOfContact', 'externalSigner'] as const) {
    const fault = emailFault(values[path].email)
    if (fault) faults[`${path}.email`] = fault
  }
  for (const [index, contact] of values.contacts.entries()) {
    const fault = emailFault(contact.email)
    if (fault) faults[`contacts.${index}.email`] = fault
  }
  if (!values.paymentMethod) faults.paymentMethod = 'Payment method is required'
  for (const [id, message] of Object.entries(validateAnswers(form, values.answers, { before }))) {
    faults[`answers.${id}`] = message
  }
  return faults
}

/** The body of a valid form, without hidden fields (specification 2 §5). */
export const bodyOf = (values: VendorFormValues, form: FormDefinition): CreateVendorBody => {
  const { taxIds, isSocTwoCompliant, vendorCategoryIds, answers, contacts, paymentMethod, ...rest } = values
  const stepAnswers = (stepId: string) => {
    const steps = form.steps.filter(({ id }) => id === stepId)
    return visibleQuestions(form, answers, steps).map(({ id }) => ({ questionId: id, value: answers[id] ?? null }))
  }
  return {
    ...rest,
    paymentMethod: paymentMethod ?? 'UNKNOWN',
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
  isSocTwoCompliant: 'SOC 2 answer',
}

const ANSWER = 'answers.'

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
  if (!key.startsWith(ANSWER)) return { ...mine, [key]: theirs[key as OwnKey] }
  const id = key.slice(ANSWER.length)
  return { ...mine, answers: { ...mine.answers, [id]: theirs.answers[id] ?? null } }
}

/** Their value, if it is text. */
export const theirText = (theirs: VendorFormValues, key: string): string | undefined => {
  const value = key.startsWith(ANSWER) ? theirs.answers[key.slice(ANSWER.length)] : theirs[key as OwnKey]
  const isText = ['name', 'description', 'website'].includes(key) || key.startsWith(ANSWER)
  return isText && typeof value === 'string' && value ? value : undefined
}
