import { Button, Skeleton } from '@mantine/core'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../../ui/date-text.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { PrintItem } from '../../../../ui/print/page-tabs.tsx'
import { late } from '../../../../ui/settling/late.tsx'
import { requestState, StatusBadge } from '../../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import { useEvidenceDialog } from '../../../approvals/evidence/index.ts'
import { useSession } from '../../../platform/session/index.ts'
import { editHref, listOfRequest } from '../address.ts'
import { statusSentence } from '../status-sentence.ts'
import classes from './details.module.css'
import { HeaderMenu } from './header-menu.tsx'
import { SendBackNotice } from './send-back-notice.tsx'
import { Sentence } from './sentence.tsx'
import { usePageDialog } from './use-dialog.ts'

const AddTaskDialog = late(() => import('./add-task-dialog.tsx').then((module) => module.AddTaskDialog))
const ArchiveDialog = late(() => import('./archive-dialog.tsx').then((module) => module.ArchiveDialog))
const AssignDialog = late(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog))
const WatchersDialog = late(() => import('./watchers-dialog.tsx').then((module) => module.WatchersDialog))
const WithdrawDialog = late(() => import('./withdraw-dialog.tsx').then((module) => module.WithdrawDialog))

interface HeaderProps {
  submission: IntakeSubmission
  approvals: ApprovalsView | undefined
  /** The approvals couldn't be read, which the timeline says. */
  failed: boolean
  updated: boolean
  hasDecision: boolean
}

/** The request's name and state, who it is waiting for, and actions on all of it. */
export const Header = ({ submission, approvals, failed, updated, hasDecision }: HeaderProps) => {
  const { id, intakeCategoryId, canEdit, status } = submission
  const session = useSession()
  const { dialog, open, close } = usePageDialog()
  const evidence = useEvidenceDialog('INTAKE_SUBMISSION', id)
  const timeZone = useTimeZone()
  const edit = editHref(submission)
  const resubmits = (status === 'REJECTED' || status === 'WITHDRAWN') && canEdit && !hasDecision
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
    <>
      <PageHeader
        title={submission.title}
        breadcrumbs={
          submission.forVendor || submission.contact
            ? [listOfRequest(submission)]
            : [
                listOfRequest(submission),
                {
                  label: submission.category.name,
                  href: to('/intake-requests/$intakeCategoryId', { intakeCategoryId }),
                },
              ]
        }
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
            <Button component={AppLink} href={edit}>
              Edit and resubmit
            </Button>
          )
        }
        menu={
          <>
            {evidence.item}
            <PrintItem />
            <HeaderMenu submission={submission} approvals={approvals} editHref={edit} open={open} />
          </>
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
      <SendBackNotice id={id} approvals={approvals} editHref={canEdit ? edit : null} />
      {evidence.dialog}
      {dialog === 'task' && approvals?.canRoute && (
        <AddTaskDialog submission={submission} levels={approvals.levels} onClose={close} />
      )}
      {dialog === 'assign-request' && approvals?.canRoute && submission.assigneesEnabled && (
        <AssignDialog submissionId={id} block={null} assigneeId={submission.assignee?.id ?? null} onClose={close} />
      )}
      {dialog === 'watchers' && (
        <WatchersDialog submissionId={id} canChange={approvals?.canWatch ?? false} onClose={close} />
      )}
      {dialog === 'withdraw' && approvals?.canWithdraw && <WithdrawDialog id={id} onClose={close} />}
      {dialog === 'archive' && submission.canArchive && (
        <ArchiveDialog submissionId={id} archived={submission.archived} onClose={close} />
      )}
    </>
  )
}
