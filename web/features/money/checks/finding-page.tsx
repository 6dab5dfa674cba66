import { Alert, Button, Group, Menu, Stack } from '@mantine/core'
import { IconBan, IconBellOff, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decideFinding, type Finding } from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULE_HELP, CHECK_RULE_WORDS, type CheckDecision } from '../../../../schema/money/checks/values.ts'
import { to } from '../../../lib/address.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCan } from '../../platform/session/index.ts'
import { CHECKS_CHANGED, decide, findingQuery } from './api.ts'
import classes from './checks.module.css'
import { ComparedBills, ComparedDetails } from './compared.tsx'
import { SilenceDialog } from './silences.tsx'
import { checkState } from './words.ts'

const CHECKS = { label: 'Checks', href: to('/payments/checks') }

/** One finding: why, what it compares, and the decision. */
export const FindingPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(findingQuery(id))
  if (data) return <Loaded finding={data} />
  return <PendingPage title="Finding" breadcrumbs={[CHECKS]} error={error} onRetry={() => void refetch()} />
}

type Opened = CheckDecision | 'SILENCE' | null

const Loaded = ({ finding }: { finding: Finding }) => {
  const { rule, state, isBlocking, decisionFault, decidedBy, decidedAt, hasLeft } = finding
  const can = useCan()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const isDecidable = can('checks.decide') && decisionFault === null
  const isHeld = !hasLeft && (state === 'REJECTED' || (state === 'OPEN' && isBlocking))
  return (
    <>
      <PageHeader
        title={CHECK_RULE_WORDS[rule]}
        tabTitle={`${CHECK_RULE_WORDS[rule]} - Checks`}
        breadcrumbs={[CHECKS]}
        state={<StatusBadge {...checkState(state, isBlocking)} />}
        subtitle={CHECK_RULE_HELP[rule]}
        action={
          isDecidable &&
          state !== 'RELEASED' && (
            <Button leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={() => setOpened('RELEASED')}>
              Release
            </Button>
          )
        }
        menu={
          can('checks.decide') && (
            <>
              {isDecidable && state !== 'REJECTED' && !hasLeft && (
                <Menu.Item
                  color="red"
                  leftSection={<IconBan size={16} aria-hidden />}
                  onClick={() => setOpened('REJECTED')}
                >
                  Reject
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconBellOff size={16} aria-hidden />} onClick={() => setOpened('SILENCE')}>
                Silence for this vendor
              </Menu.Item>
            </>
          )
        }
      />
      <p className={classes.why}>{finding.why}</p>
      <Stack gap="sm" mb="lg" maw="44rem">
        {isHeld && (
          <Alert
            color={state === 'REJECTED' ? 'red' : 'yellow'}
            title={state === 'REJECTED' ? 'Payment stopped' : 'Payment on hold'}
          >
            {state === 'REJECTED'
              ? 'Nothing is paid until this is resolved. Correct the bill or the bank details, or release it.'
              : 'Nothing is paid until someone who didn’t enter it releases it.'}
          </Alert>
        )}
        {decisionFault && (state === 'OPEN' || state === 'REJECTED') && (
          <Alert color="gray" title="You can’t decide on this">
            {decisionFault} {finding.decidableBy}
          </Alert>
        )}
        {decidedBy && decidedAt && (
          <Alert
            color="gray"
            title={state === 'REJECTED' ? 'Rejected' : state === 'RELEASED' ? 'Released' : 'Decided before'}
          >
            {decidedBy.name}, <DateText instant={decidedAt} />: “{finding.note}”
          </Alert>
        )}
      </Stack>
      <ComparedBills bills={finding.bills} />
      <ComparedDetails details={finding.details} employees={finding.employees} />
      {(opened === 'RELEASED' || opened === 'REJECTED') && (
        <DecisionDialog finding={finding} decision={opened} onClose={close} />
      )}
      {opened === 'SILENCE' && <SilenceDialog rule={rule} erpVendor={finding.erpVendor} onClose={close} />}
    </>
  )
}

interface DecisionDialogProps {
  finding: Finding
  decision: CheckDecision
  onClose: () => void
}

const DecisionDialog = ({ finding, decision, onClose }: DecisionDialogProps) => {
  const isRelease = decision === 'RELEASED'
  const { form, submit, isPending } = useEndpointForm(decideFinding, {
    initial: { note: '' },
    toBody: ({ note }) => ({ decision, note }),
    run: (body, { commandId }) => decide(finding.id, body, commandId),
    success: isRelease ? 'Finding released' : 'Finding rejected',
    invalidates: CHECKS_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={isRelease ? 'Release this finding?' : 'Reject this finding?'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p className={classes.note}>
            {isRelease
              ? 'This finding no longer holds payments. You can reject it later.'
              : 'Payments stay stopped until the bill or the bank details change. You can release it later.'}
          </p>
          <TextArea
            label="Reason"
            description={
              isRelease ? 'How you know that it is right, such as a call to the vendor.' : 'What is wrong with it.'
            }
            required
            minRows={2}
            maxLength={1000}
            data-autofocus
            {...form.getInputProps('note')}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} {...(!isRelease && { color: 'red' })}>
            {isRelease ? 'Release finding' : 'Reject finding'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
