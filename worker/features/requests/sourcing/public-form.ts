import type { IntakeCategory } from '../../../../schema/requests/categories/category-endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import {
  ACCESS_FLAGS,
  type AccessFlag,
  readCompanyFlags,
  readLocalFlags,
} from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { exchangeOf, loadExchange, ratesStatement } from '../../platform/currency-rates/index.ts'

interface Row {
  id: string
  name: string
  description: string
  ordinal: number
  isReadOnly: number
  enableAssignees: number
  requirePersonCheck: number
  companyId: string
  definition: string
  companyName: string
  companyFlags: string
  currency: StaffActor['company']['currency']
  timeZone: string
  requestApprovalMode: StaffActor['company']['requestApprovalMode']
  lightLogoKey: string | null
  darkLogoKey: string | null
}

export interface PublicForm {
  category: Omit<IntakeCategory, 'formVersion' | 'version'>
  requirePersonCheck: boolean
  /** Without the steps that members fill in later. */
  form: FormDefinition
  company: StaffActor['company']
  flags: StaffActor['policy']['company']
}

/**
 * The form that anyone can open. Throws the same NOT_FOUND for another company's form, one of another type or without
 * questions, a deleted one, and if the company has sourcing turned off.
 */
export const requirePublicForm = async (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string | undefined,
  categoryId: string,
): Promise<PublicForm> => publicFormOf(await db.first<Row>(formStatement(db, companyId, categoryId)))

/** The form with the exchange rates for its amounts. In one round trip if the company is given. */
export const requirePublicFormWithRates = async (
  context: Pick<BaseContext, 'db' | 'clock'>,
  companyId: string | undefined,
  categoryId: string,
): Promise<PublicForm & { exchange: Exchange }> => {
  const { db, clock } = context
  if (!companyId) {
    const open = await requirePublicForm(context, companyId, categoryId)
    const { id, currency } = open.company
    const allowsOthers = open.flags.enableCurrencies
    return { ...open, exchange: await loadExchange(db, { id, currency, allowsOthers }, clock.now()) }
  }
  const [forms, rates] = await db.batch([
    formStatement(db, companyId, categoryId),
    ratesStatement(db, companyId, null, clock.now()),
  ])
  const open = publicFormOf((forms?.results[0] as unknown as Row | undefined) ?? null)
  const found = (rates?.results ?? []) as Record<string, unknown>[]
  return { ...open, exchange: exchangeOf(found, open.company.currency, open.flags.enableCurrencies) }
}

/** The company's first form that anyone can open. Throws NOT_FOUND like `requirePublicForm`. */
export const requireAnyPublicForm = async (db: BaseContext['db'], companyId: string): Promise<PublicForm> =>
  publicFormOf(
    await db.first<Row>(db.sql(`${FORMS} AND c.company_id = ?1 ORDER BY c.ordinal, c.id LIMIT 1`, companyId)),
  )

const FORMS = `SELECT c.id, c.name, c.description, c.ordinal, c.is_read_only AS isReadOnly,
              c.enable_assignees AS enableAssignees, c.require_person_check AS requirePersonCheck, c.company_id AS companyId, f.definition, o.name AS companyName, o.flags AS companyFlags, o.currency,
              o.time_zone AS timeZone, o.request_approval_mode AS requestApprovalMode, o.light_logo_key AS lightLogoKey,
              o.dark_logo_key AS darkLogoKey
         FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
         JOIN companies o ON o.id = c.company_id
        WHERE c.type = 'PUBLIC' AND c.deleted_at IS NULL`

const formStatement = (db: BaseContext['db'], companyId: string | undefined, categoryId: string): D1PreparedStatement =>
  db.sql(`${FORMS} AND c.id = ?1 AND (?2 IS NULL OR c.company_id = ?2)`, categoryId, companyId ?? null)

const publicFormOf = (row: Row | null): PublicForm => {
  const flags = row && readCompanyFlags(row.companyFlags)
  if (!row || !flags?.enableSourcing || !flags.enableIntakeRequests) throw notFound('The form')
  const form = JSON.parse(row.definition) as FormDefinition
  return {
    category: {
      id: row.id,
      name: row.name,
      description: row.description,
      ordinal: row.ordinal,
      isReadOnly: row.isReadOnly === 1,
      type: 'PUBLIC',
      enableAssignees: row.enableAssignees === 1,
    },
    requirePersonCheck: row.requirePersonCheck === 1,
    form: { steps: form.steps.filter((step) => !step.isAdditionalStep), unused: unusedTypes(flags) },
    company: {
      id: row.companyId,
      name: row.companyName,
      emailShortName: '',
      currency: row.currency,
      timeZone: row.timeZone,
      requestApprovalMode: row.requestApprovalMode,
      lightLogoKey: row.lightLogoKey,
      darkLogoKey: row.darkLogoKey,
    },
    flags,
  }
}

/** The sender as the caller when filing the request: someone in the company without any rights. */
export const senderOf = (
  context: BaseContext,
  { company, flags }: Pick<PublicForm, 'company' | 'flags'>,
  { contactId, name, email }: { contactId: string; name: string; email: string },
): BaseContext & { actor: StaffActor } => ({
  ...context,
  vendor: null,
  known: null,
  actor: {
    userId: contactId,
    companyId: company.id,
    sessionHash: '',
    email,
    firstName: name,
    lastName: '',
    name,
    timezone: null,
    loginMethod: 'EMAIL_LINK',
    impersonator: null,
    factorAt: null,
    apiKey: null,
    departments: [],
    businessUnits: [],
    groups: [],
    locationId: null,
    delegatorIds: [],
    delegationLimits: {},
    delegationSetBy: {},
    isNewHolder: false,
    ownedCategoryIds: [],
    company,
    policy: {
      flags: Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) as Record<AccessFlag, boolean>,
      company: flags,
      local: readLocalFlags(),
      isRequestCategoryOwner: false,
      isSourcingCategoryOwner: false,
      isVendorFormOwner: false,
      approvesRequestsForDepartment: false,
      approvesRequestsForBusinessUnit: false,
      isImpersonated: false,
      isInternalStaff: false,
      isApiKey: false,
    },
  },
})
