// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createProvisioningKey, getProvisioning } from '../../../../schema/platform/provisioning/endpoints.ts'
import {
  listDepartmentMappings,
  needsAttention,
  saveDepartmentMappings,
} from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { Route } from '../../../../web/routes/_staff/settings/integrations_/mappings.tsx'
import { beginPages, openPage, serverOf } from '../../../support/web/page.tsx'
import { click, find, says, until } from '../../../support/web/screen.ts'

beginPages()

const NOW = '2026-11-20T09:00:00.000Z'
const node = (integrationDepartment: string, department: { id: string; name: string } | null) => ({
  cursor: integrationDepartment,
  node: {
    departmentId: department?.id ?? null,
    integrationDepartment,
    department,
    isSent: true,
    firstSeenAt: NOW,
    isLeftOut: false,
    moved: null as { people: number; isDone: boolean } | null,
  },
})
const serve = () =>
  serverOf()
    .on(needsAttention, () => ({
      total: 1,
      values: [{ kind: 'DEPARTMENT' as const, value: 'Field', firstSeenAt: NOW }],
    }))
    .on(listDepartmentMappings, () => ({
      edges: [node('Engineering', { id: 'd1', name: 'Engineering' }), node('Field', null)],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    }))
    .on(getProvisioning, () => ({
      endpoint: 'https://outlay.test/scim/v2',
      newPeople: { addsPeople: false, added: 0, lastAddedAt: null },
      keys: [
        {
          id: 'k1',
          prefix: 'olp_abcdef',
          createdAt: NOW,
          createdBy: 'Maya Lindqvist',
          lastUsed: NOW,
          endsAt: null,
          lastError: { text: 'userName is required.', at: NOW },
        },
      ],
    }))
const open = (address = '/settings/integrations/mappings') =>
  openPage(Route, '/settings/integrations/mappings', address)

it('what needs an admin comes first, and can be left out', async () => {
  const saved: unknown[] = []
  serve().on(saveDepartmentMappings, ({ body }) => {
    saved.push(body)
    return { saved: 1 }
  })
  await open()
  expect(await says(/1 value needs attention\./)).toBe(true)
  await find('button', /^Leave out\s+Field$/)
  const text = document.body.textContent ?? ''
  expect(text.indexOf('Field')).toBeLessThan(text.indexOf('Engineering'))
  await click('button', /^Leave out\s+Field$/)
  await until('the change', () => saved.length > 0)
  expect(saved).toEqual([[{ integrationDepartment: 'Field', departmentId: null, isLeftOut: true }]])
})

it('the key says when it was used and why a call was refused, and another one is shown once', async () => {
  serve().on(createProvisioningKey, () => ({ id: 'k2', key: 'olp_secret', endpoint: 'https://outlay.test/scim/v2' }))
  await open()
  expect(await says(/olp_abcdef/)).toBe(true)
  expect(await says(/userName is required\./)).toBe(true)
  await click('button', /^Replace key$/)
  await click('button', /^Create key$/)
  expect(await says(/Copy the key now/)).toBe(true)
  await click('button', /^I have copied the key$/)
  await until('the dialog to close', () => !document.body.textContent?.includes('Copy the key now'))
})

it('the table says how many people who were here already moved by a meaning', async () => {
  const row = (value: string, people: number, isDone: boolean) => {
    const made = node(value, { id: 'd1', name: 'Engineering' })
    return { ...made, node: { ...made.node, moved: { people, isDone } } }
  }
  serve().on(listDepartmentMappings, () => ({
    edges: [row('Field', 12, true), row('Sales', 40, false), row('Legal', 0, true)],
    pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  }))
  await open()
  expect(await says(/12 people moved/)).toBe(true)
  expect(await says(/Moving people: 40 so far/)).toBe(true)
  expect(await says(/No one had to move/)).toBe(true)
})
