import type { RequestListQuery } from '../../../../schema/requests/endpoints.ts'
import { endOfDay, startOfDay } from '../../../../schema/shared/calendar.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { amountSo, idsIn } from '../../../core/list/conditions.ts'
import type { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { answerConditions, pairsOf } from './answer-filters.ts'
import { askedFields } from './own-field-filters.ts'

type Bind = Params['bind']

const BY_MEMBERS = 's.contact_email IS NULL'
export const BY_PUBLIC_FORM = 's.contact_email IS NOT NULL AND s.vendor_form_id IS NULL'
/** Answers of vendors have a list of their own. */
const BY_EITHER = '(s.contact_email IS NULL OR s.vendor_form_id IS NULL)'
/** Without a category, what members filed. A category is named for all that was filed in it, public forms too. */
export const sourceSo = ({
  source,
  intakeCategoryId,
}: Partial<Pick<RequestListQuery, 'source' | 'intakeCategoryId'>>): string =>
  source === 'PUBLIC' ? BY_PUBLIC_FORM : source || !intakeCategoryId ? BY_MEMBERS : BY_EITHER
export const ARCHIVED = 's.archived_at IS NOT NULL'
export const ALIVE = 's.deleted_at IS NULL'
export const PARTICIPANT = "p.company_id = ?1 AND p.target_type = 'INTAKE_SUBMISSION'"

const textCondition = (search: string, bind: Bind): string => {
  const number = /^#?(\d+)$/.exec(search)?.[1]
  const byTitle = containsText('s.title', bind(search))
  return number ? `(${byTitle} OR s.number = ${bind(Number(number))})` : byTitle
}

/** Bounds of `created_at`, without its table. Days are in the person's time zone. */
export const createdBounds = ({ createdFrom, createdTo }: RequestListQuery, zone: string, bind: Bind) => {
  const [first, last] = [startOfDay(createdFrom, zone), endOfDay(createdTo, zone)]
  return {
    from: first ? `created_at >= ${bind(Date.parse(first))}` : null,
    to: last ? `created_at < ${bind(Date.parse(last))}` : null,
  }
}

const dayConditions = (input: RequestListQuery, zone: string, bind: Bind) => {
  const since = (column: string, day: string | undefined) => {
    const at = startOfDay(day, zone)
    return at ? `${column} >= ${bind(Date.parse(at))}` : null
  }
  const until = (column: string, day: string | undefined) => {
    const at = endOfDay(day, zone)
    return at ? `${column} < ${bind(Date.parse(at))}` : null
  }
  // Withdrawing completes a request, too.
  const decided = (within: string | null) => within && `s.status <> 'WITHDRAWN' AND ${within}`
  return {
    submittedFrom: since('s.submitted_at', input.submittedFrom),
    submittedTo: until('s.submitted_at', input.submittedTo),
    decidedFrom: decided(since('s.completed_at', input.decidedFrom)),
    decidedTo: decided(until('s.completed_at', input.decidedTo)),
    dueFrom: input.dueFrom ? `s.due_date >= ${bind(input.dueFrom)}` : null,
    dueTo: input.dueTo ? `s.due_date <= ${bind(input.dueTo)}` : null,
  }
}

/** A request has few services, so those are checked rather than all with such an answer. Counted, like answers. */
const hasService = (asked: string, n: number): string =>
  `(SELECT COUNT(*) FROM intake_submission_services k
     CROSS JOIN service_answer_values v INDEXED BY service_answer_values_service
             ON v.company_id = ?1 AND v.service_id = k.service_id
     CROSS JOIN ${asked} q ON q.n = ${n} AND q.question_id = v.question_id AND v.value BETWEEN q.low AND q.high
     WHERE k.company_id = ?1 AND k.submission_id = s.id) > 0`

/** Filters by answers, by custom fields of linked services and of their periods, with the WITH tables they read. */
export const answersSo = (input: RequestListQuery, bind: Bind) => {
  const tables: string[] = []
  const ofServices = (name: string, filters: readonly string[] = [], section: string): string[] => {
    if (filters.length === 0) return []
    tables.push(askedFields(name, filters, bind, section))
    return pairsOf(filters).map((_, n) => hasService(name, n))
  }
  const asked = input.answerFilters?.length ? answerConditions(input.answerFilters, bind, input.intakeCategoryId) : null
  if (asked) tables.push(asked.table)
  return {
    tables,
    conditions: {
      answerFilters: asked?.where ?? [],
      serviceAnswerFilters: ofServices('asked_services', input.serviceAnswerFilters, 'serviceFormFields'),
      servicePeriodAnswerFilters: ofServices(
        ...(['asked_periods', input.servicePeriodAnswerFilters, 'serviceItemFormFields'] as const),
      ),
    },
  }
}

/** The filters that no index leads with. */
export const otherConditions = (actor: StaffActor, input: RequestListQuery, bind: Bind) => ({
  search: input.search ? textCondition(input.search, bind) : null,
  ...dayConditions(input, actor.timezone ?? 'UTC', bind),
  amount: amountSo(input.amount, 's.amount_value', 's.amount_currency', bind),
  departmentIds: input.departmentIds?.length
    ? `EXISTS (SELECT 1 FROM department_members d INDEXED BY department_members_user WHERE d.company_id = ?1
         AND d.user_id = s.requestor_user_id AND ${idsIn('d.department_id', input.departmentIds, bind)})`
    : null,
})

type LookedUp = 'answerFilters' | 'serviceAnswerFilters' | 'servicePeriodAnswerFilters' | 'departmentIds'

/** How many rows are read for each request if filters look in other tables: the forms' questions, answers, departments. */
export const readsOfEach = (input: Partial<Pick<RequestListQuery, LookedUp>>): number => {
  const labels = [input.answerFilters, input.serviceAnswerFilters, input.servicePeriodAnswerFilters]
  const asked = labels.reduce((sum, filters = []) => sum + pairsOf(filters).length, 0)
  return asked || input.departmentIds?.length ? 3 + 5 * asked + (input.departmentIds?.length ? 3 : 0) : 1
}
