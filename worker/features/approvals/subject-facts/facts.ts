import {
  type Block,
  type ContentChange,
  isSentBack,
  type RunSettings,
} from '../../../../schema/approvals/engine/model.ts'
import type { RequestStatus } from '../../../../schema/approvals/engine/statuses.ts'
import { moduleOf } from '../../../../schema/platform/company/approved-modules.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { sharedText } from '../../../core/request-texts.ts'
import { hasFlag } from '../../platform/members/index.ts'
import { keyOf } from '../../platform/notifications/index.ts'

/** What is said about any subject. */
export interface SubjectFacts {
  id: string
  /** What it is: a request, a spend request. */
  targetType: Kind
  /** "#12 · Software" */
  reference: string
  title: string
  requestorName: string
  requestorUserId: string
  createdByUserId: string
  amountValue: number | null
  amountCurrency: Currency | null
  /** The amount in the company's currency. Null without an amount or a rate. */
  companyAmount: number | null
  status: RequestStatus
  version: number
  run: number
  /** The last event that is included here. */
  sequence: number
  archivedAt: number | null
  /** 0 if the company has turned emails off. */
  isMailOn: number
}

/** A line of what was filed, as people read it. */
export interface Detail {
  label: string
  value: string
}

/** How subjects of one type say their facts. */
interface FactsOfType {
  targetType: Kind
  /** SQL of `reference`, `title`, `requestorName`, `amountValue`, `amountCurrency` and `companyAmount`. */
  columns: string
  /** The subject's table `s`, and what its columns need, joined to the ids in `j.value`. */
  from: string
  /** Reads what else a decision needs. */
  detailStatements(db: Pick<Database, 'sql'>, companyId: string, id: string): D1PreparedStatement[]
  details(results: readonly Record<string, unknown>[][]): Detail[]
  /** Changes of ids that only this kind can name, in words. Left out where changes are kept in words. */
  changesInWords?(
    db: Pick<Database, 'sql' | 'batch'>,
    companyId: string,
    id: string,
    changes: readonly ContentChange[],
  ): Promise<ContentChange[]>
}

const known = new Map<string, FactsOfType>()

/** An area whose subjects are approved registers what is said about them. */
export const registerSubjectFacts = (facts: FactsOfType): void => {
  known.set(facts.targetType, facts)
}

/** SQL condition: the subject's company has its module on. */
const isOnSql = (targetType: string): string => {
  const module = moduleOf(targetType)
  return module ? hasFlag('s.company_id', module) : 'TRUE'
}

/** By their ids, whatever they are. Deleted ones are missing, and those of a module that is off. */
export const factsStatement = (db: Pick<Database, 'sql'>, ids: readonly string[]): D1PreparedStatement =>
  db.sql(
    [...known.values()]
      .map(
        ({ targetType, columns, from }) =>
          `SELECT s.id, s.company_id AS companyId, '${targetType}' AS targetType, ${columns},
            s.requestor_user_id AS requestorUserId, s.created_by_user_id AS createdByUserId, s.status, s.version,
            s.run, s.projected_sequence AS sequence, s.archived_at AS archivedAt, COALESCE(n.enable_email_notifications, 1) AS isMailOn
       FROM json_each(?1) j CROSS JOIN ${from}
       LEFT JOIN notification_settings n ON n.company_id = s.company_id
      WHERE s.deleted_at IS NULL AND ${isOnSql(targetType)}`,
      )
      .join('\nUNION ALL '),
    JSON.stringify([...new Set(ids)]),
  )

/** By company and id. See `keyOf`. */
export const toFacts = (rows: Record<string, unknown>[] = []): Map<string, SubjectFacts> =>
  new Map(rows.map((row) => [keyOf(row.companyId, row.id), row as unknown as SubjectFacts]))

const ofType = (targetType: string): FactsOfType => {
  const found = known.get(targetType)
  if (!found) throw new Error(`Nothing says the facts of ${targetType}`)
  return found
}

/** A file of what was filed. */
export interface NamedFile {
  id: string
  name: string
}

/** The last one reads its files. */
export const detailStatements = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { targetType, id }: { targetType: string; id: string },
): D1PreparedStatement[] => [
  ...ofType(targetType).detailStatements(db, companyId, id),
  db.sql(
    `SELECT DISTINCT d.id, d.display_name AS name
       FROM document_links k CROSS JOIN documents d ON d.id = k.document_id AND d.company_id = k.company_id
      WHERE k.company_id = ?1 AND k.target_type = ?2 AND k.target_id = ?3 AND d.deleted_at IS NULL
      ORDER BY name, d.id LIMIT 50`,
    companyId,
    targetType,
    id,
  ),
]

/** @param results of `detailStatements` */
export const detailsOf = (
  targetType: string,
  results: readonly Record<string, unknown>[][],
): { details: Detail[]; documents: NamedFile[] } => ({
  details: ofType(targetType)
    .details(results.slice(0, -1))
    .filter(({ value }) => value !== ''),
  documents: (results.at(-1) ?? []).map((row) => ({ id: String(row.id), name: String(row.name) })),
})

/** With names in place of ids. Money, dates and lists are left as they are. At most one round trip. */
export const namedChanges = async (
  db: Pick<Database, 'sql' | 'batch'>,
  companyId: string,
  { targetType, id }: Pick<SubjectFacts, 'targetType' | 'id'>,
  changes: readonly ContentChange[],
): Promise<readonly ContentChange[]> => {
  const { changesInWords } = ofType(targetType)
  return changesInWords && changes.length > 0 ? changesInWords(db, companyId, id, changes) : changes
}

/** SQL of the number of its current run. `id` is SQL. */
export const currentRun = (targetType: string, id: string): string =>
  `(SELECT s.run FROM json_each(json_array(${id})) j CROSS JOIN ${ofType(targetType).from})`

/** What its run was started with, for `runOfFacts`. */
export const runStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { targetType, id }: { targetType: string; id: string },
): D1PreparedStatement =>
  db.sql(
    `SELECT ${sharedText('plan')} AS plan FROM json_each(json_array(?1)) j CROSS JOIN ${ofType(targetType).from} WHERE s.company_id = ?2`,
    id,
    companyId,
  )

interface StoredRun {
  settings?: RunSettings
  involvedIds?: string[]
  /** Set in place of the people if only the requester is involved. */
  alone?: 1
}

/** Its run, as `toBlockView` takes it. */
export const runOfFacts = (
  { status, archivedAt, requestorUserId }: SubjectFacts,
  row: Record<string, unknown> | undefined,
  blocks: readonly Block[],
  { company, policy }: StaffActor,
) => {
  const { settings, involvedIds, alone } = JSON.parse(String(row?.plan ?? '{}')) as StoredRun
  return {
    open: status === 'PENDING' && archivedAt === null,
    isSentBack: blocks.some(isSentBack),
    blocks,
    involvedIds: alone ? [requestorUserId] : (involvedIds ?? []),
    settings: settings ?? {
      mode: company.requestApprovalMode,
      enforceOrder: policy.company.enforceIntakeApprovalOrder,
    },
  }
}
