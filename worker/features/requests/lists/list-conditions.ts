import { endOfDay, startOfDay } from '../../../../schema/shared/calendar.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { answerConditions, pairsOf } from './answer-filters.ts'
import type { Conditions, ListInput } from './list-query.ts'
import { askedFields } from './own-field-filters.ts'

export const BY_MEMBERS = 's.contact_email IS NULL'
export const BY_PUBLIC_FORM = 's.contact_email IS NOT NULL'

const textCondition = (search: string, bind: Params['bind']): string => {
  const number = /^#?(\d+)$/.exec(search)?.[1]
  const byTitle = containsText('s.title', bind(search))
  return number ? `(${byTitle} OR s.number = ${bind(Number(number))})` : byTitle
}

/** Days are in the person's time zone. */
const dayConditions = (input: ListInput, timezone: string, bind: Params['bind']) => {
  const instants = (column: string, from: string | undefined, to: string | undefined): string[] => {
    const [first, last] = [startOfDay(from, timezone), endOfDay(to, timezone)]
    return [
      ...(first ? [`${column} >= ${bind(Date.parse(first))}`] : []),
      ...(last ? [`${column} < ${bind(Date.parse(last))}`] : []),
    ]
  }
  return {
    created: instants('created_at', input.createdFrom, input.createdTo),
    others: [
      ...instants('s.submitted_at', input.submittedFrom, input.submittedTo),
      ...instants('s.completed_at', input.decidedFrom, input.decidedTo),
      ...(input.dueFrom ? [`s.due_date >= ${bind(input.dueFrom)}`] : []),
      ...(input.dueTo ? [`s.due_date <= ${bind(input.dueTo)}`] : []),
    ],
  }
}

/** Filters on custom fields of a request's linked services and of their periods. */
const serviceFilters = ({ serviceAnswerFilters = [], servicePeriodAnswerFilters = [] }: ListInput) =>
  [
    { name: 'asked_services', filters: serviceAnswerFilters, section: 'serviceFormFields' as const },
    { name: 'asked_periods', filters: servicePeriodAnswerFilters, section: 'serviceItemFormFields' as const },
  ].filter(({ filters }) => filters.length > 0)

/** A request has few services, so those are checked rather than all with such an answer. Counted, like answers. */
const hasService = (asked: string, n: number): string =>
  `(SELECT COUNT(*) FROM intake_submission_services k
     CROSS JOIN service_answer_values v INDEXED BY service_answer_values_service
             ON v.company_id = ?1 AND v.service_id = k.service_id
     CROSS JOIN ${asked} q ON q.n = ${n} AND q.question_id = v.question_id AND v.value BETWEEN q.low AND q.high
     WHERE k.company_id = ?1 AND k.submission_id = s.id) > 0`

/** The filters on a request `s`. ?2 is the person. */
export const conditionsOf = (actor: StaffActor, input: ListInput, bind: Params['bind']): Conditions => {
  const equal = new Map<string, string>()
  const rest: string[] = []
  const tables: string[] = []
  rest.push(input.source === 'PUBLIC' ? BY_PUBLIC_FORM : BY_MEMBERS)
  if (input.drafts) rest.push('s.created_by_user_id = ?2')
  else if (input.mine) equal.set('requestor_user_id', '?2')
  if (input.requestorUserId) {
    const place = bind(input.requestorUserId)
    if (equal.has('requestor_user_id')) rest.push(`s.requestor_user_id = ${place}`)
    else equal.set('requestor_user_id', place)
  }
  if (input.assigneeUserId) equal.set('assignee_user_id', bind(input.assigneeUserId))
  if (input.vendorId) equal.set('vendor_id', bind(input.vendorId))
  if (input.intakeCategoryId) equal.set('intake_category_id', bind(input.intakeCategoryId))
  if (input.status && input.status !== 'ARCHIVED') equal.set('status', bind(input.status))
  const days = dayConditions(input, actor.timezone ?? 'UTC', bind)
  rest.push(...days.others)
  if (input.search) rest.push(textCondition(input.search, bind))
  if (input.answerFilters?.length) {
    const { table, where } = answerConditions(input.answerFilters, bind, input.intakeCategoryId)
    tables.push(table)
    rest.push(...where)
  }
  for (const { name, filters, section } of serviceFilters(input)) {
    tables.push(askedFields(name, filters, bind, section))
    rest.push(...pairsOf(filters).map((_, n) => hasService(name, n)))
  }
  return { equal, created: days.created, rest, tables }
}
