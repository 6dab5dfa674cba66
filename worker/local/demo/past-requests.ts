import type { Answers } from '../../../schema/requests/forms/form.ts'
import { slug } from './people.ts'

/**
 * The state of a request: filed, approved by the manager, approved by all, rejected, sent back by the manager, withdrawn,
 * archived, or still a draft.
 */
export type Story = 'filed' | 'manager' | 'approved' | 'rejected' | 'sent-back' | 'withdrawn' | 'archived' | 'draft'

type Line = [
  person: string,
  title: string,
  dollars: number,
  vendor: string,
  department: string,
  kind: 1 | 2 | 3,
  story: Story,
  dueInDays?: number,
]

/**
 * In filing order, and enough of them to make filtering useful. Below 10,000 dollars a manager's approval is enough.
 */
const LINES: Line[] = [
  ['ada', 'Kestrel CAD, training days', 4_800, 'Kestrel CAD', 'Engineering', 3, 'approved'],
  ['jonas', 'Acme Cloud, staging cluster', 9_600, 'Acme Cloud', 'Engineering', 3, 'approved'],
  ['hana', 'Kestrel CAD, simulation module', 12_400, 'Kestrel CAD', 'Engineering', 3, 'approved'],
  ['leo', 'Beacon Security, renewal', 9_900, 'Beacon Security', 'IT', 2, 'approved'],
  ['yuki', 'Cobalt Design, five more seats', 2_700, 'Cobalt Design', 'Marketing', 3, 'approved'],
  ['yuki', 'Inkwell Print, online proofs', 1_200, 'Inkwell Print', 'Marketing', 1, 'rejected'],
  ['yuki', 'Driftline, yearly plan', 5_200, 'Driftline', 'Marketing', 2, 'archived'],
  ['dana', 'Acme Cloud, expense archive', 2_900, 'Acme Cloud', 'Finance', 1, 'approved'],
  ['sofia', 'Harbor Legal, document templates', 1_900, 'Harbor Legal', 'Operations', 1, 'approved'],
  ['jonas', 'Beacon Security, code scanning', 7_200, 'Beacon Security', 'Engineering', 1, 'filed', 6],
  ['hana', 'Fathom Research, gripper study', 38_000, 'Fathom Research', 'Engineering', 1, 'manager', 14],
  ['sofia', 'Evergreen Catering, ordering app', 800, 'Evergreen Catering', 'Operations', 1, 'withdrawn'],
  ['leo', 'Acme Cloud, backup storage', 3_100, 'Acme Cloud', 'IT', 3, 'filed', 20],
  ['leo', 'Granite Hosting, second region', 21_000, 'Granite Hosting', 'IT', 3, 'manager', 9],
  ['felix', 'Cobalt Design, brand library', 3_300, 'Cobalt Design', 'Marketing', 1, 'archived'],
  ['yuki', 'Atlas Analytics, campaign reports', 6_400, 'Atlas Analytics', 'Marketing', 1, 'filed', 3],
  ['dana', 'Atlas Analytics, forecast module', 8_800, 'Atlas Analytics', 'Finance', 1, 'sent-back', 12],
  ['ada', 'Kestrel CAD, rendering add-on', 1_600, 'Kestrel CAD', 'Engineering', 3, 'archived'],
  ['sofia', 'Juniper Travel, booking portal', 4_300, 'Juniper Travel', 'Operations', 2, 'filed', 30],
  ['felix', 'Fathom Research, market data', 16_500, 'Fathom Research', 'Marketing', 2, 'manager', 25],
  ['ada', 'Beacon Security, test license', 400, 'Beacon Security', 'Engineering', 1, 'rejected'],
  ['felix', 'Driftline for the Boston office', 2_100, 'Driftline', 'Marketing', 1, 'draft'],
  ['hana', 'Atlas Analytics, sensor data', 27_000, 'Atlas Analytics', 'Engineering', 1, 'filed', 8],
  ['jonas', 'Granite Hosting, renewal', 9_100, 'Granite Hosting', 'Engineering', 2, 'approved'],
]

export interface PastRequest {
  userId: string
  title: string
  dollars: number
  dueInDays: number | undefined
  story: Story
  answers: Answers
}

export const PAST_REQUESTS: PastRequest[] = LINES.map(
  ([person, title, dollars, vendor, department, kind, story, dueInDays]) => ({
    userId: `demo-${person}`,
    title,
    dollars,
    dueInDays,
    story,
    answers: {
      'sw-vendor': `${slug(vendor)}-vendors`,
      'sw-kind': `sw-kind-${kind}`,
      'sw-department': `${slug(department)}-departments`,
    },
  }),
)
