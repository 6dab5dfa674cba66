// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listMappings } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { listPlanItems } from '../../../../schema/planning/plans/endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import { locationEndpoints } from '../../../../schema/platform/organisation/unit-endpoints.ts'
import type { ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { getIntakeAnswers, getIntakeSteps, getIntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import { getBids, getScores } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import { getAdditionalSteps } from '../../../../schema/requests/submissions/routing-endpoints.ts'
import { COMPANY_FLAGS } from '../../../../schema/shared/permissions.ts'
import { getCustomFormFields } from '../../../../schema/vendors/settings/endpoints.ts'
import { MappingEditor } from '../../../../web/features/planning/actuals/mapping-editor.tsx'
import { ImportPlanPage } from '../../../../web/features/planning/plans/import-page.tsx'
import { LinkEditor } from '../../../../web/features/planning/plans/link-editor.tsx'
import { LOCATIONS, NamesEditor } from '../../../../web/features/platform/organisation/index.ts'
import { DetailsForm } from '../../../../web/features/platform/super-admin/details-form.tsx'
import { FeaturesForm } from '../../../../web/features/platform/super-admin/features-form.tsx'
import type { SourcingEvent } from '../../../../web/features/requests/sourcing-events/api.ts'
import { ScoresTab } from '../../../../web/features/requests/sourcing-events/scores-tab.tsx'
import { requestKeys } from '../../../../web/features/requests/submissions/api.ts'
import { AnswerDialog } from '../../../../web/features/requests/submissions/details/answer-dialog.tsx'
import { CreateServiceDialog } from '../../../../web/features/vendors/services/create-service-dialog.tsx'
import { queryClient } from '../../../../web/lib/query-client.ts'
import { beginCutOffs, type CutOff, comesBack, typing } from '../../../support/web/cut-off.ts'
import { serverOf } from '../../../support/web/page.tsx'
import { all, click } from '../../../support/web/screen.ts'
import { page, Refusal } from '../../../support/web/server.ts'
import { block, form, question } from '../../requests/submissions/fixtures.ts'

/** A session that ends while someone changes what is saved already, or does a task. */

const company = {
  ...Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, false])),
  ...{
    id: 'c1',
    name: 'Halden Foods',
    emailShortName: 'halden',
    currency: 'EUR',
    canChangeCurrency: true,
    turnedOff: [],
  },
  ...{ requestApprovalMode: 'LEVEL_BY_LEVEL', memberCount: 1, admins: [], entities: [], version: 4 },
} as object as ManagedCompany

const event = {
  ...{
    id: 'e1',
    status: 'OPENED',
    openedAt: '2026-11-01T00:00:00Z',
    criteria: [{ id: 'k1', label: 'Price', weight: 100, text: '' }],
  },
  ...{ awards: [], award: null },
} as object as SourcingEvent

const mapping = {
  ...{ id: 'row-1', kind: 'VENDOR' as const, name: 'Accounting 1', number: null, erpId: '1', isActive: true },
  ...{ classification: null, target: null, proposal: { id: 'v1', name: 'Acme' }, department: null, type: null },
  ...{ businessUnit: null, trackingLevel: 'ALL_TRANSACTIONS' as const, isPayroll: false, isTracked: true, version: 1 },
  ...{ isDismissed: false, isUnmapped: true, last12: { value: 100, currency: 'USD' as const }, createdAt: '' },
}

const DOWN = () => new Refusal(500, 'INTERNAL', 'Down')
const nothing = () => {}
const dialog = { submissionId: 'r1', seenVersion: 1, onRefresh: nothing, onClose: nothing }

/** A request whose additional step a task asks for, as it was read before. */
const knowRequest = (): void => {
  const asked = form([question('why', { label: 'Why do you need it?' })])
  queryClient.setQueryData(requestKeys.submission('r1'), { intakeCategoryId: 'laptops', formVersion: 1 })
  queryClient.setQueryData(requestKeys.answers('r1'), { answers: [] })
  queryClient.setQueryData([...requestKeys.one('r1'), 'additional-steps'], [])
  queryClient.setQueryData(requestKeys.form('laptops', 1), { ...asked, exchange: null })
}

const answers = () => {
  knowRequest()
  serverOf()
    .on(getIntakeSubmission, DOWN)
    .on(getIntakeAnswers, DOWN)
    .on(getAdditionalSteps, DOWN)
    .on(getIntakeSteps, DOWN)
    .on(locationEndpoints.list, () =>
      page([
        { id: 'l1', name: 'Berlin', version: 1, memberCount: 0, erpLocations: [], planLocations: [], hrLocations: [] },
      ]),
    )
    .on(listPlanItems, () => ({
      ...page([{ id: 'i1', name: 'R&D', linked: [], proposal: null, version: 1 }]),
      ...{ total: 1, unlinked: 1 },
    }))
    .on(listMappings, () => ({ ...page([mapping]), total: 1, unmapped: 1 }))
    .on(getBids, () => ({
      bids: [
        {
          bidder: { id: 'b1', name: 'Acme' },
          submittedAt: '2026-11-01T00:00:00Z',
          files: [],
          content: { answers: [], price: null, leadTimeDays: null, remark: '', fileIds: [] },
        },
      ],
    }))
    .on(getScores, () => ({
      ...{ all: null, submitted: 0, reviewers: 1 },
      mine: { reviewer: { id: 'maya', name: 'Maya' }, submittedAt: null, scores: [], version: 1 },
    }))
    .on(getCustomFormFields, () => ({
      ...{ vendorFormFields: [], serviceFormFields: [], serviceItemFormFields: [], version: 0 },
      exchange: { currency: 'USD' as const, allowsOthers: false, rates: [] },
    }))
    .on(selectOptions.vendor, () => page([]))
    .on(selectOptions.member, () => page([]))
}

/** Something that is chosen: a switch or a checkbox. */
const choosing = (role: 'switch' | 'checkbox', name: RegExp): Pick<CutOff, 'isOpen' | 'enter' | 'shown'> => ({
  isOpen: () => all(role, name)[0],
  enter: () => click(role, name),
  shown: () => String(all<HTMLInputElement>(role, name)[0]?.checked),
})

const FORMS: ({ what: string } & Omit<CutOff, 'answers'>)[] = [
  {
    what: 'the names of locations',
    open: () => <NamesEditor kind={LOCATIONS} />,
    ...typing('Name of Berlin', ' office'),
  },
  {
    what: 'the departments of a plan',
    open: () => <LinkEditor planId="p1" kind="DEPARTMENTS" />,
    ...typing('Name of R&D', ' and design'),
  },
  { what: 'a mapping', open: () => <MappingEditor kind="VENDOR" />, ...choosing('checkbox', /^Map Accounting 1/) },
  { what: 'the import of a plan', open: () => <ImportPlanPage />, ...typing('Name', 'Budget 2027') },
  { what: 'a company’s details', open: () => <DetailsForm company={company} />, ...typing('Name', ' Group') },
  { what: 'a company’s features', open: () => <FeaturesForm company={company} />, ...choosing('switch', /^Payments/) },
  { what: 'a scorecard', open: () => <ScoresTab event={event} />, ...typing('Note on Price: Acme', 'Cheapest') },
  {
    what: 'the answers of a task',
    open: () => <AnswerDialog {...dialog} block={block('Legal', [], { settings: { stepIds: ['s1'] } })} />,
    ...typing('Why do you need it?', 'Ten seats'),
  },
  {
    what: 'the service of a task',
    open: () => <CreateServiceDialog {...dialog} block={block('Service', [])} />,
    ...typing('Name', 'Team plan'),
  },
]

beginCutOffs()

it.each(FORMS)('$what is as it was entered once the person has signed in again', async (kind) => {
  await comesBack({ ...kind, answers })
})

it('every screen that asks before it is left keeps what was entered, and never says that it is lost', () => {
  const asking = globSync('web/**/*.{ts,tsx}')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /(?<!const )\b(?:useLeaveGuard|useSavedForm)\(/.test(text))
  expect(asking.length).toBeGreaterThan(15)
  const forgetful = asking.filter(
    ({ text }) => !/\buse(?:Form|Answers)?Draft(?:Guard)?\b/.test(text) || /\b(?:is|be|are) lost\b/.test(text),
  )
  expect(forgetful.map(({ path }) => path)).toEqual([])
})
