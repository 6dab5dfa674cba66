import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { flagWords } from '../../../../schema/platform/company/flags.ts'
import { MODULES, type Module, storedTurnedOff, turnedOffIn } from '../../../../schema/platform/company/modules.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { type CompanyFlag, readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type Change, commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { isRemovedSampleSql } from '../bell/index.ts'
import { onTakenShortName, withDirectory } from '../directory/index.ts'
import { allowedFlags, holdsOn, isChoice, switchModules } from './modules.ts'

/** Changing the record of a company, with the history that its admins read. */

export interface CompanyChange {
  name?: string | undefined
  emailShortName?: string | undefined
  currency?: Currency | undefined
  timeZone?: string | undefined
  requestApprovalMode?: ApprovalMode | undefined
  /** As the platform decides. */
  flags?: Partial<Record<CompanyFlag, boolean | undefined>> | undefined
  /** As the company decides, among those that the platform gives. */
  modules?: Partial<Record<Module, boolean | undefined>> | undefined
  /** The version that was read. Without it the last change wins. */
  version?: number | undefined
}

export interface StoredCompany {
  id: string
  name: string
  emailShortName: string
  currency: Currency
  timeZone: string
  requestApprovalMode: ApprovalMode
  /** JSON, also with flags that no one knows any more. */
  flags: string
  lightLogoKey: string | null
  darkLogoKey: string | null
  hasAmounts: number
  createdAt: number
  version: number
}

/** Whose rows stay when sample data is removed, and the column with the id of the sample. */
const SAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ intake_submissions: 'id', intake_workflows: 'intake_category_id' }),
)

/** What is in the company's currency, or compared in it: with another one, the same numbers would be other amounts. */
const WITH_AMOUNTS = [
  'intake_submissions',
  'intake_workflows',
  'services',
  'currency_rates',
  'plans',
  'rule_sets',
  'spend_requests',
  'purchase_orders',
  'bills',
  'transactions',
  'payment_limits',
  'bill_match_settings',
  'decision_link_settings',
]
/** SQL of rows that have no amount. */
const WITHOUT: ReadonlyMap<string, string> = new Map([['decision_link_settings', 't.max_minor IS NULL']])

/** Sample data that was removed counts no more. ?1 is the company. */
const HAS_AMOUNTS = WITH_AMOUNTS.map((table) => {
  const isGone = SAMPLES.get(table) && isRemovedSampleSql('?1', `t.${SAMPLES.get(table)}`)
  const none = isGone ?? WITHOUT.get(table)
  return `EXISTS (SELECT 1 FROM ${table} t WHERE t.company_id = ?1${none ? ` AND NOT (${none})` : ''})`
}).join(' OR ')

export const companyStatement = ({ db }: Pick<StaffContext, 'db'>, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT id, name, email_short_name AS emailShortName, currency, time_zone AS timeZone, request_approval_mode AS requestApprovalMode, flags,
            light_logo_key AS lightLogoKey, dark_logo_key AS darkLogoKey, created_at AS createdAt, version,
            (${HAS_AMOUNTS}) AS hasAmounts
       FROM companies WHERE id = ?1`,
    companyId,
  )

const MODES = {
  EACH_LEVEL_GROUP: 'Approvers are asked level by level',
  ALL_AT_ONCE: 'All approvers are asked at once',
} as const

type Entry = Change<unknown>['audit'][number]

/** The changed flags, without those that are as they should be already. */
const changedFlags = (before: Record<CompanyFlag, boolean>, wanted: CompanyChange['flags'] = {}): CompanyFlag[] =>
  (Object.keys(wanted) as CompanyFlag[]).filter((flag) => wanted[flag] !== undefined && wanted[flag] !== before[flag])

/** Throws INVALID for features that would be turned on and don't exist yet. */
export const requireSwitchable = (changed: CompanyFlag[], wanted: CompanyChange['flags'] = {}): void => {
  const derived = changed.find((flag) => flagWords(flag).setBy !== undefined)
  if (derived !== undefined)
    throw new AppError('INVALID', `${flagWords(derived).label}: ${flagWords(derived).setBy}`, {
      fields: { [`featureFlags.${derived}`]: flagWords(derived).setBy ?? '' },
    })
  const missing = changed.filter((flag) => wanted[flag] && flagWords(flag).isMissing)
  if (missing.length === 0) return
  const names = missing.map((flag) => flagWords(flag).label).join(', ')
  throw new AppError('INVALID', `Not part of Outlay yet: ${names}`, {
    fields: Object.fromEntries(missing.map((flag) => [`featureFlags.${flag}`, 'Not part of Outlay yet'])),
  })
}

const flagSentence = (changed: CompanyFlag[], wanted: CompanyChange['flags'] = {}): string => {
  const named = (isOn: boolean) => changed.filter((flag) => wanted[flag] === isOn).map((flag) => flagWords(flag).label)
  const parts = [
    [`Turned on: ${named(true).join(', ')}`, named(true)],
    [`Turned off: ${named(false).join(', ')}`, named(false)],
  ] as const
  return parts.flatMap(([text, names]) => (names.length > 0 ? [text] : [])).join('. ')
}

const valuesOf = (flags: Partial<Record<CompanyFlag, boolean | undefined>>, changed: CompanyFlag[]) =>
  Object.fromEntries(changed.map((flag) => [flagWords(flag).label, flags[flag] ?? false]))

/** What the history says, one entry for each kind of change. */
const entriesOf = (
  before: StoredCompany,
  after: StoredCompany,
  flags: CompanyFlag[],
  change: CompanyChange,
): Entry[] => {
  const entry = (what: string, message: string, values: [was: unknown, is: unknown]): Entry => ({
    changeKey: `company:${before.id}:v${before.version + 1}:${what}`,
    action: `company.${what}-changed`,
    targetType: 'COMPANY',
    targetId: before.id,
    message,
    changeData: { before: values[0], after: values[1] },
  })
  const differing = <K extends 'name' | 'emailShortName' | 'currency' | 'timeZone' | 'requestApprovalMode'>(
    key: K,
    what: string,
    message: string,
  ): Entry[] =>
    before[key] === after[key] ? [] : [entry(what, message, [{ [key]: before[key] }, { [key]: after[key] }])]
  return [
    ...differing('name', 'name', `Renamed the company to ${after.name}`),
    ...differing('emailShortName', 'short-name', `Changed the short name of the company to ${after.emailShortName}`),
    ...differing('currency', 'currency', `Changed the company’s currency to ${after.currency}`),
    ...differing('timeZone', 'time-zone', `Changed the time zone of the company’s books to ${after.timeZone}`),
    ...differing('requestApprovalMode', 'request-approval-mode', MODES[after.requestApprovalMode]),
    ...(flags.length > 0
      ? [
          entry('features', flagSentence(flags, change.flags), [
            valuesOf(readCompanyFlags(before.flags), flags),
            valuesOf(change.flags ?? {}, flags),
          ]),
        ]
      : []),
  ]
}

/** Throws INVALID where the work of a module that would be turned off isn't done. */
const requireNoHold = async ({ db, actor }: StaffContext, turnedOff: readonly CompanyFlag[]): Promise<void> => {
  const held = holdsOn(turnedOff)
  if (held.length === 0) return
  const columns = held.map(({ sql }, place) => `(${sql}) AS h${place}`)
  const row = await db.first<Record<string, number>>(db.sql(`SELECT ${columns.join(', ')}`, actor.companyId))
  const hold = held.find((_, place) => row?.[`h${place}`] === 1)
  if (hold) throw invalidField(`modules.${hold.module}`, hold.text)
}

/** The stored flags after a change, which keep what the company turned off beside them. */
const flagsAfter = (
  before: string,
  wanted: CompanyChange['flags'] = {},
  flags: readonly CompanyFlag[],
  modules: readonly Module[],
): string => {
  const isOn = readCompanyFlags(before)
  const off = new Set(turnedOffIn(before))
  const given = flags.map((flag) => [flag, wanted[flag] === true] as const)
  // What the platform takes away is no longer the company's to turn on.
  for (const [flag] of given) off.delete(flag as Module)
  for (const module of modules) isOn[module] && !isChoice(module) ? off.add(module) : off.delete(module)
  const switched = modules.map((module) => [module, !isOn[module]] as const)
  return JSON.stringify({
    ...JSON.parse(before),
    ...Object.fromEntries([...given, ...switched]),
    ...(off.size > 0 || turnedOffIn(before).size > 0
      ? storedTurnedOff(MODULES.filter((module) => off.has(module)))
      : {}),
  })
}

/**
 * Throws INVALID for a short name that is taken, for features that don't exist yet, for a currency that amounts depend on,
 * and for modules as `switchModules` does and while their work isn't done; CONFLICT for a stale version, NOT_FOUND.
 */
export const changeCompany = lastWriteWins(
  async (context: StaffContext, { version, flags: wanted, modules: asked = {}, ...fields }: CompanyChange) => {
    const { db, actor } = context
    const { companyId } = actor
    const before = await db.first<StoredCompany>(companyStatement(context, companyId))
    if (!before) throw notFound('The company')
    if (version !== undefined && version !== before.version) throw staleVersion('The company')
    const flags = changedFlags(allowedFlags(before.flags), wanted)
    requireSwitchable(flags, wanted)
    const modules = switchModules(before.flags, asked)
    const turnedOff = modules.filter((module) => asked[module] === false)
    await requireNoHold(context, turnedOff)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const after: StoredCompany = {
      ...before,
      ...given,
      flags: flagsAfter(before.flags, wanted, flags, modules),
    }
    if (after.currency !== before.currency && before.hasAmounts === 1) {
      throw invalidField('currency', `Amounts are already compared in ${before.currency}, so it can’t be changed`)
    }
    const audit = entriesOf(before, after, [...flags, ...modules], { flags: { ...wanted, ...asked } })
    const isSame = audit.length === 0
    const next = isSame ? before.version : before.version + 1
    return withDirectory(context, { before, after }, (told) =>
      commit(context, {
        subject: 'The company',
        statements: isSame
          ? []
          : [
              db.sql(
                `UPDATE companies SET name = ?3, email_short_name = ?4, currency = ?5, request_approval_mode = ?6, flags = ?7,
                      time_zone = ?8, version = version + 1
                WHERE id = ?1 AND version = ?2 AND (currency = ?5 OR NOT (${HAS_AMOUNTS}))
                  ${holdsOn(turnedOff)
                    .map(({ sql }) => `AND NOT (${sql})`)
                    .join(' ')}`,
                companyId,
                before.version,
                after.name,
                after.emailShortName,
                after.currency,
                after.requestApprovalMode,
                after.flags,
                after.timeZone,
              ),
              guardOneRow(db),
              ...told,
            ],
        audit,
        result: { id: companyId, version: next },
        onDuplicate: onTakenShortName,
      }),
    )
  },
)
