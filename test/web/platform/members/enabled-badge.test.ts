import { describe, expect, it } from 'vitest'
import { enabledBadge } from '../../../../web/features/platform/members/columns.tsx'

describe('the state of a member', () => {
  it.each([
    [{ enabled: true, isInvited: false, emailBounces: false }, 'Active'],
    [{ enabled: true, isInvited: true, emailBounces: false }, 'Invited'],
    [{ enabled: true, isInvited: true, emailBounces: true }, 'Email bounced'],
    [{ enabled: true, isInvited: false, emailBounces: true }, 'Email bounced'],
    [{ enabled: false, isInvited: true, emailBounces: true }, 'Disabled'],
  ])('%j is shown as %s', (member, label) => {
    expect(enabledBadge(member).label).toBe(label)
  })
})
