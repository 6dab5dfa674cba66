import { describe, expect, it } from 'vitest'
import '../../../../web/registrations.ts'
import { taskKindOf } from '../../../../web/features/approvals/tasks/task-kinds.ts'

describe('tasks that other wings bring', () => {
  it('creating a service has its settings in a workflow and its dialog on a request', () => {
    expect(taskKindOf('CREATE_SERVICE')).toEqual({ Settings: expect.anything(), Dialog: expect.anything() })
  })

  it('a task without settings of its own is completed by approvals alone', () => {
    expect(taskKindOf('WEBHOOK')).toBeUndefined()
  })
})
