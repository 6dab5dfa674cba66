import { z } from 'zod'
import { vendorLinkingOff } from '../../../../../schema/planning/actuals/link-tables.ts'
import { LINK_SYNC, type LinkReason, type LinkState } from '../../../../../schema/planning/actuals/link-values.ts'
import { erpObjects } from '../../../../../schema/platform/accounting/tables.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { auditStatement } from '../../../../core/audit.ts'
import type { BaseContext, SystemContext } from '../../../../core/operation.ts'
import { columns, computed, type RowOf, select, typed } from '../../../../core/record.ts'
import { type Sync, type SyncProgress, type SyncStep, syncStatements } from '../../../../core/syncs.ts'
import { hasBill, mostEnteredBy } from '../../../money/bills/index.ts'
import { COMPANIES_WITH_UNMAPPED_VENDORS, isNewVendor, UNMAPPED_VENDORS } from '../../../platform/accounting/index.ts'
import { newVendors } from '../../../vendors/vendors/index.ts'
import { type ChangedRow, mappingAfter, savedRows } from '../mapping-save.ts'
import { objectsStatement, type Saving, toObject } from '../mapping-write.ts'
import { decide, type Known } from './decide.ts'
import { readKnown } from './known.ts'

/**
 * Accounting vendors become vendors without anyone, where that is sure. A run looks at all that belong to none, some at
 * a time, those that cost most first, and stores what it decides with how far it got.
 */

const AT_ONCE = 20
const DAY_MS = 24 * 60 * 60 * 1000

/** A line that isn't payroll: everyone sees vendors, and may not see whom the company pays a salary. */
const HAS_LINE = `EXISTS (SELECT 1 FROM transactions t INDEXED BY transactions_vendor_object
  WHERE t.company_id = o.company_id AND t.vendor_object_id = o.id AND t.is_payroll = 0
    AND t.vendor_id IS NULL AND t.vendor_object_id IS NOT NULL)`

/** Of object `o`. */
export const LOOKED_AT = columns(
  select(erpObjects, 'o', ['id', 'name', 'isActive', 'last12Minor']),
  computed<{ isNamed: number }>({ isNamed: `(${isNewVendor('o')} OR ${hasBill('o')} OR ${HAS_LINE})` }),
)
type LookedAt = RowOf<typeof LOOKED_AT>

const NEXT = typed`SELECT ${LOOKED_AT} FROM json_each('[1]') CROSS JOIN ${UNMAPPED_VENDORS}
  WHERE (o.last12_minor, o.id) < (?2, ?3)
  ORDER BY o.last12_minor DESC, o.id DESC LIMIT ${AT_ONCE}`

/** Whether only people link. */
export const OFF = typed`SELECT ${select(vendorLinkingOff, 'f', ['offAt'])} FROM vendor_linking_off f WHERE f.company_id = ?`

const cursorShape = z.object({ last12: z.number(), id: z.string() })
const START = { last12: Number.MAX_SAFE_INTEGER, id: '\uffff' }
const readCursor = (text: string | null) => {
  const parsed = text === null ? null : cursorShape.safeParse(JSON.parse(text))
  return parsed?.success ? parsed.data : START
}

interface Standing {
  objectId: string
  vendorId: string | null
  state: LinkState
  reason: LinkReason
  ordinal: number
}

/** Where accounting vendors stand from now on. */
export const standStatement = ({ db, actor }: Pick<Saving, 'db' | 'actor'>, rows: readonly Standing[]) =>
  db.sql(
    `INSERT INTO erp_vendor_links (object_id, company_id, vendor_id, state, reason, ordinal)
     SELECT value ->> 'objectId', ?1, value ->> 'vendorId', value ->> 'state', value ->> 'reason', value ->> 'ordinal'
       FROM json_each(?2) WHERE true
         ON CONFLICT (object_id) DO UPDATE SET vendor_id = excluded.vendor_id, state = excluded.state,
            reason = excluded.reason, ordinal = excluded.ordinal
      WHERE (vendor_id, state, reason, ordinal) IS NOT (excluded.vendor_id, excluded.state, excluded.reason, excluded.ordinal)`,
    actor.companyId,
    JSON.stringify(rows),
  )

/** Where one stands that belongs to no vendor. Null if no one has to say anything. */
export const openStanding = (object: LookedAt, known: Known): Standing | null => {
  const decision = decide(asAsked(object), known)
  const row = { objectId: object.id, ordinal: object.last12Minor }
  if (decision.what === 'LINK' || decision.what === 'PROPOSE')
    return { ...row, vendorId: decision.vendor.id, state: 'PROPOSED', reason: decision.reason }
  return decision.what === 'NOTHING' ? null : { ...row, vendorId: null, state: 'UNKNOWN', reason: 'REFUSED' }
}

const asAsked = ({ name, isNamed, isActive }: LookedAt) => ({
  name,
  isNamed: isNamed === 1,
  isActive: Number(isActive) === 1,
})

interface Decided {
  /** The last one that was looked at. */
  last: LookedAt | undefined
  links: { id: string; vendorId: string; vendorName: string; reason: LinkReason }[]
  makes: { id: string; name: string }[]
  open: Standing[]
  none: string[]
}

const pending = (name: string): Known['candidates'][number] => ({
  id: '',
  name,
  matchKey: matchKeyOf(name),
  isArchived: false,
  hasPortal: false,
})

/** Ends before one that may be a vendor that is only being made, which the next step knows. */
const decideAll = (objects: readonly LookedAt[], known: Known): Decided => {
  const decided: Decided = { last: undefined, links: [], makes: [], open: [], none: [] }
  for (const object of objects) {
    const candidates = [...known.candidates, ...decided.makes.map(({ name }) => pending(name))]
    const decision = decide(asAsked(object), { ...known, candidates })
    const vendor = 'vendor' in decision ? decision.vendor : null
    if (vendor?.id === '') return decided
    decided.last = object
    const open = { objectId: object.id, ordinal: object.last12Minor }
    if (decision.what === 'MAKE') decided.makes.push({ id: object.id, name: decision.name })
    if (decision.what === 'NOTHING') decided.none.push(object.id)
    if (decision.what === 'ASK') decided.open.push({ ...open, vendorId: null, state: 'UNKNOWN', reason: 'REFUSED' })
    if (decision.what === 'PROPOSE')
      decided.open.push({ ...open, vendorId: decision.vendor.id, state: 'PROPOSED', reason: decision.reason })
    if (decision.what === 'LINK') {
      const { vendor: target, reason } = decision
      decided.links.push({ id: object.id, vendorId: target.id, vendorName: target.name, reason })
    }
  }
  return decided
}

const ENTERED_BY = typed`SELECT ${columns(
  computed<{ nameKey: string; ownerId: string | null }>({
    nameKey: "j.value ->> 'nameKey'",
    ownerId: mostEnteredBy("(j.value ->> 'id')"),
  }),
)} FROM json_each(?2) j`

/** Vendors that are made belong to the people who entered most of their bills, by their names in lower case. */
const ownersOf = async ({ db }: SystemContext, companyId: string, makes: Decided['makes']) => {
  if (makes.length === 0) return new Map<string, string | null>()
  const asked = makes.map(({ id, name }) => ({ id, nameKey: name.toLowerCase() }))
  const [found] = await db.readBatch([db.sql(ENTERED_BY, companyId, JSON.stringify(asked))])
  return new Map(found.results.map(({ nameKey, ownerId }) => [nameKey, ownerId]))
}

/** What links and makes them, as a save that people can undo. */
const settled = async (context: SystemContext, saving: Saving, { links, makes }: Decided) => {
  if (links.length + makes.length === 0) return []
  const { db, clock } = context
  const { companyId } = saving.actor
  const made = await newVendors(
    { ...saving, actor: { companyId, userId: null } },
    makes.map(({ name }) => name),
    { source: 'The accounting system', owners: await ownersOf(context, companyId, makes) },
  )
  const targets = new Map([
    ...links.map(({ id, vendorId, vendorName, reason }) => [id, { vendorId, vendorName, reason }] as const),
    ...makes.map(({ id, name }) => {
      const vendorId = made.ids.get(name.toLowerCase()) ?? ''
      return [id, { vendorId, vendorName: name, reason: 'NONE' as LinkReason }] as const
    }),
  ])
  const stored = await db.all<Parameters<typeof toObject>[0]>(objectsStatement(saving, 'VENDOR', [...targets.keys()]))
  const changed = stored.map(toObject).flatMap(({ id, name, version, mapping }): ChangedRow[] => {
    const vendorId = targets.get(id)?.vendorId
    if (!vendorId || mapping.vendorId !== null) return []
    return [{ id, name, version, before: mapping, after: mappingAfter('VENDOR', mapping, { id }, vendorId) }]
  })
  if (changed.length === 0) return []
  const names = new Map([...targets.values()].map(({ vendorId, vendorName }) => [vendorId, vendorName]))
  const { statements, audit } = savedRows(saving, 'VENDOR', changed, names)
  const now = clock.now()
  const standings = changed.map(({ id }): Standing => {
    const { vendorId = null, reason = 'NAME' } = targets.get(id) ?? {}
    return { objectId: id, vendorId, state: reason === 'NONE' ? 'MADE' : 'LINKED', reason, ordinal: now }
  })
  const by = { companyId, actorUserId: null, impersonatorUserId: null, occurredAt: now }
  return [
    ...made.statements,
    ...statements,
    standStatement(saving, standings),
    auditStatement(
      db,
      [...made.audit, audit].map((entry) => ({ ...entry, ...by })),
    ),
  ]
}

const DONE: SyncStep = { statements: [], cursor: null, isDone: true, counts: {} }

const step = async (context: SystemContext, { companyId, cursor }: SyncProgress): Promise<SyncStep> => {
  const { db, clock, newId } = context
  const from = readCursor(cursor)
  const [found, off] = await db.readBatch([db.sql(NEXT, companyId, from.last12, from.id), db.sql(OFF, companyId)])
  const objects = found.results
  if (off.results.length > 0 || objects.length === 0) return DONE
  const saving: Saving = { db, clock, newId, actor: { companyId } }
  const known = await readKnown(
    saving,
    objects.map(({ name }) => name),
  )
  const decided = decideAll(objects, known)
  const { last, links, makes, open, none } = decided
  return {
    statements: [
      ...(await settled(context, saving, decided)),
      ...(open.length > 0 ? [standStatement(saving, open)] : []),
      ...(none.length > 0 ? [forgetStatement(saving, none)] : []),
    ],
    cursor: JSON.stringify(last ? { last12: last.last12Minor, id: last.id } : from),
    isDone: false,
    counts: { linked: links.length, made: makes.length, proposed: open.length },
  }
}

/** No one has to say anything about them. */
const forgetStatement = ({ db, actor }: Pick<Saving, 'db' | 'actor'>, ids: readonly string[]) =>
  db.sql(
    'DELETE FROM erp_vendor_links WHERE company_id = ?1 AND object_id IN (SELECT value FROM json_each(?2))',
    actor.companyId,
    JSON.stringify(ids),
  )

/** Begins a run, in the batch of what causes it. */
export const linkRun = (
  { db, clock, newId }: Pick<BaseContext, 'db' | 'clock' | 'newId'>,
  companyId: string,
): D1PreparedStatement[] => syncStatements(db, [{ id: newId(), companyId, ...LINK_SYNC, trigger: 'HAND' }], clock.now())

/** After the books were read, where the company wants it. */
export const linkRunIfOn = async (context: SystemContext, companyId: string): Promise<D1PreparedStatement[]> =>
  (await context.db.first(context.db.sql(OFF, companyId))) ? [] : linkRun(context, companyId)

export const linkSync: Sync = {
  ...LINK_SYNC,
  schedule: {
    everyMs: DAY_MS,
    companies: async ({ db }) =>
      (await db.all(db.sql(COMPANIES_WITH_UNMAPPED_VENDORS))).map(({ companyId }) => companyId),
  },
  step,
}
