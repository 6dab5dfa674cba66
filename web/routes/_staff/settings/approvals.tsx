import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { DeadlineSettings } from '../../../features/approvals/deadlines/index.ts'
import { DecisionLinkSettings } from '../../../features/approvals/decision-links/index.ts'
import { BusinessHoursSettings } from '../../../features/platform/business-hours/index.ts'
import {
  ApprovalModeChoice,
  approvalModeClasses as classes,
  setRequestApprovalMode,
} from '../../../features/platform/company/index.ts'
import { companyQuery, useCan, useCompany } from '../../../features/platform/session/index.ts'
import { NAVIGATION, type NavEntry, visibleEntries } from '../../../features/platform/shell/index.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'

/** Other places that decide who approves, without pages that the person can't open. */
const LINKS: { id: string; text: string }[] = [
  { id: 'company-settings', text: 'approval order, and who can edit submitted requests' },
  { id: 'spend-rules', text: 'which spend requests need which approvals' },
  { id: 'request-configuration', text: 'the workflow of each request category' },
  { id: 'approver-matrix', text: 'approvers by department, entity, business unit or category' },
  { id: 'groups', text: 'people who approve together' },
]

const flat = (entries: NavEntry[]): NavEntry[] => entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])

const Page = () => {
  // Another admin may have changed it since the frame was loaded.
  useQuery({ ...companyQuery, staleTime: 0 })
  const company = useCompany()
  const can = useCan()
  const [chosen, setChosen] = useState<ApprovalMode | null>(null)
  const value = chosen ?? company.requestApprovalMode
  const save = useCommand<ApprovalMode>({
    run: (mode, { commandId }) => setRequestApprovalMode(company.id, mode, commandId),
    success: 'Request approval mode saved',
    invalidates: [companyQuery.queryKey],
  })
  const entries = flat(visibleEntries(NAVIGATION, can))
  const links = LINKS.flatMap(({ id, text }) => {
    const entry = entries.find((candidate) => candidate.id === id)
    return entry ? [{ ...entry, text }] : []
  })
  return (
    <>
      <PageHeader
        title="Spend requests approvals"
        subtitle="When approvers are notified, how long they have, and how they decide."
      />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.send(value)
        }}
      >
        <ApprovalModeChoice value={value} onChange={setChosen} />
        <div>
          <Button type="submit" loading={save.isPending} disabled={value === company.requestApprovalMode}>
            Save changes
          </Button>
        </div>
      </form>
      <InOrder>
        <DeadlineSettings />
        <BusinessHoursSettings />
        <DecisionLinkSettings currency={company.currency} />
        {links.length > 0 && (
          <section className={classes.links} aria-labelledby="who-approves">
            <h2 id="who-approves">Who approves</h2>
            <ul>
              {links.map(({ id, label, href, text }) => (
                <li key={id}>
                  <AppLink href={href}>{label}</AppLink>: {text}
                </li>
              ))}
            </ul>
          </section>
        )}
      </InOrder>
    </>
  )
}

export const Route = createFileRoute('/_staff/settings/approvals')({
  staticData: { access: 'approvals.configure' },
  component: Page,
})
