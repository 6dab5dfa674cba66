import type { z } from 'zod'
import { type Answers, customFormAnswers } from '../../../../schema/requests/forms/form.ts'
import { questionNames } from '../../../../schema/requests/forms/visibility.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { emptyOf, historyOf, type StoredValues, withGiven } from '../../../../schema/shared/record.ts'
import { isMaskedTaxId, maskTaxId } from '../../../../schema/shared/tax-ids.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { vendors } from '../../../../schema/vendors/vendors/tables.ts'
import type { TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import { invalidField, invalidFields } from '../../../core/errors.ts'
import { disabledWords } from '../../../core/kinds/archived.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columnsOf, insertRow, valuesOf as storedValues, updateRow } from '../../../core/record.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { answersIn } from '../../requests/submissions/index.ts'
import { type CheckedAnswers, checkAnswers, formOfRows, formStatement, labelsOf, type VendorForm } from './form.ts'
import { NOT_USED, type StoredVendor, usesCategories } from './rows.ts'

/** A vendor to write, with ids instead of names. */
export interface VendorValues extends StoredValues<typeof vendorFields> {
  ownerIds: string[]
  signerId: string | null
  taxIds: TaxpayerId[]
  categoryIds: string[]
  answers: Answers
  /** The rates for their amounts. */
  answerRates: Exchange | null
}

export const NEW_VENDOR: VendorValues = {
  ...emptyOf(vendorFields),
  ownerIds: [],
  signerId: null,
  taxIds: [],
  categoryIds: [],
  answers: {},
  answerRates: null,
}

/** With full taxpayer ids, and categories even if the company has turned them off. */
export const valuesOf = (stored: StoredVendor): VendorValues => ({
  ...storedValues(vendorFields, stored),
  ownerIds: stored.ownerIds,
  signerId: stored.signerUserId,
  taxIds: stored.taxIds,
  categoryIds: stored.categoryIds,
  answers: stored.answers,
  answerRates: stored.answerRates,
})

type Given = Partial<z.output<typeof endpoints.createVendorBody>>

/** Without categories, the stored ones stay. Throws INVALID if one is chosen anyway. */
export const withKnownCategories = <G extends Given>(actor: StaffContext['actor'], given: G): G => {
  if (usesCategories(actor) || given.vendorCategories === undefined) return given
  if (given.vendorCategories.length > 0) throw invalidField('vendorCategories', NOT_USED)
  return { ...given, vendorCategories: undefined }
}

/** A taxpayer id that is sent back masked is the stored one. Throws INVALID for a mask that matches none. */
const taxIdsFrom = (
  before: readonly TaxpayerId[],
  given: NonNullable<Given['taxPayerIdentificationNumbers']>,
  newId: () => string,
): TaxpayerId[] => {
  const known = new Map(before.map((taxId) => [taxId.id, taxId.taxPayerIdentificationNumber]))
  return given.map(({ id, taxPayerIdentificationNumber: number }, index) => {
    const stored = id === undefined ? undefined : known.get(id)
    if (id !== undefined) known.delete(id)
    const full = isMaskedTaxId(number) && stored !== undefined && maskTaxId(stored) === number ? stored : number
    if (isMaskedTaxId(full)) {
      throw invalidField(
        `taxPayerIdentificationNumbers.${index}.taxPayerIdentificationNumber`,
        'Enter the full number, not just its last digits',
      )
    }
    return { id: stored !== undefined && id !== undefined ? id : newId(), taxPayerIdentificationNumber: full }
  })
}

/**
 * Merges new values into the previous ones. Sent answers replace the form's, without those of hidden fields and of
 * categories that aren't chosen.
 * @param newId for taxpayer ids without an id
 */
export const valuesFrom = (before: VendorValues, given: Given, newId: () => string): VendorValues => {
  const sentAnswers = [
    ...customFormAnswers(given.customForm ?? []),
    ...(given.vendorCategories ?? []).flatMap(({ fields }) => fields),
  ]
  return {
    ...withGiven(vendorFields, before, given),
    ownerIds: given.owners ? [...new Set(given.owners)] : before.ownerIds,
    signerId: given.signer === undefined ? before.signerId : given.signer,
    taxIds: given.taxPayerIdentificationNumbers
      ? taxIdsFrom(before.taxIds, given.taxPayerIdentificationNumbers, newId)
      : before.taxIds,
    categoryIds: given.vendorCategories
      ? [...new Set(given.vendorCategories.map(({ vendorCategoryId }) => vendorCategoryId))]
      : before.categoryIds,
    answers:
      given.customForm || given.vendorCategories ? { ...before.answers, ...answersIn(sentAnswers) } : before.answers,
    answerRates: before.answerRates,
  }
}

interface WantedPerson {
  id: string
  firstName: string
  lastName: string
  email: string
  isGone: number
}

export interface Checked {
  values: VendorValues
  people: Map<string, string>
  form: VendorForm
  answers: CheckedAnswers
}

/**
 * Validates values for writing and adds the names of what they refer to. Throws INVALID for each field that refers to
 * something outside the company, and each missing or wrong answer.
 * @param before the stored values; people who left or were disabled since may stay
 */
export const checkVendor = async (
  context: StaffContext,
  values: VendorValues,
  before: VendorValues = NEW_VENDOR,
): Promise<Checked> => {
  const { db, actor } = context
  const wanted = [...values.ownerIds, ...(values.signerId ? [values.signerId] : [])]
  const [people, fields, rates] = await db.batch([
    db.sql(
      `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email, m.disabled_at IS NOT NULL AS isGone
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        CROSS JOIN users u ON u.id = m.user_id`,
      actor.companyId,
      JSON.stringify(wanted),
    ),
    formStatement(context, values.categoryIds),
    ratesOfTodayStatement(context),
  ])
  const found = (people?.results ?? []) as unknown as WantedPerson[]
  const names = new Map(found.map((person) => [person.id, fullName(person)]))
  const stays = new Set([...before.ownerIds, before.signerId])
  const goneOf = (ids: readonly (string | null)[]) =>
    found.find(({ id, isGone }) => isGone === 1 && !stays.has(id) && ids.includes(id))
  const form = formOfRows(fields?.results ?? [])
  const answers = await checkAnswers(context, form, values.answers, ratesOfToday(context, rates?.results), before)
  const faults: Record<string, string> = { ...answers.faults }
  if (values.ownerIds.some((id) => !names.has(id))) faults.owners = 'Choose members of your company'
  const [goneOwner, goneSigner] = [goneOf(values.ownerIds), goneOf([values.signerId])]
  if (goneOwner) faults.owners = disabledWords(fullName(goneOwner))
  if (goneSigner) faults.signer = disabledWords(fullName(goneSigner))
  if (values.signerId && !names.has(values.signerId)) faults.signer = 'Choose a member of your company'
  if (values.categoryIds.some((id) => !form.categories.has(id))) {
    faults.vendorCategories = 'Choose categories of your company'
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults, questionNames(form.form))
  return { values: { ...values, answers: answers.answers, answerRates: answers.rates }, people: names, form, answers }
}

/** Taxpayer ids stay out of the history, which more people can read. The last four characters identify them. */
export const taxText = ({ taxPayerIdentificationNumber: text }: TaxpayerId): string =>
  `ends in ${maskTaxId(text).replaceAll('•', '')}`

/** Values in words for the history, with answers by the labels of their fields. */
export const readable = (
  values: VendorValues,
  { people, form, answers: { names } }: Pick<Checked, 'people' | 'form' | 'answers'>,
): Record<string, unknown> => {
  const nameOf = (id: string) => people.get(id) ?? id
  const questions = form.form.steps.flatMap((step) => step.questions)
  const answered = questions.flatMap((question) => {
    const value = values.answers[question.id]
    if (value === undefined || value === null) return []
    const labels = labelsOf(question, value, names)
    return [[question.label, labels.length > 0 ? labels : value] as const]
  })
  return {
    ...historyOf(vendorFields, {
      ...values,
      owners: values.ownerIds.map(nameOf).sort(),
      signer: values.signerId && nameOf(values.signerId),
      taxPayerIdentificationNumbers: values.taxIds.map(taxText),
      vendorCategories: values.categoryIds.map((id) => form.categories.get(id) ?? id).sort(),
    }),
    ...Object.fromEntries(answered),
  }
}

const rowOf = (values: VendorValues) => ({
  ...columnsOf<typeof vendorFields, typeof vendors.$inferInsert>(vendorFields, values),
  name: values.name,
  matchKey: matchKeyOf(values.name),
  signerUserId: values.signerId,
  taxIds: values.taxIds,
  answers: values.answers,
  answerRates: values.answerRates,
})

/** Who writes: a member, or a job in the name of one. */
type Writing = Pick<StaffContext, 'db' | 'clock'> & { actor: Pick<StaffContext['actor'], 'companyId' | 'userId'> }

export const insertStatements = (context: Writing, id: string, values: VendorValues): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const { companyId, userId } = actor
  return [
    insertRow(db, vendors, { id, companyId, createdAt: clock.now(), createdByUserId: userId, ...rowOf(values) }),
    ...linkStatements(context, id, values),
  ]
}

/** New values for a vendor that no one has changed since that version. */
export const updateStatements = (
  context: StaffContext,
  id: string,
  values: VendorValues,
  version: number,
  before: Pick<VendorValues, 'name' | 'ownerIds' | 'categoryIds'>,
): D1PreparedStatement[] => [
  ...updateRow(context.db, vendors, { id, companyId: context.actor.companyId, version }, rowOf(values)),
  ...(values.name === before.name ? [] : copyNameStatements(context.db, context.actor.companyId, 'VENDOR', [id])),
  ...linkStatements(context, id, values, before),
]

/** Adds and removes owners and categories. */
export const linkStatements = (
  { db, actor }: Pick<Writing, 'db' | 'actor'>,
  id: string,
  after: Pick<VendorValues, 'ownerIds' | 'categoryIds'>,
  before: Pick<VendorValues, 'ownerIds' | 'categoryIds'> = NEW_VENDOR,
): D1PreparedStatement[] => {
  const of = ({ ownerIds, categoryIds }: Pick<VendorValues, 'ownerIds' | 'categoryIds'>) => [
    ...ownerIds.map((target) => ({ kind: 'OWNER', target })),
    ...categoryIds.map((target) => ({ kind: 'CATEGORY', target })),
  ]
  const key = ({ kind, target }: { kind: string; target: string }) => `${kind} ${target}`
  const [had, has] = [of(before), of(after)]
  const without = (list: typeof had, others: typeof had) => {
    const known = new Set(others.map(key))
    return list.filter((link) => !known.has(key(link)))
  }
  const [gone, come] = [without(had, has), without(has, had)]
  return [
    ...(gone.length > 0
      ? [
          db.sql(
            `DELETE FROM vendor_links WHERE company_id = ?1 AND vendor_id = ?2
                AND (kind, target_id) IN (SELECT value ->> 'kind', value ->> 'target' FROM json_each(?3))`,
            actor.companyId,
            id,
            JSON.stringify(gone),
          ),
        ]
      : []),
    ...(come.length > 0
      ? [
          db.sql(
            `INSERT OR IGNORE INTO vendor_links (company_id, vendor_id, kind, target_id, vendor_key)
             SELECT ?1, ?2, j.value ->> 'kind', j.value ->> 'target', lower(v.name)
               FROM json_each(?3) j CROSS JOIN vendors v ON v.id = ?2`,
            actor.companyId,
            id,
            JSON.stringify(come),
          ),
        ]
      : []),
  ]
}
