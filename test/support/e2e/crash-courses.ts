/* What people do with a request while the runtime is killed. */

export type Name = 'ada' | 'omar' | 'maya' | 'grace'
export interface Act {
  by: Name
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
}
export interface Course {
  acts(id: string, answers: { questionId: string; value: unknown }[], intakeCategoryId: string): Act[]
  /** The final history, each entry once, without the area. No one reads that of a deleted request. */
  leaves: string[]
  /** Who may be asked for what, each once. Someone is no longer asked when others were faster than the email. */
  asks: string[]
  ends: 'APPROVED' | 'DELETED'
}

export const request = (id: string, what = ''): string => `/api/intake-submission/${id}${what}`
const block = (id: string, what: string): string => `/api/level-group-statuses/${id}-1-1/${what}`
const decision = (by: Name, id: string, levelGroupStatusId: string, more: object = {}): Act => ({
  by,
  method: 'POST',
  path: request(id, '/status'),
  body: { status: 'APPROVED', levelGroupStatusId, seenVersion: 1, ...more },
})
const archived = (id: string, isArchived: boolean): Act => ({
  by: 'ada',
  method: 'PUT',
  path: request(id, '/archived'),
  body: { archived: isArchived },
})

/** Together they contain every command that people can give. */
export const COURSES: Course[] = [
  {
    acts: (id, answers, intakeCategoryId) => [
      { by: 'ada', method: 'POST', path: request(id, '/watchers'), body: { watcherIds: ['demo-grace'] } },
      { by: 'maya', method: 'POST', path: block(id, 'assignee'), body: { assigneeUserId: 'demo-omar' } },
      { by: 'omar', method: 'POST', path: block(id, 'block-status'), body: { blockStatus: 'IN_PROGRESS' } },
      { by: 'ada', method: 'POST', path: request(id, '/remind'), body: { levelGroupStatusId: `${id}-1-1` } },
      {
        by: 'ada',
        method: 'POST',
        path: '/api/intake-submission',
        body: {
          batch: 1,
          totalBatches: 1,
          submission: {
            id,
            version: 1,
            intakeCategoryId,
            isDraft: false,
            answers: answers.map((answer) =>
              answer.questionId === 'sw-why' ? { ...answer, value: 'Edited' } : answer,
            ),
          },
        },
      },
      decision('omar', id, `${id}-1-1`, { seenVersion: 2 }),
    ],
    leaves: ['watchers-set', 'block-assigned', 'work-status-set', 'reminded', 'edited', 'block-approved', 'approved'],
    asks: ['omar: Approve', 'omar: Reminder', 'omar: Changed'],
    ends: 'APPROVED',
  },
  {
    acts: (id) => [
      {
        by: 'maya',
        method: 'POST',
        path: '/api/replace-lgs-approvers',
        body: { levelGroupStatusId: `${id}-1-1`, approverUserIds: ['demo-omar', 'demo-grace'] },
      },
      {
        by: 'maya',
        method: 'POST',
        path: request(id, '/task'),
        body: { ruleType: 'TASK', label: 'Look at the price', approverUserIds: ['demo-grace'] },
      },
      archived(id, true),
      archived(id, false),
      decision('omar', id, `${id}-1-1`),
      { by: 'grace', method: 'POST', path: request(id, '/complete-task'), body: { levelGroupStatusId: `${id}-1-2` } },
    ],
    leaves: [
      'approvers-replaced',
      'blocks-added',
      'archived',
      'unarchived',
      'block-approved',
      'task-completed',
      'approved',
    ],
    asks: ['omar: Approve', 'grace: Approve', 'grace: Task for you'],
    ends: 'APPROVED',
  },
  {
    acts: (id) => [
      decision('omar', id, `${id}-1-1`, { status: 'REJECTED' }),
      { by: 'ada', method: 'POST', path: request(id, '/restart') },
      {
        by: 'maya',
        method: 'POST',
        path: request(id, '/bypass'),
        body: { levelGroupStatusId: `${id}-2-2`, approverNote: 'Urgent' },
      },
    ],
    leaves: ['block-rejected', 'rejected', 'restarted', 'block-bypassed', 'approved'],
    asks: ['omar: Approve', 'omar: Approve', 'ada: Rejected'],
    ends: 'APPROVED',
  },
  {
    acts: (id) => [
      { by: 'maya', method: 'POST', path: request(id, '/watchers'), body: { watcherIds: ['demo-dana'] } },
      { by: 'ada', method: 'DELETE', path: request(id) },
    ],
    leaves: [],
    asks: ['omar: Approve'],
    ends: 'DELETED',
  },
]
