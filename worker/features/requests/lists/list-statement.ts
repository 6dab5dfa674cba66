import type { RequestListQuery } from '../../../../schema/requests/endpoints.ts'
import type { requestFilters } from '../../../../schema/requests/lists/request-filters.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { actingFor, isLimited, withinDelegation } from '../../../core/actor.ts'
import type { Asked, Clauses, ListRows, Walk } from '../../../core/list/rows.ts'
import { walkConditions } from '../../../core/looked-page.ts'
import { mayActFor } from '../submissions/index.ts'
import {
  ALIVE,
  ARCHIVED,
  answersSo,
  BY_PUBLIC_FORM,
  createdBounds,
  otherConditions,
  PARTICIPANT,
  sourceSo,
} from './list-conditions.ts'
import {
  ARCHIVED_LEAD,
  ASKED,
  DRAFTS,
  isByCreation,
  isByNumber,
  LEADS,
  type Lead,
  OF_PERSON,
  OWN,
  PUBLIC_LEAD,
  type SortField,
  STATUS_LEAD,
} from './sort-orders.ts'

/** Where the list of requests is in order, and its filters. See worker/core/list/page.ts. ?2 is the person. */

type Filter = keyof typeof requestFilters | 'always' | 'visible'
type AskedList = Asked<RequestListQuery, SortField>
type Reading = Pick<Clauses<Filter, SortField>, 'walks' | 'serves' | 'walksBy'>

const ACTIVE = 's.archived_at IS NULL'
const isArchivedOnly = ({ filter, status }: RequestListQuery): boolean => filter === 'ARCHIVED' || status === 'ARCHIVED'

const isOwn = ({ mine, drafts }: RequestListQuery): boolean => mine === true && !drafts

/** People who see only requests that involve them find those by their participations, and everyone what waits for them. */
const isOfPeople = ({ reader: { actor }, input }: AskedList): boolean =>
  !input.drafts &&
  !input.mine &&
  (input.filter === 'ACTION_REQUIRED' ||
    (!can(actor.policy, 'requests.see-all') && actor.ownedCategoryIds.length === 0))

/** Which of the requests found the person can see, or act on. */
const visibleTo = (asked: AskedList): string | null => {
  const { reader, input, by, isOnly, bind } = asked
  const { actor } = reader
  const people = () => `p.user_id IN (SELECT value FROM json_each(${bind(JSON.stringify(actingFor(actor)))}))`
  const takesPart = (...more: string[]) =>
    `EXISTS (SELECT 1 FROM request_participants p WHERE ${[PARTICIPANT, ...more].join(' AND ')} AND p.target_id = s.id)`
  if (isOfPeople(asked)) {
    const asks = input.filter === 'ACTION_REQUIRED'
    const isDelegate = actor.delegatorIds.length > 0
    const reach =
      asks && isDelegate ? [mayActFor('?2', actor)] : !asks && isLimited(actor) ? [withinDelegation('?2')] : []
    if (reach.length === 0 && (!asks || (by === 'createdAt' && isOnly))) return null
    // By the request: the index of what waits would lead over all that waits.
    return takesPart(people(), ...(asks ? ['+p.action_since IS NOT NULL'] : []), ...reach)
  }
  if (input.drafts || input.mine || can(actor.policy, 'requests.see-all')) return null
  const isTheirs = actor.delegatorIds.length > 0 ? [people(), withinDelegation('?2')] : ['p.user_id = ?2']
  return `(s.intake_category_id IN (SELECT value FROM json_each(${bind(JSON.stringify(actor.ownedCategoryIds))}))
      OR ${takesPart(...isTheirs)})`
}

/** Requests that people linked to a vendor. They are few compared with those that name it. */
const linkedTo = (vendor: string): string =>
  `SELECT n.number AS id FROM intake_submission_vendors k CROSS JOIN intake_submissions n ON n.id = k.intake_submission_id
    WHERE k.company_id = ?1 AND k.vendor_id = ${vendor} AND n.vendor_id IS NOT ${vendor}`
const isLinkedTo = (vendor: string): string =>
  `EXISTS (SELECT 1 FROM intake_submission_vendors k
    WHERE k.company_id = ?1 AND k.intake_submission_id = s.id AND k.vendor_id = ${vendor})`

/** What an index can lead with: the value of a column, and the filter that it serves. */
const equalities = ({ input, bind }: AskedList): Map<string, { value: string; filter: Filter }> => {
  const isMine = isOwn(input)
  const status = input.status === 'ARCHIVED' ? undefined : input.status
  const asked: [column: string, filter: Filter, value: string | undefined][] = [
    ['s.requestor_user_id', 'requestorUserId', isMine ? undefined : input.requestorUserId],
    ['s.assignee_user_id', 'assigneeUserId', input.assigneeUserId],
    ['s.vendor_id', 'vendorId', input.vendorId],
    ['s.intake_category_id', 'intakeCategoryId', input.intakeCategoryId],
    ['s.status', 'status', status],
  ]
  const found = asked.flatMap(([column, filter, value]) =>
    value ? [[column, { value: bind(value), filter }] as const] : [],
  )
  return new Map([...(isMine ? [['s.requestor_user_id', { value: '?2', filter: 'mine' }] as const] : []), ...found])
}

/** How the requests are read that someone sees who sees all, or those of a category. */
const throughRequests = (
  asked: AskedList,
  equal: ReturnType<typeof equalities>,
  created: readonly string[],
): Reading => {
  const { input, by, isOnly } = asked
  const few = [
    ...(input.source === 'PUBLIC' ? [{ ...PUBLIC_LEAD, where: BY_PUBLIC_FORM, serves: ['source' as const] }] : []),
    ...(input.filter === 'ARCHIVED' ? [{ ...ARCHIVED_LEAD, where: ARCHIVED, serves: ['filter' as const] }] : []),
  ]
  type Found = Lead & { where?: string; serves?: readonly Filter[] }
  const leadOf = (field: SortField, before: readonly (readonly [string, string])[]) => {
    const known = new Map([...before, ...[...equal].map(([column, { value }]) => [column, value] as const)])
    // In an order by several fields, the requests linked to a vendor have no place.
    const usable = LEADS.filter(({ columns }) => isOnly || !columns.includes('s.vendor_id'))
    const candidates: Found[] = [...usable, ...(few.length > 0 ? few : [STATUS_LEAD])]
    const lead =
      field === 'createdAt' ? candidates.find(({ columns }) => columns.every((column) => known.has(column))) : undefined
    const where = [
      // The index of numbers doesn't distinguish drafts from requests.
      ...(isByNumber(field) ? [] : ['s.is_draft = 0']),
      ...(lead?.columns ?? []).map((column) => `${column} = ${known.get(column)}`),
      ...(lead?.where ? [lead.where] : []),
    ]
    return { lead, walk: { way: lead?.way ?? OWN, where } }
  }
  const { lead, walk } = leadOf(by, [])
  const walks = [{ ...walk, where: [...walk.where, ...created.map((bound) => `s.${bound}`)] }]
  const walksBy: Reading['walksBy'] = (field, before) => [leadOf(field, before).walk]
  const vendor = equal.get('s.vendor_id')?.value
  if (vendor && lead?.columns.includes('s.vendor_id'))
    return { walks: [...walks, { set: linkedTo(vendor) }], serves: ['vendorId'], walksBy }
  const served = (lead?.columns ?? []).flatMap((column) => equal.get(column)?.filter ?? [])
  return { walks, walksBy, serves: [...served, ...(lead?.serves ?? []), ...CREATED.filter(() => isByCreation(by))] }
}

/** How the requests of the person are read, and of those they act for. */
const throughParticipations = (
  { reader: { actor }, input, by, bind }: AskedList,
  created: readonly string[],
): Reading => {
  const people = actingFor(actor)
  const isUser = walkConditions('n.user_id', people, bind)
  // A walk for many people has a request once for each of them.
  const isMany = isUser.length < people.length
  const walksOf = (field: SortField, bounds: readonly string[]): Walk<SortField>[] => {
    const waits = input.filter === 'ACTION_REQUIRED' && field === 'createdAt'
    return isUser.map((isTheirs) => ({
      way: waits ? ASKED : OF_PERSON,
      where: [
        waits ? 'p.is_asked = 1' : null,
        (company) =>
          `p.person ${isMany ? 'IN' : '='} (SELECT n.id FROM request_people n WHERE n.company_id = ${company} AND ${isTheirs})`,
        ...bounds.map((bound) => `p.${bound}`),
      ],
      ...(isMany && { repeats: true as const }),
    }))
  }
  const has = isByCreation(by)
  return {
    walks: walksOf(by, has ? created : []),
    serves: CREATED.filter(() => has),
    walksBy: (field) => walksOf(field, []),
  }
}

const CREATED = ['createdFrom', 'createdTo'] as const

export const requestRows: ListRows<RequestListQuery, Filter, SortField> = {
  own: OWN,
  join: (id) => `intake_submissions s ON s.company_id = ?1 AND s.number = ${id}`,
  usual: () => 'createdAt',
  isFixed: (field, { status }) => field === 'status' && status !== undefined && status !== 'ARCHIVED',
  looks: 2,
  searched: 20_000,
  values: ({ actor }) => [actor.userId],
  clauses: (asked) => {
    const { reader, input, by, isOnly, bind, is: given } = asked
    const equal = equalities(asked)
    const days = createdBounds(input, reader.actor.timezone ?? 'UTC', bind)
    const created = isOnly ? [days.from, days.to].filter((bound) => bound !== null) : []
    const { tables, conditions } = answersSo(input, bind)
    const isOfPerson = isOfPeople(asked)
    const is = (column: string): string | null => {
      const value = equal.get(column)?.value
      return value ? `${column} = ${value}` : null
    }
    const vendor = equal.get('s.vendor_id')?.value
    const reading: Reading = input.drafts
      ? { walks: [{ way: DRAFTS, where: ['s.created_by_user_id = ?2', 's.is_draft = 1'] }], serves: ['drafts'] }
      : isOfPerson
        ? throughParticipations(asked, created)
        : throughRequests(asked, equal, isByCreation(by) ? created : [])
    return {
      ...reading,
      conditions: {
        ...conditions,
        ...otherConditions(reader.actor, input, bind),
        always: [ALIVE, input.drafts ? null : 's.is_draft = 0'],
        visible: visibleTo(asked),
        filter: input.drafts ? null : isArchivedOnly(input) ? ARCHIVED : input.filter === 'ALL' ? null : ACTIVE,
        source: sourceSo(input),
        status: is('s.status'),
        intakeCategoryId: is('s.intake_category_id'),
        requestorUserId: isOwn(input) ? given('s.requestor_user_id', input.requestorUserId) : is('s.requestor_user_id'),
        assigneeUserId: is('s.assignee_user_id'),
        vendorId: vendor && !input.drafts ? `(s.vendor_id = ${vendor} OR ${isLinkedTo(vendor)})` : is('s.vendor_id'),
        drafts: null,
        mine: isOwn(input) ? is('s.requestor_user_id') : null,
        createdFrom: days.from && `s.${days.from}`,
        createdTo: days.to && `s.${days.to}`,
      },
      // Most requests are members' own, neither deleted nor archived, so filtering by that is no search.
      mostPass: isOfPerson
        ? []
        : [
            'always',
            ...(isArchivedOnly(input) ? [] : ['filter' as const]),
            ...(input.source === 'PUBLIC' ? [] : ['source' as const]),
          ],
      areFew: input.drafts ?? false,
      isUnique: isByNumber(by),
      tables,
    }
  },
}
