import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InboundMessage } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { decideMessage, fetchHeld, forwardingKeys } from './api.ts'

const DISCARD = {
  title: 'Discard this email?',
  text: 'The email and its files are permanently deleted. It remains listed under received emails.',
  confirmLabel: 'Discard email',
  danger: true,
}

/** Emails with unverified senders are held here. Hidden if there are none. */
export const HeldMessages = () => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: forwardingKeys.held,
    queryFn: ({ pageParam, signal }) => fetchHeld(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
  })
  const messages = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? []
  if (messages.length === 0) return null
  return (
    <Alert color="yellow" my="md" icon={<IconMailExclamation size={18} aria-hidden />} title="Held emails">
      <Text size="sm">
        The sender’s domain says it didn’t send these. Release the ones you trust: their files become documents.
      </Text>
      <Stack component="ul" gap="sm" mt="sm" p={0} style={{ listStyle: 'none' }}>
        {messages.map((message) => (
          <Held key={message.id} message={message} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Alert>
  )
}

const Held = ({ message }: { message: InboundMessage }) => {
  const title = message.subject || '(no subject)'
  const decide = useCommand({
    run: (decision: 'release' | 'discard', { commandId }) => decideMessage(message.id, decision, commandId),
    success: (_, decision) => (decision === 'release' ? 'Email released' : 'Email discarded'),
    invalidates: [forwardingKeys.messages, forwardingKeys.held],
  })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Text fw={500}>{title}</Text>
        <Text size="sm" c="dimmed">
          {message.fromAddress || 'Unknown sender'} · <DateText instant={message.receivedAt} />
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={`Release ${title}`}
          loading={decide.isPending}
          onClick={() => decide.send('release')}
        >
          Release
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={`Discard ${title}`}
          disabled={decide.isPending}
          onClick={async () => {
            if (await confirm(DISCARD)) decide.send('discard')
          }}
        >
          Discard
        </Button>
      </Group>
    </Group>
  )
}
