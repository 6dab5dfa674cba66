import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createSilence } from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULE_WORDS, type CheckRule } from '../../../../schema/money/checks/values.ts'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { CHECKS_CHANGED, silencesQuery, useLift } from './api.ts'
import classes from './checks.module.css'

/** False alarms that don't count until a day. */
export const SilencesDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, refetch } = useQuery(silencesQuery)
  const lift = useLift()
  const can = useCan()
  return (
    <Dialog opened onClose={onClose} title="Silenced checks">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : !data ? (
        <PageSpinner />
      ) : data.length === 0 ? (
        <EmptyState
          compact
          title="No silenced checks"
          text="On a finding, choose “Silence for this vendor” if it is a false alarm that comes back."
        />
      ) : (
        <ul className={classes.list}>
          {data.map(({ id, rule, erpVendor, reason, until, createdBy }) => (
            <li key={id}>
              <div>
                <Text fw={600}>
                  {CHECK_RULE_WORDS[rule]}: {erpVendor.name}
                </Text>
                <p className={classes.note}>
                  Until <CalendarDateText date={until} />, by {createdBy.name}. “{reason}”
                </p>
              </div>
              {can('checks.decide') && (
                <Button
                  size="xs"
                  variant="default"
                  loading={lift.isPending}
                  aria-label={`Lift silence of ${erpVendor.name}`}
                  onClick={() => lift.send(id)}
                >
                  Lift silence
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface SilenceDialogProps {
  rule: CheckRule
  erpVendor: { id: string; name: string }
  onClose: () => void
}

/** Says that a check of a vendor is a false alarm. */
export const SilenceDialog = ({ rule, erpVendor, onClose }: SilenceDialogProps) => {
  const { form, submit, isPending } = useEndpointForm(createSilence, {
    initial: { reason: '', until: null as string | null },
    toBody: (values) => ({ ...values, rule, erpVendorId: erpVendor.id }),
    success: 'Check silenced',
    invalidates: CHECKS_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Silence “${CHECK_RULE_WORDS[rule]}” for ${erpVendor.name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Until that day this check holds no payments of the vendor. What you enter yourself is still checked.
          </Text>
          <CalendarDateField label="Last day" required {...form.getInputProps('until')} />
          <TextArea label="Reason" required minRows={2} maxLength={500} {...form.getInputProps('reason')} />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Silence check
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
