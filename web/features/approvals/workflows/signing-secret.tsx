import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getWebhookSecret,
  revealWebhookSecret,
  rotateWebhookSecret,
} from '../../../../schema/approvals/engine/block-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'

/** What a target needs to check that a webhook came from here. */
export const SigningSecret = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        How to verify the signature
      </Button>
      {opened && <SecretDialog onClose={() => setOpened(false)} />}
    </>
  )
}

const SecretDialog = ({ onClose }: { onClose: () => void }) => {
  const can = useCan()
  return (
    <Dialog opened onClose={onClose} title="How to verify the signature">
      <Text>
        Every webhook carries <Code>Outlay-Timestamp</Code> (seconds) and <Code>Outlay-Signature</Code>. Compute
        HMAC-SHA256, with your company’s signing secret, over the timestamp, a dot and the body as received. The
        signature is <Code>v1=</Code> followed by the result in hexadecimal. For 24 hours after the secret is rotated,
        the header holds two signatures separated by a comma; accept either. Refuse anything older than five minutes or
        with an <Code>Outlay-Webhook-Id</Code> you have already seen.
      </Text>
      {can('webhook-secret.manage') ? (
        <Secret />
      ) : (
        <Text mt="md" c="dimmed">
          Ask an admin for the signing secret.
        </Text>
      )}
    </Dialog>
  )
}

const STATE_KEY = ['webhook-secret']

const Secret = () => {
  const { data, error, refetch } = useQuery({
    queryKey: STATE_KEY,
    queryFn: ({ signal }) => call(getWebhookSecret, { signal }),
  })
  const [secret, setSecret] = useState<string | null>(null)
  const reveal = useCommand({
    run: (_: undefined, { commandId }) => call(revealWebhookSecret, { commandId }),
    onSuccess: (shown) => setSecret(shown.secret),
  })
  const rotate = useCommand({
    run: (_, { commandId }) => call(rotateWebhookSecret, { commandId }),
    success: 'Signing secret rotated',
    invalidates: [STATE_KEY],
    onSuccess: () => setSecret(null),
  })
  const askAndRotate = async (): Promise<void> => {
    const agreed = await confirm({
      title: 'Rotate the signing secret?',
      text: 'A new secret signs every webhook from now on. The current one is accepted for 24 more hours.',
      confirmLabel: 'Rotate secret',
    })
    if (agreed) rotate.send()
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return (
    <>
      <Text mt="md" mb={4} size="sm" fw={500}>
        Signing secret
      </Text>
      {secret && (
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
      )}
      {data?.oldValidUntil && (
        <Text size="sm" c="dimmed" mt={4}>
          The previous secret is also accepted until <DateTimeText instant={data.oldValidUntil} />.
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {secret ? (
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy secret'}
              </Button>
            )}
          </CopyButton>
        ) : (
          <Button variant="default" loading={reveal.isPending} onClick={() => reveal.send(undefined)}>
            Show secret
          </Button>
        )}
        <Button variant="default" loading={rotate.isPending} onClick={() => void askAndRotate()}>
          Rotate secret
        </Button>
      </Group>
    </>
  )
}
