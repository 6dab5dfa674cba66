import { Button, Menu, Skeleton, Tabs } from '@mantine/core'
import { IconPencil, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApprovalsView } from '../../../../schema/approvals/endpoints.ts'
import type { IntakeSubmission } from '../../../../schema/intake/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../../ui/states.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useIsMobile } from '../../../ui/viewport.ts'
import { useSession } from '../../session/use-session.ts'
import { requestKeys, useAnswers, useApprovals, useRestart, useSubmission, useTabs } from '../api.ts'
import { myBlocks } from '../blocks.ts'
import { statusSentence, type Words } from '../status-sentence.ts'
import type { Action } from './act.ts'
import { Answers } from './answers.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { DecisionBar } from './decision-bar.tsx'
import classes from './details.module.css'
import { DocumentsTab } from './documents-tab.tsx'
import { Facts } from './facts.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { Timeline } from './timeline.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useLive } from './use-live.ts'

const TABS = ['details', 'approvals', 'documents', 'history'] as const
type Tab = (typeof TABS)[number]

const FIRST_TABS = [
  { id: 'details', label: 'Details' },
  { id: 'approvals', label: 'Approvals' },
  { id: 'history', label: 'History' },
] as const

const isTab = (tab: string): tab is Tab => (TABS as readonly string[]).includes(tab)

const Bones = () => (
  <>
    <PageHeader title="Request" breadcrumbs={[{ label: 'Requests', href: '/intake-requests' }]} />
    <div className={classes.columns} aria-busy>
      <Skeleton height={280} radius="lg" />
      <Skeleton height={280} radius="lg" />
    </div>
  </>
)

/** One request: its state, its answers, who decides, and what happened. */
export const RequestPage = ({ id, tab = 'details' }: { id: string; tab?: string }) => {
  const { data, error, refetch, isFetchedAfterMount } = useSubmission(id)
  if (!isTab(tab)) return <NotFound />
  if (!data) {
    if (!error) return <Bones />
    if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
    if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  // What is remembered may be the draft that was sent a moment ago.
  if (data.isDraft && !isFetchedAfterMount) return <Bones />
  if (data.isDraft) return <Navigate to={`/intake-request/${data.intakeCategoryId}/${id}/edit` as never} replace />
  return <Loaded submission={data} tab={tab} />
}

const Loaded = ({ submission, tab }: { submission: IntakeSubmission; tab: Tab }) => {
  const { id } = submission
  const client = useQueryClient()
  const router = useRouter()
  const isMobile = useIsMobile()
  const approvals = useApprovals(id)
  const answers = useAnswers(id)
  const tabs = useTabs(id)
  const updated = useLive(id, true)
  const [action, setAction] = useState<(Action & { seenVersion: number }) | null>(null)
  const mine = approvals.data ? myBlocks(approvals.data.levels) : []

  // The two reads may come from either side of an edit: the older one is what can have been looked at.
  const seenVersion = Math.min(
    approvals.data?.version ?? submission.version,
    answers.data?.version ?? submission.version,
  )
  const act = (next: Action): void => setAction({ ...next, seenVersion })
  useDecisionKeys(mine, act)
  const refresh = (): void => void client.invalidateQueries({ queryKey: requestKeys.one(id) })
  const show = (next: string | null): void =>
    router.history.push(next === 'details' || !next ? `/intake-request/${id}` : `/intake-request/${id}/${next}`)
  const close = (): void => setAction(null)
  const timeline = (
    <Timeline
      approvals={approvals.data}
      error={approvals.error}
      onRetry={() => void approvals.refetch()}
      act={act}
      withDecisions={!isMobile}
    />
  )
  return (
    <div className={classes.page} data-bar={(isMobile && mine.length > 0) || undefined}>
      <Header
        submission={submission}
        approvals={approvals.data}
        failed={approvals.isError}
        updated={updated}
        hasDecision={mine.length > 0}
      />
      <Tabs value={tab} onChange={show}>
        <Tabs.List className={classes.tabs ?? ''}>
          {(tabs.data ?? FIRST_TABS).map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details" className={classes.panel ?? ''}>
          <div className={classes.columns}>
            <Answers id={id} />
            <aside className={classes.side}>
              <section aria-label="Approvals">
                <h2 className={classes.sideTitle}>Approvals</h2>
                {timeline}
              </section>
              <section aria-label="Facts" className={classes.card}>
                <Facts submission={submission} workflow={approvals.data?.workflow?.label ?? null} />
              </section>
            </aside>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="approvals" className={classes.panel ?? ''}>
          {timeline}
        </Tabs.Panel>
        <Tabs.Panel value="documents" className={classes.panel ?? ''}>
          <DocumentsTab id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel ?? ''}>
          <HistoryTab id={id} />
        </Tabs.Panel>
      </Tabs>
      {isMobile && <DecisionBar mine={mine} act={act} />}
      {action && action.kind !== 'remind' && (
        <DecideDialog
          submissionId={id}
          action={action as Action & { kind: 'approve' }}
          mine={mine}
          seenVersion={action.seenVersion}
          onRefresh={refresh}
          onClose={close}
        />
      )}
      {action?.kind === 'remind' && <RemindDialog submissionId={id} block={action.block} onClose={close} />}
    </div>
  )
}

interface HeaderProps {
  submission: IntakeSubmission
  approvals: ApprovalsView | undefined
  /** The approvals could not be read: the timeline says so. */
  failed: boolean
  updated: boolean
  hasDecision: boolean
}

const Header = ({ submission, approvals, failed, updated, hasDecision }: HeaderProps) => {
  const { id, intakeCategoryId, canEdit, canRestart, status } = submission
  const session = useSession()
  const timeZone = useTimeZone()
  const restart = useRestart(id)
  const editHref = `/intake-request/${intakeCategoryId}/${id}/edit`
  const resubmits = status === 'REJECTED' && canEdit && !hasDecision
  const askRestart = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Restart approvals',
      text: 'Every approval is asked for again, from the answers as they are now. Decisions made so far no longer count.',
      confirmLabel: 'Restart approvals',
    })
    if (sure) restart.send(undefined)
  }
  const words =
    approvals &&
    statusSentence({
      approvals,
      decidedAt: submission.approvedOrRejectedAt,
      userId: session.userId,
      now: new Date(),
      timeZone,
    })
  return (
    <PageHeader
      title={submission.title}
      breadcrumbs={[
        { label: 'Requests', href: '/intake-requests' },
        { label: submission.category.name, href: `/intake-requests/${intakeCategoryId}` },
      ]}
      state={
        <>
          <span className={classes.number}>#{submission.number}</span>
          <StatusBadge {...requestState(submission)} />
          <span role="status" className={classes.updated}>
            {updated && 'Updated just now'}
          </span>
        </>
      }
      action={
        resubmits && (
          <Button component={AppLink} href={editHref}>
            Edit and resubmit
          </Button>
        )
      }
      menu={
        (canEdit || canRestart) && (
          <>
            {canEdit && (
              <Menu.Item leftSection={<IconPencil size={16} />} component={AppLink} href={editHref}>
                Edit request
              </Menu.Item>
            )}
            {canRestart && (
              <Menu.Item
                leftSection={<IconRefresh size={16} />}
                disabled={restart.isPending}
                onClick={() => void askRestart()}
              >
                Restart approvals
              </Menu.Item>
            )}
          </>
        )
      }
      subtitle={
        <>
          {words ? <Sentence words={words} /> : !failed && <Skeleton height={15} width="22rem" my={5} />}
          <p className={classes.summary}>
            <span>{submission.requestor.name}</span>
            {submission.requestAmount && <MoneyText money={submission.requestAmount} />}
            {submission.submittedAt && (
              <span>
                submitted <DateText instant={submission.submittedAt} />
              </span>
            )}
            {submission.dueDate && (
              <span>
                due <CalendarDateText date={submission.dueDate} />
              </span>
            )}
          </p>
        </>
      }
    />
  )
}

const Sentence = ({ words }: { words: Words[] }) => (
  <p className={classes.sentence}>
    {words.map((word, i) => {
      // The same name may stand twice; the place in the sentence is what tells them apart.
      const key = `${i} ${word.text}`
      return word.strong ? <strong key={key}>{word.text}</strong> : <span key={key}>{word.text}</span>
    })}
  </p>
)
