import { ActionIcon, Button, Code, Group, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { completeWebhookTask, type WebhookDelivery } from '../../../../../schema/approvals/engine/block-endpoints.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { ShowEarlier } from '../../../../ui/show-earlier.tsx'
import { Fold } from '../../../platform/audit/index.ts'
import { requestKeys } from '../api.ts'
import { useDeliveries } from './actions-api.ts'
import classes from './details.module.css'

interface WebhookSectionProps {
  submissionId: string
  block: BlockView
}

/** What was sent and what came back, and a way to send it elsewhere if it failed. */
export const WebhookSection = ({ submissionId, block }: WebhookSectionProps) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeliveries(submissionId, block.id)
  const [sending, setSending] = useState(false)
  return (
    <>
      <h3 className={classes.dialogTitle}>Deliveries</h3>
      {data?.length === 0 && <p className={classes.dim}>Nothing sent yet.</p>}
      <ul className={classes.viewers}>
        {(data ?? []).map((delivery) => (
          <Attempt key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <ShowEarlier what="deliveries" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
      {block.canRetry &&
        (sending ? (
          <SendByHand submissionId={submissionId} block={block} last={data?.[0]} onClose={() => setSending(false)} />
        ) : (
          <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setSending(true)}>
            Send by hand…
          </Button>
        ))}
    </>
  )
}

/** JSON with line breaks. Anything else unchanged. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Attempt = ({ delivery }: { delivery: WebhookDelivery }) => (
  <li className={classes.attempt}>
    <span>
      {delivery.error ?? `The target answered ${delivery.responseStatusCode}`}{' '}
      <span className={classes.dim}>
        · <DateTimeText instant={delivery.sentAt} />
      </span>
    </span>
    <Fold
      render={() => (
        <>
          <p className={classes.dim}>Sent to {delivery.url}</p>
          <Code block className={classes.code ?? ''}>
            {readable(delivery.requestBody)}
          </Code>
          {delivery.responseBody && (
            <>
              <p className={classes.dim}>Answer</p>
              <Code block className={classes.code ?? ''}>
                {readable(delivery.responseBody)}
              </Code>
            </>
          )}
        </>
      )}
    />
  </li>
)

/** The fields of the last attempt, each as text. */
const fieldsOf = (delivery: WebhookDelivery | undefined): { key: string; value: string }[] => {
  if (!delivery) return []
  const { fields = {} } = JSON.parse(delivery.requestBody) as { fields?: Record<string, unknown> }
  return Object.entries(fields).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value ?? ''),
  }))
}

interface SendByHandProps extends WebhookSectionProps {
  last: WebhookDelivery | undefined
  onClose: () => void
}

const SendByHand = ({ submissionId, block, last, onClose }: SendByHandProps) => {
  const { form, submit, isPending } = useEndpointForm(completeWebhookTask, {
    params: { levelGroupStatusId: block.id },
    initial: { url: last?.url ?? block.settings.webhook?.url ?? '', fields: fieldsOf(last) },
    success: 'Webhook sent',
    invalidates: [requestKeys.one(submissionId)],
    onSuccess: onClose,
  })
  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <TextField label="Address" required maxLength={2000} {...form.getInputProps('url')} />
      {form.values.fields.map((_, i) => {
        // Fields have no identity other than their position.
        const key = `${i}`
        return (
          <Group key={key} gap="xs" wrap="nowrap">
            <TextInput aria-label={`Name of field ${i + 1}`} {...form.getInputProps(`fields.${i}.key`)} />
            <TextInput
              aria-label={`Value of field ${i + 1}`}
              style={{ flex: 1 }}
              {...form.getInputProps(`fields.${i}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove field ${i + 1}`}
              onClick={() => form.removeListItem('fields', i)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )
      })}
      <Group gap="xs">
        <Button type="submit" loading={isPending}>
          Send webhook
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('fields', { key: '', value: '' })}
        >
          Add field
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
