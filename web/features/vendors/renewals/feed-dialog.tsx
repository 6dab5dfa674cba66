import { Alert, Button, CopyButton, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FEED_SCOPES } from '../../../../schema/vendors/renewals/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { createFeed, deleteFeed, renewalKeys, useFeed } from './api.ts'
import classes from './renewals.module.css'

type Scope = (typeof FEED_SCOPES)[number]

const SCOPES: { value: Scope; label: string; description: string }[] = [
  { value: 'OWN', label: 'My services', description: 'Services you own' },
  { value: 'ALL', label: 'All services', description: 'All active services' },
]

/** A private link that a calendar program subscribes to. */
export const FeedDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog opened={opened} onClose={onClose} title="Calendar link">
    {opened && <Feed />}
  </Dialog>
)

const Feed = () => {
  const { data, error, refetch } = useFeed(true)
  const [scope, setScope] = useState<Scope | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  const create = useCommand<Scope, { url: string }>({
    run: (chosen, { commandId }) => createFeed(chosen, commandId),
    invalidates: [renewalKeys.feed],
    onSuccess: (made) => setUrl(made.url),
  })
  const revoke = useCommand({
    run: (_: undefined, { commandId }) => deleteFeed(commandId),
    success: 'Calendar link revoked',
    invalidates: [renewalKeys.feed],
    onSuccess: () => setUrl(null),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const feed = data?.feed ?? null
  const chosen = scope ?? feed?.scope ?? 'OWN'
  return (
    <Stack>
      <Text>
        See renewals and last days to cancel in your calendar app. The link is private: anyone who has it sees these
        dates and costs. It stops working when you revoke it.
      </Text>
      {url ? (
        <>
          <div className={classes.link}>
            <TextInput
              label="Your link"
              description="Copy it into your calendar app now. It won’t be shown again."
              value={url}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={url}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
            </CopyButton>
          </div>
          <Group justify="flex-end">
            <Button variant="subtle" color="red" loading={revoke.isPending} onClick={() => revoke.send(undefined)}>
              Revoke link
            </Button>
          </Group>
        </>
      ) : (
        <>
          {feed && (
            <Alert color="gray">
              You created a link on <DateText instant={feed.createdAt} />. A new one replaces it.
            </Alert>
          )}
          <Radio.Group label="What the calendar shows" value={chosen} onChange={(next) => setScope(next as Scope)}>
            <Stack gap="xs" mt={6}>
              {SCOPES.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="xs">
            {feed && (
              <Button variant="subtle" color="red" loading={revoke.isPending} onClick={() => revoke.send(undefined)}>
                Revoke link
              </Button>
            )}
            <Button loading={create.isPending} disabled={!data} onClick={() => create.send(chosen)}>
              {feed ? 'Create new link' : 'Create link'}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
