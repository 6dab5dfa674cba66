import {
  detailsOf,
  duplicateOf,
  firstPaymentOf,
  offHoursBill,
  offHoursDetails,
  patternOf,
  sharedOf,
  splitOf,
  type Wanted,
} from '../../../../schema/money/checks/rules.ts'
import type { CheckState } from '../../../../schema/money/checks/values.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import { auditStatement } from '../../../core/audit.ts'
import { idFrom } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type Facts, type KnownFinding, readFacts, type Scope, type Silence } from './facts.ts'

/**
 * Finds what is wrong with bills and bank details, and closes what no longer is. It may run any number of times, also at
 * the same moment: a cause is one row, and what people decided stays.
 */

type Evaluating = Pick<BaseContext, 'db' | 'clock' | 'log'>

const isFound = (one: Wanted | null): one is Wanted => one !== null

/** By the rules that the company has on. Each cause once. */
export const wantedFrom = (facts: Facts, now: number): Wanted[] => {
  const { settings, currency, bills, others, pieces, numbers, details, shared } = facts
  const found = [
    ...bills.flatMap((bill) => [
      ...(others.get(bill.id) ?? []).map((other) => duplicateOf(bill, other)),
      splitOf(bill, pieces.get(bill.id) ?? [], settings, currency),
      firstPaymentOf(bill, settings, currency),
      patternOf(bill, numbers.get(bill.id) ?? [], settings),
      offHoursBill(bill, settings),
    ]),
    ...details.flatMap((one) => [
      detailsOf(one, settings, now),
      ...(shared.get(one.id) ?? []).map((other) => sharedOf(one, other)),
      offHoursDetails(one, settings, now),
    ]),
  ].filter(isFound)
  const kept = found.filter(({ rule }) => settings.modes[rule] !== 'OFF')
  // A pair of bills with one number is not also one with one amount.
  const pairs = new Set(kept.filter(({ rule }) => rule === 'DUPLICATE').map(({ subjects }) => pairOf(subjects)))
  const unique = new Map(
    kept
      .filter(({ rule, subjects }) => rule !== 'SIMILAR' || !pairs.has(pairOf(subjects)))
      .map((one) => [one.key, one] as const),
  )
  return [...unique.values()]
}

const pairOf = (subjects: Wanted['subjects']): string =>
  subjects
    .map(({ id }) => id)
    .toSorted()
    .join()

export const findingId = (companyId: string, key: string): string => idFrom(`check\n${companyId}\n${key}`)

/** One that someone made doesn't cover what they enter themselves. */
const isSilenced = (of: Wanted, silences: readonly Silence[], today: string): boolean =>
  silences.some(
    ({ rule, erpVendorId, until, createdByUserId }) =>
      rule === of.rule && erpVendorId === of.erpVendorId && today <= until && !of.enteredBy.includes(createdByUserId),
  )

interface Written extends Wanted {
  id: string
  state: CheckState
  isBlocking: boolean
}

const differs = (wanted: Written, known: KnownFinding | undefined): boolean => {
  if (!known) return true
  if (known.state === 'RELEASED') return false
  if (known.state === 'CLOSED') return true
  return (
    (known.state !== 'REJECTED' && known.state !== wanted.state) ||
    known.why !== wanted.why ||
    known.billId !== wanted.billId ||
    (known.isBlocking === 1) !== wanted.isBlocking
  )
}

const writeStatements = (
  { db, clock }: Evaluating,
  companyId: string,
  written: readonly Written[],
  isNew: (id: string) => boolean,
): D1PreparedStatement[] => {
  if (written.length === 0) return []
  const now = clock.now()
  const rows = JSON.stringify(written.map(({ key: _, enteredBy: __, ...row }) => row))
  return [
    db.sql(
      `INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, bill_id, details_id, why,
         found_at, updated_at)
       SELECT value ->> 'id', ?1, value ->> 'rule', value ->> 'state', value ->> 'isBlocking', value ->> 'erpVendorId',
              value ->> 'billId', value ->> 'detailsId', value ->> 'why', ?3, ?3
         FROM json_each(?2) WHERE true
       ON CONFLICT (id) DO UPDATE SET
         state = CASE WHEN check_findings.state = 'REJECTED' THEN 'REJECTED'
                      WHEN check_findings.state = 'CLOSED' THEN coalesce(check_findings.decision, excluded.state)
                      ELSE excluded.state END,
         is_blocking = excluded.is_blocking, why = excluded.why, closed_at = NULL,
         mailed_at = CASE WHEN check_findings.state = 'CLOSED' THEN NULL ELSE check_findings.mailed_at END,
         bill_id = excluded.bill_id, details_id = excluded.details_id, erp_vendor_id = excluded.erp_vendor_id,
         updated_at = excluded.updated_at, version = check_findings.version + 1
       WHERE check_findings.state <> 'RELEASED'`,
      ...[companyId, rows, now],
    ),
    db.sql(
      `INSERT INTO check_subjects (company_id, finding_id, subject_id, kind, is_held)
       SELECT ?1, j.value ->> 'id', s.value ->> 'id', s.value ->> 'kind', s.value ->> 'isHeld'
         FROM json_each(?2) j CROSS JOIN json_each(j.value -> 'subjects') s WHERE true
       ON CONFLICT (company_id, finding_id, subject_id) DO UPDATE SET is_held = excluded.is_held
        WHERE is_held <> excluded.is_held`,
      ...[companyId, rows],
    ),
    auditStatement(
      db,
      written.flatMap(({ id, state, isBlocking, why, billId }) =>
        billId !== null && state === 'OPEN' && isBlocking && isNew(id)
          ? [
              {
                ...{ changeKey: `check:${id}:found`, companyId, actorUserId: null, impersonatorUserId: null },
                ...{ action: 'bill.check-found', targetType: 'BILL' as const, targetId: billId },
                ...{ message: `A check holds the payment. ${why}`, changeData: null, occurredAt: now },
              },
            ]
          : [],
      ),
      'ignore',
    ),
  ]
}

const closeStatements = (
  { db, clock }: Evaluating,
  companyId: string,
  gone: readonly KnownFinding[],
): D1PreparedStatement[] =>
  gone.length === 0
    ? []
    : [
        db.sql(
          `UPDATE check_findings SET state = 'CLOSED', closed_at = ?3, updated_at = ?3, version = version + 1
            WHERE company_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state IN ('OPEN', 'SILENCED', 'REJECTED')`,
          ...[companyId, JSON.stringify(gone.map(({ id }) => id)), clock.now()],
        ),
      ]

/** Two round trips to read, and one to write if anything changed. */
export const evaluate = async (context: Evaluating, scope: Scope): Promise<void> => {
  const { db, clock } = context
  if (scope.billIds.length === 0 && scope.erpVendorIds.length === 0) return
  const { companyId } = scope
  const now = clock.now()
  const facts = await readFacts(db, scope)
  const today = dayIn(facts.settings.timeZone, now)
  const known = new Map(facts.known.map((one) => [one.id, one]))
  const wanted = wantedFrom(facts, now).map((one): Written => {
    const isBlocking = facts.settings.modes[one.rule] === 'HOLD'
    const state = isSilenced(one, facts.silences, today) ? ('SILENCED' as const) : ('OPEN' as const)
    return { ...one, id: findingId(companyId, one.key), state, isBlocking }
  })
  const ids = new Set(wanted.map(({ id }) => id))
  // Only what this look was complete about may be closed.
  const looked = new Set([...facts.bills.map(({ id }) => id), ...scope.billIds])
  const gone = facts.known.filter(
    ({ id, state, billId }) =>
      !ids.has(id) && ['OPEN', 'SILENCED', 'REJECTED'].includes(state) && (billId === null || looked.has(billId)),
  )
  const written = wanted.filter((one) => differs(one, known.get(one.id)))
  const statements = [
    ...writeStatements(context, companyId, written, (id) => !known.has(id)),
    ...closeStatements(context, companyId, gone),
  ]
  if (statements.length > 0) await db.batch(statements)
}
