import { Button, Code, CopyButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getWebhookSecret } from '../../../../schema/approvals/block-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'

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
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-secret'],
    queryFn: ({ signal }) => call(getWebhookSecret, { signal }),
    gcTime: 0,
  })
  return (
    <Dialog opened onClose={onClose} title="How to verify the signature">
      <Text>
        Every webhook carries <Code>Outlay-Timestamp</Code> (seconds) and <Code>Outlay-Signature</Code>. Compute
        HMAC-SHA256 with the secret below over the timestamp, a dot and the raw body. The signature is <Code>v1=</Code>{' '}
        and the result in hexadecimal. Reject anything older than five minutes, or with an{' '}
        <Code>Outlay-Webhook-Id</Code> you’ve already seen.
      </Text>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <>
          <Text mt="md" mb={4} size="sm" fw={500}>
            Your company’s signing secret
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {data?.secret ?? '…'}
          </Code>
          <CopyButton value={data?.secret ?? ''}>
            {({ copied, copy }) => (
              <Button mt="sm" variant="default" disabled={!data} onClick={copy}>
                {copied ? 'Copied' : 'Copy secret'}
              </Button>
            )}
          </CopyButton>
        </>
      )}
    </Dialog>
  )
}
